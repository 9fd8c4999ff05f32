#!/bin/sh
# Measures whether auto chooses well on this machine: minutes, on a quiet machine, so by hand.
# SPDX-License-Identifier: BSD-2-Clause
#
#	ninja check-choices      or: CHOICES_NETS='cube:3 cube:4' ninja check-choices
#
# Loss: what auto chooses, by a table of `grove tune` and by the model alone, against the best candidate. A
# second table finds the best candidate, and a third one gives all times: among many equals the candidate that
# was measured best was lucky as well.
#
# Consistency: the guidelines of tests/collectives/guidelines.txt, from the medians of three rounds. Parts are measured
# apart, each with its own buffers in the caches: one after the other they take longer.

set -u
guidelines=$(cd "${GROVE_SOURCE:-.}/tests/collectives" && pwd)/guidelines.txt
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
: "${CHOICES_NETS:=gh:2 cube:3}"
GROVE_MACHINE=$folder/machine
export GROVE_MACHINE

# What auto takes for each point: collective, network, bytes, algorithm, order, packet.
choices() # table
{
	for net in $CHOICES_NETS; do
		GROVE_TUNE=$1 "$grove" bench "$collectives" auto "$net" --min-bytes 8 --max-bytes 256K \
			--factor 32 --type f64 --forward auto --iterations 1 --warmup 0 --check off --csv || return 1
	done | awk -F, '$1 != "collective" { print $1, $4, $8, $2, $3 == "" ? "-" : $3, $9 }'
}

# Prints the choices that lose most, then the geometric mean; fails when that is above 1.05.
loss() # choices search compare
{
	awk '
		FNR == 1 { file++ }
		file == 1 { choice[$1, $2, $3] = $4 " " $5 " " $6; next }
		$1 != "row" { next }
		{
			sub(/:.*/, "", $2)
			point = $2 SUBSEP $3 SUBSEP $7
			candidate = $8 " " $9 " " $10
		}
		file == 2 && (!(point in best) || $11 < least[point]) {
			best[point] = candidate
			least[point] = $11
		}
		file == 3 { seconds[point, candidate] = $11 }
		END {
			for (point in choice) {
				chosen = seconds[point, choice[point]]
				if (!chosen)
					continue
				ratio = chosen / seconds[point, best[point]]
				sum += log(ratio)
				points++
				if (ratio > 1.2) {
					split(point, word, SUBSEP)
					printf "%s on %s, %d bytes: %s is %.2f times as slow as %s\n",
						word[1], word[2], word[3], choice[point], ratio, best[point]
				}
			}
			if (!points)
				exit 1
			printf "geometric mean of %d points: %.3f\n", points, exp(sum / points)
			exit exp(sum / points) > 1.05
		}' "$1" "$2" "$3"
}

# Prints the guidelines that are broken by more than 25 %, and how many comparisons were made.
inconsistent() # guidelines bench.csv
{
	awk '
		function median(key) {
			a = time[key, 1]; b = time[key, 2]; c = time[key, 3]
			return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b)
		}
		# The key of a collective, of M bytes or N M.
		function key(name, unit) {
			return name SUBSEP net SUBSEP (unit == "NM" ? nodes[net] * bytes : bytes)
		}
		FNR == NR {
			if ($1 !~ /^#/)
				guideline[count++] = $0
			next
		}
		{
			split($0, f, ",")
			if (f[1] == "collective")
				next
			point = f[1] SUBSEP f[4] SUBSEP f[8]
			time[point, ++rounds[point]] = f[11]
			nodes[f[4]] = f[6]
			size[f[4], f[8]] = 1
		}
		END {
			for (place in size)
				for (i = 0; i < count; i++) {
					split(place, at, SUBSEP); net = at[1]; bytes = at[2]
					words = split(guideline[i], word, " ")
					whole = key(word[1], word[2])
					one = key(word[4], word[5])
					two = words > 6 ? key(word[7], word[8]) : ""
					if (!(whole in rounds) || !(one in rounds) || (two && !(two in rounds)))
						continue
					checked++
					parts = median(one) + (two ? median(two) : 0)
					if (median(whole) > 1.25 * parts) {
						printf "%s on %s, M = %d: %.2f times\n", guideline[i], net, bytes,
							median(whole) / parts
						broken++
					}
				}
			printf "%d comparisons, %d broken\n", checked, broken
			exit !checked || broken
		}' "$1" "$2"
}

plan 4
"$grove" calibrate >/dev/null || exit 1
collectives=broadcast,reduce,scatter,gather,allgather,reducescatter,allreduce,alltoall
for table in decides search compare; do
	GROVE_TUNE=$folder/$table "$grove" tune "$collectives" "$(echo "$CHOICES_NETS" | tr ' ' ,)" \
		--min-bytes 8 --max-bytes 256K --factor 32 >/dev/null 2>"$folder/$table.err" || break
done
[ -s "$folder/compare" ]
ok $? 'choices: the candidates are measured' "$(cat "$folder"/*.err)"

choices '' >"$folder/model" && choices "$folder/decides" >"$folder/table"
lines=$(loss "$folder/table" "$folder/search" "$folder/compare")
ok $? 'choices: by the table auto loses at most 5 %' "$lines"
loss "$folder/model" "$folder/search" "$folder/compare" | sed 's/^/# by the model: /'

for _ in 1 2 3; do
	for net in $CHOICES_NETS; do
		nodes=$("$grove" network "$net" --json | sed -n 's/.*"nodes": *\([0-9]*\).*/\1/p' | head -n 1)
		"$grove" bench "$collectives" auto "$net" --min-bytes 8 --max-bytes 256K --factor "$nodes" \
			--type f64 --forward auto --csv
	done
done >"$folder/bench.csv"
lines=$(inconsistent "$guidelines" "$folder/bench.csv")
ok $? 'choices: no collective is slower than others that do its work' "$lines"
ok "$(grep -c ',fail,' "$folder/bench.csv")" 'choices: all data is right'
finish
