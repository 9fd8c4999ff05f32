#!/bin/sh
# The marks of a class: verdicts, points, twins, and files that are not plans.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }

plan 51

# The task is that of the page; the class has each kind of file.
sed -n '/^    {/,/} ] }$/{ p; /} ] }$/q; }' "$source/docs/grading.md" >task.json
mkdir class class/anna
cat >class/ok.plan <<'END'
broadcast ring:8 bytes=1K
step 0
  0 -> 1  0[0:1024]
  0 -> 7  0[0:1024]
step 1
  1 -> 2  0[0:1024]
  7 -> 6  0[0:1024]
step 2
  2 -> 3  0[0:1024]
  6 -> 5  0[0:1024]
step 3
  3 -> 4  0[0:1024]
END
cp class/ok.plan class/anna/b.plan
# The same the other way round, cut in pieces, with gaps between steps.
cat >class/mirror.plan <<'END'
# my own work
broadcast mine "ring:8" root=0 ports=single bytes=1024
step 3
  0 -> 7  0[0:512] 0[512:1024]
  0 -> 1  0[0:1024]
step 5
  1 -> 2  0[0:1024]
  7 -> 6  0[0:1024]
step 6
  2 -> 3  0[0:1024]
  6 -> 5  0[0:1024]
step 9
  5 -> 4  0[0:1024]
END
# A packet goes the wrong way, and the next one lacks its bytes: nodes 3 and 4 go without.
sed 's/2 -> 3/4 -> 3/' class/ok.plan >class/anna/a.plan
sed '$d' class/ok.plan >class/late.plan
cat >class/chord.json <<'END'
{ "collective": "broadcast", "network": "gh:8", "bytes": 1024, "transfers": [
  { "step": 0, "from": 0, "to": 1, "pieces": [[0, 0, 1024]] },

  { "step": 1, "from": 1, "to": 5, "pieces": [[0, 0, 1024]] } ] }
END
# Slips in step 0: a chord beside a right plan, and a packet of which the sender has half.
sed '3i\  0 -> 4  0[0:1024]' class/ok.plan >class/slip.plan
sed 's/0 -> 7  0.0:1024./0 -> 7  0[0:512]/' class/ok.plan >class/half.plan
"$grove" grade class --task task.json --csv marks.csv --feedback pages >table 2>err
status=$?
[ $status = 0 ] && ! grep -v "makes no pages" err
ok $? "grade: a class" "$(cat err)"

# A cell of the marks: of the row that begins with these cells, the column of that name.
cell() # row column
{
	python3 - "$1" "$2" <<-'END'
		import csv, sys
		rows = [r for r in csv.DictReader(open("marks.csv"))
		        if f"{r['student']},{r['file']}" == sys.argv[1]]
		print(rows[0][sys.argv[2]] if len(rows) == 1 else f"{len(rows)} rows")
	END
}
is() # sentence row column value
{
	said=$(cell "$2" "$3")
	[ "$said" = "$4" ]
	ok $? "grade: $1" "$said"
}
is "a right plan is right" ok,ok.plan right yes
is "with all points, as its time is the best within a tenth" ok,ok.plan sum 10
is "in four steps" ok,ok.plan steps 4
is "of this volume" ok,ok.plan volume 4096
is "and time, 4 beta + 4096 tau" ok,ok.plan time 8.096
is "a symmetry of the ring makes a twin" mirror,mirror.plan twin anna/b.plan
is "the task's ports count, and the student's are told" mirror,mirror.plan heading \
	'ports=single (the task has all)'
