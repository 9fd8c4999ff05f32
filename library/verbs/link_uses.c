/* Watches the links of a team for applications. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/handles.h"
#include "runtime/node/link_watch.h"
#include "runtime/team/team_hold.h"
#include "runtime/node/transport.h"

/* Holds a team whose links can be watched. */
static int hold_watchable(struct team *team)
{
	const char *name = team->net.name;
	int error = team_hold_begin(team);

	if (error)
		return error;
	if (team->threads <= 0)
		error = why(EINVAL,
			"%s: only the links of a team with threads of its own are watched", name);
	else if (team_is_wired(team))
		error = why(EINVAL,
			"%s: the links of a team over several processes are not watched", name);
	else if (team->pace)
		error = why(EINVAL, "%s: the team's pace says how long its links are busy", name);
	if (error)
		team_hold_end(team);
	return error;
}

int grove_team_watch_links(struct grove_team *team, int watch)
{
	int error;

	if (!team)
		return why(EINVAL, "grove_team_watch_links: the team is NULL");
	error = hold_watchable(team_inside(team));
	if (error)
		return error;
	error = team_watch(team_inside(team), watch);
	team_hold_end(team_inside(team));
	return why_answer(error);
}

/* Lists at most `room` links, by their receivers. Returns how many links there are. */
static size_t list_links(const struct team *team, struct grove_link_use *links, size_t room)
{
	const struct network *net = &team->net;
	size_t count = 0;

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			const struct link_use *use = team_link_use(team, v, p);
			int from = network_neighbour(net, v, p);

			if (from >= 0 && count < room)
				links[count] = (struct grove_link_use){ from, v, use->bytes,
					use->packets, use->busy };
			count += from >= 0;
		}
	return count;
}

int grove_team_links(struct grove_team *team, struct grove_link_use *links, size_t *count)
{
	size_t room = count ? *count : 0;
	int error;

	if (count)
		*count = 0;
	if (!team || !count || (room && !links))
		return why(EINVAL, "grove_team_links: team, links or count are NULL");
	error = hold_watchable(team_inside(team));
	if (error)
		return error;
	if (team_watched(team_inside(team)))
		*count = list_links(team_inside(team), links, room);
	else
		error = why(EINVAL, "%s: the links of the team were never watched",
			team_inside(team)->net.name);
	team_hold_end(team_inside(team));
	return why_answer(error);
}
