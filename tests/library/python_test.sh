#!/bin/sh
# The Python example module, examples/grove.py, with the library of this build.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}

if [ -n "${SANITIZE:-}${GROVE_COUNTERS:-}" ]; then
	echo "1..0 # SKIP the library has calls of a sanitizer or of coverage, Python has not"
	exit 77
fi
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 is here"; exit 77; }
case $build in /*) ;; *) build=$PWD/$build ;; esac
GROVE_LIBRARY=$build/libgrove.so PYTHONPATH=$source/examples PYTHONDONTWRITEBYTECODE=1 \
	python3 "$source/tests/library/python_test.py"
