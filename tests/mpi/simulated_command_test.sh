#!/bin/sh
# The command on simulated ranks: data right, times simulated and exact where they are known, dashes elsewhere.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
program=$build/mpi/simulated/grove-mpi
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
if [ ! -e "$program" ] || head -c 2 "$program" | grep -q '#!'; then
	echo 'SimGrid (libsimgrid-dev) is not here'
	exit 77
fi
for python in /usr/bin/python3 python3; do
	"$python" -c 'from jsonschema import Draft202012Validator' 2>/dev/null && break
	python=
done
privatization=dlopen

simulate() # platform word...
{
	"$build/grove" platform "$1" --beta 1e-6 --tau 1e-10 --hostfile hosts >platform.xml || return
	shift
	timeout -k 5 100 sh "$source/perf/clusters/simulate.sh" platform.xml hosts "$(wc -l <hosts)" \
		--cfg=smpi/privatization:$privatization --cfg=smpi/test:1e-9 "$program" "$@" >out 2>err
	status=$?
}

once() # sentence platform word...
{
	sentence=$1
	shift
	simulate "$@"
	[ "$status" -eq 0 ] && [ "$(grep -c 'right  every byte of every node' out)" = 1 ] && [ ! -s err ] &&
		grep -q 'this one run, in simulated time' out
	ok $? "simulated command: $sentence" "status $status $(cat out err)"
}

# Each sample of MPI's own is the same, and no plan is faster than `grove simulate`. What simulated time does not have is null.
cat >rows.py <<'P'
import json, sys
whole, rows = json.load(open('out')), json.load(open('out'))['results']
assert whole['environment']['clock'] == 'simulated' and len(rows) == int(sys.argv[1]), len(rows)
for row in rows:
    time = row['time_s']
    assert row['check'] == 'pass' and row['clock'] == 'simulated' and row['start'] == 'agreed', row
    foreign = row['algorithm'].startswith('MPI_')
    assert time['p99'] - time['min'] < (2e-9 if foreign else time['min']) and time['min'] > 1e-6, row
    assert row['data'] is row['peak_Bps'] is row['bound_s'] is row['predicted_s'] is None, row
    assert set(row['flags']) <= {'few_samples', 'folded'}, row
    if row['algorithm'] == 'MPI_Bcast' and row['nodes'] == 2:
        # a start-up, and the bytes with 16 of SMPI; an entry may be a nanosecond early
        assert abs(time['median'] - 1e-6 - (row['bytes'] + 16) * 1e-10) < 1.1e-9, row
for bound in sys.argv[2:]:
    model = json.load(open(bound))
    row = next(row for row in rows if row['algorithm'] == model['algorithm'])
    assert model['time_async_s'] < row['time_s']['min'] < 20 * model['time_async_s'], row
P

rows() # sentence platform rows word...
{
	sentence=$1 platform=$2 count=$3
	shift 3
	simulate "$platform" bench "$@" --json
	# shellcheck disable=SC2086 # a name, or nothing
	said=$(python3 rows.py "$count" $model 2>&1) && [ "$status" -eq 0 ] && { [ -z "$python" ] ||
		said=$("$python" "$source/tests/tool/schema_check.py" "$source/docs/schema/bench.json" out 2>&1); }
	ok $? "simulated command: $sentence" "status $status $said $(cat out err)"
}

refuses() # line word...
{
	line=$1
	shift
	simulate cube:1 "$@"
	[ "$status" -eq 2 ] && [ "$(grep -c '^grove' err)" = 1 ] && grep -q "^grove-mpi.*$line" err &&
		! grep -v '^Execution failed' out # smpirun's
	ok $? "simulated command: refuses: $line" "status $status $(cat out err)"
}

plan 12
once '16 ranks' cube:4 run broadcast nesbt cube:4 --bytes 100003 --root 5
once '4 ranks of 2 nodes' cube:2 run allreduce auto cube:3 --type f64 --bytes 808 --explain
simulate cube:1 run reduce sbt cube:1 --bytes 1K --json
said=
[ "$status" -eq 0 ] && { [ -z "$python" ] ||
	said=$("$python" "$source/tests/tool/schema_check.py" "$source/docs/schema/run.json" out 2>&1); }
ok $? 'simulated command: JSON of a run' "status $status $said $(cat out err)"
model=model
"$build/grove" simulate broadcast nesbt cube:1 --bytes 1048575 --beta 1e-6 --tau 1e-10 --json >model
rows "beside MPI's own, whose time is known" cube:1 2 bcast nesbt cube:1 --bytes 1048575 --beside-mpi -i 3
model=
rows 'folds' cube:2 4 reduce,allreduce sbt cube:2 --type i32 --bytes 4004 --beside-mpi -i 3
rows 'bodies, several nodes a rank' ring:3 2 allgather,alltoall auto torus:6 --style spmd --bytes 1001 -i 3
simulate cube:1 bench bcast sbt cube:1 -m 8:64 -i 3
[ "$status" -eq 0 ] && [ "$(grep -c ' pass ' out)" = 4 ] && grep -q 'one operation, in simulated time' out
ok $? 'simulated command: a table' "status $status $(cat out err)"
refuses '--data: caches' bench bcast sbt cube:1 --data cold
refuses '--threads: a simulated rank' run bcast sbt cube:2 --threads 2
refuses 'do not spread evenly over 2 ranks' run broadcast bfs ring:3
refuses 'simulated links cost' calibrate
privatization=no
refuses 'privatization:dlopen' run bcast sbt cube:1
finish
