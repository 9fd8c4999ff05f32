/* Runs an algorithm of MSCCL with names of chunks in place of bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_outputs.h"
#include "analysis/msccl/msccl_run.h"
#include "base/array.h"
#include "base/error.h"

#define NONE UINT32_MAX
#define MOST_VISITS ((uint64_t)1 << 30) /* of steps, to find which comes before which: seconds */

static const char letters[] = "ios";

/* A chunk of a step while the step runs. */
struct chunk_move {
	uint32_t step;
	int gpu, part;
	const struct msccl_step *of;
};

/* ---- Places ---- */

static int refuse_race(const struct msccl_run *run, const struct chunk_move *m, uint32_t other,
	enum msccl_buffer buffer, int32_t offset, const char *what)
{
	const struct msccl_block *block = msccl_block_of(run->file, other);

	return msccl_step_refuse(run->file, m->step,
		"%s chunk %d of buffer %c, and no dependence says whether before or after thread "
		"block %d, step %u",
		what, offset, letters[buffer], block->id, other - block->first);
}

/* Checks that another step, which ran earlier here, always does. */
static bool is_ordered(struct msccl_run *run, uint32_t other, const struct chunk_move *m)
{
	return other == NONE || msccl_before(&run->before, other, m->step);
}

static int note_reader(struct msccl_run *run, struct msccl_spot *spot, uint32_t step)
{
	int error;

	if (spot->readers != NONE && run->reading[spot->readers].step == step)
		return 0;
	error = array_reserve(
		&run->reading, &run->reading_room, run->readings + 1, sizeof *run->reading);
	if (error)
		return error;
	run->reading[run->readings] = (struct msccl_reading){ step, spot->readers };
	spot->readers = (uint32_t)run->readings++;
	return 0;
}

static int read_place(struct msccl_run *run, const struct chunk_move *m, enum msccl_buffer buffer,
	int32_t first, struct msccl_value *value)
{
	int32_t offset = first + m->part;
	struct msccl_spot *spot = &run->spot[msccl_place(&run->layout, m->gpu, buffer, offset)];

	if (spot->value.chunk == NO_CHUNK)
		return msccl_step_refuse(run->file, m->step,
			"reads chunk %d of buffer %c, which no step before has written", offset,
			letters[buffer]);
	if (spot->writer == m->step)
		return msccl_step_refuse(run->file, m->step,
			"reads chunk %d of buffer %c, which the step itself writes", offset,
			letters[buffer]);
	if (!is_ordered(run, spot->writer, m))
		return refuse_race(run, m, spot->writer, buffer, offset, "reads");
	*value = spot->value;
	return note_reader(run, spot, m->step);
}

static int write_place(struct msccl_run *run, const struct chunk_move *m, struct msccl_value value)
{
	int32_t offset = m->of->to + m->part;
	enum msccl_buffer buffer = m->of->to_buffer;
	struct msccl_spot *spot = &run->spot[msccl_place(&run->layout, m->gpu, buffer, offset)];

	if (!is_ordered(run, spot->writer, m))
		return refuse_race(run, m, spot->writer, buffer, offset, "writes");
	for (uint32_t r = spot->readers; r != NONE; r = run->reading[r].earlier)
		if (!is_ordered(run, run->reading[r].step, m))
			return refuse_race(run, m, run->reading[r].step, buffer, offset, "writes");
	if (run->before.visits > MOST_VISITS)
		return why(EINVAL, "the dependences of the steps are too many to be followed");
	*spot = (struct msccl_spot){ value, m->step, NONE };
	return 0;
}

/* ---- A step ---- */

static int refuse_sum(
	const struct msccl_run *run, const struct chunk_move *m, int error, sum_fault fault)
{
	return error == -EINVAL ? msccl_step_refuse(run->file, m->step, "%s", fault) : error;
}

/* Adds what lies at a place to a value. */
static int fold(struct msccl_run *run, const struct chunk_move *m, enum msccl_buffer buffer,
	int32_t first, struct msccl_value *value)
{
	struct msccl_value other;
	sum_fault fault = NULL;
	int error = read_place(run, m, buffer, first, &other);

	if (error)
		return error;
	if (!msccl_run_folds(run))
		return msccl_step_refuse(run->file, m->step, "type %s folds, and %s does not",
			m->of->kind->name, collective_name(run->file->collective));
	error = msccl_sum_add(&run->sums, other.sum, value->sum, &value->sum, &fault);
	return refuse_sum(run, m, error, fault);
}

/* Takes a chunk of a message: from now on it is the receiver's. */
static int take(struct msccl_run *run, const struct chunk_move *m, struct msccl_value *value)
{
	uint32_t number = run->messages->received[m->step];
	struct msccl_value *carried =
		&run->carried[run->messages->message[number].first + (size_t)m->part];
	int error = 0;

	if (msccl_run_folds(run))
		error = msccl_sum_comes(&run->sums, m->gpu, carried->chunk, number, &carried->sum);
	*value = *carried;
	return error;
}

static int give(struct msccl_run *run, const struct chunk_move *m, struct msccl_value value)
{
	uint32_t number = run->messages->sent[m->step];
	sum_fault fault = NULL;
	int error = 0;

	if (msccl_run_folds(run))
		error = msccl_sum_leaves(&run->sums, value.sum, number, &fault);
	run->carried[run->messages->message[number].first + (size_t)m->part] = value;
	return refuse_sum(run, m, error, fault);
}

/* In place an input lies within the output, and a copy of the own chunk to its place is a copy of
 * the chunk onto itself, which changes nothing. */
