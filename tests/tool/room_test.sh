#!/bin/sh
# Room: what the command does where a request wants much of the machine, or the machine has little.
# SPDX-License-Identifier: BSD-2-Clause

# shellcheck disable=SC3045 # dash has ulimit -v and -s
set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# Sanitizers map terabytes, and want stacks of their own.
if grep -q __asan_init "$grove" || grep -q __tsan_init "$grove"; then
	echo "sanitizers take more memory than there is"
	exit 77
fi

plan 30

# What does not fit is refused, at once ---------------------------------------------------------------

# The command in 4 GiB and a second of a cpu, which ends it else: a refusal with the memory that there is, and the
# largest that fits.
too_large() # advice arguments...
{
	advice=$1
	shift
	(
		ulimit -v 4194304
		ulimit -t 1
		exec "$grove" "$@" >out 2>err </dev/null
	)
	status=$?
	[ $status -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
		grep -q "MiB of memory, .* are available; .*$advice" err
	ok $? "too large: grove $*" "status $status: $(cat err)"
}
too_large 'the largest that fits is cube:2[0-9]' verify broadcast nesbt cube:26
too_large 'the largest that fits is cube:1[0-9]' simulate scatter brg cube:20
too_large 'the largest that fits is cube:2[0-9]' plan allgather nrsbt cube:26
too_large 'the largest that fits is gh:[0-9]*' verify broadcast sbt gh:100000
too_large 'the largest that fits is gh:[0-9]*' verify alltoall bfs gh:1000000
too_large 'the largest that fits is gh:100x100' verify broadcast sbt gh:100x100x1000
too_large 'the largest that fits is star:10' verify broadcast mst star:11
too_large 'the largest that fits is cube:1[0-9]' run alltoall sbt cube:14 --bytes 1
too_large 'the largest block that fits has [0-9]* bytes' run broadcast nesbt cube:3 --bytes 100G
too_large 'the largest block that fits has [0-9]* bytes' run scatter sbt cube:8 --bytes 1G
too_large 'the largest block that fits has [0-9]* bytes' run broadcast nesbt cube:3 --bytes 1G --packet 1
too_large 'the least packet that fits is [0-9]*' simulate scatter sbt cube:3 --bytes 1G --packet 1
too_large 'the largest that fits is cube:2[0-9]' verify permute bfs cube:26
too_large 'the largest that fits is cube:1[0-9]' plan permute permuted-send cube:20

# Every collective and sub-command on networks of the largest size, along many trees.
late=
for network in cube:26 gh:1000000 star:11; do
	for collective in broadcast reduce scatter gather allgather reducescatter allreduce alltoall \
		barrier; do
		case $network in cube:26) family=nesbt ;; star:11) family=mst ;; *) family=bfs ;; esac
		case $network$collective in gh:*allgather | gh:*red* | gh:*barrier) continue ;; esac
		for command in plan verify simulate; do
			(
				ulimit -v 2097152
				ulimit -t 1
				exec "$grove" $command $collective $family $network >out 2>err </dev/null
			)
			[ $? -eq 2 ] && grep -q 'are available; the largest that fits is' err ||
				late="$late $command $collective $network: $(cat err)"
		done
	done
done
[ -z "$late" ]
ok $? "too large: every collective on cube:26, gh:1000000, star:11" "$late"

# What is named fits indeed, and so does what only looks large.
fits() # arguments...
{
	(
		ulimit -v 4194304
		timeout 20 "$grove" "$@" >out 2>err </dev/null
	)
	status=$?
	ok $status "it fits: grove $*" "status $status: $(cat err)"
}
fits simulate broadcast nesbt cube:3 --bytes 1G --packet 1
fits verify broadcast sbt cube:20
fits simulate broadcast adst3 ccc:12 --bytes 1M --packet 64
fits simulate allreduce sbt cube:16

# Plan files ------------------------------------------------------------------------------------------

