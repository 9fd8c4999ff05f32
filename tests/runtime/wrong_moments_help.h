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

/* Executes the plan; with `time`, measures it. */
static inline int call_plan(struct scene *s, double *time)
{
	double x[NODES] = { 0 }, y[NODES];
	struct grove_buffers buffers[NODES];

	for (int v = 0; v < NODES; v++)
		buffers[v] = (struct grove_buffers){ &x[v], &y[v] };
	return time ? grove_team_time(s->team, s->plan, buffers, sizeof x[0], time)
		    : grove_team_execute(s->team, s->plan, buffers, sizeof x[0]);
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

#define NUMBER (&(double){ 0 })
#define SCENE_CALLS(CALL)                                                                          \
	CALL(grove_team_run, jobs, grove_team_run(s->team, nothing, NULL))                         \
	CALL(grove_team_phase, jobs, grove_team_phase(s->team, nothing, NULL))                     \
	CALL(grove_team_execute, jobs, call_plan(s, NULL))                                         \
	CALL(grove_team_time, jobs, call_plan(s, NUMBER))                                          \
	CALL(grove_team_copy, jobs,                                                                \
		grove_team_copy(s->team, &(struct grove_bare_copy){ NUMBER, NUMBER, 8, 1 }, 1,     \
			NULL, NUMBER))                                                             \
	CALL(grove_team_lateness, late, grove_team_lateness(s->team, NUMBER))                      \
	CALL(grove_link_peak, ask, grove_link_peak(s->team, NUMBER))                               \
	CALL(grove_predict, ask, grove_predict(s->team, s->plan, 8, NUMBER))                       \
	CALL(grove_team_watch_links, jobs, grove_team_watch_links(s->team, 0))                     \
	CALL(grove_team_links, jobs, grove_team_links(s->team, NULL, &(size_t){ 0 }))              \
	CALL(grove_attach, attach, grove_attach(s->team, 0, &(struct grove_node *){ NULL }))       \
	CALL(grove_execute, verbs,                                                                 \
		grove_execute(s->me, s->plan, (double[NODES]){ 0 }, (double[NODES]){ 0 }, 8))      \
	CALL(grove_detach, detach, grove_detach(s->me))                                            \
	CALL(grove_team_free, close, grove_team_free(s->team))
#define FUNCTION(name, class, ...)                                                                 \
	static inline int call_##name(struct scene *s)                                             \
	{                                                                                          \
		return __VA_ARGS__;                                                                \
	}
SCENE_CALLS(FUNCTION)

#define ROW(name, class, ...) { #name, call_##name, offsetof(struct moment, class) },
static const struct {
	const char *name;
	int (*call)(struct scene *s);
	size_t class;
} calls[] = { SCENE_CALLS(ROW) };

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
		assert_int_equal(call_plan(s, NULL), 0);
	assert_int_equal(grove_team_free(s->team), 0);
	grove_plan_free(s->plan);
	pthread_barrier_destroy(&s->meeting);
}

#endif
