/* All calls of grove.h that take a team or a node, and what each returns at a moment, for their
 * test. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_MOMENTS_HELP_H
#define TESTS_MOMENTS_HELP_H

#include <pthread.h>
#include <unistd.h>
#include "grove_measure.h"
#include "tests/verbs.h"

enum {
	NODES = 4
};

/* A team, and the node as which the calls below are made. */
struct scene {
	struct grove_team *team;
	struct grove_node *_Atomic me, *_Atomic other; /* other: of another thread */
	struct grove_plan *plan;
	struct grove_fold fold; /* whose first call makes all the calls below */
	_Atomic int called;
	const struct moment *moment;
	const char *wrong; /* the first that did not end as it should */
	int got;
	char why[256];
	pthread_barrier_t meeting;
};

/* ---- The calls ---- */

static inline int nothing(struct grove_node *me, void *argument)
{
	return 0;
}

static inline int call_run(struct scene *s)
{
	return grove_team_run(s->team, nothing, NULL);
}

static inline int call_phase(struct scene *s)
{
	return grove_team_phase(s->team, nothing, NULL);
}

static inline int call_team_execute(struct scene *s)
{
	double x[NODES] = { 0 }, y[NODES];
	struct grove_buffers buffers[NODES];

	for (int v = 0; v < NODES; v++)
		buffers[v] = (struct grove_buffers){ &x[v], &y[v] };
	return grove_team_execute(s->team, s->plan, buffers, sizeof x[0]);
}

static inline int call_team_time(struct scene *s)
{
	double x[NODES] = { 0 }, y[NODES], time;
	struct grove_buffers buffers[NODES];

	for (int v = 0; v < NODES; v++)
		buffers[v] = (struct grove_buffers){ &x[v], &y[v] };
	return grove_team_time(s->team, s->plan, buffers, sizeof x[0], &time);
}

static inline int call_team_copy(struct scene *s)
{
	double x = 0, y, time;

	return grove_team_copy(
		s->team, &(struct grove_bare_copy){ &x, &y, sizeof x, 1 }, 1, NULL, &time);
}

static inline int call_watch_links(struct scene *s)
{
	return grove_team_watch_links(s->team, 0);
}

static inline int call_links(struct scene *s)
{
	size_t none = 0;

	return grove_team_links(s->team, NULL, &none);
}

static inline int call_close(struct scene *s)
{
	return grove_team_free(s->team);
}

static inline int call_attach(struct scene *s)
{
	struct grove_node *me;

	return grove_attach(s->team, 0, &me);
}

static inline int call_detach(struct scene *s)
{
	return grove_detach(s->me);
}

static inline int call_late(struct scene *s)
{
	double share;

	return grove_team_lateness(s->team, &share);
}

static inline int call_peak(struct scene *s)
{
	double rate;

	return grove_link_peak(s->team, &rate);
}

static inline int call_predict(struct scene *s)
{
	double time;

	return grove_predict(s->team, s->plan, 8, &time);
}

static inline int call_execute(struct scene *s)
{
	double in[NODES] = { 0 }, out[NODES];

	return grove_execute(s->me, s->plan, in, out, 8);
}

static inline int call_by_name(struct scene *s, const char *verb)
{
	int in[NODES] = { 0 }, out[NODES] = { 0 }, identity[NODES] = { 0, 1, 2, 3 };

	return call_verb(s->me, &(struct grove_operation){ .verb = verb,
					.in = in,
					.out = out,
					.count = 1,
					.type = GROVE_I32,
					.fold = GROVE_SUM,
					.permutation = identity });
}

/* What the calls return at a moment: what one class of them does, all of it do. */
enum {
	LEFT_OUT = 1
};

struct moment {
	const char *name;
	int jobs, close, attach, detach, late, ask, verbs;
};