# A file of that name: its network, collective, nodes and bytes, and the transfers.
file() # name network collective nodes bytes transfers
{
	printf '{ "network": "%s", "collective": "%s", "root": 0, "nodes": %d, "bytes": %s,
		"ports": "all", "duplex": "full", "transfers": [%s] }\n' "$2" "$3" "$4" "$5" "$6" >"$1"
}
file barrier cube:20 barrier 1048576 0 '{ "step": 0, "from": 0, "to": 1, "op": "copy" }'
too_large 'the largest that fits is cube:1[0-9]' verify barrier
file huge cube:1 broadcast 2 9007199254740992 \
	'{ "step": 0, "from": 0, "to": 1, "op": "copy", "pieces": [[0, 0, 9007199254740992]] }'
too_large 'the largest block that fits has [0-9]* bytes' run --plan huge
# Every block goes along a path to its node: the nodes between keep 400 times 64 MiB.
path=$(awk 'BEGIN {
	for (v = 0; v < 29; v++) {
		printf "%s{ \"step\": %d, \"from\": %d, \"to\": %d, \"op\": \"copy\", \"pieces\": [",
			v ? ", " : "", v, v, v + 1
		for (b = v + 1; b < 30; b++) printf "%s[%d, 0, 67108864]", (b > v + 1 ? ", " : ""), b
		print "] }"
	}
}')
file path gh:30 scatter 30 67108864 "$path"
too_large 'the largest block that fits has [0-9]* bytes' run --plan path
fits verify path
fits verify huge

# Stacks --------------------------------------------------------------------------------------------

# The command under `ulimit -s 64`.
small_stack() # arguments...
{
	(
		ulimit -s 64
		"$grove" "$@" >out 2>err </dev/null
	)
	status=$?
	ok $status "a stack of 64 KiB: grove $1 $2" "status $status: $(cat err)"
}
small_stack run allreduce auto cube:4 --threads 3 --type f64
small_stack run alltoall sbt cube:3 --threads 8
small_stack bench scatter sbt cube:3 --iterations 9

# What takes long -------------------------------------------------------------------------------------

# A plan that comes after some seconds.
"$grove" plan broadcast sbt cube:2 --bytes 8 >slow
(sleep 3 && cat slow) | "$grove" verify - >out 2>err
status=$?
[ $status -eq 0 ] && [ ! -s err ]
ok $? "nothing is said of progress where nobody watches" "$(cat err)"
if command -v script >/dev/null 2>&1; then
	erase=$(printf '\r\033[K')
	# shellcheck disable=SC2238 # a file called `tty`
	script -qec "(sleep 3 && cat slow) | '$grove' verify -" /dev/null >tty </dev/null
	status=$?
	[ $status -eq 0 ] && grep -qF "${erase}grove verify: reading, 2 s" tty &&
		grep -q '^.*right: every link exists' tty
	ok $? "on a terminal a line says what is done, and for how long" "status $status: $(cat -v tty)"
	mkfifo never
	# A tick of the timer comes some microseconds after the signal, and must not write the line again.
	left=
	for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
		rm -f pid
		(
			until [ -s pid ]; do sleep 0.01; done
			read -r process <pid
			# The command catches SIGINT, SIGALRM and SIGTERM.
			while [ -e "/proc/$process" ] && ! grep -q '^SigCgt:.*6002$' "/proc/$process/status"; do
				sleep 0.01
			done
			kill -ALRM "$process"
			while [ -e "/proc/$process" ] && ! grep -q 'grove verify: ' tty; do sleep 0.01; done
			kill "$process"
			delay=0
			while [ $delay -lt $round ]; do delay=$((delay + 1)); done
			kill -ALRM "$process"
		) 2>ended &
		# shellcheck disable=SC2238
		script -qec "echo \$\$ >pid; exec '$grove' verify - <>never" /dev/null >tty </dev/null
		status=$?
		[ $status -eq 143 ] && grep -q 'grove verify: ' tty && [ "$(tail -c 3 tty)" = "$(printf '\033[K')" ] ||
			left="$left round $round: status $status, $(tail -c 99 tty | cat -v)"
	done
	[ -z "$left" ]
	ok $? "a signal takes the line away and ends the process" "$left"
else
	skip "on a terminal a line says what is done, and for how long" "there is no script(1)"
	skip "a signal takes the line away and ends the process" "there is no script(1)"
fi
finish
