#!/bin/sh
# docs/ranks.py: ratios launch by launch, what was measured is kept, and no figure where there is none.
# SPDX-License-Identifier: BSD-2-Clause

# Code in a page stands between backquotes.
# shellcheck disable=SC2016

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
if ! command -v python3 >/dev/null; then
	echo 'python3 is not here'
	exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# Takes the place of a launcher: launch k has the k-th pair of times, in us; "fail" is a launch that fails.
mkdir -p made/mpi/mpich
echo 'launcher_mpich = sh launch.sh' >made/config.ninja
echo program >made/mpi/mpich/grove-mpi
cat >launch.sh <<'P'
[ "$1" != --version ] || { echo 'Version: 4.0.2'; exit; }
echo "$*" >>words
set -- $(sed -n "$(wc -l <words)p" launches)
[ "$1" != fail ] || exit 1
printf '{"results": ['
for side in "broadcast4 $1" "MPI_Bcast $2"; do
	printf '%s{"collective": "broadcast", "algorithm": "%s", "check": "%s", "time_s": {"median": %se-6}}' \
		"$comma" "${side% *}" "$3" "${side#* }"
	comma=,
done
echo ']}'
P

page() # argument...
{
	python3 "$source/docs/ranks.py" made rows --mpis mpich --ranks 2 --bytes 64K --messages '' "$@" >page 2>log
	status=$?
}

plan 10

printf '%s\n' '10 30 pass' '20 20 pass' '5 20 pass' >launches
page --rounds 3
[ "$status" -eq 0 ] && grep -qF '| broadcast | 64 KiB | `broadcast4` | 10.0 us | 20.0 us | **3.00** | 1.00 to 4.00 |' page
ok $? 'ranks page: the median of the ratios of three launches' "$(cat log page)"
grep -qE '^\| MPICH \| 2 \| 1 \| 1 \| 0 \| 0 \| 3\.00 \|$' page && grep -q 'No row is behind' page &&
	grep -q 'MPICH 4.0.2; 3 of 3 launches' page
ok $? 'ranks page: what is ahead is counted' "$(cat page)"
grep -qF '| reduce | 64 KiB | - | - | - | - | - |' page
ok $? 'ranks page: a collective without a row has dashes' "$(cat page)"
cp page first
page --rounds 3
cmp -s page first && [ "$(wc -l <words)" = 3 ]
ok $? 'ranks page: launches are kept' "$(cat words; diff first page)"
echo again >>made/mpi/mpich/grove-mpi
printf '%s\n' '' '' '' '10 5 pass' 'fail' >launches
page --rounds 2
[ "$status" -eq 0 ] && grep -q '1 of 2 launches' page && grep -q 'no rows' log &&
	grep -qF '* broadcast of 64 KiB on 2 ranks of MPICH: 0.50, by `broadcast4`' page
ok $? 'ranks page: a program that was built again is measured again; a launch that failed has no rows' "$(cat log page)"
page --rounds 3 --minutes 0
grep -q '1 of 3 launches' page && [ "$(wc -l <words)" = 5 ]
ok $? 'ranks page: when the time is over nothing is launched' "$(cat log page)"
printf '%s\n' '' '' '' '' '' '10 5 fail' >launches
page --rounds 3
[ "$status" -eq 1 ] && grep -q 'wrong data' log && [ ! -s page ]
ok $? 'ranks page: wrong data make no page' "$(cat log page)"
python3 "$source/docs/ranks.py" made rows --ranks two >page 2>log
status=$?
[ "$status" -eq 2 ] && grep -q 'a list such as 2,4' log
ok $? 'ranks page: words that are not a list are refused' "$(cat log)"

mpi=
for name in mpich openmpi; do
	[ ! -x "$build/mpi/$name/grove-mpi" ] || mpi=$name
done
if [ -n "$mpi" ]; then
	timeout -k 5 150 python3 "$source/docs/ranks.py" "$build" real --mpis "$mpi" --ranks 2 --bytes 64K --messages 8 \
		--rounds 1 --iterations 2 >page 2>log
	status=$?
	[ "$status" -eq 0 ] && [ "$(grep -cE '^\| [a-z]+ \| (64 KiB|-) \| .[a-z0-9+-]+. \| [0-9.]+ [mu]?s \| ' page)" = 11 ]
	ok $? 'ranks page: all collectives on two ranks' "$(cat log page)"
	[ "$(grep -cE '^\| (pingpong|stream|exchange) \| 8 B \| - \| [0-9.]+ [mu]?s \| ' page)" = 3 ]
	ok $? 'ranks page: all messages of two ranks' "$(cat log page)"
else
	skip 'ranks page: all collectives on two ranks' 'this build has no grove-mpi'
	skip 'ranks page: all messages of two ranks' 'this build has no grove-mpi'
fi
finish
