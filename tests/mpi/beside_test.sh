#!/bin/sh
# grove-mpi bench --beside-mpi: rows of the MPI's own collectives, with right data, for all types and any nodes.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=openmpi
# shellcheck source=tests/mpi/command_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/command_cases.sh"
folds=reduce,allreduce,reducescatter,scan,exscan

# shellcheck disable=SC2086,SC2154 # options
compare()
{
	rows "beside the MPI's own collectives, in turns" 2 12 bcast,scatter,gather,allgather,alltoall,barrier \
		auto cube:1 --root 1 --bytes 5001 --beside-mpi $few
	rows "beside the MPI's own folds" 3 6 reduce,allreduce,reducescatter auto torus:3 --root 2 \
		--type i32 --fold max --bytes 4004 --beside-mpi $few
	rows 'beside MPI, 2 ranks of 4 nodes, an inner root' 2 14 bcast,scatter,gather,allgather,alltoall,barrier,scan \
		auto cube:3 --root 5 --bytes 5008 --type f64 --beside-mpi --data resident $few
	rows 'beside MPI, 2 threads of 3 nodes a rank: folds that MPI does not have' 2 10 $folds auto torus:6 \
		--root 4 --type $1 --bytes 4800 --threads 2 --beside-mpi $few
	rows "beside MPI's folds of complex numbers" 2 6 reduce,allreduce,reducescatter auto cube:1 \
		--type c64 --fold prod --bytes 4800 --beside-mpi $few
	rows "beside MPI's folds of bools" 2 10 $folds auto cube:1 \
		--type bool --fold xor --bytes 4801 --beside-mpi $few
	rows "beside MPI's folds of pairs with a gap" 2 10 $folds auto cube:1 \
		--type f64_i32 --fold maxloc --bytes 4800 --beside-mpi $few
	rows "beside MPI's own messages" 3 6 pingpong,stream,exchange auto torus:3 --root 2 --destination 1 \
		--bytes 5001 --beside-mpi $few
	if here 'rows that MPI does not have'; then
		on 2 bench bcast,permute auto cube:2 $few --beside-mpi --csv
		[ "$status" -eq 2 ] && [ "$(grep -c ',pass,' out)" = 3 ] && [ "$(grep -c ',error,' out)" = 1 ] &&
			grep -q '^grove-mpi.*no collective that does the work of permute' err
		ok $? "command: $mpi: rows that MPI does not have" "status $status $(cat out err)"
	fi
	if here 'messages of several nodes in a rank'; then
		on 2 bench pingpong auto cube:2 $few --beside-mpi --csv
		[ "$status" -eq 2 ] && [ "$(grep -c ',pass,' out)" = 1 ] && [ "$(grep -c ',error,' out)" = 1 ] &&
			grep -q '^grove-mpi.*one node in a rank' err
		ok $? "command: $mpi: messages of several nodes in a rank" "status $status $(cat out err)"
	fi
}

plan 20
mpi=openmpi
compare f16
mpi=mpich
compare bf16
finish