is "the hash is that of sha256sum" ok,ok.plan sha256 "$(sha256sum class/ok.plan | cut -d ' ' -f 1)"
is "a wrong plan is wrong" anna,a.plan right no
is "by a rule" anna,a.plan rule causality
is "in a step" anna,a.plan step 2
is "on a line of the file" anna,a.plan line 9
is "without the packets at fault five of seven nodes have the bytes" anna,a.plan sum 1.42
is "another file counts for the student" anna,a.plan counts no
is "the better one" anna,b.plan counts yes
is "one slip in the first step costs no share" slip,slip.plan sum 2.0
is "of a packet the bytes count that its sender has" half,half.plan sum 1.57
is "a node without bytes: six of seven" late,late.plan sum 1.71
is "a node without bytes has no line" late,late.plan line ''
is "JSON: the line of the file" chord,chord.json line 4
is "JSON: the task's network" chord,chord.json rule link
is "a wrong plan has no twin" late,late.plan twin ''
grep -q '^anna .* right; twin of ' table && [ "$(wc -l <table)" = 9 ]
ok $? "grade: a line for each student" "$(cat table)"
grep -q 'line 9' pages/anna/a.plan.txt
ok $? "grade: feedback names the line" "$(cat pages/anna/a.plan.txt)"
grep -q 'Hint: What arrives in a step can leave in the next. In which step does 4 have' pages/anna/a.plan.txt
ok $? "grade: feedback has a hint on the rule" "$(cat pages/anna/a.plan.txt)"
grep -q 'Hint: 0 has links to 1, 7. ' pages/slip/slip.plan.txt
ok $? "grade: feedback names the links of a node" "$(cat pages/slip/slip.plan.txt)"
! grep -q 'Hint' pages/ok/ok.plan.txt
ok $? "grade: a plan with all points needs no hint" "$(cat pages/ok/ok.plan.txt)"
"$grove" grade class --task task.json --csv - >out
cmp marks.csv out >said 2>&1
ok $? "grade: marks on standard output, alone" "$(cat said)"
refused 2 'both write to standard output' "grade: two forms on standard output" grade class --task task.json \
	--csv - --json
if [ -e "$build/explorer.html" ]; then
	grep -q '4 -> 3  0\[0:1024\]' pages/anna/a.plan.html && [ -e pages/chord/chord.json.html ]
	ok $? "grade: feedback has a page with the plan" "$(ls pages)"
else
	skip "grade: feedback has a page with the plan" "this build makes no pages"
fi

"$grove" grade class --task task.json --csv again.csv --jobs 1 >/dev/null
cmp marks.csv again.csv >said 2>&1
ok $? "grade: the same marks one by one" "$(cat said)"

# A node with too many packets in a step keeps the first of them.
mkdir one && cp class/ok.plan one
sed 's/"all"/"single"/' task.json >single.json
"$grove" grade one --task single.json --csv marks.csv >/dev/null
is "of two packets at a port one counts" ok,ok.plan rule ports
is "and what follows it: nodes 1 to 4" ok,ok.plan sum 1.14

# Twins are found by schedule alone: half of the bytes each way round is another schedule.
"$grove" plan broadcast hp2 ring:8 --bytes 1K --packet 512 >class/two.plan
"$grove" grade class --task task.json --csv marks.csv >/dev/null
is "another schedule is not a twin" two,two.plan twin ''

# How many right schedules a twin could have had.
is "on a ring the twin's schedule is the only one" mirror,mirror.plan schedules 1
is "no twin, no number" two,two.plan schedules ''
mkdir alike
cat >alike/a.plan <<'END'
broadcast cube:3 bytes=8
step 0
  0 -> 1  0[0:8]
step 1
  0 -> 2  0[0:8]
  1 -> 3  0[0:8]
step 2
  0 -> 4  0[0:8]
  1 -> 5  0[0:8]
  2 -> 6  0[0:8]
  3 -> 7  0[0:8]
END
cp alike/a.plan alike/b.plan
sed 's/ring:8/cube:3/; s/1K/8/' task.json >cube.json
"$grove" grade alike --task cube.json --csv marks.csv >/dev/null
is "on a cube there are others" a,a.plan schedules 5
mkdir many
"$grove" plan broadcast nesbt cube:3 --bytes 8 --packet 2 >many/a.plan
cp many/a.plan many/b.plan
"$grove" grade many --task cube.json --csv - | grep -q ',b.plan,at least [0-9]'
ok $? "grade: after many tries the number is a lower bound"

