#!/bin/sh
# The pictures of the pages in docs/ are what the commands of the pages draw.
# SPDX-License-Identifier: BSD-2-Clause

# After a change of a drawing: look at the pictures, then `ninja pictures`.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
plan 5
here=$source/docs/pictures

mkdir drawn
sh "$source/docs/pictures.sh" "$grove" drawn 2>err
ok $? "every picture has a command in a page" "$(cat err)"
[ "$(find drawn -name '*.svg' -size +1k | wc -l)" -ge 6 ]
ok $? "pictures are drawn" "$(ls -l drawn)"
differ=$(diff -rq drawn "$here" 2>&1)
[ -z "$differ" ]
ok $? "docs/pictures has these pictures and no other; else: ninja pictures" "$differ"

mkdir page page/docs page/out
cp "$source/docs/pictures.sh" page/docs
printf '![a](pictures/a.svg)\n' >page/docs/a.md
sh page/docs/pictures.sh "$grove" page/out 2>err
[ $? = 1 ] && grep -q 'a.svg needs one command' err
ok $? "a picture without a command is refused" "$(cat err)"
printf '\n    grove trees cube:3 none --svg > a.svg\n' >>page/docs/a.md
sh page/docs/pictures.sh "$grove" page/out 2>err
[ $? = 1 ] && grep -q "no family 'none'" err
ok $? "a command that fails is an error" "$(cat err)"
