/* Runs a verb by its plan, by the library below or in shared memory, whichever was fastest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "library/native_choice.h"
#include "runtime/node/abort.h"
#include "runtime/node/team_state.h"
#include "runtime/wire/wires.h"

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

/* Where a process or a node does not take part, the barrier fails. */
static int perform(struct node *me, const struct call *call, const struct native_call *native,
	struct native_group *group)
{
	static const struct program nothing;
	int error = call_as(me, call, &nothing, RECORD);

	if (!error && !wires_share_memory(me->team) && !native->shared)
		error = meet(me, call);
	if (!error)
		error = native_group_perform(group, me, native);
	if (error != -EAGAIN)
		return error;
	error = meet(me, call);
	if (!error)
		team_fail(me->team, &(struct abort_state){ EIO, EIO },
			"%s: the processes cannot agree on a call", call->name);
	return error ? error : team_refuse(me->team);
}

/* A verb may be in place on some nodes only, where MPI wants it on all, and MPI_Reduce of MPICH
 * 4.0.2 reads from address -1 when a root other than rank 0 is in place. So the library never works
 * in place. */
static int native_call(struct node *me, const struct collective_request *r,
	const struct call *call, const struct native_choice *choice, enum native_way way)
{
	struct native_call native = native_call_of(me, r, call->folding);
	const struct call own = *call; /* the table may give its place to the barrier */
	bool in_place = way == BY_LIBRARY && (r->in == GROVE_IN_PLACE || r->out == GROVE_IN_PLACE);
	size_t bytes = in_place ? call->program->input : 0;
	void *copy = NULL;
	int error;

	native.shared = way == IN_SHARED_MEMORY;
	native.in = call->input;
	native.out = call->output;
	native.fingerprint = call->fingerprint;
	if (bytes) {
		copy = malloc(bytes);
		if (!copy)
			return why(
				ENOMEM, "%s in place: no memory for %zu bytes", call->name, bytes);
		native.in = memcpy(copy, call->input, bytes);
	}
	error = perform(me, &own, &native, choice->group);
	free(copy);
	return error;
}

/* ---- The choice ---- */

static int compare(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

static double median(const double times[NATIVE_TIMES])
{
	double sorted[NATIVE_TIMES];

	memcpy(sorted, times, sizeof sorted);
	qsort(sorted, NATIVE_TIMES, sizeof *sorted, compare);
	return (sorted[(NATIVE_TIMES - 1) / 2] + sorted[NATIVE_TIMES / 2]) / 2;
}

/* All nodes take over the times of the slowest in each call: the least time of a node may be that
 * of a call to which the other nodes came before. */
static int decide(struct node *me, struct native_choice *choice)
{
	double mine[NATIVE_WAYS][NATIVE_TIMES], best;
	const struct collective_request r = { .collective = ALLREDUCE,
		.in = memcpy(mine, choice->times, sizeof mine),
		.out = choice->times,
		.count = NATIVE_WAYS * NATIVE_TIMES,
		.type = GROVE_F64,
		.fold = GROVE_MAX };
	struct call *call;
	int error = call_prepare(me, &r, &call);

	if (!error)
		error = node_call(me, call);
	if (error)
		return error;
	best = GAIN * median(choice->times[BY_PLAN]);
	for (int i = 1; i < choice->ways; i++) {
		double seconds = median(choice->times[choice->way[i]]);

		if (seconds < best) {
			best = seconds;
			choice->chosen = choice->way[i];
		}
	}
	return 0;
}

static int run_by(struct node *me, const struct collective_request *r, const struct call *call,
	const struct native_choice *choice, enum native_way way)
{
	return way == BY_PLAN ? node_call(me, call) : native_call(me, r, call, choice, way);
}

static bool is_tried(const struct native_choice *choice)
{
	return choice->calls >= choice->ways * NATIVE_TIMES * choice->length;
}

/* Times calls of a series, which begins at a moment at which all nodes have come. A user's calls
 * follow one another without such a meeting, and so do those of a series. */
static int try_one(struct node *me, const struct collective_request *r, const struct call *call,
	struct native_choice *choice)
{
	const struct call own = *call; /* the table may give its place to the barrier */
	int series = choice->calls / choice->length, before = choice->calls % choice->length;
	enum native_way way = choice->way[series % choice->ways];
	double *time = &choice->times[way][series / choice->ways];
	int error = before ? 0 : meet(me, &own);
	double begun = monotonic_seconds();

	if (!error)
		error = run_by(me, r, &own, choice, way);
	if (error)
		return error;
	if (before == 0)
		*time = 0;
	if (before >= choice->length / 2)
		*time += monotonic_seconds() - begun;
	choice->calls++;
	return is_tried(choice) ? decide(me, choice) : 0;
}

int native_run(struct node *me, const struct collective_request *r, const struct call *call)
{
	struct native_choice *choice = native_choice_of(me, call);

	return is_tried(choice) ? run_by(me, r, call, choice, choice->chosen)
				: try_one(me, r, call, choice);
}

struct native_verdict native_verdict_of(struct node *me, const struct collective_request *r)
{
	const struct call *call = prepared_find(me, r);
	const struct native_choice *choice = call ? native_choice_of(me, call) : NULL;
	struct native_verdict verdict = { BY_PLAN, { NAN, NAN, NAN } };

	if (!choice || !is_tried(choice))
		return verdict;
	verdict.chosen = choice->chosen;
	for (int i = 0; i < choice->ways; i++) {
		enum native_way way = choice->way[i];
		int timed = choice->length - choice->length / 2;

		verdict.seconds[way] = median(choice->times[way]) / timed;
	}
	return verdict;
}
