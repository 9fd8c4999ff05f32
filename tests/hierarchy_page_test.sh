#!/bin/sh
# docs/hierarchy.sh on a small machine: what is predicted and what is measured stand apart, with figures.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=$(cd "${GROVE_SOURCE:-.}" && pwd) || exit 1
grove=$(cd "${GROVE_BUILD:-build}" && pwd)/grove
temporary_folder
cd "$folder" || exit 1

plan 4

sh "$source/docs/hierarchy.sh" "$grove" quick >page 2>err
ok $? "hierarchy: a small machine" "$(cat page err)"

# Rows of times, all above 0, under a heading that says what they are.
lines=$(awk '
	/^##/ { predicted = /: predicted$/; measured = /^## Measured/ }
	/^    (gh|cube):/ {
		rows++
		if (!predicted) print "not under predicted: " $0
		for (i = 3; i <= NF; i++) if (!($i > 0)) print
	}
	/^    fastest: (flat|levels|cube)/ { fastest++ }
	$1 != "us" && /^    [a-z]+ +[0-9]+K? / { if (!measured || !($3 > 0 && $4 > 0 && $5 > 0)) print; checks++ }
	END { if (rows != 3 || fastest != 1) print rows " rows, " fastest " verdicts" }' page)
[ -z "$lines" ]
ok $? "hierarchy: predictions are under their heading, measurements under theirs" "$lines"
grep -q '^    measured on: ' page
ok $? "hierarchy: the page says where it was measured" "$(cat page)"

cat >broken <<END
#!/bin/sh
[ "\$4" != cube:3 ] || { echo "not today" >&2; exit 1; }
exec "$grove" "\$@"
END
chmod +x broken
sh "$source/docs/hierarchy.sh" ./broken quick >page 2>err
status=$?
[ $status = 1 ] && tail -n 1 page | grep -q 'cube:3 .* ended with status 1: not today'
ok $? "hierarchy: a command that fails ends the page, by name" "$status $(tail -n 2 page)"

finish
