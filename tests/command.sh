# Runs the command for tests written in shell, in a folder of their own; read in with `.`.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh

# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
# shellcheck disable=SC2034 # for the tests
source=$(cd "${GROVE_SOURCE:-.}" && pwd) || exit 1
build=$(cd "${GROVE_BUILD:-build}" && pwd) || exit 1
grove=$build/grove
temporary_folder
cd "$folder" || exit 1
LC_ALL=C
# Neither to read what was measured here nor to write it.
XDG_STATE_HOME=$folder
export LC_ALL XDG_STATE_HOME

# Runs grove; sets $out, $err, $status.
run() # arguments...
{
	"$grove" "$@" >out 2>err </dev/null
	status=$? out='' err=''
	[ ! -s out ] || out=$(cat out)
	[ ! -s err ] || err=$(cat err)
}

# Whether a file has one line; without a process.
one_line() # file
{
	{ read -r _ && ! read -r _; } <"$1"
}

# Runs grove until no message says that the cores moved, which may happen for seconds at a time. The
# fourth run is on a single core: there is no distance that could change.
run_still() # arguments...
{
	for _ in 1 2 3; do
		run "$@"
		case $err in *'the cores moved'*) ;; *) return ;; esac
	done
	cpus=$(taskset -cp $$ | sed 's/.*: //')
	taskset -cp "${cpus%%[-,]*}" $$ >/dev/null
	run "$@"
	taskset -cp "$cpus" $$ >/dev/null
}

# A refusal: that status, nothing on standard output, one line on the other that has the words.
refused() # status words sentence arguments...
{
	expected=$1 words=$2 sentence=$3
	shift 3
	run "$@"
	[ $status -eq "$expected" ] && [ -z "$out" ] && one_line err &&
		case $err in *"$words"*) true ;; *) false ;; esac
	ok $? "refused: $sentence" "status $status: $err $out"
}

# Writes a calibration of this machine with made-up times to a file, so that no test depends on a
# quiet machine.
calibrate_by_hand() # file
{
	printf 'grove-machine 4\nkey ?\nend\n' >"$folder/keyless"
	key=$(GROVE_MACHINE=$folder/keyless "$grove" simulate broadcast sbt gh:2 --machine here 2>&1 |
		sed -n 's/.*measured on another machine (?; this is \(.*\)): run .*/\1/p')
	awk -v key="$key" 'function quantity(words, seconds) {
		printf "cost 0 %s %s %.4g %.4g %.4g\n", class, words, seconds, 0.9 * seconds, 1.1 * seconds
	}
	function copies(way, tau, least, bytes, i) {
		for (i = 1; i <= 3; i++)
			for (bytes = least; bytes <= 67108864; bytes *= 4)
				quantity("copy " way " " state[i] " " bytes, bytes * tau * (i == 1 ? 2 : i == 2 ? 1 : 3))
	}
	BEGIN {
		split("fresh resident cold", state)
		printf "grove-machine 4\nkey %s\n", key
		class = "same-thread"
		quantity("start packet", 5e-8); quantity("start piece", 1e-8); quantity("start fold", 1e-8)
		copies("within", 4e-11, 1024); copies("within-two", 4e-11, 1024)
		class = "same-l3"
		quantity("start inline", 2e-7); quantity("start inline-four", 5e-7)
		quantity("start eager", 3e-7); quantity("start eager-four", 8e-7)
		quantity("start lent", 4e-7)
		copies("one-end", 5e-11, 1024); copies("both-ends", 3e-11, 1024)
		copies("exchange", 6e-11, 1024); copies("past", 1e-10, 65536)
		copies("both-past", 8e-11, 65536); copies("exchange-past", 1e-10, 65536)
		copies("fold", 7e-11, 1024); copies("fold-both", 4e-11, 1024)
		print "end"
	}' >"$1"
}
