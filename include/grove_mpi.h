/* grove over MPI: teams with nodes spread over the ranks of a communicator.
 *
 *	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
 *	struct grove_team *team;
 *	grove_mpi_open(&team, MPI_COMM_WORLD,
 *		&(struct grove_mpi_options){ .team = { .network = "cube:4" } });
 *	grove_team_run(team, body, argument);     // body(me, argument) on the nodes of this rank
 *	grove_team_free(team);
 *
 * Link with -lgrove-mpi -lgrove. The verbs, plans, folds and errors of grove.h are the same, and a
 * plan gives the same bits as on a team of threads. Verbs choose plans by other costs than there,
 * so sums and products of floats may round in another order; grove_fold_ordered rounds alike. If
 * you call, for example,
 *
 *	MPI_Bcast, MPI_Reduce, MPI_Allreduce	call grove_broadcast, grove_reduce, grove_allreduce
 *	MPI_Scatter, MPI_Gather, MPI_Allgather	grove_scatter, grove_gather, grove_allgather
 *	MPI_Alltoall, MPI_Reduce_scatter_block	grove_alltoall, grove_reducescatter
 *	MPI_Scan, MPI_Exscan, MPI_Barrier	grove_scan, grove_exscan, grove_barrier
 *	MPI_Alltoallv, MPI_Gatherv, ...		grove_alltoallv, grove_gatherv, ...
 *	MPI_Send, MPI_Recv, MPI_Sendrecv	grove_send, grove_recv, grove_sendrecv
 *	MPI_Iallreduce, MPI_Wait, MPI_Test	grove_start, grove_wait, grove_test
 *	MPI_Allreduce_init, MPI_Start		grove_prepare, grove_request_start
 *	MPI_Comm_split, MPI_Comm_free		grove_split, grove_leave
 *	MPI_Comm_rank, MPI_Comm_size		grove_node_number, grove_team_nodes
 *
 * The ranks are on machines with the same sizes of types and the same order of bytes.
 * grove_mpi_open, grove_team_run, _phase, _execute, _time and grove_team_free are collective: all
 * ranks call them in the same order, with the same plan and sizes, and get the same error with the
 * same line. Such a team does not heal: after an error, also in a sub-team, each later call is
 * refused with that line, until the team is freed. When a rank dies, MPI ends the job.
 *
 * With one thread in a rank MPI_THREAD_FUNNELED is enough. Several threads, and the option
 * `helper`, need MPI_THREAD_SERIALIZED if grove alone uses MPI meanwhile, or else
 * MPI_THREAD_MULTIPLE.
 *
 * Such teams refuse with -EINVAL: plans that forward by reference, GROVE_CALLER, a pace, and
 * grove_team_watch_links. MPI's errors become -EIO or -ENOMEM with MPI's own line. grove works on
 * duplicates of the communicator, with MPI_ERRORS_RETURN.
 *
 * docs/mpi.md has a program before and after, what `auto` chooses and when a verb runs the MPI's
 * own collective, sub-teams and messages between ranks, and simulated time under SimGrid. */
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
	const int *rank_of; /* of each node; NULL: nodes 0 to k - 1 in rank 0, the next k in
			     * rank 1, and so on: low dimensions stay in a rank. Nodes that take
			     * turns on a thread have numbers that follow each other */
	int any_order; /* 1: sums and products of floating-point numbers may be left to the MPI's
			* own collectives, and may then round in another order than on threads */
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
