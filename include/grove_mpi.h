/* grove over MPI: teams with nodes spread over the ranks of a communicator.
 *
 *	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
 *	struct grove_team *team;
 *	grove_mpi_open(&team, MPI_COMM_WORLD,
 *		&(struct grove_mpi_options){ .team = { .network = "cube:4" } });
 *	grove_team_run(team, body, argument);     // body(me, argument) on the nodes of this rank
 *	grove_team_free(team);
 *
 * Link with -lgrove-mpi -lgrove. The verbs, plans, folds and errors of grove.h are the same, and
 * results are the same to the last bit as on a team of threads.
 *
 * Ranks
 *	The ranks are on machines with the same sizes of types and the same order of bytes. A rank
 *	has one node or several. grove_mpi_open, grove_team_run, _phase, _execute, _time, and
 *	grove_team_free are collective: all ranks call these functions in the same order, with the
 *	same plan and sizes. All ranks get the same error, with the same line. A body runs on the
 *	nodes of its rank. grove_team_execute and _time take buffers of all nodes, and read only the
 *	entries of the rank's nodes. grove_team_time returns the time of the slowest rank.
 *	Messages (grove_send and related verbs), requests and sub-teams (grove_split) are as on
 *	threads. The last node to leave a sub-team need not learn that nodes of other ranks called
 *	different operations there; a later grove_split or grove_leave of the rank may return that
 *	error. Between ranks up to 32 small messages to a node are under way before the sender
 *	waits, and subarrays of large messages are packed and unpacked. That a node of another rank
 *	has gone is known after a fraction of the team's timeout. Requests go on in calls of grove,
 *	as MPI's own do.
 *	After an error the ranks heal the team together.
 *	A verb that fails returns when lent memory has come back from other ranks: at the latest
 *	when the bodies there call a verb, or end.
 *
 * Threads
 *	With one thread in a rank (without a number, a rank has a thread for each core of its share),
 *	the thread that calls grove_team_run carries out the bodies, and MPI_THREAD_FUNNELED is
 *	enough: the team belongs to the thread that initialized MPI. Several threads in a rank take
 *	turns with MPI, and need MPI_THREAD_SERIALIZED if grove alone uses MPI meanwhile, or else
 *	MPI_THREAD_MULTIPLE. The option `helper` is a further thread. Ranks that share cores sleep
 *	while waiting; ranks with cores of their own look all the time.
 *
 * Choices
 *	The algorithm `auto` goes by the costs of links between the ranks. `grove-mpi calibrate`
 *	measures these costs, for links within a host and between hosts, and keeps them in a file of
 *	this machine, for each MPI and version, and for ranks with cores of their own or not. The
 *	first rank reads the file, once in a process, and tells the other ranks. Without costs that
 *	fit, a few messages are measured whenever a team is opened. That takes up to some 40 ms for
 *	each kind of link, and is less true where other work has the cores. A file that is wrong
 *	counts as no file; the command grove-mpi says why.
 *	Where each rank has one node, node v in rank v, a verb may also run the MPI's own
 *	collective. The first 20 calls with blocks of one class of sizes (2^k bytes to less than
 *	2^(k + 1)) try the plan and the MPI's collective in turns, and all ranks then keep the
 *	faster one. Before the MPI's collective the nodes meet, so that calls that differ are
 *	found as in a plan. Such a verb, a broadcast as well, returns nowhere before all nodes
 *	have called it. Sums and products of floating-point numbers stay with the plan, which
 *	rounds as on threads; the option any_order leaves them to the MPI as well. The least and
 *	the greatest of floating-point numbers, folds of the caller, ordered folds, requests,
 *	blocks with sizes of their own and sub-teams always go by plans. So, as in MPI, a verb
 *	on one node does not match a request on another one. The meeting is subject to the
 *	timeout; the MPI's collective is not.
 *
 * Under SimGrid
 *	A program that is compiled by smpicc and contains libgrove runs under smpirun, with one
 *	thread in a rank. Time is simulated there, so no timeout strikes: SimGrid reports a
 *	deadlock. MPI_Wtime measures simulated time; grove_team_time measures how long the
 *	simulation takes.
 *
 * Refused by such teams, with -EINVAL
 *	Plans that forward by reference (there is no common memory), GROVE_CALLER, a pace, and
 *	grove_team_watch_links.
 *
 * MPI's errors become -EIO or -ENOMEM with MPI's own line. The communicator's error handler is not
 * touched: grove works on duplicates of the communicator, with MPI_ERRORS_RETURN. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef GROVE_MPI_H
#define GROVE_MPI_H

#include <grove.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

struct grove_mpi_options {
	size_t size;			/* of the struct; 0: the fields of version 0.1 */
	struct grove_team_options team; /* as for grove_team_open. `threads` counts in a rank;
					 * `pin` NULL is "none": MPI binds its ranks */
	const int *rank_of; /* of each node; NULL: nodes 0 to k - 1 in rank 0, the next k
					 * in rank 1, and so on: low dimensions stay in a rank. Nodes that
					 * take turns on a thread have numbers that follow each other */
	int any_order; /* 1: sums and products of floating-point numbers may be left to the MPI's own
			* collectives, and may then round in another order than on threads */
};

/* Opens a team over the ranks of `comm`. Every rank must have a node; without `rank_of` all ranks
 * have equally many. Returns 0; -EINVAL for wrong options, for options that differ between ranks,
 * or when MPI's level of threads is too low; -EIO when MPI fails; and the errors of
 * grove_team_open. Called after MPI_Init; the team must be closed before MPI_Finalize. */
GROVE_API int grove_mpi_open(
	struct grove_team **team, MPI_Comm comm, const struct grove_mpi_options *options);

#ifdef __cplusplus
}
#endif
#endif
