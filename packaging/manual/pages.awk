# Writes the man pages of section 3, made from the public headers: a page for each comment.
# SPDX-License-Identifier: BSD-2-Clause

#	awk -v mode=names -f header.awk -f prose.awk -f fields.awk -f pages.awk header...
#	awk -v mode=pages -v folder=build/man/man3 -v date='November 22, 2026' -f ... header... example...
#
# The first prints the names of all pages. The second writes folder/NAME.3. A name that shares the
# comment of another is a page that includes the other's.

BEGIN {
	PHRASE = 90 # characters of what `whatis` says
	blocks = 0
}
FNR == 1 && FILENAME ~ /[.]h$/ { header_begin() }
FILENAME ~ /[.]h$/ { header_line($0); next }
FNR == 1 { example_begin() }
{ example_line($0) }

END {
	block_end()
	for (b = 1; b < blocks; b++)
		names_of(b)
	if (mode == "names") {
		print "grove"
		for (b = 1; b < blocks; b++)
			for (i = 0; i < names[b]; i++)
				print name[b, i]
	} else {
		overview_write()
		for (b = 1; b < blocks; b++)
			if (names[b])
				page_write(b)
	}
	exit mode == "pages" && refused
}

# ---- Examples: a sentence about each, and which functions it calls ----

