/* Makes the channels between nodes that exchange messages, each at its first use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/memory_budget.h"
#include "runtime/messages/channel.h"
#include "runtime/messages/receive.h"
#include "runtime/node/transport.h"

/* writers
 *	row, row[v][u]		any thread, under the lock: once, from NULL to a pointer. In a team
 *				over several processes the transport's lock, as messages that arrive
 *				make channels, too
 *
 * edges
 *	C1 -> C2	row[v]		the row, zeroed, to threads without the lock
 *	C3 -> C4	channel		the channel, ready for use, to threads without the lock
 */

enum {
	MESSAGES = 16,	      /* slots of a channel */
	FAR_MESSAGES = 64,    /* ... to another process, where news of room take longer */
	MESSAGE_EAGER = 2048, /* bytes of a slot's buffer; larger messages are lent */
	FAR_EAGER = 4096      /* a lent message takes two messages of MPI */
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

static struct channel *channel_add(struct channels *channels, int from, int to);

/* Called by the transport, which has its lock. */
static struct wire *wire_of(struct team *team, int from, int to)
{
	struct channel *channel = channel_add(team->channels, from, to);

	return channel ? channel->ring.wire : NULL;
}

int channels_open(struct team *team)
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
	team->channels = new;
	if (team->spread.transport)
		team->spread.transport->messages.talk(team, wire_of);
	return 0;
}

static void channel_free(struct channel *channel)
{
	if (!channel)
		return;
	receivers_empty(channel);
	free(channel->ring.eager);
	free(channel);
}

void channels_free(struct channels *channels)
{
	for (int v = 0; channels && v < channels->team->net.nodes; v++) {
		struct channel_row *row = load_own(&channels->row[v]);

		for (int u = 0; row && u < channels->team->net.nodes; u++)
			channel_free(load_own(&row->from[u]));
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
	channel->sends = channel->ring.tail;
	receivers_empty(channel);
}

void channels_empty(struct channels *channels)
{
	int nodes = channels->team->net.nodes;

	for (int v = 0; v < nodes; v++)
		for (int u = 0; u < nodes && load_own(&channels->row[v]); u++)
			if (channel_known(channels, u, v))
				channel_empty(channel_known(channels, u, v));
}

static struct channel *channel_new(const struct team *team, int from, int to)
{
	bool near = node_is_here(&team->node[from]) && node_is_here(&team->node[to]);
	uint32_t slots = near ? MESSAGES : FAR_MESSAGES;
	size_t bytes = sizeof(struct channel) + slots * sizeof(struct slot);
	struct channel *new = memory_budget_take(bytes);
	struct ring *ring = &new->ring;

	if (!new)
		return NULL;
	memset(new, 0, bytes);
	receivers_empty(new);
	ring->slots = (struct slot *)(new + 1);
	ring->capacity = slots;
	ring->eager_bytes = near ? MESSAGE_EAGER : FAR_EAGER;
	ring->sender = team->node[from].worker->parker;
	ring->receiver = team->node[to].worker->parker;
	return new;
}

static bool channel_join(struct channel *channel, struct team *team, int from, int to)
{
	if (node_is_here(&team->node[from]) && node_is_here(&team->node[to]))
		return true;
	channel->ring.wire = team->spread.transport->messages.join(team, &channel->ring, from, to);
	return channel->ring.wire;
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
	if (channel && !channel_join(channel, channels->team, from, to)) {
		free(channel);
		channel = NULL;
	}
	if (channel)
		store_release(&row->from[from], channel); /* C3 */
	return channel;
}

static void lock(struct channels *channels)
{
	struct team *team = channels->team;

	if (team->spread.transport)
		team->spread.transport->messages.hold(team);
	else
		pthread_mutex_lock(&channels->lock);
}

static void unlock(struct channels *channels)
{
	struct team *team = channels->team;

	if (team->spread.transport)
		team->spread.transport->messages.release(team);
	else
		pthread_mutex_unlock(&channels->lock);
}

int channel_find(struct channels *channels, int from, int to, struct channel **channel)
{
	*channel = channel_known(channels, from, to);
	if (*channel)
		return 0;
	lock(channels);
	*channel = channel_add(channels, from, to);
	unlock(channels);
	return *channel ? 0
			: why(ENOMEM, "no memory for messages from node %d to node %d", from, to);
}
