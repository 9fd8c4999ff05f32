/* Joins looks at the messages between ranks, and tells if they can be true. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "perf/calibration/message_looks.h"

static const double most_changed = 0.34; /* of the messages of a link */
static const double close = 1.25;	 /* looks agree */
static const double slack = 1.5;	 /* libraries change their way at some sizes */

void message_looks_add(struct message_looks *looks, enum rank_link link,
	const double least[MESSAGE_SIZES], const double median[MESSAGE_SIZES])
{
	int k = looks->count[link];

	if (k == MESSAGE_LOOKS)
		return;
	looks->count[link]++;
	for (int i = 0; i < MESSAGE_SIZES; i++)
		looks->look[link][i][k] = (struct quantity){ least[i], least[i], median[i] };
}

/* Returns the look with the least time. */
static struct quantity least_look(const struct message_looks *looks, int link, int size)
{
	const struct quantity *look = looks->look[link][size];
	struct quantity least = look[0];

	for (int k = 1; k < looks->count[link]; k++)
		if (look[k].seconds < least.seconds)
			least = look[k];
	return least;
}

static bool agree(const struct message_looks *looks, int link, int size)
{
	double least = least_look(looks, link, size).seconds;
	int near = 0;

	for (int k = 0; k < looks->count[link]; k++)
		near += looks->look[link][size][k].seconds <= close * least;
	return near > 1 || !looks->count[link];
}

/* Returns at how many sizes looks disagree, and the first of these sizes. */
static int disagreeing(const struct message_looks *looks, int link, int *first)
{
	int count = 0;

	for (int i = MESSAGE_SIZES - 1; i >= 0; i--)
		if (!agree(looks, link, i)) {
			count++;
			*first = i;
		}
	return count;
}

bool message_looks_agree(const struct message_looks *looks)
{
	int first;

	return !disagreeing(looks, SAME_HOST, &first) && !disagreeing(looks, OTHER_HOST, &first);
}

static int judge_change(const struct message_looks *looks, enum rank_link link)
{
	int first = 0, count = disagreeing(looks, link, &first);
	double most = 0;

	if (count <= most_changed * MESSAGE_SIZES)
		return 0;
	for (int k = 0; k < looks->count[link]; k++)
		if (looks->look[link][first][k].seconds > most)
			most = looks->look[link][first][k].seconds;
	return why(EIO,
		"the machine changes: looks at %d of %d sizes disagree, such as %zu bytes (%s) "
		"with %.3g s to %.3g s; nothing was kept, try again",
		count, (int)MESSAGE_SIZES, message_size(first), rank_link_name(link),
		least_look(looks, link, first).seconds, most);
}

static int judge_order(const struct quantity *message, enum rank_link link)
{
	for (int i = 1; i < MESSAGE_SIZES; i++)
		if (message[i - 1].low > slack * message[i].high)
			return why(EIO,
				"%zu bytes (%s) took longer than %zu bytes: something else runs on "
				"this machine; nothing was kept, try again",
				message_size(i - 1), rank_link_name(link), message_size(i));
	return 0;
}

int message_looks_judge(const struct message_looks *looks, struct rank_table *table)
{
	int error = 0;

	for (int link = 0; link < RANK_LINKS && !error; link++) {
		for (int i = 0; i < MESSAGE_SIZES; i++)
			table->message[link][i] = least_look(looks, link, i);
		error = judge_change(looks, (enum rank_link)link);
		if (!error)
			error = judge_order(table->message[link], (enum rank_link)link);
	}
	return error;
}
