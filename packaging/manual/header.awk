# Reads the public headers: sections, comments, and the declarations below each comment.
# SPDX-License-Identifier: BSD-2-Clause

# A block is a comment with the declarations that follow up to an empty line: a page. A comment with
# an empty line below belongs to its section. blocks; comment[b, i] for i < comments[b], without stars;
# code[b], in lines; section[b] and titles[s]; line_of[b]; names[b]: how many names the block declares,
# and name[b, i]. page_of[name] is the block's number, and header[b] the name of its file.

function refuse(b, text)
{
	if (mode == "pages")
		print header[b] ":" line_of[b] ": " trim(text) >"/dev/stderr"
	refused = 1
}

function trim(text)
{
	gsub(/^[ \t\n]+|[ \t\n]+$/, "", text)
	return text
}

# The text of a comment's line, without its stars. Tabs stay: they say how the text is to be set.
function comment_text(line)
{
	sub(/^\/\* ?/, "", line)
	sub(/[ \t]*\*\/[ \t]*$/, "", line)
	sub(/^ \* ?/, "", line)
	sub(/^ \*$/, "", line)
	sub(/[ \t]+$/, "", line)
	return line
}

function block_begin(line)
{
	section[blocks] = sections
	line_of[blocks] = line
	header[blocks] = FILENAME
	sub(/.*\//, "", header[blocks])
	comments[blocks] = 0
	code[blocks] = ""
}

function block_end()
{
	if (comments[blocks] || code[blocks] != "") {
		if (code[blocks] == "" || comments[blocks])
			blocks++
		else if (code[blocks] ~ /(^|\n)(GROVE_API|struct grove_|enum grove_|typedef |#define GROVE_[A-Z])/ &&
			code[blocks] !~ /^#define GROVE_([A-Z]*_?H|API|VERSION_[A-Z]*)( |$|\n)/)
			refuse(blocks, "a public declaration without a comment above: " trim(code[blocks]))
	}
	block_begin(FNR + 1)
}

# Begins a header. The first comment of the first header has all pages in common; the first comment
# of another header begins a section.
function header_begin()
{
	if (NR > 1) {
		block_end()
		block_begin(1)
		titles[++sections] = header[blocks]
	}
	block_begin(1)
}

function section_begin(line)
{
	block_end()
	sub(/^\/\* -+ /, "", line)
	sub(/ -+ \*\/$/, "", line)
	titles[++sections] = line
	block_begin(FNR + 1)
}

function code_line(line,   text)
{
	code[blocks] = code[blocks] line "\n"
	text = line
	depth += gsub(/\{/, "", text)
	depth -= gsub(/\}/, "", text)
	# A comment inside a declaration may contain anything but the end of the declaration.
	inside = inside ? line !~ /\*\// : line ~ /\/\*/ && line !~ /\/\*.*\*\//
}

function header_line(line)
{
	if (in_comment || (depth == 0 && !inside && line ~ /^\/\*/ && line !~ /SPDX/)) {
		if (!in_comment && line ~ /^\/\* ---- /) {
			section_begin(line)
			return
		}
		if (!in_comment && (code[blocks] != "" || comments[blocks]))
			block_end()
		comment[blocks, comments[blocks]++] = comment_text(line)
		in_comment = line !~ /\*\//
	} else if (line ~ /SPDX/) {
		block_end()
	} else if (line == "" && depth == 0 && !inside) {
		block_end()
	} else if (line !~ /^#(if|endif|include)|^extern "C"|^}$|^#define GROVE_([A-Z]*_?H|API)( |$)/) {
		code_line(line)
	} else if (depth > 0) {
		code_line(line)
	}
}

# ---- Names and declarations ----

function name_add(b, word)
{
	if (word in page_of)
		return
	page_of[word] = b
	name[b, names[b]++] = word
}

# Code without comments, directives and bodies: declarations that end with a semicolon.
function statements(text,   bare)
{
	bare = without_comments(text)
	gsub(/#[^\n]*\n/, "", bare)
	while (match(bare, /\{[^{}]*\}/))
		bare = substr(bare, 1, RSTART - 1) substr(bare, RSTART + RLENGTH)
	gsub(/__attribute__\(\([a-z_]*\)\)/, "", bare)
	gsub(/[ \t\n]+/, " ", bare)
	gsub(/ ;/, ";", bare)
	return bare
}

function without_comments(text,   from, to)
{
	while ((from = index(text, "/*")) > 0) {
		to = index(substr(text, from), "*/")
		if (!to)
			return text
		text = substr(text, 1, from - 1) substr(text, from + to + 1)
	}
	return text
}

# The names of a block: functions first, as pages are looked for by them.
function names_of(b,   list, count, i, word, lines, n)
{
	count = split(statements(code[b]), list, ";")
	for (i = 1; i <= count; i++)
		if (list[i] ~ /GROVE_API/ && match(list[i], /grove_[a-z0-9_]+ ?\(/)) {
			word = trim(substr(list[i], RSTART, RLENGTH - 1))
			functions[b, function_count[b]++] = trim(list[i])
			name_add(b, word)
		}
	for (i = 1; i <= count; i++)
		if (list[i] ~ /typedef/ && match(list[i], /grove_[a-z0-9_]+ ?\(/))
			name_add(b, trim(substr(list[i], RSTART, RLENGTH - 1)))
		else if (list[i] !~ /GROVE_API/ && match(list[i], /(struct|enum) grove_[a-z0-9_]+ ?$/))
			name_add(b, trim(substr(list[i], RSTART + index(substr(list[i], RSTART), " "))))
	n = split(code[b], lines, "\n")
	for (i = 1; i <= n; i++)
		if (match(lines[i], /^#define GROVE_[A-Z0-9_]+/))
			name_add(b, substr(lines[i], 9, RLENGTH - 8))
}
