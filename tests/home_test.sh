#!/bin/sh
# Homes in which no calibration can be looked for: nothing is calibrated there, and everything runs.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
unset XDG_CONFIG_HOME GROVE_MACHINE GROVE_TUNE

# Nobody is the user whose permissions count; who is not root is one already.
nobody=
if [ "$(id -u)" -eq 0 ]; then
	cp "$grove" "$folder/grove" && chmod 755 "$folder" "$folder/grove" || exit 1
	grove=$folder/grove
	nobody="setpriv --reuid=65534 --clear-groups"
	: >try && chmod 600 try
	# shellcheck disable=SC2086 # words
	if ! $nobody true 2>/dev/null || $nobody cat try 2>/dev/null; then
		echo "permissions bind nobody here"
		exit 77
	fi
fi

# With that home, `auto` is asked for.
at() # home
{
	# shellcheck disable=SC2086 # words
	(cd / && HOME=$1 exec $nobody "$grove" run allreduce auto gh:2 --bytes 64) >out 2>err
	status=$?
}

runs() # home sentence
{
	at "$1"
	[ $status -eq 0 ]
	ok $? "home: $2" "status $status: $(cat err)"
}

fails() # words home sentence
{
	at "$2"
	[ $status -eq 2 ] && grep -q "$1" err
	ok $? "home: $3" "status $status: $(cat err)"
}

plan 11
runs "$folder/nowhere" 'one that does not exist'
: >file
runs "$folder/file" 'a file'
ln -s loop loop
runs "$folder/loop" 'a link to itself'
mkdir shut && chmod 700 shut
[ -z "$nobody" ] && chmod 000 shut
runs "$folder/shut" 'one that may not be searched'
runs "/$(printf '%2000s' '' | tr ' ' x)" 'a name that is too long'

HOME=$folder/own "$grove" simulate broadcast sbt gh:2 --machine here 2>err
kept=$(sed -n 's/.*\(machine-[0-9a-f]*\).*/\1/p' err)
[ -n "$kept" ]
ok $? 'home: the name of the calibration is told' "$(cat err)"
mkdir -p own/.config/grove && chmod -R 755 own
ln -s nowhere "own/.config/grove/$kept"
runs "$folder/own" 'a calibration that leads nowhere'
rm "own/.config/grove/$kept"
echo 'grove-machine 99' >"own/.config/grove/$kept"
chmod 644 "own/.config/grove/$kept"
fails "$kept, line 1: version 99" "$folder/own" 'a calibration that is wrong'
chmod 600 "own/.config/grove/$kept"
[ -z "$nobody" ] && chmod 000 "own/.config/grove/$kept"
runs "$folder/own" 'a calibration that may not be read'
GROVE_MACHINE=$folder/own/.config/grove/$kept
export GROVE_MACHINE
fails 'Permission denied' "$folder/own" 'one that is named, and may not be read'
chmod 700 shut
GROVE_MACHINE=$folder/none
runs "$folder/own" 'one that is named, and does not exist'
finish
