# The cases of `grove-mpi calibrate` on the ranks of $mpi: what it keeps, and who reads it.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# shellcheck disable=SC2154 # mpi, status: set by who reads this file, and by what this file reads

# shellcheck source=tests/mpi/command_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/command_cases.sh"
said= # by the checker of schemas

# Says by which costs of links `auto` chose, whatever else is said.
chose() # words links-line
{
	[ "$status" -eq 0 ] && grep -q "$1" out && grep -q "$2" out
}

# A busy machine is not calibrated: a line says why, and nothing is kept.
calibrated()
{
	if [ "$status" -eq 1 ]; then
		grep -q '^grove-mpi calibrate: .*nothing was kept, try again' err && ! grep -q . out && [ ! -e state ]
		return
	fi
	[ "$status" -eq 0 ] && [ "$(find state -type f)" = "$kept" ] && [ "$(tail -n 1 "$kept")" = end ] &&
		{ [ -z "$python" ] || said=$("$python" "$source/tests/tool/schema_check.py" \
			"$source/docs/schema/calibrate-ranks.json" out 2>&1); }
}

# Makes costs of this machine for all MPIs of its name: 1 s for each packet, and 1 us for each byte;
# between hosts 2 s and 2 us.
calibrate_by_hand()
{
	mkdir -p "${kept%/*}"
	printf 'grove-ranks 2\nkey ?\nend\n' >"$kept"
	on 2 run bcast auto cube:1
	key=$(sed -n 's/.*measured on another machine (?; this is \(.*\)): run .*/\1/p' err)
	printf '#include <mpi.h>\n#include <stdio.h>\n%s\n' 'int main(void) { char text[9999]; int n;
		return MPI_Get_library_version(text, &n), !printf("%.*s\n", n, text); }' >name.c
	$(sed -n "s/^peer_$mpi = //p" "$build/config.ninja") -o name name.c 2>name.err
	awk -v key="$key" -v mpi="$(./name | head -n 1 | sed 's/,.*//' | tr -s '\t ' ' ')" 'BEGIN {
		printf "grove-ranks 2\nkey %s\n", key
		for (cores = split("own common few", name); cores; cores--) {
			print "mpi", name[cores], mpi
			for (link = split("same-host other-host", kind); link; link--)
				for (bytes = 8; bytes <= 2097152; bytes *= 8) {
					t = link * (1 + bytes / 1e6)
					print "cost", 3 - cores, kind[link], bytes, t, t, t
				}
		}
		print "end"
	}' >whole
}

explained() # sentence words links-line
{
	on 2 run bcast auto cube:1 --bytes 64 --explain
	chose "$2" "$3" && [ ! -s err ]
	ok $? "command: $mpi: $1" "status $status $(cat out err)"
}

# The line of the file that cannot be read is told, and links are measured.
passed_over() # line sentence command-of-sed
{
	sed "$3" whole >"$kept"
	on 2 run bcast auto cube:1 --bytes 64 --explain
	chose 'a few messages' '2 links between ranks: ' && ! grep -q '1.00 s' out &&
		[ "$(grep -c . err)" -eq 1 ] && grep -q "^grove-mpi.*$1.*; the links are measured instead" err
	ok $? "command: $mpi: passes over $2" "status $status $(cat out err)"
}

# What `grove-mpi calibrate` keeps, and who reads it.
links()
{
	sentences=11
	[ "$mpi" != mpich ] || sentences=12
	while ! here "calibrated links, $sentences"; do
		sentences=$((sentences - 1))
		[ $sentences -gt 0 ] || return
	done
	calibrated="by calibrated links between ranks" measured='a few messages measured them at the start'
	kept=$("$build/grove" simulate broadcast sbt gh:2 --machine here 2>&1 |
		sed -n 's/.*\(state\/grove\/machine-[0-9a-f]*\).*/\1/p').ranks
	explained 'costs measured at the start' "$measured" '2 links between ranks: '
	on 2 calibrate --json
	calibrated
	ok $? "command: $mpi: calibrate keeps a whole file, or refuses" "status $status $said $(cat out err) $(ls -R state)"
	on 2 calibrate --output named
	[ "$status" -eq 1 ] || { [ "$status" -eq 0 ] && grep -q '^kept in named.ranks for' out && [ -s named.ranks ]; }
	ok $? "command: $mpi: calibrate beside a calibration of that name" "status $status $(cat out err)"
	rm -rf state
	calibrate_by_hand
	cp whole "$kept"
	explained 'calibrated costs' "$calibrated" '2 links between ranks: 1.00 s for each packet, 1.00 MB/s'
	on 2 run bcast auto cube:8 --bytes 64 --threads 1 --explain
	chose "$calibrated" ' 256 links between ranks: 1.00 s for each packet' && grep -q '^1792 links within a thread: ' out
	ok $? "command: $mpi: the links of 256 nodes" "status $status $(cat out err)"
	passed_over 'line 1: version 9' 'another version' '1s/2/9/'
	passed_over 'measured on another machine' 'the file of another machine' 's/^key .*/key ?/'
	passed_over 'the file is cut off' 'a file without its end' '/^end/d'
	passed_over "'dear' is not known" 'an unknown word' 's/^cost 0 same-host 64 /dear 0 same-host 64 /'
	sed 's/^mpi .*/& and another/' whole >"$kept"
	explained "another MPI's costs are not for this one" "$measured" '2 links between ranks: '
	cp whole "$kept"
	GROVE_MACHINE='' && export GROVE_MACHINE
	explained 'no file is read if none is named' "$measured" '2 links between ranks: '
	unset GROVE_MACHINE
	[ "$mpi" = mpich ] || return
	# MPICH then takes odd and even ranks for two hosts.
	MPIR_CVAR_ODD_EVEN_CLIQUES=1 && export MPIR_CVAR_ODD_EVEN_CLIQUES
	on 4 run bcast auto cube:2 --bytes 64 --explain
	chose "$calibrated" '4 links between hosts: 2.00 s for each packet, 500 kB/s' &&
		grep -q ' 4 links between ranks: 1.00 s for each packet, 1.00 MB/s' out
	ok $? "command: $mpi: links between hosts" "status $status $(cat out err)"
	unset MPIR_CVAR_ODD_EVEN_CLIQUES
}
