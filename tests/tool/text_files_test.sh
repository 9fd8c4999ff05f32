#!/bin/sh
# Text files as editors write them: marks, ends of lines, blanks, encodings, wherever grove reads one.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck disable=SC2317 # the readers and the editors are called by their names

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
mark=$(printf '\357\273\277')
return=$(printf '\r')

# Each reader: a file that the reader takes, and the command that reads the file $1.
"$grove" plan broadcast sbt cube:2 --bytes 64 >text
"$grove" plan broadcast sbt cube:2 --bytes 64 --json >json
"$grove" plan broadcast sbt cube:2 --bytes 64 --msccl >msccl
printf '0 1\n1 2\n' >graph
printf '3 2\n1 0\n' >permutation
cat >machine <<'END'
grove-machine 4
key that machine
cost 0 same-thread start packet 1e-7 9e-8 2e-7
cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7
cost 0 same-thread copy within resident 1024 1e-7 1e-7 1e-7
cost 0 same-l2 start inline 2e-7 1e-7 3e-7
cost 0 same-l2 copy one-end fresh 1024 1e-7 1e-7 1e-7
cost 0 same-l2 copy one-end resident 4096 1e-7 1e-7 1e-7
end
END
"$grove" bench broadcast sbt cube:1 --bytes 8 --json >measured 2>measured.err
cat >task <<'END'
{ "title": "a task", "collective": "broadcast", "network": "cube:2", "bytes": 64,
  "points": [ { "item": "right", "points": 1 } ] }
END
mkdir hand-ins && cp text hand-ins/one.plan
head -c 64 /dev/zero >data

read_text() { "$grove" verify "$1"; }
read_pipe() { "$grove" verify - <"$1"; }
read_graph() { "$grove" trees "graph:$1" bfs; }
read_permutation() { "$grove" plan permute sbt cube:2 --bytes 8 --permutation "./$1"; }
read_machine() { "$grove" simulate broadcast sbt cube:1 --bytes 8 --machine "./$1"; }
read_measured() { "$grove" compare "$1" measured; }
read_task() { "$grove" grade hand-ins --task "$1"; }
read_slices() { "$grove" permute data out --permutation "./$1" --network cube:2; }

# Writes a file as an editor does, to standard output.
marked() { printf %s "$mark" && cat "$1"; }
crlf() { sed "s/\$/$return/" "$1"; }
old_mac() { tr '\n' '\r' <"$1"; }
blanks() { sed "s/\$/ 	/" "$1"; }
all_of_these() { marked "$1" | sed "s/\$/ 	$return/"; }

# Prints what a reader says of a file that an editor wrote and that means the same.
differences() # reader file editor...
{
	reader=$1 file=$2
	shift 2
	for editor; do
		"$editor" "$file" >edited
		"$reader" edited >out 2>&1 || echo "$reader $file, $editor: $? $(head -n 2 out)"
	done
}

utf_16() { printf '\377\376' && sed 's/./&\n/g' "$1" | tr '\n' '\0'; }
utf_16_without_mark() { sed 's/./&\n/g' "$1" | tr '\n' '\0'; }

# Prints what a reader says of a file in another encoding, if it is another line than the right one.
accepted() # reader file
{
	for editor in utf_16 utf_16_without_mark; do
		"$editor" "$2" >edited
		"$1" edited >out 2>&1
		status=$?
		[ $status -eq 2 ] && grep -q 'UTF-16 or UTF-32: save the file as UTF-8' out ||
			echo "$1 $2, $editor: $status $(head -n 2 out)"
	done
}

plan 10
for reader in text:text pipe:text text:json text:msccl graph:graph permutation:permutation \
	machine:machine measured:measured slices:permutation; do
	file=${reader#*:} reader=read_${reader%%:*}
	lines=$(differences "$reader" "$file" cat marked crlf old_mac blanks all_of_these
		accepted "$reader" "$file")
	[ -z "$lines" ]
	ok $? "$reader $file: every editor's file is read, or the line says what to do" "$lines"
done
if python3 -c '' 2>/dev/null; then
	lines=$(differences read_task task cat marked crlf blanks all_of_these)
	[ -z "$lines" ]
	ok $? "grade: a task is read with a mark" "$lines"
else
	skip "grade: a task is read with a mark" "there is no python3"
fi
finish
