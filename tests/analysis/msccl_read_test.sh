#!/bin/sh
# Algorithms of MSCCL as plans: what grove writes, what others write, what is wrong, what is hostile.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
grove=$(cd "${GROVE_BUILD:-build}" && pwd)/grove
judge=$source/tests/analysis/formats_checks.py
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
command -v python3 >/dev/null || {
	echo 'no python3'
	exit 77
}

plan 93

# ---- What grove writes ----

figure() # name report
{
	sed -n "s/^ *$1 *\([0-9]*\) .*/\1/p" "$2"
}

# A packet of chunks that are apart becomes several messages, and then takes more steps.
back() # collective algorithm network option...
{
	"$grove" verify "$@" >first 2>log && "$grove" plan "$@" --msccl >written.xml 2>>log &&
		"$grove" verify written.xml >second 2>>log && grep -q '^right' second &&
		[ "$(figure packets second)" = "$(grep -c 'type="s"' written.xml)" ]
	ok $? "msccl: $*: written, read, right, a packet for each message" "$(cat log first second)"
}
as_fast() # collective algorithm network option...
{
	back "$@"
	[ "$(figure steps first)" = "$(figure steps second)" ] &&
		[ "$(figure packets first)" = "$(figure packets second)" ]
	ok $? "msccl: $*: in as many steps and packets" "$(cat first second)"
}
for net in cube:3 mesh:2x3 ring:5; do
	for collective in broadcast reduce allgather reducescatter allreduce alltoall; do
		back $collective bfs $net --bytes 48
	done
done
as_fast broadcast nesbt cube:3 --bytes 480 --packet 16 --root 2
as_fast reduce nesbt cube:3 --bytes 480 --packet 16 --root 5
back allreduce nrsbt cube:4 --bytes 480
back allgather nrsbt cube:4 --bytes 64
back alltoall nrsbt cube:4 --bytes 64
as_fast allgather bfs gh:8 --bytes 64
back reducescatter nrsbt cube:4 --bytes 64 --ports single
as_fast broadcast bfs cube:7 --bytes 8

# The plan may be written again, and is then as right for the judge that knows the format alone.
for collective in broadcast reduce allgather allreduce alltoall; do
	"$grove" plan $collective bfs mesh:2x3 --bytes 48 --msccl >written.xml 2>log &&
		"$grove" plan written.xml --msccl >again.xml 2>>log &&
		python3 "$judge" msccl $collective 0 <again.xml >>log 2>&1
	ok $? "msccl: $collective, read and written again" "$(cat log)"
done

# ---- What others write ----

head_of() # collective gpus chunks inplace
{
	printf '<algo name="by hand" proto="Simple" nchannels="1" nchunksperloop="%d" ngpus="%d" ' "$3" "$2"
	printf 'coll="%s" inplace="%d">\n' "$1" "$4"
}

step() # number type srcbuf srcoff dstbuf dstoff count [depid deps hasdep]
{
	printf '      <step s="%d" type="%s" srcbuf="%s" srcoff="%d" dstbuf="%s" dstoff="%d" cnt="%d" ' \
		"$1" "$2" "$3" "$4" "$5" "$6" "$7"
	printf 'depid="%d" deps="%d" hasdep="%d"/>\n' "${8:--1}" "${9:--1}" "${10:-0}"
}

# A ring in which each gpu does all in a thread block: partial sums go around, and then whole ones.
ring() # gpus
{
	n=$1 g=0
	head_of allreduce "$n" "$n" 1
	while [ $g -lt "$n" ]; do
		echo "  <gpu id=\"$g\" i_chunks=\"$n\" o_chunks=\"0\" s_chunks=\"0\">"
		echo "    <tb id=\"0\" send=\"$(((g + 1) % n))\" recv=\"$(((g + n - 1) % n))\" chan=\"0\">"
		k=0
		while [ $k -le $((2 * n - 2)) ]; do
			c=$(((g + 2 * n - k) % n)) type=rcs
			[ $k -gt 0 ] || type=s
			[ $k -lt 1 ] || [ $k -gt $((n - 2)) ] || type=rrs
			[ $k -ne $((n - 1)) ] || type=rrcs
			[ $k -ne $((2 * n - 2)) ] || type=r
			step $k $type i $c i $c 1
			k=$((k + 1))
		done
		printf '    </tb>\n  </gpu>\n'
		g=$((g + 1))
	done
	echo '</algo>'
}

