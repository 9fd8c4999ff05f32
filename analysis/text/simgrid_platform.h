/* Writes a network as a platform of SimGrid, on which MPI programs run in simulated time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_TEXT_SIMGRID_PLATFORM_H
#define ANALYSIS_TEXT_SIMGRID_PLATFORM_H

#include <stdio.h>
#include "plan/problem.h"

/* A machine of links: a message of m bytes takes beta + m tau seconds over a link. */
struct simgrid_platform {
	const struct network *net;
	double beta, tau; /* seconds, seconds a byte; both more than 0 */
	enum ports ports;
	enum duplex duplex;
};

/* Returns 0, or -EINVAL with why, if a platform cannot express the port model. */
int simgrid_platform_fits(const struct simgrid_platform *platform);

/* Writes the platform (DTD version 4.1 of SimGrid). Host node-V is node V, and each link of a
 * direction is a link of its own; with half duplex both directions share a link. Messages between
 * hosts that are not neighbours take a shortest path: on cubes, rings and tori digit by digit, the
 * first digit first; elsewhere as SimGrid's routing "DijkstraCache" finds it. Returns 0, or -EIO
 * with why. */
int simgrid_platform_print(const struct simgrid_platform *platform, FILE *file);

/* Writes the names of the hosts, a line each: the host file that puts rank v on node v. */
int simgrid_hosts_print(const struct network *net, FILE *file);

#endif
