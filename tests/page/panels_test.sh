#!/bin/sh
# The panels cost, load, ports and broken links say what the command says.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.}
# shellcheck disable=SC2015 # no node is node 18
command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
	{ echo 'no node 18'; exit 77; }
exec node "$source/tests/page/panels_modules.mjs" "$source" "${GROVE_BUILD:-build}/grove"