# Each gpu sends each other gpu a chunk, adds the chunks that come to its own, and sends the sum to all.
all_pairs() # gpus
{
	n=$1 g=0
	head_of allreduce "$n" "$n" 1
	while [ $g -lt "$n" ]; do
		echo "  <gpu id=\"$g\" i_chunks=\"$n\" o_chunks=\"$n\" s_chunks=\"$n\">"
		b=0 p=0
		while [ $p -lt "$n" ]; do
			[ $p -ne $g ] || { p=$((p + 1)); continue; }
			echo "    <tb id=\"$b\" send=\"$p\" recv=\"$p\" chan=\"0\">"
			step 0 s i $p s $g 1
			step 1 r i $g s $p 1 -1 -1 1
			step 2 s i $g i $g 1 $((n - 1)) $((n - 2))
			step 3 r i $p i $p 1
			echo '    </tb>'
			b=$((b + 1)) p=$((p + 1))
		done
		echo "    <tb id=\"$b\" send=\"-1\" recv=\"-1\" chan=\"0\">"
		b=0 p=0
		while [ $p -lt "$n" ]; do
			[ $p -ne $g ] || { p=$((p + 1)); continue; }
			step $b re s $p i $g 1 $b 1 1
			b=$((b + 1)) p=$((p + 1))
		done
		printf '    </tb>\n  </gpu>\n'
		g=$((g + 1))
	done
	echo '</algo>'
}

right() # file steps collective
{
	"$grove" verify "$1" >out 2>err && grep -q '^right' out && [ "$(figure steps out)" = "$2" ] && grep -q "^$3" out
	ok $? "msccl: $1 is right, in $2 steps" "$(cat out err)"
}
for n in 3 4 7; do
	ring $n >ring.xml
	right ring.xml $((2 * n - 2)) allreduce
	all_pairs "$n" >all_pairs.xml
	right all_pairs.xml 2 allreduce
done

# An all-gather in place on a line of three gpus, on two channels, with a step that waits for two.
cat >line.xml <<-END
	<?xml version="1.0"?>
	<!-- chunk v of the output is the input of gpu v -->
	$(head_of allgather 3 3 1)
	<gpu id="0" i_chunks="1" o_chunks="3" s_chunks="0">
	<tb id="0" send="1" recv="1" chan="0">
	$(step 0 s o 0 o 0 1)
	$(step 1 r o 1 o 1 2)
	</tb></gpu>
	<gpu id="1" i_chunks="1" o_chunks="3" s_chunks="0">
	<tb id="0" send="-1" recv="0" chan="0">$(step 0 r o 0 o 0 1 -1 -1 1)</tb>
	<tb id="1" send="-1" recv="2" chan="1">$(step 0 r o 2 o 2 1 -1 -1 1)</tb>
	<tb id="2" send="2" recv="-1" chan="0">
	$(step 0 nop i -1 o -1 0 1 0)
	$(step 1 s o 0 o 0 2 0 0)
	</tb>
	<tb id="3" send="0" recv="-1" chan="0">$(step 0 s o 1 o 1 2 1 0)</tb>
	</gpu>
	<gpu id="2" i_chunks="1" o_chunks="3" s_chunks="0">
	<tb id="0" send="1" recv="-1" chan="1">$(step 0 s i 0 o 2 1)</tb>
	<tb id="1" send="-1" recv="1" chan="0">$(step 0 r o 0 o 0 2)</tb>
	</gpu></algo>
END
right line.xml 2 allgather
sed 's/inplace="1"/inplace="0"/' line.xml >apart.xml

