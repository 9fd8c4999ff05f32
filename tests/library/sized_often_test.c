/* Calls with sizes that change from call to call, with the same arrays and buffers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"

enum {
	MOST = 8, /* nodes */
	CALLS = 60,
	LARGEST = 3000
};

/* Every size is kept for three calls; now and then blocks are large. */
static size_t size_in_call(int call, int from, int to)
{
	uint32_t dice = (uint32_t)(call / 3 * 1000 + from * 30 + to) * 2654435761u >> 8;

	return dice % 8 < 3 ? 0 : dice % 8 == 7 ? LARGEST - (size_t)to : dice / 8 % 50;
}

/* Exchanges blocks of other sizes with the same arrays and buffers; two calls have the same output.
 * A wrong byte is an error. */
static int exchange_often(struct grove_node *me, void *argument)
{
	static unsigned char in[MOST][MOST * LARGEST], out[2][MOST][MOST * LARGEST];
	int v = grove_node_number(me), nodes = *(int *)argument, error = 0;
	size_t sent[MOST], got[MOST];

	for (int call = 0; call < CALLS && !error; call++) {
		unsigned char *to = in[v], *from = out[call / 2 % 2][v];

		for (int u = 0; u < nodes; u++) {
			sent[u] = size_in_call(call, v, u);
			got[u] = size_in_call(call, u, v);
			memset(to, call + v * 16 + u, sent[u]);
			to += sent[u];
		}
		error = grove_alltoallv(me, in[v], sent, NULL, from, got, NULL);
		for (int u = 0; u < nodes && !error; u++)
			for (size_t b = 0; b < got[u]; b++)
				if (*from++ != (unsigned char)(call + u * 16 + v))
					error = -EBADMSG;
	}
	return error;
}

TEST("sizes change from call to call")
{
	static const char *const networks[] = { "gh:2", "gh:4", "cube:3" };

	for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
		int nodes;
		AUTO(grove_team) team = OPEN_TEAM(.network = networks[i]);

		nodes = grove_team_nodes(team);
		if (grove_team_run(team, exchange_often, &nodes))
			fail_msg("%s: %s", networks[i], grove_why());
	}
}
