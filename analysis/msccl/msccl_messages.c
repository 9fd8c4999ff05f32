/* Finds which step receives what a step sends, and an order in which the steps may run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_messages.h"
#include "base/array.h"
#include "base/error.h"

/* A step that sends, or receives, and its connection: gpus and channel, in one number. */
struct moving_step {
	uint64_t connection;
	uint32_t step;
};

static uint64_t connection_of(int from, int to, int channel)
{
	return ((uint64_t)from * MSCCL_GPUS + (uint64_t)to) * MSCCL_CHANNELS + (uint64_t)channel;
}

static int compare_uses(const void *a, const void *b)
{
	const struct moving_step *x = a, *y = b;

	if (x->connection != y->connection)
		return x->connection < y->connection ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

/* Lists all steps that send, or receive, by connection. Two thread blocks may not share an end of a
 * connection. */
static int list_uses(
	struct moving_step *use, size_t *uses, const struct msccl_file *file, bool sends)
{
	const char *verb = sends ? "sends" : "receives";

	for (uint32_t i = 0; i < file->steps; i++) {
		const struct msccl_block *block = msccl_block_of(file, i);
		int peer = sends ? block->send : block->recv, gpu = block->gpu;

		if (sends ? !file->step[i].kind->sends : !file->step[i].kind->receives)
			continue;
		if (peer < 0)
			return msccl_step_refuse(file, i, "%s, and its thread block has %s=-1",
				verb, sends ? "send" : "recv");
		use[(*uses)++] = (struct moving_step){
			connection_of(sends ? gpu : peer, sends ? peer : gpu, block->channel), i
		};
	}
	qsort(use, *uses, sizeof *use, compare_uses);
	for (size_t i = 1; i < *uses; i++) {
		const struct msccl_block *block = msccl_block_of(file, use[i].step);

		if (use[i].connection == use[i - 1].connection &&
			block != msccl_block_of(file, use[i - 1].step))
			return msccl_step_refuse(file, use[i].step,
				"a second thread block %s gpu %d on channel %d",
				sends ? "sends to" : "receives from",
				sends ? block->send : block->recv, block->channel);
	}
	return 0;
}

/* Refuses a step without a partner: the connection has fewer steps at the other end, or none. */
static int refuse_alone(const struct msccl_messages *m, const struct msccl_file *file,
	uint32_t step, bool sends, uint64_t connection)
{
	const struct msccl_block *block = msccl_block_of(file, step);
	int peer = sends ? block->send : block->recv;

	if (m->count && m->connection == connection)
		return msccl_step_refuse(file, step,
			sends ? "gpu %d receives nothing of what this step sends"
			      : "gpu %d sends nothing for this step to receive",
			peer);
	return msccl_step_refuse(file, step,
		sends ? "sends to gpu %d on channel %d, where no thread block receives"
		      : "receives from gpu %d on channel %d, where no thread block sends",
		peer, block->channel);
}

static int pair(struct msccl_messages *m, const struct msccl_file *file,
	const struct moving_step *send, const struct moving_step *receive)
{
	int32_t sent = file->step[send->step].count, received = file->step[receive->step].count;
	const struct msccl_block *to = msccl_block_of(file, receive->step);

	if (sent != received)
		return msccl_step_refuse(file, send->step,
			"sends %d chunks, and gpu %d, thread block %d, step %u receives %d", sent,
			to->gpu, to->id, receive->step - to->first, received);
	m->sent[send->step] = m->received[receive->step] = (uint32_t)m->count;
	m->connection = send->connection;
	m->message[m->count++] = (struct msccl_message){ send->step, receive->step,
		(uint32_t)(send->connection / MSCCL_CHANNELS), sent, m->chunks };
	m->chunks += (size_t)sent;
	return 0;
}

/* Pairs the k-th send of each connection with the k-th receive. */
static int pair_all(struct msccl_messages *m, const struct msccl_file *file,
	struct moving_step *send, struct moving_step *receive)
{
	size_t sends = 0, receives = 0, i = 0, k = 0;
	int error = list_uses(send, &sends, file, true);

	if (!error)
		error = list_uses(receive, &receives, file, false);
	while ((i < sends || k < receives) && !error) {
		uint64_t next = i < sends ? send[i].connection : UINT64_MAX,
			 other = k < receives ? receive[k].connection : UINT64_MAX;

		if (next < other)
			error = refuse_alone(m, file, send[i].step, true, next);
		else if (other < next)
			error = refuse_alone(m, file, receive[k].step, false, other);
		else
			error = pair(m, file, &send[i++], &receive[k++]);
	}
	return error;
}

/* ---- All messages ---- */

int msccl_messages_find(struct msccl_messages *messages, const struct msccl_file *file)
{
	size_t steps = file->steps;
	struct moving_step *use = array_new(2 * steps, sizeof *use);
	int error = 0;

	*messages = (struct msccl_messages){ .message = array_new(steps, sizeof *messages->message),
		.sent = array_new(steps, sizeof *messages->sent),
		.received = array_new(steps, sizeof *messages->received),
		.order = array_new(steps, sizeof *messages->order),
		.rank = array_new(steps, sizeof *messages->rank) };
	if (!messages->message || !messages->sent || !messages->received || !messages->order ||
		!messages->rank || !use)
		error = why(ENOMEM, "no memory for the messages of %zu steps", steps);
	if (!error) {
		memset(messages->sent, -1, steps * sizeof *messages->sent);
		memset(messages->received, -1, steps * sizeof *messages->received);
		memset(messages->rank, -1, steps * sizeof *messages->rank);
		error = pair_all(messages, file, use, use + steps);
	}
	if (!error)
		error = msccl_order_steps(messages, file);
	free(use);
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