# An all-to-all of two gpus, which both keep a chunk.
cat >swap.xml <<-END
	$(head_of alltoall 2 2 0)
	<gpu id="0" i_chunks="2" o_chunks="2" s_chunks="0">
	<tb id="0" send="1" recv="1" chan="0">$(step 0 s i 1 o 0 1)$(step 1 r i 0 o 1 1)</tb>
	<tb id="1" send="-1" recv="-1" chan="0">$(step 0 cpy i 0 o 0 1)</tb></gpu>
	<gpu id="1" i_chunks="2" o_chunks="2" s_chunks="0">
	<tb id="0" send="0" recv="0" chan="0">$(step 0 s i 0 o 1 1)$(step 1 r i 1 o 0 1)</tb>
	<tb id="1" send="-1" recv="-1" chan="0">$(step 0 cpy i 1 o 1 1)</tb></gpu></algo>
END
right swap.xml 1 alltoall

# The other commands read the same files.
"$grove" simulate ring.xml >out 2>err && "$grove" run ring.xml >>out 2>>err
ok $? 'msccl: simulate and run read an algorithm' "$(cat out err)"
"$grove" plan ring.xml >ring.plan 2>err && "$grove" verify ring.plan >out 2>>err && grep -q '^right' out
ok $? 'msccl: an algorithm becomes the text of a plan' "$(cat out err)"

# ---- What is wrong ----

wrong() # file status line-that-is-said
{
	"$grove" verify "$1" >out 2>err
	status=$?
	[ $status = "$2" ] && grep -qF -- "$3" out err && { [ $status = 1 ] || [ "$(cat out err | wc -l)" = 1 ]; }
	ok $? "msccl: refuses: $3" "status $status: $(cat out err)"
}
change() # file expression status line-that-is-said
{
	sed -E "$2" "$1" >changed.xml
	cmp -s "$1" changed.xml && echo "nothing changed: $2" >>changed.xml
	wrong changed.xml "$3" "$4"
}

ring 4 >ring.xml
all_pairs 4 >all_pairs.xml
wrong apart.xml 2 'gpu 0, thread block 0, step 0: reads chunk 0 of buffer o, which no step before has written'
change ring.xml '/type="r" .*dstoff="2"/d' 2 'gpu 3, thread block 0, step 5: gpu 0 receives nothing of what this step sends'
change ring.xml 's/(type="r" .*dstoff=)"2"/\1"3"/' 2 'gpu 0: chunk 2 of the output ends with an earlier sum than the gpu has elsewhere'
change ring.xml 's/type="rrs"/type="rcs"/' 1 'contribution'
change ring.xml 's/coll="allreduce"/coll="custom"/' 2 'line 1: coll="custom" promises nothing that can be verified'
change ring.xml 's/coll="allreduce"/coll="alltoall"/' 2 'type rrs folds, and alltoall does not'
change all_pairs.xml '0,/type="re" .*depid="0" deps="1"/s/(type="re" .*)depid="0" deps="1"/\1depid="-1" deps="-1"/' 2 \
	'gpu 0, thread block 3, step 0: reads chunk 1 of buffer s, which no step before has written'
change all_pairs.xml 's/type="re" srcbuf="s" srcoff="1"/type="re" srcbuf="s" srcoff="2"/' 2 \
	'no dependence says whether before or after thread block 1, step 1'
