#!/bin/sh
# The modules of the page of `grove explore` do what they say, by the answers of the command.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.}
# shellcheck disable=SC2015 # no node is node 18
command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
	{ echo 'no node 18'; exit 77; }
exec node "$source/tests/page/page_modules.mjs" "$source" "${GROVE_BUILD:-build}/grove"
