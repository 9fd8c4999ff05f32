#!/bin/sh
# The command in a page answers as the native command does, byte for byte.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=${GROVE_SOURCE:-.}
build=$(cd "${GROVE_BUILD:-build}" && pwd)
[ -e "$build/explorer/grove.wasm" ] || { echo 'this build has no page: no clang for wasm32'; exit 77; }
# shellcheck disable=SC2015 # no node is node 18
command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
	{ echo 'no node 18'; exit 77; }
temporary_folder
node "$source/tests/page/parity_plans.mjs" "$source" "$build" "$folder"
