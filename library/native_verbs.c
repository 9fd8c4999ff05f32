/* Runs a verb by its plan or by the collective of the library below, whichever was faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "library/native_choice.h"
#include "runtime/node/team_state.h"
#include "runtime/wire/wires.h"

enum {
	PLAN,
	LIBRARY
};

/* The library synchronizes all nodes, which a plan may not. So a gain within the scatter of
 * measurements does not count. */
static const double GAIN = 0.95;

/* A call of the library is an operation of the node without packets, so records of calls and
 * histories name it as any other. A barrier that carries the call's fingerprint finds calls that
 * differ, a node that has gone and a failed team; the wires say when it must come. */

/* ---- The call ---- */

/* The other calls of a verb have fingerprints other than the plan's own. */
enum {
	MEETING = 1,
	RECORD
};

static int call_as(struct node *me, const struct call *call, const struct program *program, int as)
{
	struct call own = *call;

	own.program = program;
	own.folding = NULL;
	own.input = own.output = NULL;
	own.fingerprint = call->fingerprint * 3 + (uint64_t)as;
	return node_call(me, &own);
}

static int meet(struct node *me, const struct call *call)
{
	const struct collective_request barrier = { .collective = BARRIER };
	struct call *prepared;
	int error = call_prepare(me, &barrier, &prepared);

	return error ? error : call_as(me, call, prepared->program, MEETING);
}

static int perform(struct node *me, const struct call *call, const struct native_call *native)
{
	static const struct program nothing;
	int error = call_as(me, call, &nothing, RECORD);

	if (!error)
		error = wires_perform(me, native, false);
	while (error == -EAGAIN) {
		error = meet(me, call);
		if (!error)
			error = wires_perform(me, native, true);
	}
	return error;
}

/* A verb may be in place on some nodes only, where MPI wants it on all. So the library never
 * works in place. */
static int library_call(
	struct node *me, const struct collective_request *r, const struct call *call)
{
	struct native_call native = native_call_of(me, r, call->folding);
	const struct call own = *call; /* the table may give its place to the barrier */
	bool in_place = r->in == GROVE_IN_PLACE || r->out == GROVE_IN_PLACE;
	size_t bytes = in_place ? call->program->input : 0;
	void *copy = NULL;
	int error;

	native.in = call->input;
	native.out = call->output;
	if (bytes) {
		copy = malloc(bytes);
		if (!copy)
			return why(
				ENOMEM, "%s in place: no memory for %zu bytes", call->name, bytes);
		native.in = memcpy(copy, call->input, bytes);
	}
	error = perform(me, &own, &native);
	free(copy);
	return error;
}

/* ---- The choice ---- */

static int compare(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

static double median(double times[NATIVE_TIMES])
{
	qsort(times, NATIVE_TIMES, sizeof *times, compare);
	return (times[(NATIVE_TIMES - 1) / 2] + times[NATIVE_TIMES / 2]) / 2;
}

/* All nodes take over the times of the slowest in each call: the least time of a node may be that
 * of a call to which the other nodes came before. */
static int decide(struct node *me, struct native_choice *choice)
{
	double slowest[2][NATIVE_TIMES];
	const struct collective_request r = { .collective = ALLREDUCE,
		.in = choice->times,
		.out = slowest,
		.count = 2 * NATIVE_TIMES,
		.type = GROVE_F64,
		.fold = GROVE_MAX };
	struct call *call;
	int error = call_prepare(me, &r, &call);

	if (!error)
		error = node_call(me, call);
	choice->chosen = !error && median(slowest[LIBRARY]) < GAIN * median(slowest[PLAN]);
	return error;
}

/* Times calls of a series, which begins at a moment at which all nodes have come. A user's calls
 * follow one another without such a meeting, and so do those of a series. */
static int try_one(struct node *me, const struct collective_request *r, const struct call *call,
	struct native_choice *choice)
{
	const struct call own = *call; /* the table may give its place to the barrier */
	int length = choice->trials / (2 * NATIVE_TIMES);
	int series = choice->calls / length, before = choice->calls % length;
	int which = series % 2, error = before ? 0 : meet(me, &own);
	double *time = &choice->times[which][series / 2];
	double begun = monotonic_seconds();

	if (!error)
		error = which == LIBRARY ? library_call(me, r, &own) : node_call(me, &own);
	if (error)
		return error;
	if (before == 0)
		*time = 0;
	if (before >= length / 2)
		*time += monotonic_seconds() - begun;
	return ++choice->calls < choice->trials ? 0 : decide(me, choice);
}

int native_run(struct node *me, const struct collective_request *r, const struct call *call)
{
	struct native_choice *choice = call->native;

	if (choice->calls < choice->trials)
		return try_one(me, r, call, choice);
	return choice->chosen ? library_call(me, r, call) : node_call(me, call);
}

bool native_is_chosen(struct node *me, const struct collective_request *r)
{
	const struct call *call = prepared_find(me, r);

	return call && call->native && call->native->chosen;
}
