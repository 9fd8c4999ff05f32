# Asks the command for the figures of a plan; read in before fill.awk.
# SPDX-License-Identifier: BSD-2-Clause

function refuse(text)
{
	printf "%s:%d: %s\n", lesson, at, text >"/dev/stderr"
	failed = 1
	exit 1
}

# Words of a lesson go through the shell, so only those letters pass that requests need.
function safe(words)
{
	if (words !~ /^[A-Za-z0-9:_,.~+= -]+$/)
		refuse("a plan has other letters than a request: " words)
	return words
}

# What a command prints, kept: a figure is asked for many times. "A | B" hands what A prints to B; input is a line.
function ask(words, input,   text, line, run)
{
	if ((words, input) in said)
		return said[words, input]
	run = words
	sub(/ \| /, " | " command " ", run)
	run = (input == "" ? "" : "echo '" input "' | ") command " " run " 2>&1"
	while ((run | getline line) > 0)
		text = text line "\n"
	sub(/\n$/, "", text)
	if (close(run) != 0)
		refuse("grove " words ": " (input == "" ? "" : input ": ") text)
	return said[words, input] = text
}

function number_of(json, name,   pattern)
{
	pattern = "\"" name "\": -?[0-9][-+0-9.e]*"
	if (!match(json, pattern))
		return ""
	return substr(json, RSTART + length(name) + 4, RLENGTH - length(name) - 4)
}

function network_of(request,   word)
{
	split(request, word, " ")
	return word[3]
}

function simulated(request)
{
	return ask("plan " request " | simulate - --beta " beta " --tau " tau " --json")
}

# Reads the packets of a plan: their steps, ends, and pieces; returns how many there are.
function read_packets(request,   line, lines, i, step, word, found)
{
	lines = split(ask("plan " request " --text"), line, "\n")
	for (i = 1; i <= lines; i++) {
		split(line[i], word, " ")
		if (word[1] == "step")
			step = word[2]
		else if (word[2] == "->") {
			packet_step[++found] = step
			packet_from[found] = word[1]
			packet_to[found] = word[3]
			packet_pieces[found] = substr(line[i], index(line[i], "->") + 2)
			sub(/^ *[0-9]+ *(fold)? */, "", packet_pieces[found])
		}
	}
	return found
}

# Packets in a step ("leaving"), the last step that reaches a node ("arrival").
function counted(request, kind, which,   packets, i, found)
{
	packets = read_packets(request)
	found = kind == "leaving" ? 0 : ""
	for (i = 1; i <= packets; i++)
		if (kind == "leaving")
			found += packet_step[i] == which
		else if (packet_to[i] == which)
			found = packet_step[i]
	return found
}

function joined(list, word)
{
	return ("," list ",") ~ ("," word ",") ? list : list (list == "" ? "" : ",") word
}

# The nodes that have all that they get "first", or "last", with commas.
function finishing(request, which,   line, lines, i, pair, pairs, k, node, step, held, end, best, found)
{
	lines = split(ask("plan " request " --holds --json"), line, "\n")
	for (i = 1; i <= lines; i++) {
		if (line[i] !~ /"begin"|"step":/)
			continue
		step = line[i] ~ /"begin"/ ? -1 : substr(line[i], index(line[i], ":") + 1) + 0
		pairs = split(substr(line[i], index(line[i], "[[")), pair, /\], \[|\[\[|\]\]/)
		for (k = 1; k <= pairs; k++)
			if (pair[k] ~ /^[0-9]+, [0-9]+/ && !(pair[k] in held)) {
				held[pair[k]]
				if (step >= 0)
					end[pair[k] + 0] = step
			}
	}
	best = which == "first" ? 1e9 : -1
	for (node in end)
		if (which == "first" ? end[node] < best : end[node] > best)
			best = end[node]
	for (node = 0; node < 1000; node++)
		if (node in end && end[node] == best)
			found = joined(found, node)
	return found
}

# The nodes that send most bytes.
function busiest_nodes(request,   packets, i, k, pieces, piece, range, sent, most, node, found)
{
	packets = read_packets(request)
	for (i = 1; i <= packets; i++) {
		pieces = split(packet_pieces[i], piece, " ")
		for (k = 1; k <= pieces; k++) {
			split(piece[k], range, /[^0-9]+/)
			sent[packet_from[i]] += range[3] - range[2]
		}
	}
	for (node in sent)
		if (sent[node] > most)
			most = sent[node]
	for (node in sent)
		if (sent[node] == most)
			found = joined(found, node)
	return found
}

# The blocks of the packets that leave in the first step, or that are the last to reach a node.
function message(request, node,   packets, i, k, pieces, piece, step, found)
{
	packets = read_packets(request)
	step = node == "" ? packet_step[1] : counted(request, "arrival", node)
	for (i = 1; i <= packets; i++) {
		if (packet_step[i] != step || node != "" && packet_to[i] != node)
			continue
		pieces = split(packet_pieces[i], piece, " ")
		for (k = 1; k <= pieces; k++)
			found = joined(found, piece[k] + 0)
	}
	return found
}

# The links of a step as 0>1,0>2.
function links_of_step(request, which,   packets, i, found)
{
	packets = read_packets(request)
	for (i = 1; i <= packets; i++)
		if (packet_step[i] == which)
			found = joined(found, packet_from[i] ">" packet_to[i])
	return found
}

function height_of(request, which,   word, part, parts, i, most, height)
{
	split(request, word, " ")
	parts = split(ask("trees " word[3] " " word[2] " --json"), part, "\"height\": ")
	for (i = 2; i <= parts; i++) {
		height = part[i] + 0
		if (which == "" && height > most || which == i - 2)
			most = height
	}
	return most
}

function redundant_of(request,   text)
{
	text = ask("verify " request " --json")
	return match(text, /[0-9]+ of [0-9]+ packets bring only/) ? substr(text, RSTART) + 0 : 0
}

# The value of a figure, as "steps" or "leaving:2", of a plan; "" if there is no such figure.
function figure(request, name, which)
{
	if (name == "leaving" || name == "arrival")
		return which == "" ? "" : counted(request, name, which)
	if (name == "height")
		return height_of(request, which)
	if (name == "redundant")
		return redundant_of(request)
	if (name == "beta" || name == "tau")
		return name == "beta" ? beta : tau
	if (name in of_network)
		return number_of(ask("network " network_of(request) " --json"), of_network[name])
	if (name in of_formula)
		return number_of(ask("simulate " request " --beta " beta " --tau " tau " --json"), of_formula[name])
	if (name in of_plan)
		return number_of(simulated(request), of_plan[name])
	return ""
}

BEGIN {
	split("steps steps packets packets volume volume_bytes time time_sync_s busiest busiest_link_bytes " \
		"links links_used failures survives_link_failures sent transmissions_bytes bound bound_s " \
		"bytes bytes packet packet", list, " ")
	for (i = 1; i in list; i += 2)
		of_plan[list[i]] = list[i + 1]
	of_formula["best"] = "formula_best_packet"
	of_formula["formula"] = "formula_min_s"
	split("nodes nodes degree degree diameter diameter network_links links distance distance_sum", list, " ")
	for (i = 1; i in list; i += 2)
		of_network[list[i]] = list[i + 1]
}
