/* Writes a schedule as an algorithm of MSCCL: gpus, thread blocks, steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_algorithm.h"
#include "analysis/msccl/msccl_chunks.h"
#include "analysis/packet_needs.h"
#include "base/array.h"
#include "base/error.h"
#include "base/xml_escape.h"
#include "plan/schedule.h"

/* A packet is one step or several: a step moves chunks that follow one another at both ends, and
 * fewer than MOST_COUNT. A step names one step for which it waits; each further one is named by a
 * step `nop` before it. Limits are those of msccl.h in MSCCL's runtime. */
enum {
	MOST_STEPS = 256,
	MOST_COUNT = 72,
	MOST_BLOCKS = 32 /* thread blocks of a channel */
};

/* A packet of a node in its thread block. */
struct placed {
	uint32_t block, first, last; /* steps of the packet; nops come before `first` */
	bool awaited;
};

struct writer {
	struct schedule *schedule;
	struct msccl_chunks chunks;
	FILE *file;
	int v;
	struct packet_needs needs;
	struct placed *placed; /* [needs.count] */
	uint32_t *wait,
		waits;	   /* the packets for which a packet waits: the last of each other block */
	int *peer, *steps; /* [blocks] 2 * neighbour, plus 1 for receives; steps so far */
	uint32_t blocks;
};

/* The names of MSCCL's runtime. */
static const char *const names[COLLECTIVES] = { [BROADCAST] = "broadcast",
	[REDUCE] = "reduce",
	[ALLGATHER] = "allgather",
	[REDUCESCATTER] = "reduce_scatter",
	[ALLREDUCE] = "allreduce",
	[ALLTOALL] = "alltoall" };

/* ---- Transfers: the chunks of a packet, as many at once as follow one another ---- */

struct chunk_run {
	struct msccl_place from, left, to;
	size_t count;
};

static struct chunk_run transfer_of(
	const struct writer *w, uint32_t k, uint64_t block, size_t chunk)
{
	const struct packet *packet = &w->schedule->packet[k];

	return (struct chunk_run){ msccl_place_before(
					   &w->chunks, packet->from, block, chunk, k, true),
		packet->fold ? msccl_place_before(&w->chunks, packet->to, block, chunk, k, false)
			     : (struct msccl_place){ 0 },
		msccl_place_after(&w->chunks, packet->to, block, chunk), 1 };
}

static bool follows(struct msccl_place place, struct msccl_place next, size_t count)
{
	return place.buffer == next.buffer && (!place.buffer || place.chunk + count == next.chunk);
}

/* Calls use() for each transfer of packet k. Returns their number; use may be NULL. */
static int transfers(struct writer *w, uint32_t k,
	void (*use)(struct writer *w, const struct packet *packet, const struct chunk_run *transfer,
		uint32_t at, int number),
	uint32_t at)
{
	const struct packet *packet = &w->schedule->packet[k];
	int number = 0;

	for (uint32_t i = 0; i < packet->count; i++) {
		const struct range *range = &w->schedule->range[packet->first + i];
		size_t chunk = range->begin / w->chunks.chunk, end = range->end / w->chunks.chunk;

		while (chunk < end) {
			struct chunk_run all = transfer_of(w, k, range->block, chunk), next;

			while (chunk + all.count < end && all.count < MOST_COUNT - 1) {
				next = transfer_of(w, k, range->block, chunk + all.count);
				if (!follows(all.from, next.from, all.count) ||
					!follows(all.to, next.to, all.count) ||
					!follows(all.left, next.left, all.count))
					break;
				all.count++;
			}
			if (use)
				use(w, packet, &all, at, number);
			number++;
			chunk += all.count;
		}
	}
	return number;
}

/* ---- Thread blocks ---- */

static uint32_t block_of(struct writer *w, const struct packet *packet)
{
	int peer = packet->from == w->v ? 2 * packet->to : 2 * packet->from + 1;
	uint32_t i = 0;

	while (i < w->blocks && w->peer[i] != peer)
		i++;
	if (i == w->blocks) {
		w->peer[w->blocks] = peer;
		w->steps[w->blocks++] = 0;
	}
	return i;
}