static bool stays(const struct msccl_run *run, const struct chunk_move *m)
{
	const struct msccl_step *s = m->of;
	const struct msccl_kind *kind = s->kind;

	return kind->reads && kind->stores && !kind->receives && !kind->folds && !kind->sends &&
	       msccl_place(&run->layout, m->gpu, s->from_buffer, s->from + m->part) ==
		       msccl_place(&run->layout, m->gpu, s->to_buffer, s->to + m->part);
}

static int run_move(struct msccl_run *run, const struct chunk_move *m)
{
	const struct msccl_kind *kind = m->of->kind;
	struct msccl_value value = { NO_CHUNK, 0 };
	bool adds = kind->folds && kind->receives;
	int error = 0;

	if (stays(run, m))
		return 0;
	if (kind->receives)
		error = take(run, m, &value);
	else if (kind->reads)
		error = read_place(run, m, m->of->from_buffer, m->of->from, &value);
	if (!error && kind->folds)
		error = fold(run, m, adds ? m->of->from_buffer : m->of->to_buffer,
			adds ? m->of->from : m->of->to, &value);
	if (!error && kind->stores)
		error = write_place(run, m, value);
	if (!error && kind->sends)
		error = give(run, m, value);
	return error;
}

static int check_bounds(const struct msccl_run *run, uint32_t step, enum msccl_buffer buffer,
	int32_t first, const char *what)
{
	const struct msccl_step *s = &run->file->step[step];
	const int32_t *chunks = run->file->gpu[msccl_block_of(run->file, step)->gpu].chunks;

	if (first + s->count <= chunks[buffer])
		return 0;
	return msccl_step_refuse(run->file, step, "%s chunks %d to %d of buffer %c, which has %d",
		what, first, first + s->count - 1, letters[buffer], chunks[buffer]);
}

/* A step ends at a moment: with the step of the plan at which its message leaves, or after the step
 * at which a message came. */
static int time_step(struct msccl_run *run, uint32_t i)
{
	const struct msccl_messages *m = run->messages;
	uint32_t first = (uint32_t)m->count, waits[MSCCL_WAITS], sent = m->sent[i],
		 received = m->received[i];
	int count = msccl_waits(m, run->file, i, false, waits) - (received != NO_MESSAGE);
	int error = 0;

	for (int k = 0; k < count && !error; k++) {
		error = msccl_times_add(&run->times, first + waits[k], first + i, false);
		if (!error && sent != NO_MESSAGE)
			error = msccl_times_add(&run->times, first + waits[k], sent, false);
	}
	if (!error && sent != NO_MESSAGE)
		error = msccl_times_add(&run->times, sent, first + i, false);
	if (!error && received != NO_MESSAGE)
		error = msccl_times_add(&run->times, received, first + i, true);
	if (!error && sent != NO_MESSAGE && received != NO_MESSAGE)
		error = msccl_times_add(&run->times, received, sent, true);
	return error;
}

static int run_step(struct msccl_run *run, uint32_t step)
{
	const struct msccl_step *s = &run->file->step[step];
	struct chunk_move move = { step, msccl_block_of(run->file, step)->gpu, 0, s };
	int error = time_step(run, step);

	if (!error && s->kind->reads)
		error = check_bounds(run, step, s->from_buffer, s->from, "reads");
	if (!error && s->kind->stores)
		error = check_bounds(run, step, s->to_buffer, s->to, "writes");
	for (; move.part < s->count && !error; move.part++)
		error = run_move(run, &move);
	return error;
}

/* ---- All steps ---- */

static void fill_inputs(struct msccl_run *run)
{
	for (size_t i = 0; i < run->layout.places; i++)
		run->spot[i] = (struct msccl_spot){ { NO_CHUNK, 0 }, NONE, NONE };
	for (int v = 0; v < run->file->gpus; v++)
		for (int32_t i = 0; i < run->layout.inputs; i++) {
			uint32_t chunk = msccl_input_chunk(&run->layout, v, i);
			size_t place = msccl_place(&run->layout, v, MSCCL_INPUT, i);

			/* Sum number gpu * chunks + chunk is the gpu's own part. */
			if (chunk != NO_CHUNK)
				run->spot[place].value = (struct msccl_value){ chunk,
					(uint32_t)v * run->sums.chunks + chunk };
		}
}

static int open_run(struct msccl_run *run)
{
	const struct msccl_file *file = run->file;
	int error = msccl_before_open(&run->before, file, run->messages);

	run->times.moments = run->messages->count + file->steps;
	if (!error && msccl_run_folds(run))
		error = msccl_sums_open(&run->sums, file->gpus, run->layout.chunks, &run->times);
	run->spot = array_new(run->layout.places, sizeof *run->spot);
	run->carried = array_new(run->messages->chunks, sizeof *run->carried);
	if (!error && (!run->spot || !run->carried))
		error = why(ENOMEM, "no memory for %zu chunks", run->layout.places);
	return error;
}

int msccl_run(struct msccl_run *run, const struct msccl_file *file,
	const struct msccl_messages *messages, bool in_place)
{
	int error;

	*run = (struct msccl_run){ .file = file, .messages = messages };
	error = msccl_layout_find(&run->layout, file, in_place);
	if (!error)
		error = open_run(run);
	if (!error)
		fill_inputs(run);
	for (size_t i = 0; i < file->steps && !error; i++)
		error = run_step(run, messages->order[i]);
	if (!error)
		error = msccl_outputs_check(run);
	if (error)
		msccl_run_close(run);
	return error;
}

void msccl_run_close(struct msccl_run *run)
{
	msccl_layout_free(&run->layout);
	msccl_before_close(&run->before);
	msccl_sums_close(&run->sums);
	msccl_times_free(&run->times);
	free(run->spot);
	free(run->carried);
	free(run->reading);
	*run = (struct msccl_run){ 0 };
}
