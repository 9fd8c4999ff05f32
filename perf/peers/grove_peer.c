/* Times grove itself for `ninja compare`, with the settings and rows of the other programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/named_permutations.h"
#include "base/error.h"
#include "perf/bench_engine.h"
#include "perf/calibration/link_probe.h"
#include "perf/peers/peer.h"

/* 	grove-peer link | NET [COLLECTIVE...]
 *
 * `auto` chooses the schedules, as for a program that asks for a collective by name. Each node has
 * a body that calls the verbs, as each rank of an MPI does. */

static const enum collective collectives[] = { BROADCAST, REDUCE, SCATTER, GATHER, ALLGATHER,
	REDUCESCATTER, ALLREDUCE, ALLTOALL, SEND, PERMUTE, BARRIER };

static int write_result(void *context, int row, int rows, const struct bench_result *result)
{
	const struct problem *problem;

	(void)context;
	(void)row;
	(void)rows;
	if (!result)
		return 0;
	if (result->error || result->run.check == CHECK_FAIL)
		peer_fail(result->text);
	problem = &result->what.problem;
	peer_write(&(struct peer_row){ .collective = collective_name(problem->collective),
		.algorithm = "grove",
		.network = problem->net.name,
		.schedule = problem->algorithm,
		.nodes = problem->net.nodes,
		.bytes = collective_has_bytes(problem->collective) ? result->what.bytes : 0,
		.data = collective_has_bytes(problem->collective) ? result->run.data : NULL,
		.time = result->time,
		.backtoback = result->backtoback_s,
		.start = result->agreed ? "agreed" : "meeting" });
	return 0;
}

static void time_size(struct bench *bench, const struct bench_case *one, size_t bytes)
{
	struct sweep sweep = { bytes, bytes, 1 };

	if (bench_sweep(bench, one, 1, &sweep, write_result, NULL))
		peer_fail(why_text());
}

/* Times a collective for all sizes. As in mpi.c, a send goes to the last node and a
 * permutation is the inversion. */
static void time_collective(struct bench *bench, const struct network *net, enum collective what)
{
	int *inversion = calloc((size_t)net->nodes, sizeof *inversion);
	struct bench_case one = { .problem = { .collective = what,
					  .net = *net,
					  .destination = net->nodes - 1,
					  .ports = ALL,
					  .duplex = FULL },
		.packet = GROVE_PACKET_AUTO,
		.type = GROVE_F64,
		.form = { .style = STYLE_SPMD } };

	if (!inversion || permutation_named(inversion, net, "inversion"))
		peer_fail("no permutation");
	if (collective_permutes(what))
		one.problem.permutation = inversion;
	strcpy(one.problem.algorithm, "auto");
	if (!collective_has_bytes(what))
		time_size(bench, &one, peer_settings()->min);
	for (size_t bytes = peer_settings()->min; bytes && collective_has_bytes(what);
		bytes = peer_next(bytes))
		time_size(bench, &one, bytes);
	free(inversion);
}

static void time_network(const char *name, char **words, const char *pin)
{
	struct bench_options options = bench_defaults();
	struct bench *bench;
	struct network net;

	options.budget = peer_settings()->budget;
	options.precision = 0; /* as for all programs */
	options.run.pin = pin;
	options.run.data = peer_settings()->fresh ? DATA_FRESH : DATA_RESIDENT;
	options.backtoback = peer_settings()->fresh ? 0 : PEER_SMALL;
	options.limits = false;
	options.forward = FORWARD_AUTO; /* as the library's verbs */
	if (network_open(&net, name) || bench_open(&bench, &options))
		peer_fail(why_text());
	for (size_t i = 0; i < sizeof collectives / sizeof collectives[0]; i++)
		if (peer_asked_for(collective_name(collectives[i]), words))
			time_collective(bench, &net, collectives[i]);
	bench_close(bench);
}

/* Turns the statistics of a rate into the statistics of the time of a single item. */
static struct stats inverse(struct stats rate)
{
	return (struct stats){ 1 / rate.median, 1 / rate.ci_high, 1 / rate.ci_low, 1 / rate.p99,
		1 / rate.min, rate.samples };
}

static void time_link(void)
{
	struct link_pair pair = { .cpus = { peer_settings()->cpu[0], peer_settings()->cpu[1] } };
	struct peer_row row = { .collective = "ring-item",
		.algorithm = "grove",
		.network = "gh:2",
		.nodes = 2,
		.bytes = LINK_ITEM };
	int repetitions = (int)(peer_settings()->budget * 2000);
	struct link_result result;

	repetitions = repetitions < STATS_FEWEST ? STATS_FEWEST : repetitions;
	if (link_measure(&result, &pair, repetitions))
		peer_fail(why_text());
	row.time = inverse(result.items);
	peer_write(&row);
	row.collective = "ring-round-trip";
	row.time = result.round_trip;
	peer_write(&row);
	row.collective = "ping-pong"; /* the limit of the round trip */
	row.algorithm = "bare cache line";
	row.time = result.ping_pong;
	peer_write(&row);
}

int main(int argc, char **argv)
{
	char pin[32];

	if (argc < 2) {
		fputs("usage: grove link | NET [COLLECTIVE...]\n", stderr);
		return 2;
	}
	snprintf(pin, sizeof pin, "%d,%d", peer_settings()->cpu[0], peer_settings()->cpu[1]);
	peer_begin();
	if (!strcmp(argv[1], "link"))
		time_link();
	else
		time_network(argv[1], argv + 2, pin);
	peer_end();
	return 0;
}
