#!/bin/sh
# A student's broadcast on ring:8, wrong in typical ways: each answer names node, link, line and step.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# The right plan goes both ways round. $1: the heading; $2: a change for sed.
write_plan() # heading change
{
	sed "$2" >student.plan <<END
$1
step 0
  0 -> 1  0[0:8]
  0 -> 7  0[0:8]
step 1
  1 -> 2  0[0:8]
  7 -> 6  0[0:8]
step 2
  2 -> 3  0[0:8]
  6 -> 5  0[0:8]
step 3
  3 -> 4  0[0:8]
END
}

# The whole answer to a wrong plan is the expected lines, no more.
answers() # sentence status heading change expected
{
	write_plan "$3" "$4"
	"$grove" verify - <student.plan >out 2>&1
	status=$?
	said=$(sed '/^  /d' out)
	[ $status -eq "$2" ] && [ "$said" = "$5" ]
	ok $? "$1" "status $status: $said"
}

heading='broadcast ring:8 bytes=8'
never='does not hold them yet; %s never gets them'
piece='bytes 0 to 8 of block 0'

plan 12
answers 'the right plan is right' 0 "$heading" '' \
"broadcast ring:8, root 0
blocks of 8 B, packets of up to 8 B
ports all, duplex full
right: every link exists and carries one packet at a time, every byte arrives"

answers 'a packet forwarded in the step of its receipt: sender, line, and the line that brings the bytes' \
	1 "$heading" '/^step 1/d' \
"wrong: causality: step 0: 1 sends $piece to 2 and does not hold them yet; \
1 receives them from 0 in this very step by line 3 (line 5)
wrong: causality: step 0: 7 sends $piece to 6 and does not hold them yet; \
7 receives them from 0 in this very step by line 4 (line 6)"

answers 'a packet forwarded a step too early: the later step that brings the bytes' \
	1 "$heading" 's/step 0/step 1/; t; s/step 1/step 0/' \
"wrong: causality: step 0: 1 sends $piece to 2 and does not hold them yet; \
1 gets them from 0 at the end of step 1 by line 3 (line 6)
wrong: causality: step 0: 7 sends $piece to 6 and does not hold them yet; \
7 gets them from 0 at the end of step 1 by line 4 (line 7)"

answers 'two packets on a link: link, step and both lines' \
	1 "$heading" 's/0 -> 1  0.0:8./0 -> 1  0[0:4]\n  0 -> 1  0[4:8]/' \
'wrong: conflict: step 0: two packets on the link from 0 to 1 (lines 3 and 4)'

# shellcheck disable=SC2059
answers 'a chord that is not a link: the link, its line, and each node that goes without' \
	1 "$heading" 's/0 -> 7/0 -> 4/' \
"wrong: link: step 0: ring:8 has no link from 0 to 4 (line 4)
wrong: causality: step 1: 7 sends $piece to 6 and $(printf "$never" 7) (line 7)
wrong: delivery: node 7 never gets $piece"

answers 'a node forgotten: the node and the bytes' 1 "$heading" '/6 -> 5/d' \
	"wrong: delivery: node 5 never gets $piece"

# shellcheck disable=SC2059
answers 'an arrow the wrong way: sender, line and the node that goes without' \
	1 "$heading" 's/3 -> 4/4 -> 3/' \
"wrong: causality: step 3: 4 sends $piece to 3 and $(printf "$never" 4) (line 12)
wrong: delivery: node 4 never gets $piece"

answers 'one port: the node, its links and the model that would do' \
	1 "$heading ports=single" '' \
'wrong: ports: step 0: node 0 needs ports all, single is allowed: 0 sends to 1 and 7 (line 3)'

answers 'half duplex: the link, the step and both lines' \
	1 "$heading duplex=half" 's/1 -> 2  .*/&\n  0 -> 1  0[0:8]\n  1 -> 0  0[0:8]/' \
'wrong: duplex: step 1: the half-duplex link between 0 and 1 carries both directions (lines 7 and 8)'

answers 'half of a block: the bytes that do not come' 1 "$heading" 's/3 -> 4  0.0:8./3 -> 4  0[0:4]/' \
	'wrong: delivery: node 4 never gets bytes 4 to 8 of block 0'

answers 'a heading without the size: the word that is missing' 2 'broadcast ring:8' '' \
	'grove verify: standard input: line 1, column 1: bytes: is missing'

answers 'a heading with a root outside the ring: the word, its place and the network' \
	2 'broadcast ring:8 root=8 bytes=8' '' \
	'grove verify: standard input: line 1, column 23: root: 8 is not a node of ring:8'

finish
