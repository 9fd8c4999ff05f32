/* Teams that tests open: OPEN_TEAM(.network = "gh:2", .timeout = 60). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_TEAMS_H
#define TESTS_TEAMS_H

#include "grove.h"
#include "tests/test.h"

#define OPEN_TEAM(...) team_of_options(&(struct grove_team_options){ __VA_ARGS__ })

static inline struct grove_team *team_of_options(const struct grove_team_options *options)
{
	struct grove_team *team;

	MUST(grove_team_open(&team, options));
	return team;
}

#endif
