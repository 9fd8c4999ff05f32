/* Keeps the counters of watched links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "runtime/node/link_watch.h"
#include "runtime/node/team_limits.h"

/* Counters of nodes on different threads share no cache line. */
static size_t stride_of(const struct team *team)
{
	return run_apart((size_t)team->net.ports, sizeof *team->links.uses);
}

int team_watch(struct team *team, bool watch)
{
	size_t all = (size_t)team->net.nodes * stride_of(team);

	if (watch && team->links.uses)
		memset(team->links.uses, 0, all * sizeof *team->links.uses);
	else if (watch && all)
		team->links.uses = array_zeros_aligned(all, sizeof *team->links.uses);
	if (watch && all && !team->links.uses)
		return why(ENOMEM, "%s: no memory to watch %zu links", team->net.name, all);
	for (int v = 0; v < team->net.nodes; v++)
		team->node[v].links.uses =
			watch && all ? team->links.uses + (size_t)v * stride_of(team) : NULL;
	return 0;
}

bool team_watched(const struct team *team)
{
	return team->links.uses || !team->net.ports;
}

const struct link_use *team_link_use(const struct team *team, int v, int port)
{
	return team->links.uses + (size_t)v * stride_of(team) + port;
}
