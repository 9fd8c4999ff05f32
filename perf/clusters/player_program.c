/* Runs a node's program through messages of MPI, each instruction as early as it may begin. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "perf/clusters/player_program.h"
#include "plan/program/dependence.h"
#include "runtime/ring/packet.h"

/* The carrier is nobody's transport: a judge of plans that shares no line with the threads' rings
 * or with libraries on MPI. Packets over a link are in the order of the program at both ends, and
 * MPI keeps the order of messages, so one tag is enough. */

/* A packet that MPI carries. */
struct carried {
	uint32_t instruction;
	unsigned char *payload;
};

struct play {
	const struct player *player;
	const struct program *program;
	uint32_t *waits; /* [instructions] the dependences that have not ended */
	uint32_t *ready; /* [instructions] a queue: each instruction enters once */
	size_t readied, begun, sent;
	int carried, room;
	struct carried *what;
	MPI_Request *request;
};

static void *memory(void *old, size_t bytes)
{
	void *new = realloc(old, bytes ? bytes : 1);

	if (!new)
		MPI_Abort(MPI_COMM_WORLD, 3);
	return new;
}

static const struct instruction *instruction_of(const struct play *play, uint32_t i)
{
	return &play->program->instruction[i];
}

static unsigned char *address_of(const struct play *play, uint32_t extent)
{
	return extent_address(&play->program->extent[extent], play->player->space);
}

/* Ends an instruction: those that wait for this instruction alone may begin. */
static void end_instruction(struct play *play, uint32_t i)
{
	const struct dependences *graph = play->program->dependences;

	for (size_t k = graph->first[i]; k < graph->first[i + 1]; k++) {
		uint32_t next = graph->successor[k].instruction;

		if (!--play->waits[next])
			play->ready[play->readied++] = next;
	}
}

/* ---- Bytes ---- */

static void pack(const struct play *play, const struct instruction *i, unsigned char *payload)
{
	for (uint32_t k = 0; k < i->count; k++) {
		size_t bytes = play->program->extent[i->extents + k].bytes;

		memcpy(payload, address_of(play, i->extents + k), bytes);
		payload += bytes;
	}
}

/* Writes the extents of an instruction: from a packet, or from the run of extents `right`. */
static void combine(const struct play *play, const struct instruction *i,
	const unsigned char *payload, bool folds)
{
	for (uint32_t k = 0; k < i->count; k++) {
		size_t bytes = play->program->extent[i->extents + k].bytes;
		unsigned char *to = address_of(play, i->extents + k);
		const unsigned char *left =
			payload && !folds ? NULL : address_of(play, i->left + k);
		const unsigned char *right = payload ? payload
					     : folds ? address_of(play, i->right + k)
						     : left;

		if (folds)
			folding_apply(play->player->folding, to, left, right, bytes);
		else
			memmove(to, right, bytes);
		if (payload)
			payload += bytes;
	}
}

static void land(const struct play *play, const struct instruction *i, const unsigned char *payload)
{
	if (play->player->anywhere || i->action == SEND_PACKET || i->action == DROP_PACKET)
		return;
	combine(play, i, payload, i->action == FOLD_PACKET);
}

/* ---- Packets ---- */

static struct carried *carry(struct play *play, uint32_t i)
{
	if (play->carried == play->room) {
		play->room = play->room ? 2 * play->room : 16;
		play->what = memory(play->what, (size_t)play->room * sizeof *play->what);
		play->request = memory(play->request, (size_t)play->room * sizeof(MPI_Request));
	}
	play->what[play->carried] = (struct carried){ i,
		play->player->anywhere ? play->player->anywhere
				       : memory(NULL, instruction_of(play, i)->bytes) };
	return &play->what[play->carried++];
}

static void send(struct play *play, uint32_t k)
{
	const struct instruction *i = instruction_of(play, k);
	struct carried *carried = carry(play, k);

	if (!play->player->anywhere)
		pack(play, i, carried->payload);
	MPI_Isend(carried->payload, (int)i->bytes, MPI_BYTE, (int)i->peer, 0, MPI_COMM_WORLD,
		&play->request[carried - play->what]);
	play->sent++;
}

static void receive(struct play *play, uint32_t k)
{
	const struct instruction *i = instruction_of(play, k);
	struct carried *carried = carry(play, k);

	MPI_Irecv(carried->payload, (int)i->bytes, MPI_BYTE, (int)i->peer, 0, MPI_COMM_WORLD,
		&play->request[carried - play->what]);
}

static void begin(struct play *play, uint32_t k)
{
	const struct instruction *i = instruction_of(play, k);

	switch (i->action) {
	case SEND_PACKET:
		send(play, k);
		return;
	case TAKE_PACKET:
	case FOLD_PACKET:
	case DROP_PACKET:
		receive(play, k);
		return;
	case COPY_BYTES:
	case FOLD_BYTES:
		if (!play->player->anywhere)
			combine(play, i, NULL, i->action == FOLD_BYTES);
		end_instruction(play, k);
		return;
	case AWAIT_RETURN: /* payloads are copied, so nothing is lent */
		end_instruction(play, k);
		return;
	default:
		MPI_Abort(MPI_COMM_WORLD, 4); /* loads from another node's memory: no packets */
	}
}

/* Waits until MPI has carried a packet. */
static void await_packet(struct play *play)
{
	struct carried carried;
	int which;

	MPI_Waitany(play->carried, play->request, &which, MPI_STATUS_IGNORE);
	carried = play->what[which];
	play->carried--;
	/* The order stays: packets that begin together end in the same order on each run. */
	memmove(play->what + which, play->what + which + 1,
		(size_t)(play->carried - which) * sizeof *play->what);
	memmove(play->request + which, play->request + which + 1,
		(size_t)(play->carried - which) * sizeof *play->request);
	land(play, instruction_of(play, carried.instruction), carried.payload);
	if (!play->player->anywhere)
		free(carried.payload);
	end_instruction(play, carried.instruction);
}

size_t player_run(const struct player *player)
{
	const struct program *program = player->program;
	size_t count = program->instructions;
	struct play play = { .player = player,
		.program = program,
		.waits = memory(NULL, count * sizeof(uint32_t)),
		.ready = memory(NULL, count * sizeof(uint32_t)) };

	memcpy(play.waits, program->dependences->predecessors, count * sizeof *play.waits);
	for (uint32_t i = 0; i < count; i++)
		if (!play.waits[i])
			play.ready[play.readied++] = i;
	while (play.begun < play.readied || play.carried)
		if (play.begun < play.readied)
			begin(&play, play.ready[play.begun++]);
		else
			await_packet(&play);
	free(play.waits);
	free(play.ready);
	free(play.what);
	free(play.request);
	return play.begun == count ? play.sent : SIZE_MAX;
}