change all_pairs.xml 's/(type="re" .*)cnt="1"/\1cnt="9"/' 2 'reads chunks 1 to 9 of buffer s, which has 4'
change all_pairs.xml '0,/type="re"/s/type="re" srcbuf="s" srcoff="1"/type="re" srcbuf="i" srcoff="0"/' 2 'adds two sums of the gpu'
change all_pairs.xml 's/type="re" srcbuf="s" srcoff="1" dstbuf="i" dstoff="0"/type="re" srcbuf="s" srcoff="1" dstbuf="i" dstoff="1"/' 2 'adds different chunks'
change all_pairs.xml 's/(type="re" .*)dstbuf="i" dstoff="3" cnt="1" depid="0"/\1dstbuf="s" dstoff="3" cnt="1" depid="0"/' 2 'which no step before has written'
change swap.xml 's/(type="s" srcbuf="i" srcoff)="1"/\1="0"/' 2 'gpu 1: chunk 0 of the output ends with part 0 of block 0 instead of part 0 of block 1'
change swap.xml '0,/type="cpy"/s/type="cpy"/type="nop"/' 2 'gpu 0: no step writes chunk 0 of the output'
change swap.xml 's/type="s" (.*)type="r"/type="nop" \1type="nop"/' 1 'delivery'
change swap.xml 's/(type="s".*)cnt="1"(.*type="r")/\1cnt="2"\2/' 2 'sends 2 chunks, and gpu'
# Both receive first; a step waits for a later one of its own thread block.
sed -E 's/(<tb id="0"[^>]*>)(<step .*)(<step .*)(<.tb>)/\1\3\2\4/; s/type="r" /type="R" /' swap.xml |
	sed -E 's/s="1" (type="R")/s="0" \1/; s/s="0" (type="s")/s="1" \1/; s/"R"/"r"/' >circle.xml
printf '%s\n' "$(head_of allgather 2 2 0)" \
	'<gpu id="0" i_chunks="1" o_chunks="2" s_chunks="0"><tb id="0" send="1" recv="1" chan="0">' \
	"$(step 0 r i 0 o 1 1)" "$(step 1 s i 0 o 0 1)" '</tb></gpu>' \
	'<gpu id="1" i_chunks="1" o_chunks="2" s_chunks="0"><tb id="0" send="0" recv="0" chan="0">' \
	"$(step 0 r i 0 o 0 1)" "$(step 1 s i 0 o 1 1)" '</tb></gpu></algo>' >circle.xml
wrong circle.xml 2 'steps wait for one another in a circle'
change line.xml 's/depid="1" deps="0"/depid="1" deps="7"/' 2 'deps=7: thread block 1 has 1 steps'
change line.xml 's/depid="1" deps="0"/depid="9" deps="0"/' 2 'depid=9: the gpu has 4 thread blocks'
change line.xml 's/hasdep="1"/hasdep="0"/' 2 'which has hasdep=0'
change line.xml 's/send="2"/send="-1"/' 2 'gpu 1, thread block 2, step 1: sends, and its thread block has send=-1'
change line.xml 's/(<tb id="1" .*)recv="2" chan="1"/\1recv="0" chan="0"/' 2 'a second thread block receives from gpu 0 on channel 0'

# Right for both kinds of buffers; and, where another thread block receives, in no order in place.
sed 's/inplace="0"/inplace="1" outofplace="1"/' swap.xml >both.xml
right both.xml 1 alltoall
change both.xml 's|(chan="0">)(.*)(<step s=")1(" type="r" srcbuf="i" srcoff="0".*)</tb>|\1\2</tb><tb id="1" send="-1" recv="1" chan="0">\30\4</tb>|; /gpu id="0"/,/gpu id="1"/s/tb id="1" send="-1" recv="-1"/tb id="2" send="-1" recv="-1"/' 2 \
	'in place: line'
change ring.xml 's/inplace="1"/inplace="1" outofplace="1"/' 2 'gpu 0: no step writes chunk 0 of the output'
change ring.xml 's/inplace="1"/inplace="0" outofplace="0"/' 2 'the algorithm is for no buffers'

# In place the own input lies in the output: its copy there changes nothing, whoever reads meanwhile.
own_copy() # gpu
{
	printf '<gpu id="%d" i_chunks="1" o_chunks="2" s_chunks="0">' "$1"
	printf '<tb id="0" send="%d" recv="-1" chan="0">%s</tb>' $((1 - $1)) "$(step 0 s o "$1" o "$1" 1)"
	printf '<tb id="1" send="-1" recv="%d" chan="0">%s</tb>' $((1 - $1)) "$(step 0 r o $((1 - $1)) o $((1 - $1)) 1)"
	printf '<tb id="2" send="-1" recv="-1" chan="0">%s</tb></gpu>\n' "$(step 0 cpy i 0 o "$1" 1)"
}
printf '%s\n' "$(head_of allgather 2 2 1)" "$(own_copy 0)" "$(own_copy 1)" '</algo>' >own.xml
right own.xml 1 allgather
change own.xml 's/inplace="1"/inplace="0"/' 2 'reads chunk 0 of buffer o, which no step before has written'
change own.xml 's/type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="1"/' 2 \
	'no dependence says'
