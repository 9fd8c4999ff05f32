/* The requests of an MPI library that are under way, each with a carriage. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_REQUESTS_H
#define MPI_MPI_REQUESTS_H

#include <mpi.h>
#include "runtime/wire/carrier.h"

/* MPI looks at all requests at once. */
struct mpi_requests {
	MPI_Request *request;
	struct carriage **carriage;
	int count, room;
	struct carriage **ended; /* [room], of the last test */
	int *done;		 /* [room], their places */
	MPI_Status *status;	 /* [room] */
};

/* Each returns 0 or an error of MPI. */
int requests_start(struct mpi_requests *requests, MPI_Comm comm, struct carriage *carriage);

/* Tests up to that many times for requests that have ended; with `wait`, waits for at least one.
 * ended[0] ... ended[*count - 1] are the carriages of these requests. */
int requests_look(struct mpi_requests *requests, int looks, bool wait, int *count);

int requests_cancel(struct mpi_requests *requests, struct carriage *carriage);

/* Ends the carriage, which the caller will not start again. */
void requests_stop(struct mpi_requests *requests, struct carriage *carriage);

/* Ends all carriages that are under way. */
void requests_free(struct mpi_requests *requests);

#endif
