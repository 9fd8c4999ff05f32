#!/bin/sh
# Data that a message or a collective of an MPI spoiled are reported, by the command and by programs of tests.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=openmpi
# shellcheck source=tests/mpi/command_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/command_cases.sh"

on_spoiled() # program word...
{
	program=$build/mpi/$mpi/$1
	shift
	launch -np 2 env LD_PRELOAD="$build/mpi/$mpi/spoiler.so" MPI_SPOIL="$spoil" "$program" "$@"
}

spoiled() # sentence pattern WHAT rank bytes word...
{
	here "$1" || return
	sentence=$1 pattern=$2 spoil="$3 $4 $5"
	shift 5
	on_spoiled grove-mpi "$@"
	[ "$status" -eq 1 ] && grep -qE "^grove-mpi.*wrong data: $pattern" err
	ok $? "spoiled: $mpi: $sentence" "status $status $(cat out err)"
}

# The program of a test finds what was spoiled.
found() # sentence pattern WHAT rank bytes program argument...
{
	here "$1" || return
	sentence=$1 pattern=$2 spoil="$3 $4 $5"
	shift 5
	on_spoiled "$@"
	[ "$status" -ne 0 ] && grep -q "$pattern" err
	ok $? "spoiled: $mpi: $sentence" "status $status $(cat out err)"
}

# shellcheck disable=SC2086,SC2154 # options
spoil_all()
{
	spoiled 'a wrong byte after a header' 'node 0, byte 299 of its output: 0x' messages 1 300 \
		run bcast sbt cube:1 --bytes 300 --root 1
	spoiled 'a wrong byte of a large message' 'node [01], byte 199999 of its output: 0x' messages 1 200000 \
		run bcast sbt cube:2 --bytes 200000 --packet 200000 --root 2
	spoiled 'a wrong byte of a fold' 'node .*combined from all' messages 0 300 \
		bench allreduce auto cube:1 --type f64 --fold max --bytes 8000 $few
	spoiled "a wrong byte of the MPI's own" 'node 3, byte 4999 of its output' collectives 1 5000 \
		bench scatter auto cube:2 --bytes 5000 --beside-mpi --csv $few
	if here "the MPI's row alone is wrong"; then
		[ "$(grep -c ',pass,' out)" = 1 ] && [ "$(grep -c '^scatter,MPI_Scatter,.*,fail,' out)" = 1 ]
		ok $? "spoiled: $mpi: the MPI's row alone is wrong" "$(cat out)"
	fi
	spoiled "a wrong byte of a fold by MPI" 'node .*combined from all' collectives 0 5000 \
		bench allreduce auto cube:2 --type i32 --bytes 5000 --beside-mpi $few
	found 'a packet of a plan' 'node 0, byte 1026 of its output' messages 1 1000 \
		mpi_plans cube:1 1027 0,1 broadcast:sbt reduce:sbt
	found 'a message between nodes' 'messages: node [0-3], byte' messages 1 1000 mpi_messages cube:2 0
}

plan 16
for mpi in openmpi mpich; do
	spoil_all
done
finish
