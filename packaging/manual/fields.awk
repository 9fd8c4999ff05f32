# Sets the fields of structs and the values of enumerations, with what their comments say.
# SPDX-License-Identifier: BSD-2-Clause

# The text of a comment, stars and line ends taken out.
function comment_plain(text)
{
	gsub(/^\/\*|\*\/$/, "", text)
	gsub(/\n[ \t]*\* ?/, "\n", text)
	gsub(/[ \t\n]+/, " ", text)
	return trim(text)
}

# The names that a member, a value or a define declares: "from, to" of "int from, to".
function member_names(text,   list, count, i, names)
{
	text = trim(text)
	if (text ~ /^#define /) {
		match(text, /GROVE_[A-Za-z0-9_]+(\([a-z]+\))?/)
		return substr(text, RSTART, RLENGTH)
	}
	sub(/ *=.*/, "", text)
	count = split(text, list, ",")
	for (i = 1; i <= count; i++) {
		match(list[i], /[A-Za-z_0-9]+(\[[^]]*\])?[ \t\n]*$/)
		names = names (i > 1 ? ", " : "") trim(substr(list[i], RSTART, RLENGTH))
	}
	return names
}

function field_put(names, text)
{
	if (text == "")
		return
	if (!field_list)
		put(".Bl -tag -width Ds")
	field_list = 1
	put(".It Va " argument(names))
	text_put(text)
}

# Walks through code: a member ends with ; or , (in an enumeration) or the line (of a #define). A
# comment on the line of the end belongs to the member, and a comment above belongs to it, too.
function fields_set(b,   text, at, end, member, above, after, rest, is_enum)
{
	text = code[b]
	part = "DESCRIPTION"
	set_block = b
	above = member = ""
	field_list = 0
	while (match(text, /\/\*|[;,{}\n]/)) {
		member = member substr(text, 1, RSTART - 1)
		at = substr(text, RSTART, RLENGTH)
		rest = substr(text, RSTART + RLENGTH)
		if (at == "/*") {
			end = index(rest, "*/")
			above = trim(above " " comment_plain(substr(rest, 1, end - 1)))
			text = substr(rest, end + 2)
			continue
		}
		text = rest
		if (at == "{") {
			is_enum = member ~ /enum/
			if (above != "")
				refuse(b, "a comment after a brace: " above)
			member = ""
			continue
		}
		if ((at == "," && !is_enum) || (at == "\n" && trim(member) !~ /^#define /)) {
			member = member at
			continue
		}
		after = trailing(text)
		text = substr(text, trailing_length + 1)
		if (trim(member) != "")
			field_put(member_names(member), trim(above " " after))
		above = member = ""
	}
	if (field_list)
		put(".El")
}

# The comment on the rest of this line, if there is one.
function trailing(text,   end)
{
	trailing_length = 0
	if (!match(text, /^[ \t]*\/\*/))
		return ""
	end = index(text, "*/")
	trailing_length = end + 1
	return comment_plain(substr(text, RLENGTH + 1, end - RLENGTH - 1))
}
