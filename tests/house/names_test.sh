#!/bin/sh
# A name means one thing: no two files, and no two structs, share one.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
temporary_folder

# A sub-command, and a program, is named as its subject, which another file may be about.
subjects='tool/commands/'

rooms()
{
	find . -name '*.[ch]' -o -name '*.cc' | sed 's|^\./||' |
		grep -E '^(base|topology|plan|collectives|runtime|library|analysis|perf|tool|include)/' | sort
}

# Prints each file name that stands in two folders below $1.
shared_files()
(
	cd "$1" || exit 1
	rooms | SUBJECTS=$subjects awk '
		BEGIN { subjects = split(ENVIRON["SUBJECTS"], subject, " ") }
		{
			for (i = 1; i <= subjects; i++)
				if (index($0, subject[i]) == 1)
					next
			stem = $0
			sub(/\.[a-z]*$/, "", stem)
			name = stem
			sub(/.*\//, "", name)
			if (name in first && first[name] != stem)
				print first[name] " and " stem
			first[name] = stem
		}'
)

# Prints each struct that two files below $1 define.
shared_structs()
(
	cd "$1" || exit 1
	# shellcheck disable=SC2016 # a program of awk
	rooms | xargs awk '
		/^(static )?struct [a-z0-9_]+ \{/ {
			name = $1 == "static" ? $3 : $2
			if (name in file)
				print "struct " name ": " file[name] " and " FILENAME
			file[name] = FILENAME
		}'
)

plan 4
source=${GROVE_SOURCE:-.}
lines=$(shared_files "$source")
[ -z "$lines" ] && [ -e "$source/plan/plan.c" ]
ok $? "names: each file has a name of its own" "$lines"
lines=$(shared_structs "$source")
[ -z "$lines" ]
ok $? "names: each struct is defined once" "$lines"

# The test can fail.
mkdir -p "$folder/plan" "$folder/perf" "$folder/tool/commands"
echo 'struct tree {' | tee "$folder/plan/tree.h" >"$folder/perf/tree.c"
touch "$folder/tool/commands/tree.c" "$folder/plan/tree.c"
lines=$(shared_files "$folder")
[ "$lines" = 'perf/tree and plan/tree' ]
ok $? "names: two files of one name are found" "$lines"
lines=$(shared_structs "$folder")
[ "$lines" = 'struct tree: perf/tree.c and plan/tree.h' ]
ok $? "names: two structs of one name are found" "$lines"
finish
