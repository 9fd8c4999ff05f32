#!/bin/sh
# The lessons can be taught: plans are made, questions have answers, tasks can be solved, pages are whole.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
# shellcheck disable=SC2015 # no node is no node 18
command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
	{ echo 'no node 18'; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# The page without the command in the page: these tests read the lessons alone.
cp "$build/grove" "$folder" && cp "$source/explorer/page.html" "$folder/explorer.html" || exit 1
sh "$source/lessons/join.sh" "$source/lessons" "$folder/grove" "$folder/lessons" || exit 1
node "$source/tests/page/lesson_checks.mjs" "$source" "$build/grove" "$folder/lessons"
