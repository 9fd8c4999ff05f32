#!/bin/sh
# The applications from end to end: what they make of files, and what they refuse.
# SPDX-License-Identifier: BSD-2-Clause
#
# The references are od, awk and sort, which share nothing with the applications.

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
built=$(cd "${GROVE_BUILD:-build}" && pwd) || exit 1
temporary_folder
cd "$folder" || exit 1
# The applications, which repeat nothing here: one measurement each is enough for what they make.
apps=$folder/once
mkdir "$apps"
for app in transpose permute histogram; do
	printf '#!/bin/sh\nexec "%s" %s --seconds 0 "$@"\n' "$built/grove" $app >"$apps/$app"
	chmod +x "$apps/$app"
done
LC_ALL=C
export LC_ALL

# Tools ---------------------------------------------------------------------------------------

# That many bytes that look random and are the same on every run.
make_noise() # bytes
{
	awk -v n="$1" -v s=1 'BEGIN {
		for (i = 0; i < n; i++) {
			s = (s * 69069 + 12345) % 4294967296
			printf "%03o\n", int(s / 65536) % 256
		}
	}' | while read -r byte; do printf '%b' "\\0$byte"; done
}
make_noise 20000 >noise

# A file of NumPy's: its header here, its elements from standard input.
npy() # descr fortran shape [major]
{
	major=${4:-1}
	text="{'descr': $1, 'fortran_order': $2, 'shape': ($3), }"
	width=2
	[ "$major" = 1 ] || width=4
	fill=$(((64 - (8 + width + ${#text} + 1) % 64) % 64))
	length=$((${#text} + fill + 1))
	printf '\223NUMPY\0%o\0' "$major" | sed 's/0$//' | head -c 6
	printf '%b' "\\0$(printf %03o "$major")\\0000"
	printf '%b' "\\0$(printf %03o $((length % 256)))\\0$(printf %03o $((length / 256)))"
	[ "$width" = 2 ] || printf '\0\0'
	printf "%s%${fill}s\n" "$text" ''
	cat
}

# The elements of a file of NumPy's, or all after the first that many bytes of another.
payload() # file [header]
{
	header=${2:-}
	if [ -z "$header" ]; then
		set -- "$1" "$(od -An -tu1 -j6 -N6 "$1")"
		# shellcheck disable=SC2086
		set -- "$1" $2
		header=$(($2 == 1 ? 10 + $4 + 256 * $5 : 12 + $4 + 256 * $5))
	fi
	tail -c +$((header + 1)) "$1"
}

# The items of a matrix one by one, in the order of its transpose, or of the matrix turned clockwise.
items() # rows columns item [degrees]
{
	od -An -v -tx1 "-w$3" | awk -v r="$1" -v c="$2" -v turn="${4:-0}" '
		{ a[NR - 1] = $0 }
		END {
			if (turn == 180)
				for (i = r * c - 1; i >= 0; i--) print a[i]
			else
				for (j = 0; j < c; j++) for (i = 0; i < r; i++)
					print a[(turn == 90 ? r - 1 - i : i) * c + (turn == 270 ? c - 1 - j : j)]
		}'
}

# The array of NumPy's in in.npy becomes out.npy, transposed (0) or turned, as od and awk say; out.npy transposed
# again, or turned on to a whole turn, gives in.npy back.
moved() # degrees rows columns item option...
{
	degrees=$1 r=$2 c=$3 i=$4 there='' on=''
	shift 4
	[ "$degrees" = 0 ] || there="--turn $degrees" on="--turn $((360 - degrees))"
	# shellcheck disable=SC2086
	"$apps/transpose" in.npy out.npy $there "$@" >line 2>&1 || return 1
	payload in.npy | items "$r" "$c" "$i" "$degrees" >want
	payload out.npy | od -An -v -tx1 "-w$i" >got
	cmp -s want got || return 1
	# shellcheck disable=SC2086
	"$apps/transpose" out.npy back.npy $on "$@" >line 2>&1 || return 1
	cmp -s in.npy back.npy
}

all_moved() # "degrees..." option...
{
	turns=$1
	shift
	for shape in $shapes; do
		r=${shape%%,*} c=${shape#*,} c=${c%,*} i=${shape##*,}
		head -c $((r * c * i)) noise | npy "'|V$i'" False "$r, $c" >in.npy
		for degrees in $turns; do
			moved "$degrees" "$r" "$c" "$i" "$@" && continue
			echo "$r x $c items of $i bytes turned by $degrees, $*: $(cat line)"
			return
		done
	done
}

all_shapes() # option...
{
	all_moved 0 "$@"
}

all_turns() # option...
{
	all_moved '90 180 270' "$@"
}

shapes='1,1,1 1,17,4 17,1,2 8,8,8 7,13,3 31,29,1 5,64,12 0,5,4'
# Sanitized programs are slow, and the same code runs for each shape.
[ -z "${SANITIZE:-}" ] || shapes='1,17,4 7,13,3 0,5,4'

# A temporary file was left behind.
left_over()
{
	for file in .grove-*; do
		[ -e "$file" ] && return
	done
	return 1
}

# Ends with status 2 and one line that has the word, says nothing else, leaves OUT as it was.
refused() # word application argument...
{
	word=$1 app=$2
	shift 2
	echo precious >out
	"$apps/$app" "$@" >said 2>line
	status=$?
	[ $status = 2 ] && [ ! -s said ] && [ "$(wc -l <line)" = 1 ] && grep -qF -- "$word" line &&
		[ "$(cat out)" = precious ] && ! left_over && return
	echo "$app $*: status $status, $(cat line)"
	return 1
}

all_refused() # sentence; lines "word|application|arguments" from standard input
{
	wrong=
	while IFS='|' read -r word app arguments; do
		# shellcheck disable=SC2086
		wrong=$wrong$(refused "$word" "$app" $arguments)
	done
	[ -z "$wrong" ]
	ok $? "$1" "$wrong"
}

plan 67

# transpose -----------------------------------------------------------------------------------

for network in cube:0 cube:1 cube:4 gh:7 gh:2x3x4 star:4 ccc:3 butterfly:3; do
	lines=$(all_shapes --network $network)
	[ -z "$lines" ]
	ok $? "transpose: by rows on $network, all shapes, and twice gives the file back" "$lines"
done
for network in cube:2 cube:4 gh:9 gh:4x4; do
	lines=$(all_shapes --network $network --layout submatrices)
	[ -z "$lines" ]
	ok $? "transpose: by submatrices on $network, all shapes, and twice" "$lines"
done
lines=$(all_shapes --network cube:3 --gray)
[ -z "$lines" ]
ok $? "transpose: by rows in Gray code on cube:3, all shapes, and twice" "$lines"
lines=$(all_shapes --network cube:4 --layout submatrices --gray)
[ -z "$lines" ]
ok $? "transpose: by submatrices in Gray code on cube:4, all shapes, and twice" "$lines"

all_of=$shapes
[ -n "${SANITIZE:-}" ] || shapes='1,17,4 8,8,8 7,13,3 5,64,12 0,5,4'
lines=$(all_turns --network cube:3; all_turns --network gh:7
	all_turns --network cube:3 --gray --forward reference)
[ -z "$lines" ]
ok $? "transpose: quarter and half turns by rows, and turned on to a whole turn" "$lines"
lines=$(all_turns --layout submatrices; all_turns --layout submatrices --network gh:9
	all_turns --layout submatrices --gray --forward reference)
[ -z "$lines" ]
ok $? "transpose: quarter and half turns by submatrices, and turned on to a whole turn" "$lines"
lines=$(all_shapes --striped; all_turns --striped --network gh:7; all_turns --striped --gray
	all_shapes --striped --network butterfly:3 --forward reference)
[ -z "$lines" ]
ok $? "transpose: striped rows, transposed and turned" "$lines"

head -c 1800 noise | npy "'<i8'" False '15, 15' >in.npy
said=
for option in '--turn 90' '--turn 180' '--turn 180 --gray' '--turn 90 --layout submatrices' \
	'--turn 180 --layout submatrices'; do
	# shellcheck disable=SC2086
	"$apps/transpose" in.npy out.npy $option >line 2>&1
	said="$said, $(sed -n 's/.*by \(rows\|submatrices\), turned by [0-9]*: \(.*\) on .* nodes.*/\2/p' line)"
done
case $said in
*', alltoall by '*', permute by inversion, permute by permuted-send, permute by permuted-send, permute by inversion') ;;
*) false ;;
esac
ok $? "transpose: a quarter turn by rows is an exchange, a half turn an inversion" "$said"

[ -n "${SANITIZE:-}" ] || shapes='7,13,3 5,64,12 0,5,4'
lines=$(all_shapes --network gh:7 --forward reference; all_shapes --network gh:5 --forward both
	all_shapes --network cube:4 --forward reference --layout submatrices --gray)
[ -z "$lines" ]
ok $? "transpose: by reference, both layouts" "$lines"
shapes=$all_of

head -c 1800 noise | npy "'<i8'" False '15, 15' >in.npy
said=
for network in cube:4 gh:4x4; do
	"$apps/transpose" in.npy out.npy --layout submatrices --network $network >line 2>&1
	said="$said $(sed -n 's/.*by submatrices: \(.*\) on .*, 16 nodes.*/\1/p' line)"
done
[ "$said" = ' permute by lc-transpose permute by permuted-send' ]
ok $? "transpose: by submatrices each network has its own permutation" "$said"

lines=
for threads in 1 2 3 8; do
	moved 0 15 15 8 --threads $threads || lines=$(cat line)
done
[ -z "$lines" ]
ok $? "transpose: with any number of threads" "$lines"

lines=
for major in 1 2 3; do
	head -c 165 noise | npy "[('x', '<f4', (2,)), ('s', [('a', '|u1'), ('b', '<i2')])]" False \
		'5, 3' $major >in.npy
	moved 0 5 3 11 || lines="$lines $major: $(cat line)"
done
[ -z "$lines" ]
ok $? "transpose: structures, in all versions of the format" "$lines"

head -c 84 noise | npy "'<f4'" True '7, 3' >in.npy
"$apps/transpose" in.npy out.npy >line 2>&1
payload in.npy | items 3 7 4 >want
payload out.npy | od -An -v -tx1 -w4 >got
cmp -s want got && head -c 128 out.npy | grep -q "True, 'shape': (3, 7)"
ok $? "transpose: an array in Fortran's order stays in it" "$(cat line)"

"$apps/transpose" in.npy out.npy --turn 90 >line 2>&1
payload in.npy | items 3 7 4 270 >want
payload out.npy | od -An -v -tx1 -w4 >got
cmp -s want got && head -c 128 out.npy | grep -q "True, 'shape': (3, 7)" &&
	"$apps/transpose" in.npy out.npy --turn 180 >line 2>&1 &&
	head -c 128 out.npy | grep -q "True, 'shape': (7, 3)"
ok $? "transpose: an array in Fortran's order is turned as it is indexed" "$(cat line)"
"$apps/transpose" in.npy out.npy >line 2>&1

cp in.npy same.npy
"$apps/transpose" same.npy same.npy >line 2>&1 && cmp -s same.npy out.npy
ok $? "transpose: OUT may be IN" "$(cat line)"

picture() # width height magic maxval bytes-of-a-pixel
{
	printf '%s\n# made by 3 2 1\n%d %d\n%d\n' "$3" "$1" "$2" "$4"
	head -c $(($1 * $2 * $5)) noise
}
wrong=
for kind in 'P5 255 1' 'P5 65535 2' 'P6 255 3' 'P6 1023 6'; do
	# shellcheck disable=SC2086
	set -- $kind
	picture 31 17 "$1" "$2" "$3" >in.pnm
	header=$(head -n 4 in.pnm | wc -c)
	"$apps/transpose" in.pnm out.pnm >line 2>&1 || wrong=$(cat line)
	payload in.pnm "$header" | items 17 31 "$3" >want
	payload out.pnm "$header" | od -An -v -tx1 "-w$3" >got
	cmp -s want got || wrong="$wrong $kind differs"
	[ "$(head -n 3 out.pnm | tail -n 2 | tr '\n' ' ')" = '# made by 3 2 1 17 31 ' ] ||
		wrong="$wrong $kind: $(head -n 4 out.pnm)"
	"$apps/transpose" out.pnm back.pnm >line 2>&1 && cmp -s in.pnm back.pnm ||
		wrong="$wrong $kind twice"
done
[ -z "$wrong" ]
ok $? "transpose: pictures, grey and coloured, of 8 and 16 bits" "$wrong"

wrong=
for degrees in 90 180 270; do
	size='31 17'
	[ $degrees = 180 ] || size='17 31'
	"$apps/transpose" in.pnm out.pnm --turn $degrees >line 2>&1 || wrong=$(cat line)
	payload in.pnm "$header" | items 17 31 6 $degrees >want
	payload out.pnm "$header" | od -An -v -tx1 -w6 >got
	cmp -s want got || wrong="$wrong $degrees differs"
	[ "$(head -n 3 out.pnm | tail -n 1)" = "$size" ] || wrong="$wrong $(head -n 4 out.pnm)"
done
[ -z "$wrong" ]
ok $? "transpose: a picture is turned" "$wrong"

for kind in npy png; do
	"$apps/transpose" in.pnm other.$kind >line 2>&1
	[ $? -eq 2 ] && [ ! -e other.$kind ] && grep -q "^grove transpose: other.$kind: the result is of the kind of in.pnm" line
	ok $? "transpose: a picture does not become .$kind" "$(cat line)"
done
"$apps/transpose" in.pnm out.pnm >line
tail -n 1 line | grep -q "^transpose: 17 x 31 items of 6 bytes by rows: alltoall by .* on cube:3, \
8 nodes on [0-9]* threads*: .*s by copy; .*B/s over the busiest link.*; \(the model predicted .*s\|no prediction is known\)$"
ok $? "transpose: the last line says what was achieved" "$(cat line)"

ln -s out.pnm link.pnm
chmod 640 out.pnm
"$apps/transpose" in.pnm link.pnm >line 2>&1 && [ -L link.pnm ] && cmp -s out.pnm link.pnm &&
	[ "$(stat -c %a out.pnm)" = 640 ]
ok $? "transpose: a link stays a link, and the permissions of OUT are kept" "$(cat line)"

numpy()
{
	# The first python3 that has it.
	for python in python3 /usr/bin/python3; do
		$python -c 'import numpy' 2>/dev/null && $python "$@" && return
	done
}
cat >check.py <<-'END'
	import numpy, sys
	a, b = numpy.load("in.npy"), numpy.load("out.npy")
	same = a.T.tobytes() == b.tobytes() and a.dtype == b.dtype and a.T.shape == b.shape
	print("same" if same else "different")
END
if [ -n "$(numpy -c 'print(1)')" ]; then
	head -c 84 noise | npy "'<f4'" True '7, 3' >in.npy
	"$apps/transpose" in.npy out.npy >line
	[ "$(numpy check.py)" = same ]
	ok $? "transpose: NumPy reads OUT, and finds the transpose"
else
	skip "transpose: NumPy reads OUT, and finds the transpose" "there is no NumPy"
fi

# permute -------------------------------------------------------------------------------------

# Where slices of one letter go: IN is ABCD..., one byte for each node.
letters=ABCDEFGHIJKLMNOPQRSTUVWXYZ
order() # nodes option...
{
	printf "%.${1}s" "$letters" >in
	shift
	"$apps/permute" in new "$@" >line 2>&1 || return 1
	cat new
}
while read -r network name want; do
	got=$(order ${#want} --network "$network" --permutation "$name")
	[ "$got" = "$want" ]
	ok $? "permute: $name on $network" "$got $(cat line)"
done <<-'END'
	cube:3 inversion HGFEDCBA
	gh:5 inversion EDCBA
	gh:9 transpose ADGBEHCFI
	cube:3 bit-reversal AECGBFDH
	cube:3 shuffle AEBFCGDH
	gh:5 rotate:2 DEABC
	gh:5 rotate:-7 CDEAB
END

seq 4 -1 0 | tr '\n' '\t' >five
got=$(order 5 --network gh:5 --permutation five)
[ "$got" = EDCBA ]
ok $? "permute: a permutation from a file" "$got $(cat line)"

order 8 --permutation random:7 >first
order 8 --permutation random:7 >second
[ "$(fold -w1 first | sort | tr -d '\n')" = ABCDEFGH ] && cmp -s first second
ok $? "permute: a seed stands for one permutation"

# 0 1 2 3 4 5 6 -> 3 5 0 6 1 2 4, a circle of seven.
echo 3 5 0 6 1 2 4 >there
echo 2 4 5 0 6 1 3 >back
wrong=
for length in 1 2 6 7 8 13 48 50 700 1001; do
	head -c $length noise >in
	"$apps/permute" in out --network gh:7 --permutation there >line 2>&1 &&
		[ "$(wc -c <out)" = $length ] &&
		"$apps/permute" out out --network gh:7 --permutation back >line 2>&1 &&
		cmp -s in out || wrong="$wrong $length $(cat line)"
done
[ -z "$wrong" ]
ok $? "permute: the inverse restores files of every length, byte for byte" "$wrong"

# The padding's place is taken by the one byte that came after the end: ABCDEFG, slices AB CD EF G_.
printf ABCDEFG >in
"$apps/permute" in out --network cube:2 --permutation inversion >line 2>&1
[ "$(cat out)" = GBEFCDA ]
ok $? "permute: what falls behind the end takes the place that padding left" "$(cat out)"

"$apps/permute" in out --permutation inversion >line
tail -n 1 line | grep -q '^permute: 7 bytes.*permute by .* by copy; .*B/s.*predict'
ok $? "permute: the last line says what was achieved" "$(cat line)"

# histogram -----------------------------------------------------------------------------------

# The bins that are not empty, as sort and uniq count them.
od -An -v -tu1 -w1 noise | sort -n | uniq -c | awk '{ print $2, $1 }' >want
wrong=
for options in '' '--everywhere' '--network cube:0' '--network gh:7 --everywhere' \
	'--network star:4' '--network ccc:3 --everywhere' '--network butterfly:3' \
	'--network cube:1 --everywhere' \
	'--network gh:2x3x4 --threads 3' '--network cube:5' '--bins 256 --range 0:256'; do
	# shellcheck disable=SC2086
	"$apps/histogram" noise $options >all 2>&1 || wrong="$wrong $options $(cat all)"
	head -n 256 all | awk '$2' >got
	cmp -s want got || wrong="$wrong $options differs"
	[ "$(sed -n 257,258p all)" = 'outside 0' ] || wrong="$wrong $options end"
done
[ -z "$wrong" ]
ok $? "histogram: the bytes of a file, on all networks" "$wrong"

tail -n 1 all >line
grep -q '^histogram: 20000 numbers in 256 bins: reducescatter by histogram, gather by .* predict' line
ok $? "histogram: the last line says what was achieved" "$(cat line)"

"$apps/histogram" noise --everywhere | tail -n 1 >line
grep -q 'bins: reducescatter by histogram, allgather by complete-broadcast on cube:3' line
ok $? "histogram: everywhere, by the cube's own schedules" "$(cat line)"

# Ten bins, for numbers of all sizes in the order of this machine.
counts() # od-type low width
{
	payload in.npy | od -An -v "-t$1" -w"${1#?}" | awk -v low="$2" -v width="$3" '
		$1 < low || $1 > low + 10 * width { o++; next }
		{ i = int(($1 - low) / width); b[i == 10 ? 9 : i]++ }
		END {
			for (i = 0; i < 10; i++)
				print low + i * width, b[i] + 0
			print "outside", o + 0
		}' >want
}
wrong=
order_mark=$(printf '\001\000' | od -An -td2 | awk '{ print $1 == 1 ? "<" : ">" }')
for type in i1 u1 i2 u2 i4 u4 i8 u8; do
	case $type in i*) od=d${type#i} ;; *) od=u${type#u} ;; esac
	# Small numbers in all sizes: each byte of the noise, taken as a signed one, and its sign.
	head -c 1000 noise | od -An -v -td1 -w1 | awk -v n="${type#?}" -v little="$order_mark" '
		{
			fill = $1 < 0 ? 255 : 0
			low = $1 < 0 ? $1 + 256 : $1
			for (k = 0; k < n; k++)
				printf "%03o\n", k == (little == "<" ? 0 : n - 1) ? low : fill
		}' | while read -r byte; do printf '%b' "\\0$byte"; done |
		npy "'$order_mark$type'" False '10, 4, 25' >in.npy
	counts "$od" -20 7
	"$apps/histogram" in.npy --bins 10 --range -20:50 >all 2>&1
	head -n 11 all >got
	cmp -s want got || wrong="$wrong $type: $(head -n 1 all)"
done
[ -z "$wrong" ]
ok $? "histogram: integers of all sizes" "$wrong"

npy "'${order_mark}i2'" False 10000, <noise >in.npy
counts d2 -30000 5000
wrong=
for network in cube:0 gh:3; do
	"$apps/histogram" in.npy --bins 10 --range -30000:20000 --network $network >all 2>&1
	head -n 11 all >got
	cmp -s want got || wrong="$wrong $network: $(head -n 1 all)"
done
[ -z "$wrong" ]
ok $? "histogram: many numbers on few nodes" "$wrong"

printf '\000\001\001\000\377\377' | npy "'>i2'" False '3,' >in.npy
"$apps/histogram" in.npy --bins 2 --range -1:256 >all 2>&1
[ "$(head -n 3 all | tr '\n' ' ')" = '-1 2 127.5 1 outside 0 ' ]
ok $? "histogram: integers in the other order of bytes" "$(cat all)"

# 0.5, 1 (the upper edge), 1.5, NaN, infinity as little-endian floats.
printf '\0\0\0\077\0\0\200\077\0\0\300\077\0\0\300\177\0\0\200\177' |
	npy "'<f4'" False '5,' >in.npy
"$apps/histogram" in.npy --bins 2 --range 0:1 >all 2>&1
[ "$(head -n 3 all | tr '\n' ' ')" = '0 0 0.5 2 outside 3 ' ]
ok $? "histogram: the last bin has its upper edge, and NaN is outside" "$(cat all)"

printf '\0\070\0\074\0\076' | npy "'<f2'" False '3,' >in.npy
"$apps/histogram" in.npy --bins 2 --range 0:1 >all 2>&1
[ "$(head -n 3 all | tr '\n' ' ')" = '0 0 0.5 2 outside 1 ' ]
ok $? "histogram: halves" "$(cat all)"

# JSON ----------------------------------------------------------------------------------------

cat >check_json.py <<-'END'
	import json, sys
	for name in sys.argv[1:]:
	    o = json.load(open(name))
	    assert o["nodes"] == 8 and o["network"] == "cube:3" and o["threads"] >= 1
	    for word in "time_s", "link_Bps", "peak_Bps", "peak_percent", "predicted_s":
	        assert o[word] is None or o[word] > 0, word
	    for c in o["collectives"]:
	        assert c["collective"] and c["algorithm"] and c["bytes"] > 0
	h = json.load(open("h.json"))
	assert len(h["bins"]) == len(h["counts"]) == 256 and sum(h["counts"]) == 20000
	assert h["outside"] == 0 and h["bins"][255] == 255
END
"$apps/transpose" in.pnm out.pnm --json >t.json &&
	"$apps/permute" noise out --permutation shuffle --json >p.json &&
	"$apps/histogram" noise --json >h.json && [ "$(cat t.json p.json h.json | wc -l)" = 3 ]
ok $? "json: nothing but one object is printed"
if command -v python3 >/dev/null; then
	lines=$(python3 check_json.py t.json p.json h.json 2>&1)
	ok $? "json: the objects say what was achieved" "$lines"
else
	skip "json: the objects say what was achieved" "there is no python3"
fi

# What is refused -----------------------------------------------------------------------------

head -c 60 noise | npy "'<f4'" False '5, 3' >in.npy
head -c 150 in.npy >short.npy
head -c 100 in.npy >header.npy
cat in.npy noise >long.npy
head -c 60 noise | npy "'<f4'" False '15,' >one.npy
head -c 60 noise | npy "'|O'" False '5, 3' >object.npy
head -c 60 noise | npy "'<c8'" False '5,' >complex.npy
head -c 60 noise | npy "'<f4'" False '4294967296, 4294967297' >huge.npy
head -c 60 noise | npy "'<f4'" False '99999999999, 1' >cut.npy
printf 'P2\n2 2\n255\n1 2 3 4\n' >text.pgm
printf 'P5\n2 2\n255\n123' >short.pgm
printf '0 1 2 2' >twice
printf '0 1 2' >few
printf '0 1 2 3 4' >many
printf '0 1 2 x' >word
printf '0 1 2 4' >far
: >empty
mkdir directory
mkfifo fifo
# A device for OUT is made here: if it were replaced after all, no other program would miss it.
mknod device c 1 3 2>/dev/null || mkfifo device

all_refused 'refused: files that are missing, empty, or no files' <<-'END'
	missing|transpose|missing out
	missing|permute|missing out --permutation inversion
	missing|histogram|missing
	empty|transpose|empty out
	empty|permute|empty out --permutation inversion
	empty|histogram|empty
	directory|transpose|directory out
	FIFO|histogram|fifo
	device|permute|/dev/null out --permutation inversion
END
all_refused 'refused: files that are truncated, too long, or of another kind' <<-'END'
	truncated: 22 bytes|transpose|short.npy out
	truncated in its header|transpose|header.npy out
	20000 bytes after|transpose|long.npy out
	1 dimension|transpose|one.npy out
	objects|transpose|object.npy out
	more elements|transpose|huge.npy out
	truncated|transpose|cut.npy out
	neither|transpose|noise out
	another kind|transpose|text.pgm out
	truncated: 3 bytes|transpose|short.pgm out
	truncated|histogram|short.npy --range 0:1
	bins|histogram|complex.npy --range 0:1
END
all_refused 'refused: wrong options' <<-'END'
	--frob|transpose|in.npy out --frob
	-x|transpose|in.npy out -x
	--network|transpose|in.npy out --network
	loop:4|transpose|in.npy out --network loop:4
	layout|transpose|in.npy out --layout columns
	forward|transpose|in.npy out --forward nothing
	not one of 90, 180, 270|transpose|in.npy out --turn 45
	--striped|transpose|in.npy out --striped --layout submatrices
	square|transpose|in.npy out --layout submatrices --network cube:3
	power of two|transpose|in.npy out --gray --network gh:6
	power of two|transpose|in.npy out --gray --network gh:9 --layout submatrices
	OUT|transpose|in.npy
	IN|histogram|
	too many|transpose|in.npy out out
	--threads|transpose|in.npy out --threads 0
	--seconds: 'x'|transpose|in.npy out --seconds x
	--seconds: -1 is out of range|permute|in.npy out --permutation inversion --seconds -1
	--forward|histogram|noise --forward copy
	not one of copy, reference, both|permute|noise out --permutation inversion --forward cope
	--threads|permute|in.npy out --permutation inversion --threads two
	--bins: 0 is out of range: 1 to 1099511627776|histogram|noise --bins 0
	--bins|histogram|noise --bins 10x
	--range|histogram|in.npy --bins 10
	--range|histogram|noise --range 5
	--range|histogram|noise --range 5:
	--range|histogram|noise --range 5:5
	--range|histogram|noise --range 0:inf
	--range|histogram|in.npy --range 0:1e300
	memory|histogram|noise --bins 100000000000
END
all_refused 'refused: what is not a permutation' <<-'END'
	missing|permute|noise out
	frob|permute|noise out --permutation frob
	whole number|permute|noise out --permutation rotate:x
	range|permute|noise out --permutation random:-1
	square|permute|noise out --permutation transpose --network cube:3
	power of two|permute|noise out --permutation shuffle --network gh:6
	power of two|permute|noise out --permutation bit-reversal --network gh:6
	two nodes|permute|noise out --permutation twice --network cube:2
	has 3 numbers|permute|noise out --permutation few --network cube:2
	more|permute|noise out --permutation many --network gh:5x1x1 --network cube:2
	number 4|permute|noise out --permutation word --network cube:2
	sent to 4|permute|noise out --permutation far --network cube:2
END
all_refused 'refused: OUT that cannot be made or replaced' <<-'END'
	no/where|transpose|in.npy no/where
	directory|transpose|in.npy directory
	fifo|transpose|in.npy fifo
	device|permute|noise device --permutation inversion
END

# No file may grow beyond 8 blocks: as if the disc were full.
echo precious >out
(ulimit -f 8 && "$apps/permute" noise out --permutation inversion) >said 2>line
[ $? = 2 ] && [ ! -s said ] && [ "$(cat out)" = precious ] && ! left_over
ok $? "refused: a disc that is full leaves OUT as it was" "$(cat line)"

if [ -e /dev/full ]; then
	"$apps/histogram" noise >/dev/full 2>line
	[ $? = 1 ] && [ "$(wc -l <line)" = 1 ] && grep -q 'No space left' line
	ok $? "refused: standard output that cannot be written" "$(cat line)"
else
	skip "refused: standard output that cannot be written" "there is no /dev/full"
fi

# Words that may be anything: nothing that a terminal obeys, and no more than a line of some length.
escape=$(printf '\033]0;owned\007\302\2332J')
long=$(printf '%100000s' '' | tr ' ' x)
for app in transpose permute histogram; do
	for word in "$escape" "--$escape" "--network=$escape" "$long" "--$long" "--threads=$long"; do
		case $word in --*) set -- noise out "$word" ;; *) set -- "$word" out ;; esac
		[ $app = histogram ] && [ "${word#--}" = "$word" ] && set -- "$word"
		"$apps/$app" "$@" >said 2>line
		if [ $? != 2 ] || [ "$(wc -l <line)" != 1 ] || [ "$(wc -c <line)" -ge 1100 ] ||
			LC_ALL=C grep -q "$(printf '[\001-\037\177]')" line; then
			printf '%s %.30s\n' $app "$word" | tr -d '\033\007'
		fi
	done
done >wrong
[ ! -s wrong ]
ok $? "refused: words of escapes, and words of 100 KB, in one short line" "$(cat wrong)"
"$apps/histogram" "$folder/$(printf '%3000s' '' | tr ' ' y)" 2>line
grep -q 'File name too long$' line
ok $? "refused: a name that is too long still has its reason" "$(cat line)"

# Signals that end a program leave nothing behind. While the application waits for none of them, it has made
# its temporary file; the input is large, so that it is at work then.
truncate -s 16M large
for signal in HUP PIPE USR1 XCPU ABRT RTMAX; do
	# shellcheck disable=SC3045 # dash has ulimit -c
	(ulimit -c 0 && exec "$built/grove" permute large out --permutation inversion --seconds 60 >said 2>line) &
	while kill -0 $! 2>/dev/null && ! left_over; do
		:
	done
	kill -s $signal $!
	wait $!
	status=$?
	if [ $status -le 128 ] || left_over; then
		echo "SIG$signal: status $status, $(ls -d .grove-* 2>/dev/null)"
	fi
	rm -f .grove-*
done >wrong 2>said
rm -f large
[ ! -s wrong ]
ok $? "signals: none leaves a temporary file" "$(cat wrong)"

# Files of the kernel's claim a page and have less.
shrinking=/sys/kernel/mm/transparent_hugepage/enabled
if [ "$(stat -c %s $shrinking 2>/dev/null)" = 4096 ]; then
	lines=$(refused shorter histogram $shrinking)
	ok $? "refused: a file that becomes shorter" "$lines"
else
	skip "refused: a file that becomes shorter" "$shrinking is not there"
fi

wrong=
for app in transpose permute histogram; do
	"$apps/$app" --help >said 2>line && [ ! -s line ] && grep -q "^grove $app IN" said ||
		wrong="$wrong $app"
done
[ -z "$wrong" ]
ok $? "help: each application has its own" "$wrong"

# The models on grove.h alone: the same files and counts as the command.
head -c 1207 noise >data
{ printf 'P5\n31 17\n255\n' && head -c 527 noise; } >grey.pgm
wrong=
for network in cube:0 cube:3 gh:5 star:4; do
	"$apps/transpose" grey.pgm want --network $network >line 2>&1 &&
		"$built/apps/transpose" grey.pgm got $network >line 2>&1 && cmp -s want got || wrong="$wrong $network $(cat line)"
	"$apps/permute" data want --permutation rotate:-3 --network $network >line 2>&1 &&
		"$built/apps/permute" data got -3 $network >line 2>&1 && cmp -s want got || wrong="$wrong $network $(cat line)"
	"$apps/histogram" data --network $network | head -n 256 >want
	"$built/apps/histogram" data $network >all 2>&1
	head -n 256 all >got
	cmp -s want got && tail -n 1 all | grep -q 'MB/s over the busiest link$' || wrong="$wrong $network $(tail -n 1 all)"
done
[ -z "$wrong" ]
ok $? "models: the programs on grove.h alone have the same answers" "$wrong"
finish
