/* Declares bare copies: what memory and caches allow for the bytes that cross the links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_LINK_COPIES_H
#define TOOL_APPLICATIONS_LINK_COPIES_H

#include <stdbool.h>
#include <stddef.h>
#include <grove_measure.h>

/* A bare copy of the bytes of each link: without plan and packets, from the inputs of the senders
 * to the outputs of the receivers. The part of a link that one thread copies is a piece; link[k] is
 * the link of piece k. */
struct link_copies {
	struct grove_bare_copy *copy;
	size_t *link;
	double *each; /* seconds of each piece in the last bare_once */
	size_t count, copies_room, links_room;
	bool both;
};

/* The memory of the nodes: buffers[nodes], each with that many bytes of input and output. */
struct bare_memory {
	const struct grove_buffers *buffers;
	int nodes;
	size_t in, out;
};

/* A way to copy. `both`: the threads of sender and receiver copy half of the bytes each; else the
 * receiver's copies all. `past`: past the caches. */
enum link_copy_way {
	BY_ONE,
	BY_BOTH,
	BY_ONE_PAST,
	BY_BOTH_PAST,
	BARE_WAYS
};

static inline bool copies_by_both(int way)
{
	return way == BY_BOTH || way == BY_BOTH_PAST;
}

/* Makes the copies for links[count]. */
void link_copies_open(struct link_copies *bare, const struct bare_memory *memory,
	const struct grove_link_use *links, size_t count, enum link_copy_way way);
void link_copies_close(struct link_copies *bare);

/* Copies once. Returns the seconds, and with `each` sets those of each piece. */
double link_copies_once(const struct link_copies *bare, struct grove_team *team, bool each);

/* Adds to seconds[i] the time that link i needed: the pieces of a thread follow one another, and
 * the two threads copy at once. Adds to pieces[i] the number of pieces. */
void link_copies_add(const struct link_copies *bare, const struct grove_link_use *links,
	size_t count, double *seconds, size_t *pieces);

#endif
