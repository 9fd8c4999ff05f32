/* Bare copies move the bytes of a row between the nodes' memory with no plan, packet or link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "library/machine/huge_pages.h"
#include "perf/timing/bare_work.h"
#include "runtime/kernels/copy.h"

enum {
	CHUNK = 16 << 10,  /* stays in the first cache from step to step */
	PIECE = 128 << 10, /* of a copy that does not go forward */
	CUT = 64	   /* parts begin at whole lines, hence at whole elements */
};

/* The memory of a thread. */
struct bare_thread {
	alignas(128) unsigned char chunk[CHUNK];
	unsigned runs; /* so far */
};

int bare_open(struct bare_work *bare, size_t bytes, const struct folding *folding, int threads)
{
	*bare = (struct bare_work){ .bytes = bytes, .folding = folding, .threads = threads };
	bare->thread =
		aligned_alloc(alignof(struct bare_thread), (size_t)threads * sizeof *bare->thread);
	if (!bare->thread)
		return why(ENOMEM, "no memory for bare copies");
	for (int t = 0; t < threads; t++)
		bare->thread[t].runs = 0;
	return 0;
}

void bare_close(struct bare_work *bare)
{
	free(bare->group);
	free(bare->step);
	free(bare->thread);
	huge_pages_unmap(bare->memory, bare->memory_bytes);
	*bare = (struct bare_work){ 0 };
}

int bare_begin(struct bare_work *bare, int reader, int owner)
{
	int error = array_reserve(
		&bare->group, &bare->groups_room, bare->groups + 1, sizeof *bare->group);

	if (!error)
		bare->group[bare->groups++] =
			(struct bare_group){ reader, owner, bare->steps, 0, 0 };
	return error;
}

int bare_add(struct bare_work *bare, const unsigned char *from, unsigned char *to)
{
	struct bare_group *group = &bare->group[bare->groups - 1];
	int error =
		array_reserve(&bare->step, &bare->steps_room, bare->steps + 1, sizeof *bare->step);

	if (error)
		return error;
	if (!from && group->steps && !bare->step[bare->steps - 1].to) {
		bare->step[bare->steps - 1].to = to; /* a place for the result so far */
		return 0;
	}
	bare->step[bare->steps++] = (struct bare_step){ from, to };
	group->steps++;
	return 0;
}

bool bare_crosses(const struct bare_work *bare)
{
	for (size_t i = 0; i < bare->groups; i++)
		if (bare->group[i].owner != bare->group[i].reader)
			return true;
	return false;
}

/* ---- Running ---- */

/* A thread's part of a group. */
struct bare_part {
	const struct bare_work *bare;
	unsigned char *scratch;
	size_t begin, end;
	bool past, ordered, backward;
};

/* Does all steps for bytes at ... at + bytes - 1. The result so far is at its source, in scratch,
 * or at its place. */
static void run_steps(
	const struct bare_part *part, const struct bare_group *group, size_t at, size_t bytes)
{
	const struct bare_step *step = &part->bare->step[group->first];
	const unsigned char *result = NULL;

	for (size_t k = 0; k < group->steps; k++, step++) {
		unsigned char *to = step->to ? step->to + at : NULL;

		if (step->from && result) {
			unsigned char *sum = to && !part->past ? to : part->scratch;

			folding_apply(part->bare->folding, sum, result, step->from + at, bytes);
			result = sum;
		} else if (step->from) {
			result = step->from + at;
		}
		if (to && result && result != to)
			copy_bytes(to, result, bytes, part->past);
	}
}

/* Returns true if a single pass of a kernel does all steps: the fold of two inputs, for one place
 * or for two places. */
static bool folds_once(const struct bare_part *part, const struct bare_group *group)
{
	const struct bare_step *step = &part->bare->step[group->first];

	if (part->past || group->steps < 2 || group->steps > 3 || !part->bare->folding ||
		!part->bare->folding->kernel)
		return false;
	return step[0].from && !step[0].to && step[1].from && step[1].to &&
	       (group->steps == 2 || !step[2].from);
}

static void fold_once(
	const struct bare_part *part, const struct bare_group *group, size_t at, size_t bytes)
{
	const struct bare_step *step = &part->bare->step[group->first];
	const struct folding *folding = part->bare->folding;

	folding->kernel(step[1].to + at, group->steps == 3 ? step[2].to + at : NULL,
		step[0].from + at, step[1].from + at, folding_count(folding, bytes));
}

