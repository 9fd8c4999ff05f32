#!/bin/sh
# A tour of grove: six chapters of commands, each printed before its output and ready to paste.
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/tour.sh [COMMAND]      or: grove demo, ninja demo
#
# COMMAND is the path of grove; without COMMAND the shell looks for grove in $PATH. The exit status
# is 1 when a command failed or a file came back wrong. A command that can not run here is left out.
# A picture of links at work stays in $TMPDIR, or in /tmp.

set -eu
unset CDPATH
grove=$(command -v "${1:-grove}") || {
	echo "tour: there is no command '${1:-grove}'" >&2
	exit 2
}
bin=$(cd "${grove%/*}" && pwd)
bold='' green='' red='' plain='' failed=0 chapters=0
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && [ -z "${NO_COLOR:-}" ]; then
	bold=$(printf '\033[1m') green=$(printf '\033[32m')
	red=$(printf '\033[31m') plain=$(printf '\033[0m')
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/grove-demo.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' HUP INT QUIT PIPE ALRM TERM XCPU USR1 USR2
cd "$folder"

# A program prints: the shell's own printf complains about a reader that went away.
print() # format words...
{
	env printf "$@"
}

chapter() # title
{
	chapters=$((chapters + 1))
	print '\n%s== %d. %s ==%s\n\n' "$bold" $chapters "$1" "$plain"
}

prompt() # command [filter]: in lines of a terminal's width
{
	line="$1${2:+ | $2}"
	if [ ${#line} -gt 76 ] && [ -n "${2:-}" ]; then
		line="$1 |
      $2"
	fi
	print '%s$ %s%s\n' "$bold" "$line" "$plain"
}

fails() # sentence
{
	print '  %s%s%s\n' "$red" "$1" "$plain"
	failed=$((failed + 1))
}

# The filter is printed after the command, as a pipe, but hides no exit status of the command.
show() # command [filter]
{
	prompt "$@"
	status=0
	if [ -z "${2:-}" ]; then
		eval "$1" || status=$?
	else
		eval "$1" >said || status=$?
		eval "$2" <said || true
	fi
	case $status in
	0) ;;
	77) print '  left out here\n' ;;
	*) fails "FAILED: the exit status is $status" ;;
	esac
	print '\n'
}

check() # command sentence: what the success of the command says
{
	prompt "$1"
	if eval "$1"; then
		print '  %sright: %s%s\n' "$green" "$2" "$plain"
	else
		fails "WRONG: $2"
	fi
	print '\n'
}

# How many times as long one command took as another, by that number in the JSON of both.
gain() # digits name file file
{
	sed -n "s/.*\"$2\": \([0-9.e+-]*\).*/\1/p" "$3" "$4" |
		awk -v form="%.$1f" 'NR == 1 { first = $1 } NR == 2 { printf form, first / $1 }'
}

cat <<END
grove lets the cores of this machine act as the nodes of an interconnection
network. They send buffers to one another over links, and do so by schedules
that use many spanning trees of the network at the same time. Each line after
a \$ is a command: paste it, change it.
END
case $(command -v grove || true) in
"$bin/"*) ;;
*)
	print '\n'
	prompt "PATH=$bin:\$PATH"
	PATH=$bin:$PATH
	;;
esac
# shellcheck disable=SC2016 # for a reader's shell
self='"$(command -v grove)"'

chapter 'This machine'

! command -v lscpu >/dev/null || show lscpu 'grep -E "^(Model name|CPU\(s\)|Core|L[123])"'
show nproc
awk -v cores="$(nproc)" '$1 > cores {
	print "The load is " $1 ": others are busy here, too, which makes all times longer.\n"
}' /proc/loadavg
cat <<END
A link is a ring in memory with one sender and one receiver. Large packets are
copied once, by the receiver.

END
show 'grove link'

chapter 'A schedule, step by step'

