# The cases of the command on the ranks of $mpi: the same rows as on threads, one speaker, one status.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# shellcheck disable=SC2154 # mpi: set by who reads this file

# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
temporary_folder
cd "$folder" || exit 1
# Neither to read what was measured here nor to write it.
XDG_STATE_HOME=$folder/state
unset GROVE_MACHINE GROVE_TUNE
export XDG_STATE_HOME
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for python in /usr/bin/python3 python3; do
	"$python" -c 'from jsonschema import Draft202012Validator' 2>/dev/null && break
	python=
done

# The ranks share the cores with other tests, so none is bound.
launch() # words of the launcher...
{
	start=$(sed -n "s/^launcher_$mpi = //p" "$build/config.ninja")
	[ "$mpi" != openmpi ] || start="$start --oversubscribe --bind-to none"
	# shellcheck disable=SC2086 # words
	timeout -k 5 100 $start "$@" >out 2>err
	status=$?
}

on() # ranks word...
{
	count=$1
	shift
	launch -np "$count" "$build/mpi/$mpi/grove-mpi" "$@"
}

here()
{
	[ -x "$build/mpi/$mpi/grove-mpi" ] && return
	skip "command: $mpi: $1" "this build has no grove-mpi for $mpi"
	return 1
}

# Each row was checked, and only a row whose algorithm does not fit may have an error.
cat >rows.py <<'P'
import json, sys
ranks, rows = int(sys.argv[1]), json.load(open('out'))['results']
done = [row for row in rows if 'error' not in row]
assert len(done) >= int(sys.argv[2]), f'{len(done)} rows'
for row in done:
    assert row['check'] == 'pass' and row['time_s']['median'] > 0, row
    foreign = (row['algorithm'] or '').startswith('MPI_')
    messages = row['collective'] in ('pingpong', 'stream', 'exchange')
    assert messages or foreign == (row['forward'] is None and row['style'] == 'phased'), row
    assert not foreign or row['time_s']['samples'] == before['time_s']['samples'], row
    before = row
    assert row['ranks'] == ranks and row['threads'] % ranks == 0, row
    assert row['cpus'].count(',') + 1 == row['threads'] or row['cpus'].endswith('...'), row
    assert row['peak_Bps'] is None and row['bound_s'] is None and row['start'] == 'meeting', row
P

rows() # sentence ranks rows word...
{
	here "$1" || return
	sentence=$1 ranks=$2 least=$3
	shift 3
	on "$ranks" bench "$@" --json
	said=$(python3 rows.py "$ranks" "$least" 2>&1) && [ "$status" -eq 0 ] &&
		{ [ -z "$python" ] || said=$("$python" "$source/tests/tool/schema_check.py" \
			"$source/docs/schema/bench.json" out 2>&1); }
	ok $? "command: $mpi: $sentence" "status $status $said $(cat err)"
}

once() # sentence ranks word...
{
	here "$1" || return
	sentence=$1 ranks=$2
	shift 2
	on "$ranks" run "$@"
	[ "$status" -eq 0 ] && [ "$(grep -c 'right  every byte of every node' out)" = 1 ] && [ ! -s err ] &&
		grep -qE "of $ranks ranks, (cpus|not pinned)" out && ! grep -q 'bare copy' out
	ok $? "command: $mpi: $sentence" "status $status $(cat out err)"
}

# One line of ours, from one rank, and the status of a refusal.
refused() # sentence
{
	[ "$status" -eq "${2:-2}" ] && [ "$(grep -c '^grove' err)" = 1 ] && grep -q "^grove-mpi.*$1" err &&
		! grep -q . out
	ok $? "command: $mpi: refuses: $1" "status $status $(cat out err)"
}

refuses() # line ranks word...
{
	here "$1" || return
	line=$1
	shift
	on "$@"
	refused "$line"
}

few='-i 2 --warmup 0'