/* Finds the packets for which packet `at` waits: the last of each other thread block. */
static void find_waits(struct writer *w, uint32_t at)
{
	const struct packet_needs *needs = &w->needs;

	w->waits = 0;
	for (uint32_t i = needs->first[at + 1]; i > needs->first[at]; i--) {
		uint32_t earlier = needs->need[i - 1], k = 0;

		if (w->placed[earlier].block == w->placed[at].block)
			continue;
		while (k < w->waits && w->placed[w->wait[k]].block != w->placed[earlier].block)
			k++;
		if (k == w->waits)
			w->wait[w->waits++] = earlier;
	}
}

static int place_packet(struct writer *w, uint32_t at)
{
	struct placed *placed = &w->placed[at];
	uint32_t k = w->needs.packet[at];

	placed->block = block_of(w, &w->schedule->packet[k]);
	find_waits(w, at);
	for (uint32_t i = 0; i < w->waits; i++)
		w->placed[w->wait[i]].awaited = true;
	placed->first = (uint32_t)w->steps[placed->block] + (w->waits ? w->waits - 1 : 0);
	placed->last = placed->first + (uint32_t)transfers(w, k, NULL, at) - 1;
	w->steps[placed->block] = (int)placed->last + 1;
	if (placed->last >= MOST_STEPS)
		return why(EINVAL,
			"node %d: MSCCL runs at most %d steps in a thread block: use larger "
			"packets, or other --bytes",
			w->v, MOST_STEPS);
	return 0;
}

static int place_packets(struct writer *w)
{
	int error = packet_needs_find(&w->needs, w->schedule, w->v);
	size_t count = w->needs.count;

	if (error)
		return error;
	w->blocks = 0;
	w->placed = array_zeros(count, sizeof *w->placed);
	w->wait = array_new(count, sizeof *w->wait);
	w->peer = array_new(count, sizeof *w->peer);
	w->steps = array_new(count, sizeof *w->steps);
	if (!w->placed || !w->wait || !w->peer || !w->steps)
		return why(ENOMEM, "no memory for the steps of node %d", w->v);
	for (uint32_t at = 0; at < count && !error; at++)
		error = place_packet(w, at);
	if (!error && w->blocks >= MOST_BLOCKS)
		return why(EINVAL,
			"node %d: MSCCL has at most %d thread blocks in a channel, one for each "
			"neighbour and direction",
			w->v, MOST_BLOCKS);
	return error;
}

/* ---- Printing ---- */

static void print_step(struct writer *w, int step, const char *type, struct msccl_place from,
	struct msccl_place to, size_t count)
{
	fprintf(w->file,
		"      <step s=\"%d\" type=\"%s\" srcbuf=\"%c\" srcoff=\"%zd\" dstbuf=\"%c\" "
		"dstoff=\"%zd\" cnt=\"%zu\"",
		step, type, from.buffer, (ssize_t)from.chunk, to.buffer, (ssize_t)to.chunk, count);
}

static void print_waiting(const struct writer *w, const uint32_t *wait, bool awaited)
{
	if (wait)
		fprintf(w->file, " depid=\"%u\" deps=\"%u\" hasdep=\"%d\"/>\n",
			w->placed[*wait].block, w->placed[*wait].last, awaited);
	else
		fprintf(w->file, " depid=\"-1\" deps=\"-1\" hasdep=\"%d\"/>\n", awaited);
}

/* A send tells where the bytes come from at the sender, a receive where they go at the receiver. */
static void print_transfer(struct writer *w, const struct packet *packet,
	const struct chunk_run *transfer, uint32_t at, int number)
{
	const struct placed *placed = &w->placed[at];
	bool sent = packet->from == w->v, fold = packet->fold && !sent;
	uint32_t step = placed->first + (uint32_t)number;

	print_step(w, (int)step,
		sent   ? "s"
		: fold ? "rrc"
		       : "r",
		fold ? transfer->left : transfer->from, transfer->to, transfer->count);
	print_waiting(
		w, number || !w->waits ? NULL : w->wait, placed->awaited && step == placed->last);
}

static void print_packet(struct writer *w, uint32_t at)
{
	static const struct msccl_place in = { 'i', SIZE_MAX }, out = { 'o', SIZE_MAX };

	find_waits(w, at);
	for (uint32_t i = 1; i < w->waits; i++) {
		print_step(w, (int)(w->placed[at].first + i - w->waits), "nop", in, out, 0);
		print_waiting(w, &w->wait[i], false);
	}
	transfers(w, w->needs.packet[at], print_transfer, at);
}

