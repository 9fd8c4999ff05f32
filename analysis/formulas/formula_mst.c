/* Counts the steps of broadcasts in rounds along the star graph's trees of congestion two. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/formulas/formula_steps.h"
#include "collectives/discipline.h"
#include "topology/tree.h"

/* Packets of one part are dealt to the trees; tree j has r_j packets and sends a packet every
 * `interval`. So a link at time t of tree j is used at
 *
 *	t, t + interval, .. t + (r_j - 1) interval                     a run of times.
 *
 * The steps are the times in the runs of all links. A step has a packet of two parts when the step
 * is in the runs of a link in two trees (Tseng & Sheu 1997, section 4; lemma 6: never in three). In
 * the reverse, times and trees are counted from the end. */

struct mst_run {
	long long first, last;
};

struct rounds {
	struct forest *forest;
	int *time; /* [trees * nodes] of the link into a node */
	int times, interval;
	bool *used;	/* [trees * times] */
	bool *together; /* [trees * times * trees * times]: in two trees at those times */
	double packets;
};

static size_t place(const struct rounds *r, int j, int time)
{
	return (size_t)j * (size_t)r->times + (size_t)time;
}

static int time_links(struct rounds *r, const struct problem *problem)
{
	size_t all = (size_t)r->forest->trees * (size_t)r->forest->net.nodes;
	enum timing timing;
	int error = discipline_timing(&timing, problem);

	r->time = malloc((all + 1) * sizeof *r->time);
	if (!r->time)
		return why(ENOMEM, "no memory to time %s", problem->algorithm);
	if (!error)
		error = timing_edges(r->forest, timing, r->time);
	for (size_t i = 0; i < all && !error; i++)
		r->times = r->time[i] >= r->times ? r->time[i] + 1 : r->times;
	r->interval = timing != BY_LEVEL	? network_dimensions(&problem->net)
		      : problem->duplex == HALF ? 2
						: 1;
	return error;
}

/* Fills `used` and `together`. */
static int look_at_links(struct rounds *r)
{
	const struct forest *f = r->forest;
	size_t links = (size_t)f->net.nodes * (size_t)f->net.ports;
	size_t *before = calloc(links + 1, sizeof *before); /* 1 + the place in another tree */

	r->used = calloc(place(r, f->trees, 0) + 1, sizeof *r->used);
	r->together = calloc(place(r, f->trees, 0) * place(r, f->trees, 0) + 1, sizeof(bool));
	if (!before || !r->used || !r->together) {
		free(before);
		return why(ENOMEM, "no memory to look at %zu links", links);
	}
	for (int tree = 0; tree < f->trees; tree++)
		for (int c = 1; c < f->net.nodes; c++) {
			size_t at = (size_t)tree * (size_t)f->net.nodes + (size_t)c, mine;
			size_t *other =
				&before[(size_t)c * (size_t)f->net.ports + (size_t)f->up[at]];
			mine = place(r, tree, r->time[at]);
			r->used[mine] = true;
			if (*other)
				r->together[mine * place(r, f->trees, 0) + *other - 1] = true;
			*other = mine + 1;
		}
	free(before);
	return 0;
}

/* Returns the run of a link that is used in tree j at that time; empty when the tree has no
 * packet. */
static struct mst_run run_of(const struct rounds *r, size_t at)
{
	int j = (int)(at / (size_t)r->times), time = (int)(at % (size_t)r->times);
	double packets = ceil((r->packets - j) / r->forest->trees);

	return (struct mst_run){ time, time + ((long long)packets - 1) * r->interval };
}

static int compare_runs(const void *a, const void *b, void *interval)
{
	const struct mst_run *x = a, *y = b;
	long long n = *(const int *)interval, p = x->first % n, q = y->first % n;

	if (p == q) {
		p = x->first;
		q = y->first;
	}
	return (p > q) - (p < q);
}

/* Counts the times in at least one of the runs. */
static double count_times(struct rounds *r, struct mst_run *run, size_t runs)
{
	long long count = 0, next = 0;

	qsort_r(run, runs, sizeof *run, compare_runs, &r->interval);
	for (size_t i = 0; i < runs; i++) {
		struct mst_run rest = run[i];

		if (!i || rest.first % r->interval != run[i - 1].first % r->interval)
			next = 0;
		rest.first = rest.first < next ? next : rest.first;
		if (rest.first > rest.last)
			continue;
		count += (rest.last - rest.first) / r->interval + 1;
		next = rest.last + r->interval;
	}
	return (double)count;
}

/* Counts the steps, and the steps in which some link carries two parts. */
static int count_steps(struct rounds *r, double *steps, double *of_two)
{
	size_t all = place(r, r->forest->trees, 0), runs = 0;
	struct mst_run *run = malloc((all * all + 1) * sizeof *run);

	if (!run)
		return why(ENOMEM, "no memory to count the steps of %zu runs", all);
	for (size_t a = 0; a < all; a++)
		if (r->used[a])
			run[runs++] = run_of(r, a);
	*steps = count_times(r, run, runs);
	runs = 0;
	for (size_t i = 0; i < all * all; i++) {
		struct mst_run one = run_of(r, i / all), other = run_of(r, i % all);

		if (!r->together[i])
			continue;
		one.first = one.first > other.first ? one.first : other.first;
		one.last = one.last < other.last ? one.last : other.last;
		run[runs++] = one;
	}
	*of_two = count_times(r, run, runs);
	free(run);
	return 0;
}

/* Returns the bytes of a part: a packet holds two parts, or a single part on the only link of
 * star:2. */
double mst_segment(const struct problem *problem, double packet)
{
	return problem->net.ports > 1 ? fmax(1, floor(packet / 2)) : packet;
}

/* Finds the best number of rounds: h + p - 1 steps of two parts, each of M / (p (n - 1)) bytes. */
int mst_best(const struct problem *problem, double bytes, const struct machine *machine,
	struct best *best)
{
	double n = problem->net.ports, share = n > 1 ? 2 : 1, height = 0, rounds;
	struct forest *forest;
	int error = forest_grow(&forest, &problem->net, family_named("mst"));

	if (error)
		return error;
	for (int j = 0; j < forest->trees; j++)
		height = fmax(height, forest_height(forest, j));
	forest_free(forest);
	rounds = machine->beta > 0
			 ? sqrt(share * (height - 1) * bytes * machine->tau / (n * machine->beta))
			 : bytes / n;
	rounds = fmax(1, fmin(rounds, bytes / n));
	best->packet = share * bytes / (rounds * n);
	best->seconds = (height + rounds - 1) * (machine->beta + best->packet * machine->tau);
	return 0;
}

int mst_rounds(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	struct rounds r = { .packets = problem->net.ports };
	double of_two = 0;
	int error = forest_grow(&r.forest, &problem->net, family_named("mst"));

	if (error)
		return error;
	if (packet > 0)
		r.packets = ceil(bytes / mst_segment(problem, packet));
	error = time_links(&r, problem);
	if (!error)
		error = look_at_links(&r);
	if (!error)
		error = count_steps(&r, steps, &of_two);
	*volume = (*steps + of_two) * bytes / r.packets;
	if (packet == 1) /* too small for two parts, which then follow each other */
		*steps += of_two;
	forest_free(r.forest);
	free(r.time);
	free(r.used);
	free(r.together);
	return error == -ENOMEM ? why(ENOMEM, "no memory for the formula of mst") : error;
}