function example_begin()
{
	example = FILENAME
	sub(/.*\//, "", example)
	example_name[examples++] = example
	example_open = 1
}

function example_line(line,   word)
{
	if (example_open && line !~ /^#!/) {
		gsub(/^(\/\*|#|"""| \*) ?| ?\*\/$|"""$/, "", line)
		example_text[example] = trim(example_text[example] " " line)
		example_open = example_text[example] !~ /[.]$/
	}
	while (match(line, /grove_[a-z0-9_]+/)) {
		word = substr(line, RSTART, RLENGTH)
		if (!((word, example) in used)) {
			used[word, example] = 1
			uses[word] = uses[word] (uses[word] == "" ? "" : " ") example
		}
		line = substr(line, RSTART + RLENGTH)
	}
}

# ---- Pages ----

function begin(title, b)
{
	split("", written)
	part = "HEAD"
	put(".\\\" SPDX-License-Identifier: BSD-2-Clause")
	put(".\\\" Made from include/" header[b] " by packaging/manual; a change here is lost.")
	put(".Dd " date)
	put(".Dt " toupper(title) " 3")
	put(".Os grove")
	put(".Sh NAME")
}

# The first sentence, as a phrase: what `whatis` says.
function phrase(b,   text, i)
{
	for (i = 0; i < comments[b] && comment[b, i] != ""; i++)
		text = text " " comment[b, i]
	text = trim(text)
	text = substr(text, 1, sentence_end(text))
	gsub(/`/, "", text)
	gsub(/[ \t]+/, " ", text)
	text = shorten(shorten(text, "[;:]"), ",")
	sub(/[:.]$/, "", text)
	if (text ~ /^[A-Z][a-z]* /)
		text = tolower(substr(text, 1, 1)) substr(text, 2)
	return text
}

# Cuts a text at the last such mark before column PHRASE, if the text is longer.
function shorten(text, mark,   at, end)
{
	if (length(text) <= PHRASE)
		return text
	for (at = 1; at < PHRASE; at++)
		if (substr(text, at, 1) ~ mark && substr(text, at + 1, 1) == " " && at > PHRASE / 4)
			end = at
	return end ? substr(text, 1, end - 1) : text
}

# The phrase as arguments of a macro: a short word must not be taken for another macro.
function phrase_set(b,   list, count, i, text)
{
	count = split(phrase(b), list, " ")
	for (i = 1; i <= count; i++)
		text = text (i > 1 ? " " : "") (list[i] ~ /^([A-Z%][a-z1A-Z]?|[A-Z][a-z]x|[][().,:;|?!])$/ ? "\\&" : "") \
			escape(list[i])
	gsub(/"/, "\\(dq", text)
	return text
}

function synopsis_function(text,   head, arguments, list, count, i, word)
{
	sub(/^GROVE_API /, "", text)
	match(text, /grove_[a-z0-9_]+ ?\(/)
	head = trim(substr(text, 1, RSTART - 1))
	word = trim(substr(text, RSTART, RLENGTH - 1))
	arguments = substr(text, RSTART + RLENGTH)
	sub(/\) *$/, "", arguments)
	put(".Ft " argument(head))
	put(".Fo " word)
	count = split(arguments, list, ",")
	for (i = 1; i <= count; i++)
		put(".Fa " argument(trim(list[i])))
	put(".Fc")
}

# Structs, enumerations and defines, without comments.
function synopsis_code(b,   text, lines, count, i, line, open)
{
	text = without_comments(code[b])
	count = split(text, lines, "\n")
	for (i = 1; i <= count; i++) {
		line = lines[i]
		if (line ~ /^GROVE_API|^typedef .*\($/ || line ~ /^typedef .*grove_[a-z_]* ?\(/)
			open = 1
		if (open) {
			if (line ~ /;/)
				open = 0
			continue
		}
		if (line ~ /^#define /)
			line = "#define " member_names(line)
		if (line ~ /^[ \t]*$/)
			continue
		literal_begin_tight()
		sub(/[ \t]+$/, "", line)
		literal_put(line)
	}
	if (literal)
		put(".Ed")
	literal = 0
}

function literal_begin_tight()
{
	if (!literal)
		put(".Bd -literal")
	literal = 1
}

function synopsis(b,   i, list, count)
{
	put(".Sh LIBRARY")
	put("libgrove: \\-lgrove, or what")
	put(".Li pkg\\-config \\-\\-cflags \\-\\-libs grove")
	put("prints")
	put(".Sh SYNOPSIS")
	put(".In " header[b])
	count = split(statements(code[b]), list, ";")
	for (i = 1; i <= count; i++)
		if (list[i] ~ /typedef/)
			synopsis_function(trim(list[i]))
	for (i = 0; i < function_count[b]; i++)
		synopsis_function(functions[b, i])
	synopsis_code(b)
}

# True for a function that returns 0 or -errno.
function has_status(b,   i)
{
	if (comment[b, 0] ~ /^Returns? /)
		return 0
	for (i = 0; i < function_count[b]; i++)
		if (functions[b, i] ~ /^GROVE_API int /)
			return 1
	return 0
}

function page_write(b,   i, file)
{
	begin(name[b, 0], b)
	for (i = 0; i < names[b]; i++)
		put(".Nm " name[b, i] (i < names[b] - 1 ? " ," : ""))
	put(".Nd " phrase_set(b))
	synopsis(b)
	comment_set(b, function_count[b] > 0)
	fields_set(b)
	file = folder "/" name[b, 0] ".3"
	printf "%s.Sh DESCRIPTION\n%s", written["HEAD"], written["DESCRIPTION"] >file
	returns_write(b, file)
	examples_write(b, file)
	errors_write(b, file)
	see_also_write(b, file)
	close(file)
	for (i = 1; i < names[b]; i++) {
		file = folder "/" name[b, i] ".3"
		print ".so man3/" name[b, 0] ".3" >file
		close(file)
	}
}

function returns_write(b, file)
{
	if (!has_status(b) && written["RETURN"] == "")
		return
	print ".Sh RETURN VALUES" >file
	if (has_status(b))
		printf "0, or \\-errno; then\n.Xr grove_why 3\nreturns a line that says why.\n%s",
			written["RETURN"] == "" ? "" : ".Pp\n" >file
	printf "%s", written["RETURN"] >file
}

function errors_write(b, file)
{
	if (!has_status(b) && written["ERRORS"] == "")
		return
	print ".Sh ERRORS" >file
	if (written["ERRORS"] != "")
		printf "%s.Pp\n", written["ERRORS"] >file
	printf "Errors that all functions have in common:\n.Xr grove 7 .\n" >file
}

function examples_write(b, file,   list, count, i, n, k)
{
	for (k = 0; k < function_count[b]; k++) {
		count = split(uses[name[b, k]], list, " ")
		for (i = 1; i <= count && n < 4; i++)
			if (!shown[b, list[i]]++)
				found[b, n++] = list[i]
	}
	if (!n)
		return
	print ".Sh EXAMPLES\nPrograms that are installed with grove:" >file
	print ".Bl -tag -width Ds" >file
	for (i = 0; i < n; i++)
		printf ".It Pa %s\n%s\n", found[b, i], scratch_text(example_text[found[b, i]]) >file
	print ".El" >file
}

# A text as it is set, for a place outside of the comment.
function scratch_text(text)
{
	part = "SCRATCH"
	written[part] = ""
	text_put(text)
	return trim(written[part])
}

# The pages that the comment and the declarations name, in alphabetical order.
function see_also_write(b, file,   text, i, j, word, count, list, seen)
{
	text = code[b]
	for (i = 0; i < comments[b]; i++)
		text = text " " comment[b, i]
	count = 0
	while (match(text, /(grove|GROVE)_[A-Za-z0-9_]+/)) {
		word = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		if (word in page_of && page_of[word] != b && !(word in seen)) {
			seen[word] = 1
			list[++count] = word
		}
	}
	list[++count] = "grove"
	for (i = 2; i <= count; i++)
		for (j = i; j > 1 && tolower(list[j - 1]) > tolower(list[j]); j--) {
			word = list[j]
			list[j] = list[j - 1]
			list[j - 1] = word
		}
	print ".Sh SEE ALSO" >file
	for (i = 1; i <= count; i++)
		print ".Xr " list[i] " 3" (i < count ? " ," : "") >file
}

# ---- grove(3): the header's first comment, and what each section has ----

function overview_write(   b, s, i, file)
{
	begin("grove", 0)
	put(".Nm grove")
	i = phrase(0)
	sub(/^grove: /, "", i)
	put(".Nd " i)
	put(".Sh LIBRARY")
	put("libgrove: \\-lgrove")
	put(".Sh SYNOPSIS")
	put(".In grove.h")
	put(".Pp")
	put(".Dl cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs grove)")
	comment_set(0, 0)
	file = folder "/grove.3"
	printf "%s.Sh DESCRIPTION\n%s", written["HEAD"], written["DESCRIPTION"] >file
	print ".Sh FUNCTIONS AND TYPES" >file
	for (s = 1; s <= sections; s++)
		section_write(s, file)
	print ".Sh EXAMPLES\nPrograms that are installed with grove:\n.Bl -tag -width Ds" >file
	for (i = 0; i < examples; i++)
		printf ".It Pa %s\n%s\n", example_name[i], scratch_text(example_text[example_name[i]]) >file
	print ".El\n.Sh SEE ALSO\n.Xr grove 1 ,\n.Xr grove 7" >file
	close(file)
}

function section_write(s, file,   b, i, opened)
{
	print ".Ss " titles[s] >file
	for (b = 1; b < blocks; b++)
		if (section[b] == s && !names[b]) {
			split("", written)
			comment_set(b, 0)
			printf "%s", written["DESCRIPTION"] >file
		}
	opened = 0
	for (b = 1; b < blocks; b++)
		if (section[b] == s && names[b]) {
			if (!opened++)
				print ".Bl -tag -width Ds" >file
			for (i = 0; i < names[b]; i++)
				printf "%sXr %s 3", i ? " , " : ".It ", name[b, i] >file
			printf "\n%s\n", scratch_text(phrase(b)) >file
		}
	if (opened)
		print ".El" >file
}
