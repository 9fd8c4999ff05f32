# Sets the text of a comment as mdoc: paragraphs, lists, code, sentences of errors.
# SPDX-License-Identifier: BSD-2-Clause

# The form of a comment. Text from the margin is prose, and an empty line ends a paragraph. In the
# first comment a short line without a full stop, above lines with a tab, is a heading; the tab of
# the lines below it counts for nothing. Then, with (one more) tab:
#	after an empty line	code or a table, set as it stands
#	- text			an item of a list, which needs no further tab below a heading
#	word<tab>text		an item with a name; -ENAME needs no further tab, either
# What is indented further than an item begins belongs to the item.

# written[part] collects the lines of a part of the page: DESCRIPTION, RETURN, ERRORS.

function put(line)
{
	written[part] = written[part] line "\n"
}

function escape(text)
{
	gsub(/\\/, "\\e", text)
	return text
}

# A word of prose: names are bold, `code` is italic, buffers[bytes] are italic.
function word_set(word,   head, tail)
{
	head = tail = ""
	while (match(word, /^[("'`]/)) {
		head = head (substr(word, 1, 1) == "`" ? "" : substr(word, 1, 1))
		if (substr(word, 1, 1) == "`")
			quoted = 1
		word = substr(word, 2)
	}
	while (match(word, /[`)"',.:;?]$/) && !(word ~ /\([^()]*\)$/ && word ~ /^[A-Za-z_]+\(/)) {
		if (substr(word, length(word)) == "`")
			unquoted = 1
		else
			tail = substr(word, length(word)) tail
		word = substr(word, 1, length(word) - 1)
	}
	word = escape(word)
	if (word ~ /^(-E[A-Z]+|GROVE_[A-Z0-9_]+|(grove|MPI)_[A-Za-z0-9_]+)$/) {
		sub(/^-/, "\\-", word)
		if (word in page_of && page_of[word] != set_block)
			tail = "(3)" tail
		word = "\\fB" word "\\fP"
	} else if (word ~ /^(grove_)?[a-z]+\(\)$/) {
		word = "\\fB" substr(word, 1, length(word) - 2) "\\fP" "()"
	} else if (word != "" && (quoted || word ~ /^[a-z_]+\[[a-z_ *0-9]+\]$/)) {
		sub(/^-/, "\\-", word)
		word = "\\fI" word "\\fP"
	} else {
		sub(/^-/, "\\-", word)
	}
	if (unquoted)
		quoted = unquoted = 0
	return head word tail
}

function line_put(line)
{
	if (line ~ /^[.']/)
		line = "\\&" line
	put(line)
}

# Prose, a line for each sentence, in lines of at most 78 characters.
function text_put(text,   words, count, i, line, word, sentence_ends)
{
	count = split(trim(text), words, /[ \t\n]+/)
	line = ""
	quoted = unquoted = 0
	for (i = 1; i <= count; i++) {
		word = word_set(words[i])
		if (line != "" && length(line) + length(word) > 77) {
			line_put(line)
			line = ""
		}
		line = line (line == "" ? "" : " ") word
		sentence_ends = words[i] ~ /[.]$/
		if (sentence_ends) {
			line_put(line)
			line = ""
		}
	}
	if (line != "")
		line_put(line)
}

# An argument of a macro: no word of it is taken for a macro.
function argument(text)
{
	text = escape(text)
	gsub(/"/, "\\(dq", text)
	gsub(/-/, "\\-", text)
	return "\"" text "\""
}

# ---- Paragraphs ----

# Returns where the first sentence of the text ends.
function sentence_end(text,   at, from)
{
	from = 1
	while (match(substr(text, from), /[.] +[-A-Z0-9("*`a-z]/)) {
		at = from + RSTART - 1
		return at
	}
	return length(text)
}

# Sentences of errors, and of what is returned, go to parts of their own. An error's sentence takes
# those after it along, up to the end of the paragraph.
function paragraph_put(text,   end, sentence, where, fresh)
{
	text = trim(text)
	where = "DESCRIPTION"
	while (text != "") {
		end = sentence_end(text)
		sentence = substr(text, 1, end)
		text = trim(substr(text, end + 1))
		if (sentence ~ /^-E[A-Z]+/)
			where = "ERRORS"
		else if (where != "ERRORS")
			where = sentence ~ /^Returns / && said_first ? "RETURN" : "DESCRIPTION"
		if (!split_parts)
			where = "DESCRIPTION"
		part = where
		if ((fresh[part]++ == 0 || sentence ~ /^-E[A-Z]+/) && written[part] != "" &&
			written[part] !~ /\n\.Sh [^\n]*\n$/)
			put(".Pp")
		text_put(sentence)
		said_first = 1
	}
}

function prose_flush()
{
	if (prose != "")
		paragraph_put(prose)
	prose = ""
	part = "DESCRIPTION"
}

function item_flush()
{
	if (item != "")
		text_put(item)
	item = ""
}

function list_begin(kind)
{
	if (list_kind == kind)
		return
	set_flush()
	put(kind == "tag" ? ".Bl -tag -width Ds" : ".Bl -bullet")
	list_kind = kind
}

function literal_begin()
{
	if (literal)
		return
	set_flush()
	put(".Bd -literal -offset indent")
	literal = 1
}

# Ends what is open: a paragraph, a list, code.
function set_flush()
{
	prose_flush()
	item_flush()
	if (list_kind != "")
		put(".El")
	if (literal)
		put(".Ed")
	list_kind = ""
	literal = 0
	blanks = 0
}

function expand(line,   at)
{
	while ((at = index(line, "\t")) > 0)
		line = substr(line, 1, at - 1) substr("        ", 1, 8 - (at - 1) % 8) substr(line, at + 1)
	return line
}

# Lines of code, with the empty lines between them.
function literal_put(line)
{
	for (; blanks > 0; blanks--)
		put("")
	line = escape(expand(line))
	gsub(/-/, "\\-", line)
	line_put(line)
}

function item_put(line)
{
	sub(/^\t*/, "", line)
	if (line ~ /^- /) {
		list_begin("bullet")
		item_flush()
		put(".It")
		item = substr(line, 3)
	} else {
		list_begin("tag")
		item_flush()
		put(".It Sy " argument(substr(line, 1, index(line, "\t") - 1)))
		item = substr(line, index(line, "\t") + 1)
	}
}

function is_item(line)
{
	return line ~ /^\t*(- |[^\t ][^\t]*\t)/
}

# ---- A comment ----

# Sets comment b. With `parts`, sentences of errors and results go to parts of their own.
function comment_set(b, parts,   i, line, base, empty, deep)
{
	set_block = b
	split_parts = parts
	said_first = 0
	base = ""
	empty = 0
	part = "DESCRIPTION"
	for (i = 0; i < comments[b]; i++) {
		line = comment[b, i]
		if (line == "") {
			if (literal)
				blanks++
			else
				prose_flush()
			empty = 1
			continue
		}
		if (line ~ /^[^\t]/ && length(line) < 30 && line !~ /[.:;,]$/ && comment[b, i + 1] ~ /^\t/ &&
			b == 0 && empty) {
			set_flush()
			base = "\t"
			put(".Sh " toupper(line))
		} else if (line ~ /^[^\t]/) {
			base = ""
			line_set(line, 0, empty)
		} else {
			deep = substr(line, 1 + length(base)) ~ /^\t/
			line_set(substr(line, 1 + length(base)), deep, empty)
		}
		empty = 0
	}
	set_flush()
}

# Sets a line; `deep` says that it has a tab, and `empty` that an empty line is above it.
function line_set(line, deep, empty)
{
	if (!deep && line ~ /^(-E[A-Z]+\t|- )/)
		item_put(line)
	else if (!deep && list_kind != "" && line ~ /^ /)
		item = item " " line
	else if (!deep) {
		if (list_kind != "" || literal)
			set_flush()
		prose = prose " " line
	} else if (literal || (empty && list_kind == "")) {
		literal_begin()
		literal_put(substr(line, 2))
	} else if (list_kind != "" && line ~ /^\t[\t ]/)
		item = item " " line
	else if (is_item(line))
		item_put(line)
	else if (list_kind != "")
		item = item " " line
	else
		refuse(set_block, "neither an item nor code after an empty line: " trim(line))
}