# A step says how many others wait for it.
sed 's/hasdep="1"/hasdep="3"/' line.xml >many.xml
right many.xml 2 allgather

# What stands in a plan's name stands in the name of the algorithm.
printf 'broadcast a<c>&d cube:1 bytes=8\nstep 0\n  0 -> 1  0[0:8]\n' >name.plan
"$grove" plan name.plan --msccl >name.xml 2>err && "$grove" verify name.xml >out 2>>err && grep -qF 'a<c>&d' out
ok $? "msccl: a name with marks of XML is written and read" "$(cat err)"

# A gpu adds to its own part, and later to its own part again, which is an older sum by then.
printf '%s\n' "$(head_of reduce 3 1 0)" \
	'<gpu id="0" i_chunks="1" o_chunks="1" s_chunks="0"><tb id="0" send="-1" recv="1" chan="0">' \
	"$(step 0 rrc i 0 o 0 1 -1 -1 1)" '</tb><tb id="1" send="-1" recv="2" chan="0">' \
	"$(step 0 rrc i 0 o 0 1 0 0)" '</tb></gpu>' \
	'<gpu id="1" i_chunks="1" o_chunks="0" s_chunks="0"><tb id="0" send="0" recv="-1" chan="0">' \
	"$(step 0 s i 0 o 0 1)" '</tb></gpu>' \
	'<gpu id="2" i_chunks="1" o_chunks="0" s_chunks="0"><tb id="0" send="0" recv="-1" chan="0">' \
	"$(step 0 s i 0 o 0 1)" '</tb></gpu></algo>' >older.xml
wrong older.xml 2 'gpu 0, thread block 1, step 0: adds to an earlier sum than the gpu has elsewhere'
sed '0,/s="0" type="rrc" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="0"/s/srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="0"/srcbuf="o" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="0"/' older.xml >newest.xml
right newest.xml 1 reduce

# In place the output of a reduce-scatter is the gpu's part of the input.
printf '%s\n' "$(head_of reduce_scatter 2 2 1)" \
	'<gpu id="0" i_chunks="2" o_chunks="1" s_chunks="0"><tb id="0" send="1" recv="1" chan="0">' \
	"$(step 0 s i 1 i 1 1)" "$(step 1 rrc i 0 o 0 1)" '</tb></gpu>' \
	'<gpu id="1" i_chunks="2" o_chunks="1" s_chunks="0"><tb id="0" send="0" recv="0" chan="0">' \
	"$(step 0 s i 0 i 0 1)" "$(step 1 rrc i 1 o 0 1)" '</tb></gpu></algo>' >halves.xml
right halves.xml 1 reducescatter

