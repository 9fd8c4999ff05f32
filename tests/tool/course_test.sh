#!/bin/sh
# The book of marks of a course: late days, students, and the columns of Moodle, Canvas and nbgrader.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }
export TZ=UTC

plan 18

mkdir -p class/ring class/cube
"$grove" plan broadcast bfs ring:4 --bytes 8 >class/ring/ada.plan
sed '$d' class/ring/ada.plan >class/ring/bob.plan
"$grove" plan broadcast sbt cube:2 --bytes 8 >class/cube/ada.plan
for net in ring:4 cube:2; do
	echo "{ \"collective\": \"broadcast\", \"network\": \"$net\", \"bytes\": 8, \"points\": [
		{ \"item\": \"right\", \"points\": 7 }, { \"item\": \"partial\", \"points\": 3 } ] }" >"${net%:*}.json"
done
cat >course.json <<'END'
{ "title": "Collectives", "students": "students.csv", "times": "times.csv",
  "late": { "free": 1, "percent": 10, "most": 3 },
  "tasks": [
    { "name": "cube", "task": "cube.json", "due": "2026-11-09 12:00" },
    { "name": "ring", "task": "ring.json", "due": "2026-11-02 12:00" } ] }
END
printf 'student,name,first_name,last_name,email,id,canvas_id\n' >students.csv
printf '%s\n' 'ada,"Lovelace, Ada",Ada,Lovelace,ada@x.org,7,107' 'bob,,Bob,Babbage,b@x.org,8,' 'cy,,,,,9,' >>students.csv
printf 'task,student,time\nring,ada,2026-11-03 13:00\nring,bob,2026-11-02 12:00\ncube,ada,2026-11-09 12:01\n' >times.csv

lines() # sentence options... : the file `expected` is what the command writes
{
	sentence=$1
	shift
	"$grove" grade class --course course.json "$@" >out 2>err
	status=$?
	[ $status = 0 ] && diff out expected >said 2>&1
	ok $? "course: $sentence" "$(cat err said)"
}
# Ada's first hand-in is two days late, of which one is free, and so the second has none left.
cat >expected <<'END'
student,name,ring,late: ring,cube,late: cube,sum,of
ada,"Lovelace, Ada",9.0,2,9.0,1,18.0,20
bob,,2.0,0,0,0,2.0,20
cy,,0,0,0,0,0,20
END
lines "points after late days" --csv - --columns grove
cat >expected <<'END'
First name,Last name,ID number,Email address,Username,ring,cube
Ada,Lovelace,7,ada@x.org,ada,9.0,9.0
Bob,Babbage,8,b@x.org,bob,2.0,0
,,9,,cy,0,0
END
lines "Moodle's columns" --csv - --columns moodle
cat >expected <<'END'
Student,ID,SIS User ID,SIS Login ID,Section,ring,cube
    Points Possible,,,,,10,10
"Lovelace, Ada",107,7,ada,,9.0,9.0
,,8,bob,,2.0,0
,,9,cy,,0,0
END
lines "Canvas's columns" --csv - --columns canvas
"$grove" grade class --course course.json --csv - --columns nbgrader >out
grep -qx 'ring,2026-11-02 12:00:00+00:00,2026-11-03 13:00:00+00:00,7,Lovelace,Ada,ada@x.org,10.0,1.0,9.0,10.0' out &&
	[ "$(wc -l <out)" = 7 ]
ok $? "course: nbgrader's columns, a line for each task and student" "$(cat out)"
cat >expected <<'END'
student      sum  ring, cube
ada           18  9 (2 late), 9 (1 late)
bob            2  2, 0
cy             0  0, 0
3 students, of 20 points
END
lines "a table" --feedback pages
[ -s pages/ring/bob/bob.plan.txt ]
ok $? "course: feedback by task and student" "$(find pages)"

change() # sed-command [file]: a course with a change
{
	sed "$1" course.json >bad.json
	echo bad.json
}
sed -i 's/-03 13/-06 13/' times.csv
"$grove" grade class --course course.json | grep -q '^ada .* 0 (5 late), 10 (1 late)$'
ok $? "course: too late has no points, and takes no free day"
sed '/cube,ada/d' times.csv >less.csv
refused 2 'there is no time for "ada" and "cube"' "course: a time that is missing" grade class --course \
	"$(change s/times.csv/less.csv/)"
grep -v ^bob students.csv >few.csv
refused 2 '"bob", who handed in "ring", is not on the list' "course: a stranger" grade class --course \
	"$(change s/students.csv/few.csv/)"
sed 's/email/mail/' students.csv >mail.csv
refused 2 'there is no column "mail"; there are student' "course: a column that is none" grade class --course \
	"$(change s/students.csv/mail.csv/)"
refused 2 'is not a time such as 2026-11-02 23:59' "course: a due time that is none" grade class --course \
	"$(change 's/-09 12:00/-39/')"
refused 2 '"late" has "free" days' "course: a rule that is none" grade class --course \
	"$(change 's/"percent": 10/"percents": 10/')"
refused 2 'two tasks are called "ring"' "course: a name twice" grade class --course "$(change 's/"cube"/"ring"/')"
refused 2 'class/square: No such file' "course: a folder that is not there" grade class --course \
	"$(change 's/"cube"/"square"/')"
refused 2 'there are no columns sakai; there are grove, moodle' "course: columns of another system" grade class \
	--course course.json --csv - --columns sakai
refused 2 '--columns is for --csv of a --course' "course: columns of a task" grade class --task ring.json \
	--columns canvas --csv -
refused 2 'exclude each other' "course: a task beside it" grade class --task ring.json --course course.json
refused 2 '--json is for --task' "course: JSON" grade class --course course.json --json
finish
