/* What `auto` goes by: this machine's links, and what was measured of its choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/tuned.h"
#include "library/here.h"
#include "library/library.h"
#include "runtime/cpus.h"

static const double PIECE = 1e-8, PACKET = 2e-8; /* where nothing was calibrated */

int thread_rates(struct rates *rates, int nodes)
{
	const struct machine *machine;
	int cores = cores_usable(), error = here_machine(&machine);

	if (!machine)
		machine = machine_named("threads");
	*rates = (struct rates){ .beta = machine->beta,
		.tau = machine->tau,
		.threads = cores < nodes ? cores : nodes,
		.piece = machine->piece > 0 ? machine->piece : PIECE,
		.packet = machine->packet > 0 ? 2 * machine->packet : PACKET,
		.here = true };
	return error;
}

int auto_choose(struct candidate *list, const struct problem *problem, size_t bytes, size_t element,
	const struct rates *rates)
{
	const struct tuned *tuned = NULL;
	int error = rates->here ? here_tuned(&tuned) : 0, count;

	if (error)
		return error;
	count = choose(list, problem, bytes, element, rates);
	if (count > 0 && tuned)
		tuned_apply(tuned, list, count, problem, rates->threads, bytes);
	return count;
}