/* Copies the chunks that a node keeps from its input to its output. */
static void print_own(struct writer *w)
{
	uint64_t block;
	int steps = 0;

	if (!msccl_own_block(&w->chunks, w->v, &block))
		return;
	for (size_t c = 0, count; c < w->chunks.per_block; c += count) {
		struct msccl_place from = msccl_place_before(
					   &w->chunks, w->v, block, c, UINT32_MAX, false),
				   to = msccl_place_after(&w->chunks, w->v, block, c);

		count = w->chunks.per_block - c < MOST_COUNT ? w->chunks.per_block - c
							     : MOST_COUNT - 1;
		if (from.buffer != 'i')
			continue;
		if (!steps)
			fprintf(w->file, "    <tb id=\"%u\" send=\"-1\" recv=\"-1\" chan=\"0\">\n",
				w->blocks);
		print_step(w, steps++, "cpy", from, to, count);
		print_waiting(w, NULL, false);
	}
	if (steps)
		fputs("    </tb>\n", w->file);
}

static void print_gpu(struct writer *w)
{
	fprintf(w->file, "  <gpu id=\"%d\" i_chunks=\"%zu\" o_chunks=\"%zu\" s_chunks=\"%zu\">\n",
		w->v, msccl_input_chunks(&w->chunks, w->v), msccl_output_chunks(&w->chunks, w->v),
		msccl_scratch_chunks(&w->chunks, w->v));
	for (uint32_t b = 0; b < w->blocks; b++) {
		int peer = w->peer[b] / 2;
		bool receives = w->peer[b] % 2;

		fprintf(w->file, "    <tb id=\"%u\" send=\"%d\" recv=\"%d\" chan=\"0\">\n", b,
			receives ? -1 : peer, receives ? peer : -1);
		for (uint32_t at = 0; at < w->needs.count; at++)
			if (w->placed[at].block == b)
				print_packet(w, at);
		fputs("    </tb>\n", w->file);
	}
	print_own(w);
	fputs("  </gpu>\n", w->file);
}

static void print_algorithm(struct writer *w)
{
	const struct problem *problem = &w->schedule->problem;
	size_t in = msccl_input_chunks(&w->chunks, problem->root),
	       out = msccl_output_chunks(&w->chunks, problem->root);

	fprintf(w->file, "<algo name=\"%s ", collective_name(problem->collective));
	xml_escape(w->file, problem->algorithm, strnlen(problem->algorithm, ALGORITHM_NAME));
	fprintf(w->file,
		" %d\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"%zu\" "
		"ngpus=\"%d\" coll=\"%s\" inplace=\"0\">\n",
		problem->root, in > out ? in : out, problem->net.nodes, names[problem->collective]);
}

/* Places the steps of node v, and prints the node, or only finds out whether MSCCL can run it. */
static int write_node(struct writer *w, bool prints)
{
	int error = place_packets(w);

	if (!error && prints)
		print_gpu(w);
	packet_needs_free(&w->needs);
	free(w->placed);
	free(w->wait);
	free(w->peer);
	free(w->steps);
	w->placed = NULL;
	w->wait = NULL;
	w->peer = w->steps = NULL;
	return error;
}

int schedule_print_msccl(struct schedule *schedule, FILE *file)
{
	struct writer w = { .schedule = schedule, .file = file };
	int error = 0;

	if (!names[schedule->problem.collective])
		return why(EINVAL,
			"MSCCL has no %s: it has broadcast, reduce, allgather, reducescatter, "
			"allreduce, alltoall",
			collective_name(schedule->problem.collective));
	if (!schedule->first_of)
		error = schedule_index(schedule);
	if (!error)
		error = msccl_chunks_find(&w.chunks, schedule);
	/* Nothing is printed of an algorithm that MSCCL cannot run. */
	for (w.v = 0; w.v < schedule->problem.net.nodes && !error; w.v++)
		error = write_node(&w, false);
	if (!error)
		print_algorithm(&w);
	for (w.v = 0; w.v < schedule->problem.net.nodes && !error; w.v++)
		error = write_node(&w, true);
	msccl_chunks_free(&w.chunks);
	if (error)
		return error;
	fputs("</algo>\n", file);
	return ferror(file) ? why(EIO, "the algorithm could not be written") : 0;
}
