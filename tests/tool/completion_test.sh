#!/bin/sh
# Completes words of the command as bash does when a user hits the tabulator.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
command -v bash >/dev/null || { echo 'no bash'; exit 77; }
script=${GROVE_SOURCE:-.}/packaging/grove.bash
grove=${GROVE_BUILD:-build}/grove

# The words offered for the last one of the line, in order.
offers() # word...
{
	# shellcheck disable=SC2016 # bash expands it
	bash -c '
		. "$1"
		shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_grove
		printf "%s\n" "${COMPREPLY[@]}"' bash "$script" "$grove" "$@" 2>&1 |
		sort | tr '\n' ' '
}

completes() # sentence expected word...
{
	sentence=$1 expected=$2
	shift 2
	said=$(offers "$@")
	[ "$said" = "$expected" ]
	ok $? "completion: $sentence" "$said"
}

plan 20
temporary_folder
: >"$folder/mine.plan"
: >"$folder/mine.txt"
completes 'a sub-command' 'calibrate compare ' c
completes 'a type' 'f16 f32 f32_i32 f64 f64_i32 f64_i64 ' run bcast sbt cube:3 --type f
completes 'a fold' 'max maxloc ' bench allreduce sbt cube:3 --fold ma
completes 'a network of platform' 'star: ' platform s
completes 'a collective' 'allgather allreduce alltoall ' plan all
completes 'an algorithm' 'nesbt ' simulate broadcast nes
completes 'an algorithm that is not a family' 'distribute1 distribute2 ' plan scatter dist
completes 'a network, whose size follows' 'butterfly: ' run broadcast auto b
completes 'a network after options' 'star: ' run broadcast --bytes 1M auto --explain s
completes 'a family of trees' 'tcbt ' trees cube:3 t
completes 'an option' '--ports ' plan broadcast sbt cube:3 --po
completes 'no option that the sub-command does not take' ' ' network cube:3 --po
completes 'a port model' 'sendrecv single ' plan broadcast sbt cube:3 --ports s
completes 'a machine' 'ipsc ' simulate broadcast sbt cube:3 --machine ip
completes 'units of the table' 'plain ' bench all --units p
completes 'an algorithm after an option without a value' 'nesbt ' bench broadcast --no-limits nes
completes 'a sub-command to explain' 'calibrate compare ' help c
completes 'a list' 'collectives crossovers ' list c
completes 'a way to wait' 'park ' bench all --wait p
completes 'a plan file' "$folder/mine.plan " simulate "$folder/m"
finish
