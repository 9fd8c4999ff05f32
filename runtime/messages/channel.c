/* Makes the channels between nodes that exchange messages, each at its first use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/messages/channel.h"
#include "runtime/team/team_memory.h"

/* writers
 *	row, row[v][u]		any thread, under the lock: once, from NULL to a pointer
 *
 * edges
 *	C1 -> C2	row[v]		the row, zeroed, to threads without the lock
 *	C3 -> C4	channel		the channel, ready for use, to threads without the lock
 */

enum {
	MESSAGES = 16,	     /* slots of a channel */
	MESSAGE_EAGER = 2048 /* bytes of a slot's buffer; larger messages are lent */
};

/* The channels to a node, by their senders. */
struct channel_row {
	struct channel *_Atomic from[1];
};

struct channels {
	struct team *team;
	pthread_mutex_t lock;
	struct channel_row *_Atomic *row; /* by the receiver */
};

int channels_open(struct channels **channels, struct team *team)
{
	struct channels *new = calloc(1, sizeof *new);

	if (new)
		new->row = calloc((size_t)team->net.nodes, sizeof *new->row);
	if (!new || !new->row) {
		free(new);
		return why(ENOMEM, "no memory for the messages of a team");
	}
	new->team = team;
	pthread_mutex_init(&new->lock, NULL);
	*channels = new;
	return 0;
}

void channels_free(struct channels *channels)
{
	for (int v = 0; channels && v < channels->team->net.nodes; v++) {
		struct channel_row *row = load_own(&channels->row[v]);

		for (int u = 0; row && u < channels->team->net.nodes; u++)
			free(load_own(&row->from[u]));
		free(row);
	}
	if (!channels)
		return;
	pthread_mutex_destroy(&channels->lock);
	free((void *)channels->row);
	free(channels);
}

static void channel_empty(struct channel *channel)
{
	ring_empty(&channel->ring);
	channel->sends = channel->receives = channel->ring.tail;
}

void channels_empty(struct channels *channels)
{
	int nodes = channels->team->net.nodes;

	for (int v = 0; v < nodes; v++)
		for (int u = 0; u < nodes && load_own(&channels->row[v]); u++)
			if (channel_known(channels, u, v))
				channel_empty(channel_known(channels, u, v));
}

static size_t channel_bytes(void)
{
	return sizeof(struct channel) + MESSAGES * (sizeof(struct slot) + MESSAGE_EAGER);
}

static struct channel *channel_new(const struct team *team, int from, int to)
{
	struct channel *new = team_memory_zeroed(1, channel_bytes());
	struct ring *ring = &new->ring;

	if (!new)
		return NULL;
	ring->slots = (struct slot *)(new + 1);
	ring->capacity = MESSAGES;
	ring->eager = (unsigned char *)(ring->slots + MESSAGES);
	ring->eager_bytes = MESSAGE_EAGER;
	ring->sender = team->node[from].worker->bed;
	ring->receiver = team->node[to].worker->bed;
	return new;
}

struct channel *channel_known(const struct channels *channels, int from, int to)
{
	struct channel_row *row = load_acquire(&channels->row[to]); /* C2 */

	return row ? load_acquire(&row->from[from]) : NULL; /* C4 */
}

/* Called under the lock. */
static struct channel *channel_add(struct channels *channels, int from, int to)
{
	struct channel_row *row = load_own(&channels->row[to]);
	struct channel *channel = channel_known(channels, from, to);

	if (channel)
		return channel;
	if (!row) {
		row = calloc((size_t)channels->team->net.nodes, sizeof *row);
		if (!row)
			return NULL;
		store_release(&channels->row[to], row); /* C1 */
	}
	channel = channel_new(channels->team, from, to);
	if (channel)
		store_release(&row->from[from], channel); /* C3 */
	return channel;
}

int channel_find(struct channels *channels, int from, int to, struct channel **channel)
{
	*channel = channel_known(channels, from, to);
	if (*channel)
		return 0;
	pthread_mutex_lock(&channels->lock);
	*channel = channel_add(channels, from, to);
	pthread_mutex_unlock(&channels->lock);
	return *channel ? 0
			: why(ENOMEM, "no memory for messages from node %d to node %d", from, to);
}
