/* Makes the machine that choices assume where links between nodes have several costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/rank_levels.h"
#include "plan/semantics.h"

static const enum pair_class HOSTS = OTHER_PACKAGE, RANKS = SAME_PACKAGE, THREADS = SAME_L3;

enum {
	MOST_CORES = 1 << 20 /* of all hosts together, counted as if each host were the largest */
};

/* A waiting process that shares a core sleeps for that many seconds before it looks again
 * (runtime/drive/wait.c). */
static const double NAP = 20e-6;

/* The number of hosts, and the greatest number of parts at each level: ranks of a host and threads
 * of a rank. */
struct widths {
	int hosts, ranks, threads;
};

struct placing {
	const struct rank_places *places;
	struct widths width;
	int crowd;  /* cores of a host on which processes with a node each take turns; else 0 */
	int *first; /* the first core of each process */
	int *count; /* the nodes of each process; the processes of each host */
};

static int process_of(const struct rank_places *places, int v)
{
	return places->process_of ? places->process_of[v] : v / (places->nodes / places->processes);
}

static int host_of(const struct rank_places *places, int process)
{
	return places->host_of ? places->host_of[process] : 0;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

/* Finds the widths, and the number of each process on its host, which `first` holds meanwhile. */
static void number_processes(struct placing *p)
{
	for (int i = 0; i < p->places->processes; i++) {
		int host = host_of(p->places, i);

		p->first[i] = p->count[host]++;
		p->width.hosts = larger(p->width.hosts, host + 1);
		p->width.ranks = larger(p->width.ranks, p->count[host]);
		p->width.threads = larger(p->width.threads, p->places->threads[i]);
	}
}

/* Processes that take turns on the cores of a host have cores in the order of process numbers. */
static int first_core(const struct placing *p, int process)
{
	int host = host_of(p->places, process), number = p->first[process];

	if (p->crowd)
		return host * p->crowd + (int)((long long)number * p->crowd / p->width.ranks);
	return (host * p->width.ranks + number) * p->width.threads;
}

static void place_nodes(struct placing *p, int *cores)
{
	int *seen = p->count;

	for (int i = 0; i < p->places->processes; i++)
		p->first[i] = first_core(p, i);
	memset(seen, 0, (size_t)p->places->processes * sizeof *seen);
	for (int v = 0; v < p->places->nodes; v++) {
		int process = process_of(p->places, v);

		cores[v] = seen[process]++;
	}
	for (int v = 0; v < p->places->nodes; v++) {
		int process = process_of(p->places, v), threads = p->places->threads[process];

		cores[v] = p->first[process] +
			   (int)((((long long)cores[v] + 1) * threads - 1) / seen[process]);
	}
}

struct grove_pace rank_slowest(const struct grove_wired_between *between)
{
	int slow = between->tau[OTHER_HOST] > 0 ? OTHER_HOST : SAME_HOST;

	return (struct grove_pace){ between->beta[slow], between->tau[slow] };
}

/* Returns true if all costs of links that exist are known. */
static bool add_levels(struct machine *levels, const struct widths *width,
	const struct grove_wired_between *between, const struct grove_wired_within *within)
{
	levels->class[SAME_THREAD] = (struct link_class){ within->beta[0], within->tau[0] };
	levels->class[THREADS] = (struct link_class){ within->beta[1], within->tau[1] };
	levels->class[RANKS] =
		(struct link_class){ between->beta[SAME_HOST], between->tau[SAME_HOST] };
	levels->class[HOSTS] =
		(struct link_class){ between->beta[OTHER_HOST], between->tau[OTHER_HOST] };
	hierarchy_add(&levels->hierarchy, width->hosts, HOSTS);
	hierarchy_add(&levels->hierarchy, width->ranks, RANKS);
	hierarchy_add(&levels->hierarchy, width->threads, THREADS);
	return (width->hosts == 1 || levels->class[HOSTS].tau > 0) &&
	       (width->ranks == 1 || levels->class[RANKS].tau > 0) &&
	       (long long)width->hosts * width->ranks * width->threads <= MOST_CORES;
}

/* A message between processes that take turns keeps a core busy at both ends, even if both ends are
 * on the same core. Then the receiver must get a turn. The messages of a calibration are messages
 * of a team, and have waited for the turn. Returns true if all costs of links that exist are
 * known. */
static bool add_crowd(struct machine *levels, const struct placing *p,
	const struct grove_wired_between *between, double packet)
{
	const double *beta = between->beta, *tau = between->tau;
	double nap = between->calibrated ? 0 : NAP, waited = NAP - nap;

	levels->class[RANKS] = (struct link_class){ beta[SAME_HOST] + nap, tau[SAME_HOST] };
	levels->class[HOSTS] = (struct link_class){ beta[OTHER_HOST] + nap, tau[OTHER_HOST] };
	levels->class[SAME_THREAD] = levels->class[RANKS];
	if (beta[SAME_HOST] > waited)
		levels->packet = (beta[SAME_HOST] - waited) / 2;
	else
		levels->packet = packet;
	hierarchy_add(&levels->hierarchy, p->width.hosts, HOSTS);
	hierarchy_add(&levels->hierarchy, p->crowd, RANKS);
	if (!levels->hierarchy.levels) /* a machine has levels if it has two cores */
		hierarchy_add(&levels->hierarchy, 2, RANKS);
	return tau[SAME_HOST] > 0 && (p->width.hosts == 1 || tau[OTHER_HOST] > 0);
}

/* One cost is enough where each node is a process with a core, and all processes are on one host,
 * or each process is alone on a host. */
static int make(struct machine *levels, int *cores, struct placing *p,
	const struct grove_wired_between *between, const struct grove_wired_within *within)
{
	const struct rank_places *places = p->places;
	const struct grove_pace slowest = rank_slowest(between);
	bool several = places->nodes > places->processes;

	number_processes(p);
	*levels = (struct machine){ .name = RANK_LEVELS,
		.text = "ranks of an MPI, with threads",
		.citation = "",
		.beta = slowest.beta,
		.tau = slowest.tau,
		.packet = several ? within->packet : 0,
		.core_of = cores };
	if (!several && p->width.ranks > between->cores)
		p->crowd = between->cores;
	place_nodes(p, cores);
	if (p->crowd)
		return add_crowd(levels, p, between, within->packet);
	return slowest.tau > 0 && (several || (p->width.hosts > 1 && p->width.ranks > 1)) &&
	       add_levels(levels, &p->width, between, within) &&
	       (!several || (within->tau[0] > 0 && within->tau[1] > 0));
}

int rank_levels_make(struct machine *levels, int **cores, const struct rank_places *places,
	const struct grove_wired_between *between, const struct grove_wired_within *within)
{
	struct placing p = { .places = places, .width = { 1, 1, 1 } };
	int *own, made = 0;

	if (places->nodes > RANK_LEVELS_NODES ||
		(!places->process_of && places->nodes % places->processes))
		return 0;
	own = realloc(*cores, (size_t)places->nodes * sizeof *own);
	*cores = own ? own : *cores;
	p.first = calloc(2 * (size_t)places->processes, sizeof *p.first);
	p.count = p.first + places->processes;
	if (own && p.first)
		made = make(levels, own, &p, between, within);
	else
		made = why(ENOMEM, "no memory for the places of %d nodes", places->nodes);
	free(p.first);
	return made;
}

bool rank_levels_count(const struct machine *levels, const struct problem *problem)
{
	int64_t in = 0, out = 0;

	for (int v = 0; v < problem->net.nodes; v++) {
		in += semantics_input_blocks(problem, v);
		out += semantics_output_blocks(problem, v);
	}
	return strcmp(levels->name, RANK_LEVELS) != 0 ||
	       (in <= RANK_LEVELS_BLOCKS && out <= RANK_LEVELS_BLOCKS);
}

const char *rank_level_name(const struct machine *levels, enum pair_class class)
{
	if (class == SAME_THREAD && !(levels->class[THREADS].tau > 0))
		return "between ranks that share a core";
	return class == HOSTS	  ? "between hosts"
	       : class == RANKS	  ? "between ranks"
	       : class == THREADS ? "between threads of a rank"
				  : "within a thread";
}
