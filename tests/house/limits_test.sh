#!/bin/sh
# Limits of the code's shape: no circles of many objects, no structs of many fields, no name in two archives,
# no long lines.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
temporary_folder
source=${GROVE_SOURCE:-.}
build=${GROVE_BUILD:-build}

# A circle is a set of objects of one folder in which each uses symbols of each other, directly or by others of
# the set. Where a folder has a larger one, its size today is the limit, which may only sink.
most_objects=8
circle_limits='
'
# A table names its rows, and the rows use what stands beside the table: its own arrows do not count.
tables='topology/trees/families topology/network collectives/registry tool/arguments/command_table'

# A field is a name that a struct declares, in the structs and unions without a name of their own as well.
# Where a struct has more, its number today is the limit, which may only sink: options are those of the command line.
most_fields=25
field_limits='
options 59
'

# Files of C and C++ that lie in one folder.
most_files=40

# Columns of a line of C and C++; a tab goes to the next multiple of 8, and a letter of UTF-8 is one column.
most_columns=100

# The archives of which a program links any. Those of an MPI are the same sources for each MPI; libgrove.a and
# libgrove-mpi.a are joined of others.
archives() # build
{
	for name in base topology plan collectives runtime library analysis perf tool; do
		[ ! -e "$1/$name.a" ] || echo "$1/$name.a"
	done
	for name in "$1"/mpi/*/mpi.a; do
		[ ! -e "$name" ] || { echo "$name"; break; }
	done
}

# Prints each external name that two of the archives define, or one archive twice, with the objects; what the
# compiler makes for all objects alike (COMDAT, weak) has no owner.
twice() # archive...
{
	[ $# -eq 0 ] || nm -A -g -P --defined-only "$@" 2>/dev/null | awk '
		$3 !~ /^[WVu]$/ && $2 !~ /^(DW\.ref\.|__x86\.|__asan|__odr_asan|__gcov|___asan)/ {
			sub(/:$/, "", $1)
			sub(/.*\//, "", $1)
			if ($2 in first)
				print $2 " " first[$2] " " $1
			else
				first[$2] = $1
		}' | sort
}

# Reads the words "FOLDER/OBJECT" kind symbol; prints "FOLDER SIZE: objects" for each folder with a circle: the largest.
circles()
{
	TABLES=$tables awk '
		function folder_of(path) {
			sub(/\/[^\/]*$/, "", path)
			return path
		}
		# Marks all objects that `from` uses, directly or not.
		function walk(from,   top, stack, words, word, i, at) {
			split("", reached)
			top = 1
			stack[1] = from
			while (top) {
				at = stack[top--]
				words = split(uses[at], word, " ")
				for (i = 1; i <= words; i++)
					if (!(word[i] in reached)) {
						reached[word[i]] = 1
						stack[++top] = word[i]
					}
			}
		}
		BEGIN {
			count = split(ENVIRON["TABLES"], word, " ")
			for (i = 1; i <= count; i++)
				is_table[word[i]] = 1
		}
		$2 == "needs" {
			needing[++needs] = $1
			needed[needs] = $3
			next
		}
		{
			owner[$3] = $1
		}
		END {
			for (i = 1; i <= needs; i++) {
				to = owner[needed[i]]
				from = needing[i]
				if (to == "" || to == from || from in is_table || folder_of(to) != folder_of(from) ||
				    (from, to) in known)
					continue
				known[from, to] = 1
				uses[from] = uses[from] " " to
			}
			for (from in uses) {
				walk(from)
				for (to in reached)
					reach[from, to] = 1
			}
			for (from in uses) {
				if (from in done)
					continue
				size = 0
				circle = ""
				for (to in uses)
					if ((from, to) in reach && (to, from) in reach) {
						done[to] = 1
						size++
						name = to
						sub(/.*\//, "", name)
						circle = circle " " name
					}
				if (size > largest[folder_of(from)]) {
					largest[folder_of(from)] = size
					members[folder_of(from)] = circle
				}
			}
			for (folder in largest)
				print folder " " largest[folder] ":" members[folder]
		}'
}

# The symbols of the objects of the rooms, as circles() reads them.
symbols() # build
(
	cd "$1" || exit 1
	find base topology plan collectives runtime library analysis perf tool -name '*.o' ! -path 'perf/peers/*' \
		! -name grove.o 2>/dev/null | sort | xargs nm -A -g -P 2>/dev/null | awk '{
			sub(/\.o:$/, "", $1)
			print $1, $3 ~ /^[Uwv]$/ ? "needs" : "defines", $2
		}'
)

# Prints "FILE:LINE COLUMNS" for each line that is too long.
long_lines() # file...
{
	LC_ALL=C awk -v most=$most_columns '
		{
			gsub(/[\200-\277]/, "")
			columns = 0
			parts = split($0, part, "\t")
			for (i = 1; i < parts; i++)
				columns += 8 * (int(length(part[i]) / 8) + 1)
			columns += length(part[parts])
			if (columns > most)
				print FILENAME ":" FNR, columns
		}' "$@"
}

# Prints "struct NAME FIELDS FILE" for each struct that the files define.
fields() # file...
{
	awk '
		# The text without comments and literals, of which a struct has none that matter.
		FNR == 1 {
			remark = 0
			depth = 0
		}
		{
			line = $0
			text = ""
			while (line != "") {
				if (remark) {
					at = index(line, "*/")
					if (!at)
						break
					remark = 0
					line = substr(line, at + 2)
				} else {
					at = index(line, "/*")
					to = index(line, "//")
					if (to && (!at || to < at)) {
						text = text substr(line, 1, to - 1)
						break
					}
					if (!at) {
						text = text line
						break
					}
					text = text substr(line, 1, at - 1) " "
					line = substr(line, at + 2)
					remark = 1
				}
			}
		}
		!depth && match(text, /^(static |typedef )?struct [a-z0-9_]+ \{/) {
			name = text
			sub(/^(static |typedef )/, "", name)
			sub(/ \{.*/, "", name)
			sub(/^struct /, "", name)
			sub(/^[^{]*\{/, "", text)
			depth = 1
			round = 0
			count = 0
		}
		!depth {
			next
		}
		# Each ; ends a declaration, and each comma outside of brackets begins a further field of it.
		{
			letters = length(text)
			for (i = 1; i <= letters && depth; i++) {
				letter = substr(text, i, 1)
				if (letter ~ /[(\[]/)
					round++
				else if (letter ~ /[])]/)
					round--
				else if (letter == "{") {
					depth++
					before = 0
				} else if (letter == "}") {
					depth--
					before = 0
					if (!depth)
						print "struct", name, count, FILENAME
					else
						named = 1
				} else if (letter == ";" && !round) {
					if (before)
						count++
					before = 0
				} else if (letter == "," && !round)
					count++
				else if (letter ~ /[A-Za-z_]/)
					before = 1
			}
		}' "$@"
}

# Prints each row "NAME NUMBER rest" whose number is above the limit that "NAME LIMIT" gives, or above the usual one;
# and each limit that is no longer needed, or larger than the number.
over() # usual limits
{
	USUAL=$1 LIMITS=$2 awk '
		BEGIN {
			count = split(ENVIRON["LIMITS"], line, "\n")
			for (i = 1; i <= count; i++)
				if (split(line[i], word, " ") > 1)
					limit[word[1]] = word[2]
		}
		{
			number = $2
			sub(/:.*/, "", number)
			most = $1 in limit ? limit[$1] : ENVIRON["USUAL"]
			if (number + 0 > most + 0)
				print $0 " (at most " most ")"
			seen[$1] = number + 0 > seen[$1] + 0 ? number : seen[$1]
		}
		END {
			for (name in limit)
				if (seen[name] + 0 < limit[name] + 0)
					print name " has " seen[name] + 0 ": lower its limit of " limit[name]
		}'
}

plan 13
# shellcheck disable=SC2046 # words
said=$(twice $(archives "$build"))
[ "$(archives "$build" | wc -l)" -ge 6 ] && [ -z "$said" ]
ok $? "limits: no two archives define the same name" "$said"

if grep -q 'CONFIG_FLAGS.*-flto' "$build/config.h"; then
	skip 'limits: circles of objects' 'with link-time optimization objects have no symbols to read'
else
	symbols "$build" >"$folder/symbols"
	circles <"$folder/symbols" >"$folder/circles"
	said=$(over $most_objects "$circle_limits" <"$folder/circles")
	[ "$(wc -l <"$folder/symbols")" -gt 5000 ] && [ -z "$said" ]
	ok $? "limits: no circle of more than $most_objects objects in a folder, but those that are listed" "$said"
fi

(
	cd "$source" || exit 1
	find base topology plan collectives runtime library analysis perf tool mpi include apps explorer -name '*.[ch]' |
		sort >"$folder/files"
	# shellcheck disable=SC2046 # words
	fields $(cat "$folder/files")
) >"$folder/fields"
said=$(cut -d ' ' -f 2- "$folder/fields" | over $most_fields "$field_limits")
[ "$(wc -l <"$folder/fields")" -gt 300 ] && [ -z "$said" ]
ok $? "limits: no struct of more than $most_fields fields, but those that are listed" "$said"

# Reads paths; prints "FOLDER NUMBER" for each folder.
folders()
{
	sed 's/\/[^/]*$//' | sort | uniq -c | awk '{ print $2, $1 }'
}
said=$(folders <"$folder/files" | over $most_files '')
[ "$(wc -l <"$folder/files")" -gt 900 ] && [ -z "$said" ]
ok $? "limits: no folder of more than $most_files files of C" "$said"

(
	cd "$source" || exit 1
	find base topology plan collectives runtime library analysis perf tool mpi include apps examples explorer tests \
		-name '*.[ch]' -o -name '*.cc' -o -name '*.hpp' | sort >"$folder/sources"
	# shellcheck disable=SC2046 # words
	long_lines $(cat "$folder/sources")
) >"$folder/long"
[ "$(wc -l <"$folder/sources")" -gt 1000 ] && [ ! -s "$folder/long" ]
ok $? "limits: no line of more than $most_columns columns" "$(cat "$folder/long")"

# Each limit can be passed.
said=$(for i in 1 2 3; do echo "room/below/f$i.c"; done | folders | over 2 '')
[ "$said" = 'room/below 3 (at most 2)' ]
ok $? "limits: a folder of too many files is found" "$said"
{
	printf '%0100d\n' 1
	printf '\t%093d\n' 1
	printf '\303\244%098d\n' 1
	printf '1234567\t%092d\n' 1
	printf '12345678\t%085d\n' 1
} >"$folder/long.c"
said=$(long_lines "$folder/long.c" | sed 's/.*long.c://')
[ "$said" = '2 101
5 101' ]
ok $? 'limits: lines of 101 columns are found' "$said"
mkdir "$folder/a" "$folder/b"
echo 'int shared = 1; int own_a(void); int own_a(void) { return shared; }' >"$folder/a/x.c"
echo 'int shared = 2; int own_b(void); int own_b(void) { return shared; }' >"$folder/b/y.c"
for name in a/x b/y; do
	(cd "$folder/${name%/*}" && ${CC:-cc} -c "${name#*/}.c" && ar rc "../${name%/*}.a" "${name#*/}.o")
done
said=$(twice "$folder/a.a" "$folder/b.a")
[ "$said" = 'shared a.a[x.o] b.a[y.o]' ]
ok $? "limits: a name in two archives is found" "$said"

ring() # objects
{
	i=0
	while [ $i -lt "$1" ]; do
		echo "room/o$i defines f$i"
		echo "room/o$i needs f$(((i + 1) % $1))"
		i=$((i + 1))
	done
	echo 'room/user needs f0'
	echo 'room/user defines g'
}
said=$(ring 9 | circles | over 8 '')
case $said in
"room 9:"*"(at most 8)") ok 0 'limits: a circle of 9 objects is found' ;;
*) ok 1 'limits: a circle of 9 objects is found' "$said" ;;
esac
said=$(ring 8 | circles | over 8 '')$(ring 9 | sed 's|room/o0|topology/network|; s|room/|topology/|' | circles | over 8 '')
[ -z "$said" ]
ok $? 'limits: neither a circle of 8, nor that of a table with its rows' "$said"

cat >"$folder/wide.h" <<'WIDE'
struct other;
struct wide {
	int a, b[2], *c; /* three; of them one an array */
	void (*call)(int x, int y);
	struct {
		int d; // inside
		union {
			int e, f;
		};
	} part;
	_Alignas(128) unsigned long
		long_one;
};
struct after { int one; };
WIDE
said=$(fields "$folder/wide.h" | cut -d ' ' -f 1-3)
[ "$said" = 'struct wide 9
struct after 1' ]
ok $? 'limits: fields are counted' "$said"
said=$(echo 'node 26 a.h' | over 25 '')
[ "$said" = 'node 26 a.h (at most 25)' ]
ok $? 'limits: a struct of 26 fields is found' "$said"
said=$(echo 'node 29 a.h' | over 25 'node 30')
[ "$said" = 'node has 29: lower its limit of 30' ]
ok $? 'limits: a limit that has become too wide is found' "$said"
finish
