# Fills a lesson: puts the numbers that the command computes into the text, and checks each line.
# SPDX-License-Identifier: BSD-2-Clause
#
#	awk -v command=GROVE -v lesson=NAME -f figures.awk -f fill.awk LESSON.md >FILLED.md
#
# lessons/README.md describes the form. The first line that breaks the form ends the run with status 1.

# Puts figures for the names of an expression; "single.steps" is a figure of the plan "single".
function without_names(expression,   result, name, word, request, value)
{
	while (match(expression, /[a-z][a-z_]*(\.[a-z_]+)?(:[0-9]+)?/)) {
		name = substr(expression, RSTART, RLENGTH)
		result = result substr(expression, 1, RSTART - 1)
		expression = substr(expression, RSTART + RLENGTH)
		if (name == "sqrt") {
			result = result name
			continue
		}
		split(name, word, ":")
		request = plan
		if (index(word[1], ".")) {
			request = other[substr(word[1], 1, index(word[1], ".") - 1)]
			sub(/.*\./, "", word[1])
		}
		if (request == "")
			refuse("'" name "' is of a plan that the scene does not have")
		value = figure(request, word[1], word[2])
		if (value == "")
			refuse("there is no figure '" name "'")
		result = result value
	}
	return result expression
}

function evaluated(expression,   numbers, run, value)
{
	numbers = without_names(expression)
	if (numbers !~ /^[-+*\/().0-9e sqrt]+$/)
		refuse("'" expression "' is not an expression")
	if (numbers ~ /^[0-9.]+(e[-+][0-9]+)?$/)
		value = sprintf("%.4g", numbers)
	else {
		run = "awk 'BEGIN { printf \"%.4g\", " numbers " }' 2>&1"
		value = ""
		run | getline value
		if (close(run) != 0 || value == "")
			refuse("'" expression "' cannot be computed")
	}
	return value ~ /e\+/ ? sprintf("%d", value) : value
}

# A text with {steps} and the like filled. {choose NAME} and {live NAME} are the page's.
function filled(text,   result, inside)
{
	while (match(text, /\{[^}]*\}/)) {
		inside = substr(text, RSTART + 1, RLENGTH - 2)
		result = result substr(text, 1, RSTART - 1)
		text = substr(text, RSTART + RLENGTH)
		if (inside ~ /^choose / && !(substr(inside, 8) in choice))
			refuse("the scene has no choice '" substr(inside, 8) "'")
		if (inside ~ /^live / && inside !~ /^live (time|steps|volume|packets|busiest|bound)$/)
			refuse("no figure follows a choice by the name '" substr(inside, 6) "'")
		if (inside ~ /^(choose|live) /)
			result = result "{" inside "}"
		else
			result = result evaluated(inside)
	}
	return result text
}

# A quantity, as "5 steps", is computed as "{steps} steps", or stands in a field of the scene. Reasons of
# options and notes are free: they tell of what is not so.
function check_quantities(text,   words, number)
{
	gsub(/\{[^}]*\}/, "#", text)
	while (match(text, /[0-9]+(\.[0-9]+)? (steps|bytes|packets|lanes|seconds|messages|machines)/)) {
		words = substr(text, RSTART, RLENGTH)
		number = words
		sub(/ .*/, "", number)
		if ((" " shown " ") !~ ("[^0-9.]" number "[^0-9.]"))
			refuse("'" words "' is neither computed nor in a field of the scene")
		text = substr(text, RSTART + RLENGTH)
	}
}

function check_judge(text,   item, items, i)
{
	items = split(text, item, ", ")
	for (i = 1; i <= items; i++)
		if (item[i] !~ /^(right|(steps|packets|volume|busiest|links|failures|packet|redundant) (<=|>=|=) [0-9]+)$/)
			refuse("there is no condition '" item[i] "'")
}

# A task is the heading of a plan, which the command reads.
function check_task(heading)
{
	ask("plan - --json", safe(heading))
}

# A harder task is written as TASK | CONDITIONS | BYTES OF A PIECE | SOLUTION; the solution is no reader's.
function read_harder(value,   part)
{
	if (split(value, part, / \| /) != 4 || part[3] !~ /^[0-9]+$/)
		refuse("a harder task is TASK | CONDITIONS | BYTES OF A PIECE | SOLUTION")
	check_task(part[1])
	check_judge(part[2])
	ask("verify " safe(part[4]) " --json")
	print "harder: " part[1] " | " part[2] " | " part[3]
}

# What is lit exists: `light: idle`, [words](step 2).
function check_light(text)
{
	if (text !~ /^(row [0-9]+-[0-9]+|cause [0-9]+ [0-9a-z]+|(tree|step|node|packet) [0-9]+|idle|lanes|start-up|bytes|https?:.*)$/)
		refuse("there is no light '" text "'")
}

function check_lights(text)
{
	while (match(text, /\]\([^)]*\)/)) {
		check_light(substr(text, RSTART + 2, RLENGTH - 3))
		text = substr(text, RSTART + RLENGTH)
	}
}

# Which of the scene's plans has the least figure: its name; "here" is the scene's own.
function least_of(name,   each, best, value, most)
{
	best = "here"
	most = figure(plan, name, "") + 0
	for (each in other) {
		value = figure(other[each], name, "") + 0
		if (value < most) {
			most = value
			best = each
		}
	}
	return best
}