# Files that are not plans cost their own marks alone.
mkdir bad
cp class/ok.plan bad
mkfifo bad/pipe
ln -s /etc/passwd bad/link
printf '\377\376' >bad/bytes
: >bad/empty
echo 'sing a song' >bad/song
head -c 2M /dev/zero >bad/large
head -c 100000 /dev/zero | tr '\0' '[' >bad/deep.json
printf '{"collective":"broadcast","transfers":[{"step":1e99,"from":0,"to":1}]}' >bad/huge.json
printf '{"transfers":3}' >bad/three.json
printf '{"transfers":[[],7,null]}' >bad/odd.json
printf 'broadcast graph:/etc/passwd bytes=1\nstep 0\n  0 -> 1  0[0:1024]\n' >bad/graph
printf 'broadcast ring:8 bytes=8\nstep 99999999999999\n' >bad/steps
awk 'BEGIN { print "broadcast ring:8 bytes=8\nstep 0"; for (i = 0; i < 60000; i++) print "0->1 0[0:1]" }' \
	>bad/many
printf 'broadcast ring:8 bytes=8\nstep 0\n  0 -> 1  0[0:99999999]\n' >bad/far
cp class/ok.plan 'bad/=SUM(A1).plan'
cp class/ok.plan "bad/$(printf 'a\nb\033[31m\377').plan"
mkdir bad/none
for bytes in null 8.5 '[1]' '{}' true '"8Q"' 1e400; do
	printf '{"bytes":%s,"root":%s,"transfers":[]}' "$bytes" "$bytes" >"bad/bytes.$bytes"
done
cp class/ok.plan "bad/$(printf '%0150d' 0).plan"
"$grove" grade bad --task task.json --csv marks.csv --feedback "$folder/bad.pages" >table 2>err
status=$?
[ $status = 0 ] && ! grep -v "makes no pages" err && [ "$(awk '/ right/' table | wc -l)" -ge 3 ]
ok $? "grade: files that are not plans" "$(cat err table)"
! grep -q "$(printf '\033')" table marks.csv && grep -q "^'=SUM" marks.csv
ok $? "grade: a name is not a formula, and moves no cursor" "$(cat marks.csv)"
grep -q '^none,,' marks.csv
ok $? "grade: a student without files has a line" "$(cat marks.csv)"
! grep -q root: table marks.csv
ok $? "grade: no file of a heading is opened" "$(cat table)"

refused 2 'no item "step <= 4"; there are right' "grade: an item that is none" grade class --task \
	"$(sed 's/steps <=/step <=/' task.json >t1.json; echo t1.json)"
refused 2 'there is no field "byte"; there are' "grade: a field that is none" grade class --task \
	"$(sed 's/"bytes"/"byte"/' task.json >t2.json; echo t2.json)"
refused 2 'best is a time' "grade: the best steps" grade class --task \
	"$(sed 's/steps <= 4/steps <= best/' task.json >t3.json; echo t3.json)"
refused 2 '"machine" has "beta"' "grade: times without end" grade class --task \
	"$(sed 's/"beta": 1/"beta": 1e999/' task.json >t4.json; echo t4.json)"
refused 2 'is not a number' "grade: a limit without end" grade class --task \
	"$(sed 's/steps <= 4/steps <= 1e999/' task.json >t5.json; echo t5.json)"
refused 2 'nowhere: No such file' "grade: a folder that is not there" grade nowhere --task task.json
refused 2 '--task FILE is needed' "grade: no task" grade class
refused 2 "it is for grade" "grade: an option of grade alone" plan broadcast sbt cube:3 --task task.json
finish
