/* Measures all costs of this machine, looks again where the machine changed, and keeps no
 * nonsense. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/calibration_check.h"
#include "perf/calibration_looks.h"
#include "perf/calibration_run.h"

static const double limit = 4.4;	 /* seconds: no look begins later */
static const double most_lost = 0.25;	 /* of the time, for other work */
static const double most_changed = 0.33; /* of the quantities: their looks disagree at the end */

enum {
	NEEDED_SIZE = 5 /* the number of the largest size that a calibration must have: 1 MiB */
};

struct looking {
	struct measured_costs *costs;
	const struct measurand *list;
	int count;
	const struct calibration_source *source;
	calibration_watcher *watcher;
	struct looks *looks;
	bool *pending;
};

static double elapsed(const struct looking *r)
{
	return r->source->seconds(r->source->self);
}

/* Looks once at each pending quantity, while time is left. */
static int look(struct looking *r)
{
	int error = 0;

	for (int i = 0; i < r->count && !error && elapsed(r) < limit; i++) {
		struct quantity look;

		if (!r->pending[i])
			continue;
		r->watcher(elapsed(r) / limit);
		error = r->source->measure(r->source->self, &r->list[i], r->costs, &look);
		if (error)
			break;
		looks_add(&r->looks[i], &look);
		*measurand_in(r->costs, &r->list[i]) = looks_join(&r->looks[i]);
	}
	return error;
}

/* ---- Judging ---- */

static void mark(struct looking *r, const struct measurand *measurand)
{
	for (int i = 0; i < r->count; i++)
		if (measurand_in(r->costs, &r->list[i]) == measurand_in(r->costs, measurand))
			r->pending[i] = true;
}

/* Marks the quantities that must be measured again. Returns false if there are none. */
static bool mark_doubtful(struct looking *r)
{
	struct violation v;
	bool any = false;

	for (int i = 0; i < r->count; i++)
		r->pending[i] = !looks_agree(&r->looks[i]);
	for (int i = 0, rule = 0; violation_next(&v, r->costs, r->list, r->count, &i, &rule);) {
		mark(r, &v.less);
		mark(r, &v.more);
	}
	for (int i = 0; i < r->count; i++) {
		r->pending[i] = r->pending[i] && r->looks[i].count < LOOKS;
		any = any || r->pending[i];
	}
	return any;
}

static int refuse_violation(const struct violation *v)
{
	char less[MEASURAND_TEXT], more[MEASURAND_TEXT];

	return why(EIO,
		"'%s' took longer than '%s', which can not be: something else runs on this "
		"machine; nothing was kept, try again",
		measurand_text(less, &v->less), measurand_text(more, &v->more));
}

static int refuse_change(const struct looking *r, int changed, int first)
{
	const struct looks *looks = &r->looks[first];
	char text[MEASURAND_TEXT];

	return why(EIO,
		"the machine changes: looks at %d of %d quantities disagree, such as '%s' with "
		"%.3g "
		"s and %.3g s; nothing was kept, try again",
		changed, r->count, measurand_text(text, &r->list[first]), looks->look[0].seconds,
		looks->look[looks->count - 1].seconds);
}

/* Returns the first quantity that a calibration must have and that was not measured, or -1. */
static int find_missing(const struct looking *r)
{
	for (int i = 0; i < r->count; i++)
		if (!r->looks[i].count && r->list[i].size <= NEEDED_SIZE)
			return i;
	return -1;
}

static int refuse_missing(const struct measurand *missing)
{
	char text[MEASURAND_TEXT];

	return why(EIO,
		"%.1f s were not enough to measure '%s': other work has the cores; nothing was "
		"kept, try again on a quiet machine",
		limit, measurand_text(text, missing));
}

static int judge(const struct looking *r)
{
	double lost = r->source->lost(r->source->self);
	int changed = 0, first = 0, i = 0, rule = 0;
	struct violation v;

	if (lost > most_lost)
		return why(EIO,
			"other work had the cores for %.0f %% of the time; nothing was kept, try "
			"again on a quiet machine",
			100 * lost);
	if (find_missing(r) >= 0)
		return refuse_missing(&r->list[find_missing(r)]);
	if (violation_next(&v, r->costs, r->list, r->count, &i, &rule))
		return refuse_violation(&v);
	for (int k = r->count - 1; k >= 0; k--)
		if (!looks_agree(&r->looks[k]) && r->looks[k].count) {
			changed++;
			first = k;
		}
	return changed > most_changed * r->count ? refuse_change(r, changed, first) : 0;
}

/* ---- The run ---- */

/* The second look comes after all first looks, so that a change between begin and end is seen. */
static int look_all(struct looking *r)
{
	int error;

	memset(r->pending, true, (size_t)r->count * sizeof *r->pending);
	error = look(r);
	if (!error)
		error = look(r);
	while (!error && elapsed(r) < limit && mark_doubtful(r))
		error = look(r);
	return error ? error : judge(r);
}

int calibration_run(struct measured_costs *costs, const struct measurand *list, int count,
	const struct calibration_source *source, calibration_watcher *watcher)
{
	struct looking r = { .costs = costs,
		.list = list,
		.count = count,
		.source = source,
		.watcher = watcher,
		.looks = calloc((size_t)count, sizeof *r.looks),
		.pending = calloc((size_t)count, sizeof *r.pending) };
	int error;

	*costs = (struct measured_costs){ 0 };
	error = r.looks && r.pending ? look_all(&r)
				     : why(ENOMEM, "no memory for %d measurements", count);
	free(r.looks);
	free(r.pending);
	return error;
}
