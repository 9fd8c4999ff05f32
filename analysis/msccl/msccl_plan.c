/* Reads an algorithm of MSCCL as a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_plan.h"
#include "analysis/msccl/msccl_run.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/format/plan_file.h"

enum {
	CHUNK_BYTES = 1024 /* whole elements of every type; the format has no size */
};

/* ---- Steps of messages ---- */

static int time_messages(struct msccl_run *run, int32_t **step)
{
	const struct msccl_messages *m = run->messages;
	uint32_t *link = array_new(m->count, sizeof *link), stuck = 0;
	int error = link ? 0 : why(ENOMEM, "no memory for the links of %zu messages", m->count);

	for (size_t k = 0; k < m->count && !error; k++)
		link[k] = m->message[k].link;
	if (!error)
		error = msccl_times_find(step, &run->times, link, m->count, &stuck);
	if (error == -EINVAL)
		error = msccl_step_refuse(run->file, m->message[stuck].send,
			"what this step sends has no time in a plan, where a node adds what comes "
			"at "
			"once and a link carries one packet in a step");
	free(link);
	return error;
}

/* ---- Packets ---- */

/* Finds out whether the receiver adds a chunk to its own. */
static int find_fold(const struct msccl_run *run, const struct msccl_message *message,
	struct msccl_value value, bool *fold)
{
	if (!msccl_run_folds(run)) {
		*fold = false;
		return 0;
	}
	if (run->sums.sum[value.sum].state < SUM_FOLDED)
		return msccl_step_refuse(run->file, message->receive,
			"receives a sum that no step uses: a plan has one sum of each chunk on "
			"each "
			"node");
	*fold = run->sums.sum[value.sum].state == SUM_FOLDED;
	return 0;
}

static int list_pieces(const struct msccl_run *run, const struct msccl_message *message,
	struct range *range, struct packet *packet)
{
	uint32_t per_block = (uint32_t)run->layout.per_block;
	int error = 0;

	for (int32_t i = 0; i < message->count && !error; i++) {
		struct msccl_value value = run->carried[message->first + (size_t)i];
		size_t part = value.chunk % per_block;
		bool fold = false;

		error = find_fold(run, message, value, &fold);
		if (!error && i && fold != packet->fold)
			error = msccl_step_refuse(run->file, message->receive,
				"some chunks of the message are added to the gpu's own and others "
				"not: a packet of a plan does one of both");
		packet->fold = fold;
		packet->count = range_append(range, packet->count,
			(struct range){ value.chunk / per_block, part * CHUNK_BYTES,
				(part + 1) * CHUNK_BYTES });
	}
	return error;
}

static int add_packets(const struct msccl_run *run, const int32_t *step, struct schedule *schedule)
{
	const struct msccl_messages *m = run->messages;
	struct range *range = array_new(m->chunks, sizeof *range);
	int error = range ? 0 : why(ENOMEM, "no memory for the pieces of a plan");

	for (size_t k = 0; k < m->count && !error; k++) {
		const struct msccl_message *message = &m->message[k];
		struct packet packet = { .step = step[k],
			.from = msccl_block_of(run->file, message->send)->gpu,
			.to = msccl_block_of(run->file, message->receive)->gpu };

		error = list_pieces(run, message, range, &packet);
		if (!error)
			error = plan_file_add(
				schedule, packet, range, (int)run->file->step[message->send].line);
	}
	free(range);
	return error;
}

/* ---- A plan ---- */

static void set_number(struct plan_header *heading, enum field field, size_t number)
{
	heading->given[field] = true;
	heading->number[field] = (int64_t)number;
}

static int name_plan(struct plan_header *heading, const struct msccl_run *run)
{
	const struct msccl_file *file = run->file;
	const char *name = collective_name(file->collective);
	char network[FILE_WORD];
	int error, length = snprintf(network, sizeof network, "gh:%d", file->gpus);

	*heading = (struct plan_header){ 0 };
	error = plan_header_word(heading, FIELD_COLLECTIVE, name, strlen(name));
	if (!error)
		error = plan_header_word(heading, FIELD_NETWORK, network, (size_t)length);
	/* A name that no plan may have is left out. */
	if (!error && plan_header_word(heading, FIELD_ALGORITHM, file->name, strlen(file->name)))
		heading->given[FIELD_ALGORITHM] = false;
	set_number(heading, FIELD_ROOT, (size_t)file->root);
	set_number(heading, FIELD_BYTES, (size_t)run->layout.per_block * CHUNK_BYTES);
	return error;
}

static int make_schedule(struct schedule **schedule, struct msccl_run *run)
{
	struct plan_header heading;
	int32_t *step = NULL;
	int error = time_messages(run, &step);

	*schedule = NULL;
	if (!error)
		error = name_plan(&heading, run);
	if (!error)
		error = plan_header_open(schedule, &heading);
	if (!error)
		error = add_packets(run, step, *schedule);
	if (!error)
		error = plan_file_close(*schedule, &heading);
	free(step);
	if (error) {
		schedule_free(*schedule);
		*schedule = NULL;
	}
	return error;
}

static int make_plan(struct schedule **schedule, const struct msccl_file *file,
	const struct msccl_messages *messages, bool in_place)
{
	struct msccl_run run;
	int error = msccl_run(&run, file, messages, in_place);

	if (!error) {
		error = make_schedule(schedule, &run);
		msccl_run_close(&run);
	}
	return error;
}

/* An algorithm for both kinds of buffers must be right for both. */
static int make_plans(struct schedule **schedule, const struct msccl_file *file,
	const struct msccl_messages *messages)
{
	struct schedule *other = NULL;
	int error = make_plan(schedule, file, messages, !file->out_of_place);

	if (error || !file->in_place || !file->out_of_place)
		return error;
	error = make_plan(&other, file, messages, true);
	if (!error) {
		schedule_free(other);
		return 0;
	}
	schedule_free(*schedule);
	return error == -EINVAL ? why(EINVAL, "in place: %s", why_text()) : error;
}

int schedule_read_msccl(struct schedule **schedule, const char *text, size_t length)
{
	struct msccl_messages messages = { 0 };
	struct msccl_file file;
	int error = msccl_file_read(&file, text, length);

	if (!error)
		error = msccl_file_check_waits(&file);
	if (!error)
		error = msccl_file_find_root(&file);
	if (!error)
		error = msccl_messages_find(&messages, &file);
	if (!error)
		error = make_plans(schedule, &file, &messages);
	msccl_messages_free(&messages);
	msccl_file_free(&file);
	return error;
}
