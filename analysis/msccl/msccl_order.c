/* Orders the steps of an algorithm so that each comes after all steps for which it waits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_messages.h"
#include "base/array.h"
#include "base/error.h"

enum {
	HELD = 2 /* messages that a connection holds */
};

int msccl_waits(const struct msccl_messages *m, const struct msccl_file *file, uint32_t step,
	bool full, uint32_t waits[MSCCL_WAITS])
{
	uint32_t awaited = msccl_awaited_step(file, step), sent = m->sent[step],
		 received = m->received[step];
	int count = 0;

	if (!msccl_is_first(file, step))
		waits[count++] = step - 1;
	if (awaited != UINT32_MAX)
		waits[count++] = awaited;
	if (received != NO_MESSAGE)
		waits[count++] = m->message[received].send;
	if (full && sent != NO_MESSAGE && sent >= HELD &&
		m->message[sent - HELD].link == m->message[sent].link &&
		file->step[m->message[sent - HELD].send].block == file->step[step].block)
		waits[count++] = m->message[sent - HELD].receive;
	return count;
}

/* Returns a step that never ends, for which a step waits that never begins. */
static uint32_t stuck_wait(
	const struct msccl_messages *m, const struct msccl_file *file, uint32_t step)
{
	uint32_t waits[MSCCL_WAITS];
	int i = msccl_waits(m, file, step, true, waits) - 1;

	while (i > 0 && m->rank[waits[i]] != UINT32_MAX)
		i--;
	return waits[i];
}

/* Names a step of a circle of steps that wait for one another. */
static int refuse_order(const struct msccl_messages *m, const struct msccl_file *file)
{
	uint32_t step = 0, wait;
	const struct msccl_block *of;

	while (m->rank[step] != UINT32_MAX)
		step++;
	for (size_t i = 0; i < file->steps; i++)
		step = stuck_wait(m, file, step);
	wait = stuck_wait(m, file, step);
	of = msccl_block_of(file, wait);
	return msccl_step_refuse(file, step,
		"never begins: steps wait for one another in a circle; this one for gpu %d, thread "
		"block %d, step %u",
		of->gpu, of->id, wait - of->first);
}

/* Counts for how many steps each step waits, and lists the steps that wait for a step: those of
 * step i end before first[i + 1]. */
static void list_followers(const struct msccl_messages *m, const struct msccl_file *file,
	uint32_t *left, uint32_t *first, uint32_t *follower)
{
	uint32_t waits[MSCCL_WAITS];

	for (uint32_t i = 0; i < file->steps; i++) {
		left[i] = (uint32_t)msccl_waits(m, file, i, true, waits);
		for (uint32_t k = 0; k < left[i]; k++)
			first[waits[k] + 2]++;
	}
	for (size_t i = 2; i < file->steps + 2; i++)
		first[i] += first[i - 1];
	for (uint32_t i = 0; i < file->steps; i++)
		for (int k = msccl_waits(m, file, i, true, waits); k > 0; k--)
			follower[first[waits[k - 1] + 1]++] = i;
}

int msccl_order_steps(struct msccl_messages *m, const struct msccl_file *file)
{
	size_t steps = file->steps, ready = 0;
	uint32_t *left = array_new(steps, sizeof *left),
		 *first = array_zeros(steps + 2, sizeof *first),
		 *follower = array_new(MSCCL_WAITS * steps, sizeof *follower);
	int error = left && first && follower ? 0 : why(ENOMEM, "no memory for %zu steps", steps);

	if (!error)
		list_followers(m, file, left, first, follower);
	for (uint32_t i = 0; i < steps && !error; i++)
		if (!left[i])
			m->order[ready++] = i;
	for (size_t at = 0; at < ready && !error; at++) {
		uint32_t step = m->order[at];

		m->rank[step] = (uint32_t)at;
		for (uint32_t k = first[step]; k < first[step + 1]; k++)
			if (!--left[follower[k]])
				m->order[ready++] = follower[k];
	}
	free(left);
	free(first);
	free(follower);
	return !error && ready < steps ? refuse_order(m, file) : error;
}

int msccl_before_open(struct msccl_before *before, const struct msccl_file *file,
	const struct msccl_messages *messages)
{
	*before = (struct msccl_before){ .file = file,
		.messages = messages,
		.seen = array_zeros(file->steps, sizeof *before->seen),
		.next = array_new(file->steps, sizeof *before->next) };
	if (before->seen && before->next)
		return 0;
	msccl_before_close(before);
	return why(ENOMEM, "no memory for the order of %zu steps", file->steps);
}

void msccl_before_close(struct msccl_before *before)
{
	free(before->seen);
	free(before->next);
	*before = (struct msccl_before){ 0 };
}

/* Goes from the later step back over what it waits for. Only steps between both in the order can
 * lead to the earlier step. A step of the earlier step's thread block ends the search at once. */
bool msccl_before(struct msccl_before *b, uint32_t early, uint32_t late)
{
	const struct msccl_step *step = b->file->step;
	const uint32_t *rank = b->messages->rank;
	uint32_t waits[MSCCL_WAITS];
	size_t depth = 0;

	b->question++;
	b->next[depth++] = late;
	while (depth) {
		uint32_t at = b->next[--depth];

		if (step[at].block == step[early].block && at >= early)
			return true;
		b->visits++;
		/* The message comes first, so it is looked at last: most ways stay on a gpu. */
		for (int k = msccl_waits(b->messages, b->file, at, false, waits) - 1; k >= 0; k--) {
			if (rank[waits[k]] < rank[early] || b->seen[waits[k]] == b->question)
				continue;
			b->seen[waits[k]] = b->question;
			b->next[depth++] = waits[k];
		}
	}
	return false;
}
