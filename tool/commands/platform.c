/* Runs `grove platform`, which writes a network as a platform of SimGrid and its host file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/text/simgrid_platform.h"
#include "base/error.h"
#include "library/machine/machine_levels.h"
#include "tool/arguments/network_names.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"

/* A platform has the same links everywhere, with costs above 0: SimGrid has no link without a
 * bandwidth. */
static int check_costs(const struct options *options)
{
	const struct machine *machine = &options->machine;
	bool both = option_given(options, OPTION_BETA) && option_given(options, OPTION_TAU);

	if (!both && !option_given(options, OPTION_MACHINE))
		return refuse("--beta and --tau, or --machine: the times of a link are missing");
	if (!(machine->beta > 0) || !(machine->tau > 0))
		return refuse("--beta and --tau: SimGrid needs a latency and a bandwidth above 0");
	return STATUS_DONE;
}

static int write_hosts(const struct network *net, const char *name)
{
	FILE *file = fopen(name, "w");
	int error;

	if (!file)
		return refuse("--hostfile %s: %s", name, strerror(errno));
	error = simgrid_hosts_print(net, file);
	if (fclose(file) && !error)
		error = why(EIO, "--hostfile %s: %s", name, strerror(errno));
	return error ? say_why(error) : STATUS_DONE;
}

int command_platform(const struct options *options)
{
	char word[NETWORK_WORD];
	const char *name = network_word(word, options->word[0], options);
	struct network net;
	struct simgrid_platform platform = { &net, options->machine.beta, options->machine.tau,
		options->ports, options->duplex };
	int status = check_costs(options);

	if (status != STATUS_DONE)
		return status;
	if (machine_levels_network(&net, name, NULL))
		return refuse_network(name);
	if (simgrid_platform_fits(&platform))
		return refuse("%s", why_text());
	if (options->hostfile)
		status = write_hosts(&net, options->hostfile);
	if (status != STATUS_DONE)
		return status;
	progress_output();
	return say_output(simgrid_platform_print(&platform, stdout));
}
