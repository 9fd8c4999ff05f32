#!/bin/sh
# Names with characters that mean something in XML, JSON, CSV or DOT, in every form that grove writes.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }

cat >judge.py <<'END'
import csv, json, re, sys, xml.etree.ElementTree as xml

form, file, *names = sys.argv[1:]
text = open(file, encoding="utf-8").read()
if form == "json":
    json.loads(text)
    text = json.dumps(json.loads(text), ensure_ascii=False)
    names = [json.dumps(name, ensure_ascii=False)[1:-1] for name in names]
elif form == "xml":
    text = "\n".join(part for each in xml.fromstring(text).iter()
                     for part in [each.text or "", *each.attrib.values()])
elif form == "csv":
    head, *rows = csv.reader(text.splitlines(), strict=True)
    assert rows and all(len(row) == len(head) for row in rows), "rows of other lengths"
    text = "\n".join(row[head.index("network")] for row in rows)
elif form == "dot":
    found = re.match(r'(?:di)?graph "((?:[^"\\]|\\.)*)" \{\n', text)
    assert found, "no name between quotation marks"
    text = re.sub(r"\\(.)", r"\1", found[1])
for name in names:
    assert name in text, f"{name} is missing"
END

network="graph:a<b>&c\"d%s\\f 'é\\.txt" name='x<c>&"%s\é'
printf '0 1\n1 2\n2 0\n' >"${network#graph:}"
"$grove" plan broadcast bfs "$network" --bytes 8 | sed '1s/bfs/"x<c>\&\\"%s\\\\é"/' >named.plan

judged() # form sentence names... -- words...
{
	form=$1 sentence=$2
	shift 2
	names=$1
	shift
	"$grove" "$@" >written 2>err </dev/null &&
		case $names in
		both) python3 judge.py "$form" written "$network" "$name" ;;
		network) python3 judge.py "$form" written "$network" ;;
		name) python3 judge.py "$form" written "$name" ;;
		none) python3 judge.py "$form" written ;;
		esac >>err 2>&1
	ok $? "$sentence" "$(tail -n 3 err)"
}

plan 22
judged text 'plan: the text has both names' none plan named.plan
"$grove" plan named.plan >again.plan && cmp -s named.plan again.plan
ok $? 'plan: the text is read again, and is the same' "$(head -n 1 again.plan)"
judged json 'plan: JSON' both plan named.plan --json
"$grove" plan named.plan --json >named.json && "$grove" plan named.json >again.plan && cmp -s named.plan again.plan
ok $? 'plan: JSON is read again, and is the same' "$(head -n 1 again.plan)"
judged xml 'plan: a picture' both plan named.plan --svg
judged json 'plan: a time line' none plan named.plan --trace
judged xml 'plan: an algorithm of MSCCL' name plan named.plan --msccl
judged json 'verify: JSON' both verify named.plan --json
judged json 'simulate: JSON' both simulate named.plan --json
judged json 'run: JSON' both run named.plan --json
judged json 'network: JSON' network network "$network" --json
judged xml 'network: a picture' network network "$network" --svg
judged dot 'network: DOT' network network "$network" --dot
judged json 'trees: JSON' network trees "$network" bfs --json
judged xml 'trees: a picture' network trees "$network" bfs --svg
judged dot 'trees: DOT' network trees "$network" bfs --dot
judged xml 'platform: XML' none platform "$network" --beta 1e-6 --tau 1e-10
judged json 'bench: JSON' network bench broadcast bfs "$network" --bytes 8 --json
judged csv 'bench: CSV' network bench broadcast bfs "$network" --bytes 8 --csv
network='cube:3~0-1,5-7'
judged csv 'bench: CSV with commas' network bench broadcast bfs cube:3 --broken 0-1,5-7 --bytes 8 --csv

# What no plan could have as its network, or XML as its text, is refused at once.
bad=$(printf 'bad\377.txt')
printf '0 1\n' >"$bad"
refused 2 'not printable UTF-8' 'a file of links whose name is not UTF-8' network "graph:$bad"
printf 'broadcast "x\357\277\277" cube:1 bytes=8\nstep 0\n  0 -> 1  0[0:8]\n' >none.plan
refused 2 'is not a printable character' 'an algorithm with a character that XML has not' verify none.plan
finish
