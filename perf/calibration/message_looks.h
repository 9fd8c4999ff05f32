/* Joins looks at the messages between ranks, and tells if they can be true. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_MESSAGE_LOOKS_H
#define PERF_CALIBRATION_MESSAGE_LOOKS_H

#include "plan/costs/rank_costs.h"

enum {
	MESSAGE_LOOKS = 10 /* at each kind of link, at most */
};

/* Looks at messages of all sizes over links of each kind. The time of a look is the least of many
 * rounds, and the time of a message the least of its looks: other work, and two ranks that meet on
 * a core, make a round longer, never shorter. The interval ends at the rounds' median in that
 * look. */
struct message_looks {
	int count[RANK_LINKS];
	struct quantity look[RANK_LINKS][MESSAGE_SIZES][MESSAGE_LOOKS];
};

/* Adds a look; does nothing if there are MESSAGE_LOOKS looks already. */
void message_looks_add(struct message_looks *looks, enum rank_link link,
	const double least[MESSAGE_SIZES], const double median[MESSAGE_SIZES]);

/* Returns true if two looks at each message agree about its least time. */
bool message_looks_agree(const struct message_looks *looks);

/* Writes the joined looks into the table. Returns 0; or -EIO with why: for more than a third of the
 * messages of a link only one look met the least time; or a message takes longer than a larger
 * message. */
int message_looks_judge(const struct message_looks *looks, struct rank_table *table);

#endif