static const struct {
	const char *name;
	int (*call)(struct scene *s);
	size_t class;
} calls[] = {
	{ "grove_team_run", call_run, offsetof(struct moment, jobs) },
	{ "grove_team_phase", call_phase, offsetof(struct moment, jobs) },
	{ "grove_team_execute", call_team_execute, offsetof(struct moment, jobs) },
	{ "grove_team_time", call_team_time, offsetof(struct moment, jobs) },
	{ "grove_team_copy", call_team_copy, offsetof(struct moment, jobs) },
	{ "grove_team_lateness", call_late, offsetof(struct moment, late) },
	{ "grove_link_peak", call_peak, offsetof(struct moment, ask) },
	{ "grove_predict", call_predict, offsetof(struct moment, ask) },
	{ "grove_team_watch_links", call_watch_links, offsetof(struct moment, jobs) },
	{ "grove_team_links", call_links, offsetof(struct moment, jobs) },
	{ "grove_attach", call_attach, offsetof(struct moment, attach) },
	{ "grove_execute", call_execute, offsetof(struct moment, verbs) },
	{ "grove_detach", call_detach, offsetof(struct moment, detach) },
	{ "grove_team_free", call_close, offsetof(struct moment, close) },
};

enum {
	HOLDERS = 8, /* the first that many hold the team */
	CALLS = sizeof calls / sizeof calls[0]
};

static inline void check_call(struct scene *s, const char *name, int wanted, int got)
{
	if (s->wrong || (got == wanted && (!got || *grove_why())))
		return;
	s->wrong = name;
	s->got = got;
	snprintf(s->why, sizeof s->why, "%s", grove_why());
}

/* The verbs come before grove_detach and grove_team_free. */
static inline void make_all_calls(struct scene *s)
{
	for (int i = 0; i < CALLS && !s->wrong; i++) {
		int wanted = *(const int *)((const char *)s->moment + calls[i].class);

		for (int k = 0; i == CALLS - 2 && k < COUNT(verb_names) && !s->wrong; k++)
			if (s->moment->verbs != LEFT_OUT)
				check_call(s, verb_names[k], s->moment->verbs,
					call_by_name(s, verb_names[k]));
		if (wanted != LEFT_OUT && !s->wrong)
			check_call(s, calls[i].name, wanted, calls[i].call(s));
	}
}

/* The first fold of an operation makes all the calls, then folds. */
static inline void fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	struct scene *s = context;
	double *to = result;
	const double *a = left, *b = right;

	if (!s->called++) {
		make_all_calls(s);
		if (s->other)
			s->me = s->other;
		make_all_calls(s);
	}
	for (size_t i = 0; i < count; i++)
		to[i] = a[i] + b[i];
}

/* ---- Scenes ---- */

static inline void scene_open(struct scene *s, const struct moment *moment, int threads, bool paced)
{
	static const struct grove_pace pace = { 1e-6, 1e-9 };

	*s = (struct scene){ .moment = moment, .fold = { fold, s, "fold" } };
	alarm(100);
	pthread_barrier_init(&s->meeting, NULL, 2);
	if (grove_team_open(&s->team, &(struct grove_team_options){ .network = "gh:4",
					      .threads = threads,
					      .timeout = 5,
					      .pace = paced ? &pace : NULL }) ||
		grove_plan_make(&s->plan, "gh:4",
			&(struct grove_problem){ .collective = "allreduce",
				.bytes = 8,
				.type = GROVE_F64,
				.fold = &s->fold }))
		fail_msg("%s", grove_why());
}

/* The team is as good as before: it runs a job, where it has threads, and closes. */
static inline void scene_close(struct scene *s)
{
	if (s->wrong)
		fail_msg("%s, %s: %d (%s)", s->moment->name, s->wrong, s->got, s->why);
	assert_true(s->called > 0);
	if (grove_team_threads(s->team) > 0)
		assert_int_equal(call_team_execute(s), 0);
	assert_int_equal(grove_team_free(s->team), 0);
	grove_plan_free(s->plan);
	pthread_barrier_destroy(&s->meeting);
}

#endif
