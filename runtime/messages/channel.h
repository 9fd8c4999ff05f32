/* A channel is a ring of its own for the messages from one node of a team to another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MESSAGES_CHANNEL_H
#define RUNTIME_MESSAGES_CHANNEL_H

#include "runtime/ring/ring.h"
#include "runtime/node/team_state.h"

/* Messages have rings of their own, also between neighbours of the network. Otherwise a message
 * that nobody has asked for yet would stand in the way of a collective's packets. A
 * request takes its place in the order of the channel when the request is made, so several requests
 * may wait on a channel. */
struct channel {
	struct ring ring;
	_Alignas(128) uint32_t sends;	 /* requests of the sender so far */
	/* The receiver's alone: its requests that wait, in their order, and receive.c. */
	_Alignas(128) struct message_request *waiting, **last;
	struct aside *aside, *drawn;
};

/* All channels of a team. A channel is made when one of its nodes first uses the channel. */
struct channels;

/* Gives a team its channels. Returns 0, or -ENOMEM with why. channels_free accepts NULL. */
int channels_open(struct team *team);
void channels_free(struct channels *channels);

/* Drops all messages. Called while no node uses the channels. */
void channels_empty(struct channels *channels);

/* Finds the channel from one node to another, or makes the channel. Returns 0 or -ENOMEM with
 * why. */
int channel_find(struct channels *channels, int from, int to, struct channel **channel);

/* Returns the channel, or NULL if neither node has used the channel yet. */
struct channel *channel_known(const struct channels *channels, int from, int to);

#endif