# shellcheck disable=SC2086 # options
cases()
{
	once '2 ranks of 1 node, an odd size' 2 broadcast nesbt cube:1 --bytes 100003 --root 1
	once 'auto, explained' 2 allreduce auto cube:2 --type f64 --bytes 8008 --explain --threads 2
	if here 'the level of each link'; then
		grep -q '^ *4 links between ranks: ' out && grep -q '^ *4 links between threads of a rank: ' out &&
			! grep -q 'within a thread' out
		ok $? "command: $mpi: the level of each link" "$(cat out)"
	fi
	if here 'the way that a verb keeps'; then
		on 2 run allreduce auto cube:1 --type i32 --bytes 64 --explain
		[ "$status" -eq 0 ] && [ ! -s err ] && grep -q '^ *a verb keeps  .*the fastest of those tried' out &&
			[ "$(grep -Ec "^ +[0-9.]+ [mun]s +(plan|MPI's own|shared memory)$" out)" = 3 ]
		ok $? "command: $mpi: the way that a verb keeps" "status $status $(cat out err)"
	fi
	[ "$mpi" = openmpi ] && some=bcast,gather folds=reduce,allreduce || some=scatter,reduce folds=reducescatter,scan
	rows '2 ranks of 4 nodes, every family, an inner root' 2 20 $some all cube:3 --root 5 --bytes 1001 $few
	rows '4 ranks of 1 node: folds' 4 4 $folds all gh:4 --type f64 --bytes 808 $few
	rows '3 ranks of 2 nodes' 3 6 bcast,alltoall,permute,barrier auto star:3,torus:6 --bytes 4099 $few
	rows '2 ranks of 4 nodes with 2 threads each, bodies' 2 4 \
		allgather,alltoall,scatterv,allgatherv auto cube:3 --threads 2 --style spmd --bytes 96 $few
	rows 'messages' 2 3 pingpong,stream,exchange auto cube:2 --bytes 70000 --destination 3 $few
	plot=
	! command -v gnuplot >/dev/null || plot='--plot plot.svg'
	# shellcheck disable=SC2086 # words
	rows 'a sweep within its budget' 2 2 bcast auto cube:1 -m 8:4K -f 512 --data cold $plot
	if here 'ranks that share a core choose the plan with less work'; then
		launch -np 4 taskset -c 0 "$build/mpi/$mpi/grove-mpi" run bcast auto gh:4 --bytes 1M --explain
		[ "$status" -eq 0 ] && grep -q '^broadcast on gh:4: auto chose [a-z]*, ' out &&
			grep -q '^  sbt+sbt ' out
		ok $? "command: $mpi: ranks that share a core choose the plan with less work" "$(cat out err)"
	fi
	refuses '.grove-mpi --help. lists the commands' 1 nosuch
	if here 'the help'; then
		on 1 --help
		[ "$status" -eq 0 ] && grep -q '^  grove-mpi list ' out && ! grep -q '^  grove ' out
		ok $? "command: $mpi: the help is that of grove-mpi" "$(cat out err)"
	fi
	if here 'why a row has no prediction'; then
		on 2 bench bcast auto cube:1 --bytes 64 $few
		[ "$status" -eq 0 ] && grep -q '^follow no plan: native, shared, MPI_' out
		ok $? "command: $mpi: why a row has no prediction" "$(cat out err)"
	fi
	if here 'a sub-command without a team'; then
		on 2 plan broadcast nesbt cube:2 --bytes 64 --json
		"$build/grove" plan broadcast nesbt cube:2 --bytes 64 --json >own
		[ "$status" -eq 0 ] && cmp out own
		ok $? "command: $mpi: a sub-command without a team" "status $status $(cat err)"
	fi
	if here 'an algorithm of MSCCL'; then
		"$build/grove" plan allgather sbt cube:1 --msccl >algorithm.xml
		on 2 verify algorithm.xml
		[ "$status" -eq 0 ] && grep -q '^allgather' out
		ok $? "command: $mpi: an algorithm of MSCCL" "status $status $(cat out err)"
	fi
	if here 'a plan that one rank cannot read'; then
		mkdir -p with without
		"$build/grove" plan broadcast nesbt cube:2 --bytes 64 >with/a.plan
		program="$build/mpi/$mpi/grove-mpi"
		launch -np 1 -wdir "$PWD/with" "$program" run a.plan : -np 1 -wdir "$PWD/without" "$program" run a.plan
		refused 'a.plan: No such file'
	fi
	if here 'different words'; then
		launch -np 1 "$program" run bcast sbt cube:1 : -np 1 "$program" run bcast sbt cube:2
		refused 'the ranks were given different words'
	fi
	refuses 'do not spread evenly over 3 ranks' 3 run broadcast auto cube:2 --explain
	refuses '4 threads: a team of 2 nodes' 2 run broadcast sbt cube:2 --threads 4
	refuses 'there is one rank' 1 bench bcast auto cube:1 --beside-mpi
}

# What is read before any rank meets another.
words()
{
	refuses 'did you mean .broadcast' 2 bench broadcas
	refuses '--runs' 2 bench bcast auto cube:1 --runs 2
	refuses 'no option' 2 run bcast auto cube:1 --beside-mpi
	refuses 'use .grove tune.' 2 tune
	refuses 'links between ranks, and there is one rank' 1 calibrate
}
