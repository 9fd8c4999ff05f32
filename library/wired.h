/* What libgrove-mpi uses of libgrove: teams over a carrier. Not for applications. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_WIRED_H
#define LIBRARY_WIRED_H

#include "grove.h"
#include "runtime/wire/carrier.h"

/* The times of links within a process, in seconds, for choices: between nodes of a thread, and
 * between two threads. tau 0: not known. */
struct grove_wired_within {
	double packet; /* for which a packet keeps a thread busy at each end */
	double beta[2], tau[2];
};

/* The times of links between processes: of one host, and of different hosts. tau 0: not known, or
 * there are no such links. */
struct grove_wired_between {
	double beta[2], tau[2];
	int calibrated; /* kept from a calibration; 0: measured for this team */
	int cores;	/* of a host, where it has fewer cores than processes; else 0 */
};

/* A team over a carrier. All processes have equal options. */
struct grove_wired {
	struct grove_team_options options; /* threads: in a process */
	struct carrier *carrier;
	const int *process_of;		    /* of each node; NULL: runs of equal length */
	const int *host_of;		    /* of each process, from 0; NULL: one host */
	struct grove_wired_between between; /* for choices */
};

/* Opens the team of this process. The carrier belongs to the team, also after an error, if
 * carrier->taken. Returns what grove_team_open returns. */
GROVE_API int grove_wired_open(struct grove_team **team, const struct grove_wired *wired);

/* Finds the times of links within this process, as calibrated or as guessed. */
GROVE_API void grove_wired_within(struct grove_wired_within *within);

/* Finds the times between the processes of that MPI that a calibration has kept for this machine;
 * with such cores (enum rank_cores). All tau are 0 where nothing is kept. Returns 0, or -EINVAL
 * with why if the file is wrong. */
GROVE_API int grove_wired_kept(struct grove_wired_between *between, const char *mpi, int cores);

/* Sets the times of links within all processes of an open team, for choices. All processes call
 * this function with equal arguments: all must choose alike. threads[] are those of each process.
 * Returns 0, or -ENOMEM. */
GROVE_API int grove_wired_levels(struct grove_team *team, const struct grove_wired *wired,
	const struct grove_wired_within *within, const int *threads);

/* Lowers the limit of bodies that receivers fold, and returns the limit. Before the first job all
 * processes must have the same. */
GROVE_API size_t grove_wired_bodies(struct grove_team *team, size_t most);

/* Copies the options of an application, as grove_team_open does. */
GROVE_API int grove_wired_options(
	struct grove_team_options *own, const struct grove_team_options *theirs);

/* Returns the error, with that line as grove_why(). */
GROVE_API int grove_wired_refuse(int error, const char *line);

#endif
