#!/bin/sh
# Runs an MPI program on a platform of SimGrid, where time passes on links alone.
# SPDX-License-Identifier: BSD-2-Clause
#
#	perf/clusters/simulate.sh PLATFORM HOSTFILE RANKS [--cfg=NAME:VALUE]... PROGRAM [ARGUMENT]...
#
# SMPI is calibrated on a real cluster by default. Here a message of m bytes over a free link takes
# exactly latency + m / bandwidth, and everything else takes no time. Each setting has its reason.

set -u
[ $# -ge 4 ] || {
	echo "usage: $0 PLATFORM HOSTFILE RANKS [--cfg=NAME:VALUE]... PROGRAM [ARGUMENT]..." >&2
	exit 2
}
platform=$1 hosts=$2 ranks=$3
shift 3

# The flow model that knows latency and bandwidth alone. SMPI's own model adds factors by size.
set -- --cfg=network/model:CM02 "$@"
# The factors of CM02, which were fitted to TCP: all bytes count once, and latency counts once.
set -- --cfg=network/latency-factor:1 --cfg=network/bandwidth-factor:1 "$@"
# TCP gives long routes a smaller share of a link, and a window limits the rate: not so here.
set -- --cfg=network/weight-S:0 --cfg=network/TCP-gamma:0 "$@"
# TCP's acknowledgements take 5 % of the link of the other direction: there are none here.
set -- --cfg=network/crosstraffic:no "$@"
# Moments that differ by a picosecond are different moments.
set -- --cfg=surf/precision:1e-12 "$@"
# What a rank sends to itself crosses no link.
set -- --cfg=network/loopback-lat:0 --cfg=network/loopback-bw:1e15 "$@"
# The calls of MPI take no time: the default, said so that no file changes it.
set -- --cfg=smpi/os:0:0:0:0:0 --cfg=smpi/or:0:0:0:0:0 --cfg=smpi/ois:0:0:0:0:0 "$@"
set -- --cfg=smpi/wtime:0 --cfg=smpi/iprobe:0 --cfg=smpi/test:0 "$@"
# The program's own instructions take no time.
set -- --cfg=smpi/simulate-computation:no "$@"
# A message leaves when both ends are ready, whatever its size: a link carries what is received.
set -- --cfg=smpi/async-small-thresh:0 --cfg=smpi/send-is-detached-thresh:0 "$@"
# All ranks share the globals of the program: a copy for each of 1024 ranks would not fit.
set -- --cfg=smpi/privatization:no "$@"
# Small stacks, and no pages that guard them: 1024 ranks are 1024 stacks.
set -- --cfg=contexts/stack-size:256 --cfg=contexts/guard-size:0 "$@"
set -- --cfg=smpi/display-timing:no --log=root.thres:warning "$@"
exec "${SMPIRUN:-smpirun}" -quiet -platform "$platform" -hostfile "$hosts" -np "$ranks" "$@"
