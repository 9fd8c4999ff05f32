/* Verifies prefix folds: a node must make its prefix, and each run that it sends, of its runs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/runs.h"
#include "plan/semantics.h"
#include "plan/verify/verify_internal.h"

/* A run names the contributions in the run and their order. No contribution is therefore missing,
 * counted twice or out of order if each node can make the runs that it sends, and its prefix at the
 * end, of runs that the node has at that step (plan/runs.h). In a bracketed collective a node makes
 * a run in the bracket or not at all, so the name of a run says its bits. */
struct runs_check {
	const struct verification *check;
	const struct schedule *s;
	struct runs *held; /* [nodes] */
};

/* Returns -ENOENT if node v can not make bytes of the run. */
static int make(struct runs_check *check, int v, struct run wanted)
{
	struct runs *held = &check->held[v];
	size_t end = wanted.end;
	int error = 0;

	for (; wanted.begin < end && !error; wanted.begin = wanted.end) {
		wanted.end = end;
		error = runs_join(held, &wanted);
		if (!error && !held->ways)
			error = -ENOENT;
	}
	return error;
}

enum {
	CUT_WORDS = 96
};

/* Writes and returns how the bracket makes the run; "" where any two runs that follow one another
 * may be joined. */
static const char *cut_words(const struct runs_check *check, struct run run, char words[CUT_WORDS])
{
	int cut = run.first == run.last ? run.last : run_cut(run.first, run.last);

	words[0] = 0;
	if (check->held->bracketed && !run_in_bracket(&run))
		snprintf(words, CUT_WORDS, ": this fold is not a part of the bracket");
	else if (check->held->bracketed && cut > run.first)
		snprintf(words, CUT_WORDS, ": the bracket joins nodes %d to %d with %d to %d",
			run.first, cut - 1, cut, run.last);
	return words;
}

/* Returns -ENOENT if the search ends here. */
static int load_packet(struct runs_check *check, const struct packet *p)
{
	int error = 0;

	for (uint32_t i = 0; i < p->count && !error; i++) {
		struct run run = run_of_range(&check->s->problem, &check->s->range[p->first + i]);
		char words[CUT_WORDS];

		error = make(check, p->from, run);
		if (error == -ENOENT && rule_broken(check->check, RULE_CAUSALITY, p,
						"step %d: %d sends %d the fold of nodes %d to %d "
						"and can not make it of what it holds%s",
						p->step, p->from, p->to, run.first, run.last,
						cut_words(check, run, words)))
			error = 0;
	}
	return error;
}

static int store_packet(struct runs_check *check, const struct packet *p)
{
	int error = 0;

	for (uint32_t i = 0; i < p->count && !error; i++)
		error = runs_add(&check->held[p->to],
			run_of_range(&check->s->problem, &check->s->range[p->first + i]));
	return error;
}

static int run_steps(struct runs_check *check)
{
	const struct schedule *s = check->s;
	int error = 0;

	for (size_t i = 0, end; i < s->packets && !error; i = end) {
		end = step_end(s, i);
		for (size_t k = i; k < end && !error; k++)
			error = load_packet(check, &s->packet[k]);
		for (size_t k = i; k < end && !error; k++)
			error = store_packet(check, &s->packet[k]);
	}
	return error;
}

static int check_prefixes(struct runs_check *check)
{
	const struct problem *problem = &check->s->problem;
	int error = 0;

	for (int v = 0; v < problem->net.nodes && !error; v++) {
		struct run prefix = { .last = semantics_prefix(problem, v),
			.end = check->s->bytes };
		char words[CUT_WORDS];

		error = prefix.last < 0 ? 0 : make(check, v, prefix);
		if (error == -ENOENT && rule_broken(check->check, RULE_DELIVERY, NULL,
						"node %d never gets the fold of nodes 0 to %d%s", v,
						prefix.last, cut_words(check, prefix, words)))
			error = 0;
	}
	return error;
}

int verify_runs(const struct verification *verified)
{
	const struct schedule *s = verified->s;
	int nodes = s->problem.net.nodes, error = 0;
	struct runs_check check = { verified, s, calloc((size_t)nodes, sizeof *check.held) };

	if (!check.held)
		return why(ENOMEM, "no memory to verify a schedule on %s", s->problem.net.name);
	for (int v = 0; v < nodes && !error; v++) {
		check.held[v].bracketed = collective_kind(s->problem.collective)->bracketed;
		error = runs_add(&check.held[v], (struct run){ v, v, 0, s->bytes });
	}
	if (!error)
		error = run_steps(&check);
	if (!error)
		error = check_prefixes(&check);
	for (int v = 0; v < nodes; v++)
		runs_free(&check.held[v]);
	free(check.held);
	return error == -ENOENT ? 0 : error;
}
