/* Finds the least values of all ranks while other messages move. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/mpi_least.h"

static int message_begin(struct least *least, bool sends)
{
	int processes = least->carrier->processes, far = sends ? least->far : -least->far;
	struct carriage *message = &least->message[sends];

	least->piece[sends] =
		(struct piece){ (unsigned char *)(sends ? least->sent : least->received),
			(size_t)least->count * sizeof *least->values };
	*message = (struct carriage){ .sends = sends,
		.channel = LEASTS,
		.process = (least->carrier->process + far + processes) % processes,
		.tag = least->far,
		.piece = &least->piece[sends],
		.pieces = 1,
		.place = -1,
		.owner = least };
	least->pending++;
	return least->carrier->start(least->carrier, message);
}

static int round_begin(struct least *least)
{
	int error;

	memcpy(least->sent, least->values, (size_t)least->count * sizeof *least->values);
	error = message_begin(least, false);
	return error ? error : message_begin(least, true);
}

static int room_for(struct least *least, int count)
{
	int64_t *room = realloc(least->sent, 2 * (size_t)count * sizeof *room);

	if (!room) {
		snprintf(least->carrier->why, sizeof least->carrier->why, "no memory for %d values",
			count);
		return -ENOMEM;
	}
	least->sent = room;
	least->received = room + count;
	least->room = count;
	return 0;
}

int least_begin(struct least *least, int64_t *values, int count, struct carriage *whole)
{
	if (count > least->room && room_for(least, count))
		return -ENOMEM;
	least->whole = whole;
	least->values = values;
	least->count = count;
	least->far = 1;
	least->pending = 0;
	return round_begin(least);
}

int least_go_on(struct least *least, bool *over)
{
	*over = false;
	if (--least->pending)
		return 0;
	for (int k = 0; k < least->count; k++)
		if (least->received[k] < least->values[k])
			least->values[k] = least->received[k];
	least->far *= 2;
	*over = least->far >= least->carrier->processes;
	return *over ? 0 : round_begin(least);
}

void least_free(struct least *least)
{
	free(least->sent);
}