/* Cuts the part in pieces, the last piece first if the part goes backward. A single copy or pass is
 * cut as little as its order needs. Several steps go on with the chunk that lies in the cache. */
static void run_part(const struct bare_part *part, const struct bare_group *group)
{
	size_t bytes = part->end - part->begin;
	bool once = folds_once(part, group);
	size_t most = group->steps > 1 && !once ? CHUNK : part->ordered ? PIECE : bytes;
	size_t pieces = bytes ? (bytes + most - 1) / most : 0;

	for (size_t i = 0; i < pieces; i++) {
		size_t at = (part->backward ? pieces - 1 - i : i) * most;

		(once ? fold_once : run_steps)(
			part, group, part->begin + at, bytes - at < most ? bytes - at : most);
	}
}

/* Finds the thread's part of a group. The reader begins at the first byte. The owner's part follows
 * the reader's or, if several threads own the sources, a part of each other thread. */
static struct bare_part part_of(const struct bare_work *bare, const struct bare_group *group,
	int thread, struct bare_way way)
{
	bool owner = thread != group->reader;
	struct bare_part part = { .bare = bare,
		.scratch = bare->thread[thread].chunk,
		.past = way.past,
		.ordered = way.order != ORDER_FORWARD };
	size_t cut = bare->bytes * (size_t)way.eighths / 8 / CUT * CUT, rest;
	int others = group->owner < 0 ? bare->threads - 1 : 1;
	int number = group->owner < 0 ? thread - (thread > group->reader) : 0;

	if (group->owner == group->reader || way.eighths == 8 || way.eighths < 0 || !others)
		cut = bare->bytes;
	rest = (bare->bytes - cut) / (size_t)(others ? others : 1) / CUT * CUT;
	if (way.order == ORDER_INWARD)
		part.backward = owner;
	if (way.order == ORDER_TO_AND_FRO)
		part.backward = owner ^ (bare->thread[thread].runs & 1);
	if (!owner)
		part.end = cut;
	else if (group->owner < 0 || group->owner == thread) {
		part.begin = cut + (size_t)number * rest;
		part.end = number == others - 1 ? bare->bytes : part.begin + rest;
	}
	return part;
}

static int pieces_of(const struct bare_work *bare)
{
	return (int)((bare->bytes + PIECE - 1) / PIECE);
}

/* Returns the number of an end's k-th piece. The reader's k-th piece and the owner's h-th piece
 * differ as long as k + h is less than the number of pieces. */
static int claimed_piece(int k, int pieces, bool owner, bool outward)
{
	int middle = outward ? pieces / 2 : 0;
	bool back = owner != outward;

	return (middle + (back ? pieces - 1 - k : k)) % pieces;
}

/* Claims pieces and copies them until none is left. */
static void run_claims(
	const struct bare_work *bare, struct bare_group *group, int thread, struct bare_way way)
{
	bool outward = way.order == ORDER_TO_AND_FRO && bare->thread[thread].runs & 1;
	int pieces = pieces_of(bare);
	struct bare_part part = { bare, bare->thread[thread].chunk, .past = way.past };

	for (int k = 0; atomic_fetch_add_explicit(&group->claims, 1, memory_order_relaxed) < pieces;
		k++) {
		size_t piece = (size_t)claimed_piece(k, pieces, thread != group->reader, outward);

		part.begin = piece * PIECE;
		part.end = part.begin + PIECE < bare->bytes ? part.begin + PIECE : bare->bytes;
		run_part(&part, group);
	}
}

void bare_ready(const struct bare_work *bare, int thread)
{
	for (size_t i = 0; i < bare->groups; i++)
		if (bare->group[i].reader == thread)
			atomic_store_explicit(&bare->group[i].claims, 0, memory_order_relaxed);
}

/* Returns true if a thread is one of two ends that claim pieces. */
static bool claims(const struct bare_work *bare, const struct bare_group *group, int thread)
{
	bool ends = group->owner >= 0 || bare->threads == 2;

	return ends && group->owner != group->reader &&
	       (thread == group->reader || group->owner < 0 || group->owner == thread);
}

void bare_run(const struct bare_work *bare, int thread, struct bare_way way)
{
	bare->thread[thread].runs++;
	for (size_t i = 0; i < bare->groups; i++) {
		struct bare_group *group = &bare->group[i];
		struct bare_part part;

		if (way.eighths == BARE_CLAIMED && claims(bare, group, thread)) {
			run_claims(bare, group, thread, way);
			continue;
		}
		part = part_of(bare, group, thread, way);
		run_part(&part, group);
	}
}