cat <<END
Eight nodes are the corners of a cube (cube:3); each has three links. Node 0
has a message of six packets, a to f, for all. \`nesbt\` sends a and d along
the first of three trees, b and e along the second, c and f along the third.
No two trees use the same link in the same direction, so all run at once.

END
show 'grove plan broadcast nesbt cube:3 --bytes 6 --packet 1' 'sed 12q'
cat <<END
Byte 0 is a, byte 5 is f. Below, what each node holds after each step of this
plan; capitals have just arrived.

END
awk '
	function holdings(step,  v, line) {
		for (v = 0; v < 8; v++)
			line = line "  " held[v]
		printf "  %-5s%s\n", step, line
	}
	BEGIN {
		print "  node   0       1       2       3       4       5       6       7"
		for (v = 0; v < 8; v++)
			held[v] = v ? "......" : "abcdef"
		step = "first"
	}
	/^step/ {
		holdings(step)
		step = $2
		for (v = 0; v < 8; v++)
			held[v] = tolower(held[v])
	}
	/->/ {
		gsub(/[^0-9]/, " ", $4)
		split($4, block)
		byte = block[2]
		letter = substr("ABCDEF", byte + 1, 1)
		held[$3] = substr(held[$3], 1, byte) letter substr(held[$3], byte + 2)
	}
	END {
		holdings(step)
		print ""
	}' said
for trees in nesbt sbt; do
	show "grove simulate broadcast $trees cube:3 --bytes 6 --packet 1" \
		'grep -E "^  (steps|links used) "'
done
cat <<END
One tree (sbt) uses fewer links. With long messages three trees are three times
as fast as one, and on a cube of n dimensions n trees are n times as fast
(Johnsson & Ho 1986).
END

chapter 'Collectives, measured'

cat <<END
Blocks of 256 KiB on the threads of this machine, by several families of trees.
Every byte of every node is compared; a wrong byte would be an error.

END
show 'grove bench broadcast,scatter,allgather sbt,nesbt,sbnt,nrsbt cube:3 \
      --bytes 256K --iterations 10' "sed '/^time:/,\$d'"
show 'grove bench allreduce,alltoall,barrier sbt cube:3,gh:4x4 --type f64 \
      --bytes 256K --iterations 10'
cat <<END
Where nodes outnumber cores, each core serves several nodes in turn, so the
links share the cores and none of them can reach its peak.
END

chapter 'The same schedules where every link is a wire of its own'

cat <<END
Simulated: every link carries 10 GB/s, a packet costs 100 ns to begin, and all
links of a node work at once. Blocks of 1 MiB; cube:10 has 1024 nodes.

END
while read -r collective one many network; do
	for trees in $one $many; do
		command="grove simulate $collective $trees $network --bytes 1M"
		show "$command" 'grep -E "^  (time|bound) "'
		$command --json >"$trees.json"
	done
	print '    %s times as fast by %s as by %s\n\n' \
		"$(gain 1 time_s "$one.json" "$many.json")" "$many" "$one"
done <<END
broadcast sbt nesbt cube:6
scatter sbt sbnt cube:6
alltoall sbt sbnt cube:10
END

chapter 'The same again, in real time'

cat <<END
Measured, on the real clock: the same threads, but every link of cube:4 takes
2 ms to begin a packet and carries 500 kB/s. 120 packets, n = 4: one tree (sbt),
and n edge-disjoint ones (nesbt).

END
setting='--bytes 120K --packet 1K --beta 2e-3 --tau 2e-6'
for trees in sbt nesbt; do
	show "grove run broadcast $trees cube:4 --clock paced \\
      $setting --json" "tee $trees.json |
      grep -oE '\"(time_s|late|check)\": [^,]*'"
	# shellcheck disable=SC2086 # words
	grove simulate broadcast $trees cube:4 $setting --json >$trees.paper
done
cat <<END
Gain: $(gain 2 time_s sbt.json nesbt.json) measured, $(gain 2 formula_s sbt.paper nesbt.paper) \
by the paper (Johnsson & Ho 1986, table 5).
\`grove reproduce\` measures every claim of the five papers in this way.
END

chapter 'Real files'

cat <<END
transpose: a picture, its rows and columns exchanged. The picture is the command
itself: each byte is a grey dot. 8 nodes each hold some of the rows. Each link
is measured: bytes, busy time, and the bandwidth beside that of bare copies of
the same bytes. A dash is a figure that is not known.

END
show "{ printf 'P5\n512 1024\n255\n'
      head -c 524288 $self
  } >picture.pgm"
show "grove transpose picture.pgm turned.pgm --links --picture links.svg" 'fold -s'
if [ -s links.svg ]; then
	picture=$(mktemp "${TMPDIR:-/tmp}/grove-links.XXXXXX.svg")
	cp links.svg "$picture"
	cat <<END
The network with its links coloured by their bandwidth, for a browser:
$picture

END
fi
cat <<END
Back again, on 16 nodes: by copy all bytes cross the links of their way; by
reference each node reads its blocks from their first place, once, and no bytes
cross a link.

END
show "grove transpose turned.pgm back.pgm --layout submatrices --forward both" \
	'fold -s'
check '! cmp -s picture.pgm turned.pgm && cmp picture.pgm back.pgm' \
	'the second time by submatrices, and the first picture is back'

cat <<END
histogram: how often each byte occurs in the command, counted by 8 nodes, each
in a part of its own; then their counts are summed along the trees.

END
show "grove histogram $self" 'tee counts | tail -n +258 | fold -s'
show "od -An -v -tu1 $self" "awk '{ for (i = 1; i <= NF; i++) n[\$i]++ }
      END { for (b = 0; b < 256; b++) print b, n[b] + 0 }' >loop"
check 'head -n 256 counts | cmp - loop' 'one loop over the file counts the same'

cat <<END
permute: the command cut in 16 slices, each sent to another node, by a random
permutation; then by its inverse.

END
show "grove permute $self mixed \\
      --permutation random:7 --network cube:4" 'fold -s'
show "grove plan permute sbt cube:4 --permutation random:7 --bytes 16" \
	"sed -n 's/.* permutation=//p' | tr , '\n' |
      awk '{ at[\$1] = NR - 1 } END { while (v < NR) print at[v++] }' >inverse"
show "grove permute mixed back --permutation inverse --network cube:4" 'fold -s'
check "! cmp -s $self mixed && cmp $self back" 'the file is back, byte for byte'

chapter 'What to try next'

cat <<END
  grove trees cube:3 nesbt                        the three trees of chapter 2
  grove plan broadcast nesbt cube:3 --bytes 1K --packet 256
  grove simulate alltoall sbt cube:10             a thousand nodes, in a moment
  grove bench all auto cube:3 --bytes 64K         every collective, measured
  grove reproduce                                 the papers' claims, measured
  grove run allreduce auto gh:2x3 --type f64 --explain
  grove list                                      all there is, with its sources
  grove --help
END
[ $failed -eq 0 ] || {
	checks=checks
	[ $failed -ne 1 ] || checks=check
	echo "grove demo: $failed $checks failed; see above" >&2
	exit 1
}
