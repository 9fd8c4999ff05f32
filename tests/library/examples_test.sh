#!/bin/sh
# The examples: each finds what it computes to be right, and says so by its exit status.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
build=${GROVE_BUILD:-build}

plan 12

said=$("$build/examples/own_team" 2>&1) && [ "$said" = 'pi is 3.1415926536' ]
ok $? "examples: own_team computes pi on grove's threads" "$said"

said=$("$build/examples/openmp" 2>&1)
status=$?
if [ $status = 77 ]; then
	skip "examples: openmp finds the largest number on the caller's threads" "$said"
else
	[ $status = 0 ] && [ "$said" = 'the largest of 1000003 numbers is 1000032' ]
	ok $? "examples: openmp finds the largest number on the caller's threads" "$said"
fi

said=$("$build/examples/logistic" 100 200 2>&1)
status=$?
if [ $status = 77 ]; then
	skip "examples: logistic adds gradients on the caller's threads" "$said"
else
	case $said in '200 steps on 100 samples: right, '*) [ $status = 0 ] ;; *) false ;; esac
	ok $? "examples: logistic adds gradients on the caller's threads" "$said"
fi

said=$("$build/examples/grid" 2>&1) && [ "$said" = 'the product is right to 1e-12' ]
ok $? 'examples: grid multiplies a matrix on sub-teams of rows and columns' "$said"

said=$("$build/examples/jacobi" 65 300 2>&1)
status=$?
case $said in '300 steps of 65 x 65: right, '*) [ $status = 0 ] ;; *) false ;; esac
ok $? 'examples: jacobi exchanges the edges of bands' "$said"

for network in gh:2x2 ring:6; do
	said=$("$build/examples/tiles" $network 35 100 2>&1)
	status=$?
	case $said in '100 steps of 35 x 35: right, '*) [ $status = 0 ] ;; *) false ;; esac
	ok $? "examples: tiles exchanges rows and columns of tiles on $network" "$said"
done

said=$("$build/examples/task_farm" 2>&1) && [ "$said" = '22938602 steps' ]
ok $? 'examples: task_farm hands out all pieces' "$said"

said=$("$build/examples/wavefront" 2>&1)
ok $? 'examples: wavefront finds the length that a single thread finds' "$said"

said=$("$build/examples/own_plan" 2>&1) && [ "$(echo "$said" | head -n 3)" = "\
line 7: link: step 1: cube:2 has no link from 3 to 0
contribution: node 0 ends with bytes 12 to 16 of block 0 in which node 3's contribution is missing
either-way: the sums are 10 and 100" ] &&
	echo "$said" | tail -n +4 | "$build/grove" verify - >/dev/null
ok $? 'examples: own_plan tells what is wrong with a plan, and runs the right plan' "$said"
said=$("$build/examples/overlap" helper gh:2 4096 2>&1) && [ "$(echo "$said" | grep -Ec ' 4096  alone .* hidden +([0-9]+ %|-)$')" = 3 ]
ok $? 'examples: overlap measures three collectives behind a computation' "$said"

said=$("$build/examples/fft" 60 3 2 2>&1)
status=$?
if [ $status = 77 ]; then
	skip 'examples: fft transforms a square as FFTW does' "$said"
else
	case $said in '60 x 60 on 3 nodes: right, '*' ms') [ $status = 0 ] ;; *) false ;; esac
	ok $? 'examples: fft transforms a square as FFTW does' "$said"
fi

finish
