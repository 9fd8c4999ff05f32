/* Finds which step receives what a step sends, and an order in which the steps may run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_MESSAGES_H
#define ANALYSIS_MSCCL_MSCCL_MESSAGES_H

#include "analysis/msccl/msccl_file.h"

#define NO_MESSAGE UINT32_MAX

/* The chunks of a message are first ... first + count - 1 among all chunks that are sent. Messages
 * of one sender and one receiver have the same link. */
struct msccl_message {
	uint32_t send, receive, link; /* send, receive: steps */
	int32_t count;
	size_t first;
};

struct msccl_messages {
	struct msccl_message *message; /* [count] */
	size_t count, chunks;
	uint64_t connection;	   /* of the last message */
	uint32_t *sent, *received; /* [steps] the message of a step, or NO_MESSAGE */
	uint32_t *order;	   /* [steps] a step comes after all steps for which it waits */
	uint32_t *rank;		   /* [steps] the place of a step in `order` */
};

/* A thread block that sends to a gpu on a channel, and the thread block of that gpu that receives
 * there, are a connection: the k-th receive gets what the k-th send sends. A connection holds two
 * messages, as in MSCCL's runtime. Returns 0, -ENOMEM, or -EINVAL with why: no partner, another
 * number of chunks, or steps that wait for one another. msccl_messages_free accepts all zeros. */
int msccl_messages_find(struct msccl_messages *messages, const struct msccl_file *file);
void msccl_messages_free(struct msccl_messages *messages);

/* Fills in `order` and `rank`, which is UINT32_MAX at all steps. Returns 0, -ENOMEM, or -EINVAL
 * with a step of a circle of steps as why. */
int msccl_order_steps(struct msccl_messages *messages, const struct msccl_file *file);

/* Lists the steps for which a step waits: the step before it, the step of depid and deps, and the
 * step that sends what this step receives; with `full` the receive that makes room for what this
 * step sends, too. Returns their number. */
enum {
	MSCCL_WAITS = 4
};
int msccl_waits(const struct msccl_messages *messages, const struct msccl_file *file, uint32_t step,
	bool full, uint32_t waits[MSCCL_WAITS]);

/* Tells whether a step is always over before another step begins. */
struct msccl_before {
	const struct msccl_file *file;
	const struct msccl_messages *messages;
	uint32_t *seen; /* [steps] the last question that reached the step */
	uint32_t *next; /* [steps] a stack */
	uint32_t question;
	uint64_t visits;
};

/* Returns 0 or -ENOMEM with why. msccl_before_close accepts all zeros. */
int msccl_before_open(struct msccl_before *before, const struct msccl_file *file,
	const struct msccl_messages *messages);
void msccl_before_close(struct msccl_before *before);

/* Returns true if dependences, messages and the order of thread blocks put step `early` before step
 * `late`, or if both are the same. */
bool msccl_before(struct msccl_before *before, uint32_t early, uint32_t late);

#endif
