#!/bin/sh
# The plans that the command writes for every algorithm of every collective, before both verifiers.
# SPDX-License-Identifier: BSD-2-Clause
#
# The second verifier is tests/plan/independent_verifier, which shares no line with grove.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
independent=$build/tests/plan/independent_verifier

plan 33
for network in cube:3 gh:2x3 gh:5; do
	for collective in broadcast reduce scatter gather allgather reducescatter allreduce alltoall \
		send permute barrier; do
		# The refusal of a name that cannot be one lists those that there are.
		size='--bytes 37 --packet 5 --root 2'
		[ $collective != barrier ] || size='--root 2'
		names=$("$grove" plan $collective none-such $network 2>&1 |
			sed -n 's/.* it has \([^;]*\).*/\1/p' | tr -d ' ' | tr , ' ')
		bad=
		: >plans
		for name in $names; do
			case $name in ocsend*) size='--bytes 37 --packet 5 --root 2 --destination 5' ;; esac
			case $name in xocsend* | arbitrary*) size='--bytes 37 --packet 5 --root 2' ;; esac
			# shellcheck disable=SC2086
			plan=$("$grove" plan $collective "$name" $network $size --json 2>err) &&
				printf '%s\n' "$plan" >plan.json && printf '%s\0' "$plan" >>plans &&
				"$grove" verify plan.json >verdict 2>&1 &&
				"$grove" verify $collective "$name" $network $size >verdict 2>&1 ||
				bad="$bad $name: $(cat err verdict)"
		done
		# The other verifier judges all of them, from a pipe, and prints a status for each.
		# shellcheck disable=SC2002 # each of its processes would turn a file back
		cat plans | timeout 60 "$independent" --each >verdict 2>&1
		# shellcheck disable=SC2086 # a list of words
		[ "$(grep -cx 0 verdict)" = "$(set -- $names && echo $#)" ] || bad="$bad $(cat verdict)"
		[ -n "$names" ] && [ -z "$bad" ]
		ok $? "plans of $collective on $network by $names: right" "$bad"
	done
done
finish
