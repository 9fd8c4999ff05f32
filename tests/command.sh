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
XDG_CONFIG_HOME=$folder # neither to read what was measured here nor to write it
export LC_ALL XDG_CONFIG_HOME

# Runs grove; sets $out, $err, $status.
run() # arguments...
{
	"$grove" "$@" >out 2>err </dev/null
	status=$?
	out=$(cat out) err=$(cat err)
}

# A refusal: that status, nothing on standard output, one line on the other that has the words.
refused() # status words sentence arguments...
{
	expected=$1 words=$2 sentence=$3
	shift 3
	run "$@"
	[ $status -eq "$expected" ] && [ -z "$out" ] && [ "$(wc -l <err)" -eq 1 ] &&
		case $err in *"$words"*) true ;; *) false ;; esac
	ok $? "refused: $sentence" "status $status: $err $out"
}
