/* Lists the sub-commands that compute: plans, proofs, times, networks and trees. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "tool/arguments/command_words.h"

/* clang-format off */
static const struct command commands[] = {
	{ "list", FOR_LIST, 0, 1, "[LIST]",
		"networks, collectives, trees, algorithms, orders, machines",
		"LIST: networks collectives trees algorithms orders machines; and crossovers,\n"
		"which are shown only on request\n",
		command_list },
	{ "network", FOR_NETWORK, 1, 1, "NET", "a network: nodes, degree, diameter, links, labels",
		NETWORKS_ARE, command_network },
	{ "trees", FOR_TREES, 2, 2, "NET FAMILY", "the spanning trees of a family",
		"FAMILY: sbt, nesbt, sbnt ...; `grove list trees`\n", command_trees },
	{ "plan", FOR_PLAN, 1, 3, FILE_OR PROBLEM,
		"a schedule: every packet on every link, step by step",
		FILES_ARE COLLECTIVES_ARE, command_plan },
	{ "verify", FOR_VERIFY, 1, 3, FILE_OR PROBLEM,
		"proves a plan right, or names the broken rule",
		FILES_ARE COLLECTIVES_ARE, command_verify },
	{ "simulate", FOR_SIMULATE, 1, 3, FILE_OR PROBLEM,
		"the time of a schedule on a machine of links",
		FILES_ARE COLLECTIVES_ARE, command_simulate },
};
/* clang-format on */

const struct command *command_at(int i)
{
	int computing = sizeof commands / sizeof commands[0];

	if (i < computing)
		return i >= 0 ? &commands[i] : NULL;
	return machine_command_at(i - computing);
}

const struct command *command_named(const char *name)
{
	for (int i = 0; command_at(i); i++)
		if (!strcmp(command_at(i)->name, name))
			return command_at(i);
	return NULL;
}
