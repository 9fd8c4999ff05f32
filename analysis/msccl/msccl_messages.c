/* Finds which step receives what a step sends, and an order in which the steps may run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_messages.h"
#include "base/array.h"
#include "base/error.h"

/* One side of a connection. */
struct end {
	int from, to, channel;
	bool sends;
	uint32_t block, steps; /* steps: those that send, or receive */
};

struct pairing {
	const struct msccl_file *file;
	struct msccl_messages *messages;
	struct end *end;
	size_t ends;
};

/* ---- Connections ---- */

static bool uses(const struct msccl_file *file, uint32_t step, bool sends)
{
	const struct msccl_kind *kind = file->step[step].kind;

	return sends ? kind->sends : kind->receives;
}

static uint32_t next_use(const struct msccl_file *file, uint32_t step, bool sends)
{
	while (!uses(file, step, sends))
		step++;
	return step;
}

static int list_end(struct pairing *p, uint32_t b, bool sends)
{
	const struct msccl_file *file = p->file;
	const struct msccl_block *block = &file->block[b];
	int peer = sends ? block->send : block->recv;
	uint32_t steps = 0;

	for (uint32_t i = block->first; i < block[1].first; i++)
		steps += uses(file, i, sends);
	if (!steps)
		return 0;
	if (peer < 0)
		return msccl_step_refuse(file, next_use(file, block->first, sends),
			"%s, and its thread block has %s=-1", sends ? "sends" : "receives",
			sends ? "send" : "recv");
	p->end[p->ends++] = (struct end){ sends ? block->gpu : peer, sends ? peer : block->gpu,
		block->channel, sends, b, steps };
	return 0;
}

static int compare_ends(const void *a, const void *b)
{
	const struct end *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->channel != y->channel)
		return x->channel < y->channel ? -1 : 1;
	if (x->sends != y->sends)
		return x->sends ? -1 : 1;
	return (x->block > y->block) - (x->block < y->block);
}

static bool is_same_connection(const struct end *x, const struct end *y)
{
	return x->from == y->from && x->to == y->to && x->channel == y->channel;
}

/* Checks that the ends i and i + 1 are the two sides of a connection, and that there is no third.
 * */
static int check_sides(const struct pairing *p, size_t i)
{
	const struct end *end = &p->end[i], *last = end;
	uint32_t step;

	while (last + 1 < p->end + p->ends && is_same_connection(last + 1, end))
		last++;
	if (last - end == 1 && end->sends != last->sends)
		return 0;
	step = next_use(p->file, p->file->block[last->block].first, last->sends);
	if (last > end)
		return msccl_step_refuse(p->file, step,
			"a second thread block %s gpu %d on channel %d",
			last->sends ? "sends to" : "receives from",
			last->sends ? end->to : end->from, end->channel);
	return msccl_step_refuse(p->file, step,
		end->sends ? "sends to gpu %d on channel %d, where no thread block receives"
			   : "receives from gpu %d on channel %d, where no thread block sends",
		end->sends ? end->to : end->from, end->channel);
}

static int pair_step(struct pairing *p, uint32_t send, uint32_t receive, uint32_t link)
{
	struct msccl_messages *m = p->messages;
	const struct msccl_step *sent = &p->file->step[send], *received = &p->file->step[receive];
	const struct msccl_block *to = msccl_block_of(p->file, receive);

	if (sent->count != received->count)
		return msccl_step_refuse(p->file, send,
			"sends %d chunks, and gpu %d, thread block %d, step %u receives %d",
			sent->count, to->gpu, to->id, receive - to->first, received->count);
	m->sent[send] = m->received[receive] = (uint32_t)m->count;
	m->message[m->count++] =
		(struct msccl_message){ send, receive, link, sent->count, m->chunks };
	m->chunks += (size_t)sent->count;
	return 0;
}

/* Pairs the steps of a connection. */
static int pair_steps(struct pairing *p, const struct end *sender, uint32_t link)
{
	const struct end *receiver = sender + 1;
	const struct msccl_block *block = p->file->block;
	uint32_t send = block[sender->block].first, receive = block[receiver->block].first;
	bool more = sender->steps > receiver->steps;
	int error = 0;

	for (uint32_t k = 0; k < sender->steps && k < receiver->steps && !error; k++) {
		send = next_use(p->file, send, true);
		receive = next_use(p->file, receive, false);
		error = pair_step(p, send++, receive++, link);
	}
	if (error || sender->steps == receiver->steps)
		return error;
	return msccl_step_refuse(p->file,
		more ? next_use(p->file, send, true) : next_use(p->file, receive, false),
		more ? "gpu %d receives nothing of what this step sends"
		     : "gpu %d sends nothing for this step to receive",
		more ? sender->to : sender->from);
}

static int pair_all(struct pairing *p)
{
	const struct msccl_file *file = p->file;
	int error = 0;

	for (uint32_t b = 0; b < file->blocks && !error; b++) {
		error = list_end(p, b, true);
		if (!error)
			error = list_end(p, b, false);
	}
	if (!error)
		qsort(p->end, p->ends, sizeof *p->end, compare_ends);
	for (size_t i = 0; i < p->ends && !error; i += 2) {
		const struct end *end = &p->end[i];

		error = check_sides(p, i);
		if (!error && (!i || end->from != end[-1].from || end->to != end[-1].to))
			p->messages->links++;
		if (!error)
			error = pair_steps(p, end, p->messages->links - 1);
	}
	return error;
}

/* ---- All messages ---- */

int msccl_messages_find(struct msccl_messages *messages, const struct msccl_file *file)
{
	struct pairing p = { .file = file, .messages = messages };
	size_t steps = file->steps;
	int error = 0;

	*messages = (struct msccl_messages){ .message = array_new(steps, sizeof *messages->message),
		.sent = array_new(steps, sizeof *messages->sent),
		.received = array_new(steps, sizeof *messages->received),
		.order = array_new(steps, sizeof *messages->order),
		.rank = array_new(steps, sizeof *messages->rank) };
	p.end = array_new(2 * file->blocks, sizeof *p.end);
	if (!messages->message || !messages->sent || !messages->received || !messages->order ||
		!messages->rank || !p.end)
		error = why(ENOMEM, "no memory for the messages of %zu steps", steps);
	if (!error) {
		memset(messages->sent, -1, steps * sizeof *messages->sent);
		memset(messages->received, -1, steps * sizeof *messages->received);
		memset(messages->rank, -1, steps * sizeof *messages->rank);
		error = pair_all(&p);
	}
	if (!error)
		error = msccl_order_steps(messages, file);
	free(p.end);
	if (error)
		msccl_messages_free(messages);
	return error;
}

void msccl_messages_free(struct msccl_messages *messages)
{
	free(messages->message);
	free(messages->sent);
	free(messages->received);
	free(messages->order);
	free(messages->rank);
	*messages = (struct msccl_messages){ 0 };
}
