/* Opens and closes the pace of a team, and says how well the team kept its pace. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/paced/pace_state.h"

static double system_now(void *context)
{
	const struct timespec *epoch = context;
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)(time.tv_sec - epoch->tv_sec) +
	       1e-9 * (double)(time.tv_nsec - epoch->tv_nsec);
}

int pace_open(struct team *team, const struct pacing *pacing)
{
	size_t nodes = (size_t)team->net.nodes, links = nodes * (size_t)team->net.ports;
	struct paced *paced;

	if (!(pacing->beta >= 0 && pacing->tau >= 0 && pacing->beta + pacing->tau <= 1e6))
		return why(EINVAL, "a link cannot take %g s for each packet and %g s for each byte",
			pacing->beta, pacing->tau);
	team->pace = calloc(1, sizeof *team->pace);
	paced = calloc(nodes, sizeof *paced);
	if (paced)
		for (size_t v = 0; v < nodes; v++) {
			team->node[v].paced = &paced[v];
		}
	if (!team->pace || !paced)
		return why(ENOMEM, "%s: no memory for a pace", team->net.name);
	team->pace->given = *pacing;
	team->pace->given.timepiece = &team->pace->timepiece;
	team->pace->times = calloc(links * team->links.capacity + 1, sizeof *team->pace->times);
	team->pace->due = calloc((size_t)team->workers, sizeof *team->pace->due);
	if (!team->pace->times || !team->pace->due)
		return why(
			ENOMEM, "%s: no memory for the times of %zu links", team->net.name, links);
	clock_gettime(CLOCK_MONOTONIC, &team->pace->epoch);
	team->pace->timepiece = pacing->timepiece ? *pacing->timepiece
						  : (struct timepiece){ .now = system_now,
							    .context = &team->pace->epoch };
	return 0;
}

void pace_close(struct team *team)
{
	for (int v = 0; team->node && team->node[0].paced && v < team->net.nodes; v++) {
		free(team->node[v].paced->state);
		free(team->node[v].paced->active);
	}
	if (team->node)
		free(team->node[0].paced);
	if (team->pace) {
		free(team->pace->times);
		free(team->pace->due);
	}
	free(team->pace);
}

const struct pacing *team_pacing(const struct team *team)
{
	return team->pace ? &team->pace->given : NULL;
}

bool team_pace(struct team *team, struct pace_kept *kept)
{
	if (!team->pace)
		return false;
	*kept = (struct pace_kept){ 0, 0 };
	for (int v = 0; v < team->net.nodes; v++) {
		struct paced *paced = team->node[v].paced;
		double late = load_own(&paced->late), spent = load_own(&paced->spent);

		if (late - paced->late_told >= kept->late) {
			kept->late = late - paced->late_told;
			kept->spent = spent - paced->spent_told;
		}
		paced->late_told = late;
		paced->spent_told = spent;
	}
	return true;
}