# A whole sum takes the place of the root's own sum only when nothing is added any more: gpu 2 adds a
# part that does not count, as late as the whole sum could come.
printf '%s\n' "$(head_of reduce 3 2 0)" \
	'<gpu id="0" i_chunks="2" o_chunks="2" s_chunks="0"><tb id="0" send="1" recv="1" chan="0">' \
	"$(step 0 s i 0 s 0 1)" "$(step 1 rrc o 1 o 1 1 1 0)" "$(step 2 r s 0 o 0 1 1 1)" \
	'</tb><tb id="1" send="-1" recv="2" chan="0">' \
	"$(step 0 rrc i 1 o 1 1 -1 -1 1)" "$(step 1 rrc i 0 o 0 1 -1 -1 1)" '</tb></gpu>' \
	'<gpu id="1" i_chunks="2" o_chunks="0" s_chunks="1"><tb id="0" send="0" recv="0" chan="0">' \
	"$(step 0 s i 1 o 1 1)" "$(step 1 rrc i 0 s 0 1 -1 -1 1)" "$(step 2 s s 0 o 0 1 1 0)" \
	'</tb><tb id="1" send="-1" recv="2" chan="0">' "$(step 0 rrc s 0 s 0 1 0 1 1)" '</tb></gpu>' \
	'<gpu id="2" i_chunks="2" o_chunks="0" s_chunks="0"><tb id="0" send="1" recv="-1" chan="0">' \
	"$(step 0 s i 0 s 0 1)" '</tb><tb id="1" send="0" recv="-1" chan="0">' \
	"$(step 0 s i 1 o 1 1)" "$(step 1 s i 0 o 0 1)" '</tb></gpu></algo>' >whole.xml
right whole.xml 3 reduce

# What comes is in hand before the gpu's own part leaves, and is added later: a plan adds it at once.
printf '%s\n' "$(head_of allreduce 2 1 1)" \
	'<gpu id="0" i_chunks="1" o_chunks="1" s_chunks="1"><tb id="0" send="1" recv="1" chan="0">' \
	"$(step 0 r i 0 s 0 1)" "$(step 1 s i 0 i 0 1)" "$(step 2 re s 0 i 0 1)" '</tb></gpu>' \
	'<gpu id="1" i_chunks="1" o_chunks="1" s_chunks="1"><tb id="0" send="0" recv="0" chan="0">' \
	"$(step 0 s i 0 s 0 1)" "$(step 1 rrc i 0 i 0 1)" '</tb></gpu></algo>' >late.xml
wrong late.xml 2 'gpu 0, thread block 0, step 1: what this step sends has no time in a plan'
sed 's/type="re" srcbuf="s" srcoff="0"/type="nop" srcbuf="s" srcoff="0"/' late.xml >unused.xml
wrong unused.xml 2 'gpu 0, thread block 0, step 0: receives a sum that no step uses'

# ---- What is hostile ----

change line.xml 's/<.algo>//' 2 'line 22, column 1: no element found'
change line.xml 's/<gpu id="1"/<gpu id="5"/' 2 'gpu 5 stands where gpu 1 of 3 is expected'
change line.xml 's/ngpus="3"/ngpus="4000000000"/' 2 'ngpus="4000000000" is not a whole number from 2 to 4096'
change line.xml 's/nchunksperloop="3"/nchunksperloop="4194304"/' 2 'more than 4194304 chunks'
change line.xml 's/s_chunks="0"/s_chunks="4194304"/' 2 'more than 4194304 chunks of scratch'
change line.xml 's/cnt="2"/cnt="2000000000"/' 2 'is not a whole number from 1 to'
change line.xml 's/<tb id="3"/<tb><tb id="3"/' 2 '<tb> has no id'
change line.xml 's/type="nop"/type="bcast"/' 2 'type="bcast" is not a type of step'
{
	echo '<?xml version="1.0"?><!DOCTYPE algo [<!ENTITY a "aaaaaaaaaa">'
	for e in b c d e f g h i j k; do
		echo "<!ENTITY $e \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">"
	done
	echo ']><algo name="&k;"/>'
} >bomb.xml
wrong bomb.xml 2 'line 1: a document type, algo: an algorithm has none'
{
	head_of allreduce 2 2 0
	awk 'BEGIN { for (i = 0; i < 200000; i++) printf "<gpu id=\"0\" i_chunks=\"0\" o_chunks=\"0\" s_chunks=\"0\">" }'
} >deep.xml
wrong deep.xml 2 'line 2: <gpu> stands where <tb> is expected'
{
	head_of allreduce 2 2 0
	awk 'BEGIN { printf "<gpu id=\"0\" i_chunks=\""; for (i = 0; i < 4000000; i++) printf "9"; print "\"/>" }'
} >long.xml
wrong long.xml 2 'is not a whole number from 0 to'
finish
