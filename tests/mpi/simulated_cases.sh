# Runs programs on simulated ranks: the common part of the tests that do so.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh

source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
programs=$build/mpi/simulated
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
if [ ! -e "$programs/mpi_plans" ] || head -c 2 "$programs/mpi_plans" | grep -q '#!'; then
	echo 'SimGrid (libsimgrid-dev) is not here'
	exit 77
fi

tau=1e-10
# A host for each node of the platform, and a rank on each host. A test of a request takes a nanosecond, or
# a loop of such tests would never let time pass.
simulate() # platform program argument...
{
	"$build/grove" platform "$1" --beta 1e-6 --tau "$tau" --hostfile hosts >platform.xml || return
	program=$programs/$2
	shift 2
	timeout -k 5 250 sh "$source/perf/clusters/simulate.sh" platform.xml hosts "$(wc -l <hosts)" \
		--cfg=smpi/privatization:dlopen --cfg=smpi/test:1e-9 "$program" "$@"
}

try() # sentence platform program argument...
{
	sentence=$1
	shift
	simulate "$@" >said 2>&1 && grep -q '\<0 wrong$' said # SimGrid's status of a deadlock is 0
	ok $? "simulated: $sentence" "$(cat said)"
}

