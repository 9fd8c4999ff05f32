#!/bin/sh
# Homes in which no calibration can be looked for: nothing is calibrated there, and everything runs.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
unset XDG_STATE_HOME GROVE_MACHINE GROVE_TUNE

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

plan 14
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
mkdir -p own/.local/state/grove && chmod -R 755 own
ln -s nowhere "own/.local/state/grove/$kept"
runs "$folder/own" 'a calibration that leads nowhere'
rm "own/.local/state/grove/$kept"
echo 'grove-machine 99' >"own/.local/state/grove/$kept"
chmod 644 "own/.local/state/grove/$kept"
fails "$kept, line 1: version 99" "$folder/own" 'a calibration that is wrong'
chmod 600 "own/.local/state/grove/$kept"
[ -z "$nobody" ] && chmod 000 "own/.local/state/grove/$kept"
runs "$folder/own" 'a calibration that may not be read'
GROVE_MACHINE=$folder/own/.local/state/grove/$kept
export GROVE_MACHINE
fails 'Permission denied' "$folder/own" 'one that is named, and may not be read'
chmod 700 shut
GROVE_MACHINE=$folder/none
fails 'GROVE_MACHINE: .*none: there is no such file' "$folder/own" 'one that is named, and does not exist'

# A calibration where the place of state is.
unset GROVE_MACHINE
calibrate_by_hand "$folder/fits"
mkdir -p kept/.local/state/grove && chmod -R 755 kept
explains() # words sentence
{
	# shellcheck disable=SC2086 # words
	(cd / && HOME=$folder/kept exec $nobody "$grove" run allreduce auto gh:2 --bytes 64 --explain) >out 2>err
	status=$?
	[ $status -eq 0 ] && [ ! -s err ] && grep -q "$1" out
	ok $? "home: $2" "status $status: $(cat err out)"
}
explains 'by a guess at this machine' 'no calibration at all'
cp fits "kept/.local/state/grove/$kept" && chmod 644 "kept/.local/state/grove/$kept"
explains "by this machine's calibration" 'a calibration in the place of state counts'
HOME=$folder/fresh "$grove" simulate broadcast sbt gh:2 --machine here 2>err
grep -q 'fresh/.local/state/grove/machine-' err
ok $? 'home: the calibration is state' "$(cat err)"
finish
