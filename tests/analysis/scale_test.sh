#!/bin/sh
# docs/scale.sh on small networks: its tables have their rows, and what fails ends it.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=$(cd "${GROVE_SOURCE:-.}" && pwd) || exit 1
build=$(cd "${GROVE_BUILD:-build}" && pwd) || exit 1
cost=$build/perf/cost
temporary_folder
cd "$folder" || exit 1

plan 7

# cost ----------------------------------------------------------------------------------------------

"$cost" small sleep 0.2 && "$cost" large dd bs=64M count=1 if=/dev/zero of=/dev/null 2>err
ok $? "cost: runs a command" "$(cat err)"
[ "$(awk '$1 >= 0.2 && $2 < 0.2' small | wc -l)" = 1 ]
ok $? "cost: seconds, and those of processors" "$(cat small)"
# How much more: what a process needs that does nothing is not the same everywhere.
[ "$(cat small large | awk '{ peak[NR] = $3 } END { print (peak[2] - peak[1] >= 60 * 1024) }')" = 1 ]
ok $? "cost: the peak of a command that holds 64 MiB" "$(cat small large)"
"$cost" status sh -c 'exit 7'
[ $? = 7 ] && ! "$cost" status ./absent 2>err && [ "$(wc -l <err)" = 1 ]
ok $? "cost: the command's own status; one line when there is none" "$(cat err)"

# The page ------------------------------------------------------------------------------------------

sh "$source/docs/scale.sh" "$cost" "$build/grove" quick >page 2>err
ok $? "scale: small networks" "$(cat page err)"
# Each table has rows, and all their numbers are numbers above 0.
lines=$(awk '
	/^    network/ { if (tables && !rows) print "no rows before line " NR; tables++; rows = 0; next }
	/^    [a-z]+:[0-9]+ / {
		rows++
		for (i = 2; i <= NF; i++)
			if ($i != "|" && $i != "-" && $i !~ /^-?[0-9.]+$/)
				print
		if ($2 <= 0 || $3 <= 0 || $5 <= 0)
			print
	}
	END { if (tables < 8 || !rows) print tables " tables" }' page)
[ -z "$lines" ]
ok $? "scale: every table has its rows" "$lines"

cat >broken <<END
#!/bin/sh
[ "\$2" != alltoall ] || { echo "not today" >&2; exit 1; }
exec "$build/grove" "\$@"
END
chmod +x broken
sh "$source/docs/scale.sh" "$cost" ./broken quick >page 2>err
status=$?
[ $status = 1 ] && tail -n 1 page | grep -q 'verify alltoall sbt cube:8 --json ended with status 1: not today'
ok $? "scale: a command that fails ends the page, by name" "$status $(tail -n 2 page)"

finish