function answer_of(question,   word)
{
	split(question, word, /[ :]/)
	if (word[1] == "least")
		return least_of(word[2])
	if (question ~ /^(first|last) node$/)
		return finishing(plan, word[1])
	if (question == "busiest node")
		return busiest_nodes(plan)
	if (question == "first message" || question ~ /^last message [0-9]+$/)
		return message(plan, word[3])
	if (word[1] == "draw")
		return links_of_step(plan, word[2])
	return figure(plan, word[1], word[2])
}

# A scene ends: it needs a plan, and its question an option that is right.
function end_scene(   i, right)
{
	at = scene_at
	if (!scene_at)
		return
	if (plan == "")
		refuse("the scene '" scene "' has no plan")
	if (kind == "ask" && !asked)
		refuse("the question of '" scene "' is not asked: a line with ? is missing")
	if (kind == "ask" && !options)
		refuse("the question of '" scene "' has no options")
	for (i = 1; kind == "ask" && i <= options; i++)
		if (("," answer ",") ~ ("," option[i] ","))
			right++
	if (kind == "ask" && question !~ /^draw / && right < 1)
		refuse("no option of '" scene "' is the answer, " answer)
	if (kind == "task" && !judged)
		refuse("the task of '" scene "' has no judge")
}

function begin_scene()
{
	end_scene()
	at = NR
	scene_at = NR
	scene = substr($0, 4)
	plan = answer = kind = shown = ""
	options = judged = asked = 0
	delete other
	delete choice
	beta = lesson_beta
	tau = lesson_tau
	fields = 1
	print
}

function read_machine(value,   word)
{
	if (split(value, word, " ") != 2 || value !~ /^[0-9.e -]+$/)
		refuse("a machine is a start-up and a time for each byte, in seconds")
	beta = word[1]
	tau = word[2]
	if (!scene_at) {
		lesson_beta = beta
		lesson_tau = tau
	}
}

function read_field(name, value,   word)
{
	if (!(name in known))
		refuse("there is no field '" name "'")
	if (name == "machine")
		read_machine(value)
	if (name == "picture")
		ask(safe(value) " --svg")
	if (name == "plan") {
		plan = safe(value)
		ask("verify " plan " --json")
	}
	if (name == "other") {
		if (value !~ /^[a-z]+ = /)
			refuse("another plan is written as NAME = PLAN")
		split(value, word, " = ")
		other[word[1]] = safe(word[2])
		ask("verify " other[word[1]] " --json")
	}
	if (name == "line" && !(substr(value, 1, index(value " ", " ") - 1) in other))
		refuse("a line is drawn for a plan of the scene: " value)
	if (name in form && value !~ form[name])
		refuse(name " is " means[name] ": " value)
	if (name == "choose")
		choice[substr(value, 1, index(value, " ") - 1)]
	if (name == "light")
		check_light(value)
	if (name == "judge")
		check_judge(value)
	if (name == "harder") {
		read_harder(value)
		return
	}
	if (name == "ask") {
		if (plan == "")
			refuse("the plan of a scene comes before its question")
		kind = "ask"
		question = value
		answer = answer_of(value)
		if (answer == "")
			refuse("there is no question '" value "'")
		print "answer: " answer
	}
	if (name == "task") {
		kind = "task"
		check_task(value)
	}
	if (name == "solution") {
		# The solution is the plan of the scene's figures, and no reader's.
		shown = shown " " value
		plan = safe(value)
		ask("verify " plan " --json")
		return
	}
	shown = shown " " value
	head = head (scene_at ? "" : " " name)
	judged += name == "judge"
	print name ": " filled(value)
}

function read_option(line,   value)
{
	if (line !~ /^- [^: ]+( = [^:]+)?: ./)
		refuse("an option is VALUE: REASON, or VALUE = WORDS: REASON")
	value = filled(substr(line, 3))
	sub(/( = .*)?: .*/, "", value)
	option[++options] = value
}

BEGIN {
	split("plan machine other line show at light colour ask choose cut task judge pieces solution " \
		"harder minutes needs goal papers picture say", list, " ")
	for (i in list)
		known[list[i]]
	form["show"] = "^(both|network|chart|curve)$"
	means["show"] = "both, network, chart or curve"
	form["at"] = "^(begin|end|step [0-9]+)$"
	means["at"] = "begin, end, or step and a number"
	form["choose"] = "^(packet|bytes|beta|tau)( [0-9.]+\\*?)+$"
	means["choose"] = "packet, bytes, beta or tau, and numbers"
	form["cut"] = "^yes$"
	means["cut"] = "yes"
	form["colour"] = "^tree$"
	means["colour"] = "tree"
	form["minutes"] = form["pieces"] = "^[0-9]+$"
	means["minutes"] = means["pieces"] = "a number"
	lesson_beta = beta = 1
	lesson_tau = tau = 0.5
	fields = 1
}

{ at = NR }
/^## / { begin_scene(); next }
/^# [0-9]+\. ./ { print; next }
NR == 1 { refuse("a lesson begins with # NUMBER. TITLE") }
fields && /^[a-z]+: / { read_field(substr($0, 1, index($0, ":") - 1), substr($0, index($0, ": ") + 2)); next }
/^$/ { fields = fields && !scene_at; print; next }
/^    / { shown = shown " " $0; print; next }
{
	fields = fields && !scene_at
	asked += /^\? /
	if (kind == "ask" && /^- /)
		read_option($0)
	else if ($0 !~ /^Notes: /)
		check_quantities($0)
	check_lights($0)
	print filled($0)
}

END {
	if (failed)
		exit 1
	end_scene()
	at = 1
	for (i = split("minutes needs goal picture", list, " "); i > 0; i--)
		if ((head " ") !~ (" " list[i] " "))
			refuse("the head of the lesson has no '" list[i] "'")
}
