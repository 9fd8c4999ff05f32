/* Describes the memory of a message to an MPI library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>
#include "mpi/mpi_pieces.h"

enum {
	PIECE_MOST = 1 << 30 /* bytes of one element of a derived type: MPI counts in int */
};

bool pieces_are_one(const struct carriage *c)
{
	return c->pieces == 1 && c->piece[0].bytes <= INT_MAX;
}

static size_t parts_of(const struct piece *piece)
{
	return (piece->bytes + PIECE_MOST - 1) / PIECE_MOST;
}

int pieces_type(MPI_Datatype *type, const struct carriage *c)
{
	size_t parts = 0, k = 0;
	MPI_Aint *at;
	int *bytes, error;

	for (size_t p = 0; p < c->pieces; p++)
		parts += parts_of(&c->piece[p]);
	at = malloc(parts * (sizeof *at + sizeof *bytes) + 1);
	if (!at)
		return MPI_ERR_NO_MEM;
	bytes = (int *)(at + parts);
	for (size_t p = 0; p < c->pieces; p++)
		for (size_t done = 0; done < c->piece[p].bytes; done += PIECE_MOST, k++) {
			size_t left = c->piece[p].bytes - done;

			MPI_Get_address(c->piece[p].address + done, &at[k]);
			bytes[k] = left < PIECE_MOST ? (int)left : PIECE_MOST;
		}
	error = MPI_Type_create_hindexed((int)parts, bytes, at, MPI_BYTE, type);
	free(at);
	return error ? error : MPI_Type_commit(type);
}
