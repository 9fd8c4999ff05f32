/* Measures all costs of this machine, looks again where the machine changed, and keeps no
 * nonsense. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/calibration/calibration_check.h"
#include "perf/calibration/calibration_looks.h"
#include "perf/calibration/calibration_run.h"

static const double limit = 4.4;	 /* seconds: no look begins later */
static const double most_lost = 0.25;	 /* of the time, for other work */
static const double most_changed = 0.33; /* of the quantities: their looks disagree at the end */

enum {
	LOOKS_AT_ALL = 2, /* at each quantity, at least */
	NEEDED_SIZE = 5	  /* the number of the largest size that a calibration must have: 1 MiB */
};

/* The looks while the cores were at one distance. */
struct distance {
	double trip; /* at the first look; 0: there are no two cores */
	struct measured_costs costs;
	struct looks *looks;
	bool *pending;
	int rounds; /* begun */
	int next;   /* quantity of the round */
};

struct looking {
	const struct measurand *list;
	int count;
	const struct calibration_source *source;
	calibration_watcher *watcher;
	struct distance *at[DISTANCES];
	int distances;
	double trip; /* now */
};

static double elapsed(const struct looking *r)
{
	return r->source->seconds(r->source->self);
}

static int find_trip(struct looking *r)
{
	r->trip = 0;
	return r->source->trip ? r->source->trip(r->source->self, &r->trip) : 0;
}

static bool same_distance(double a, double b)
{
	return a == b || trips_agree(a, b);
}

/* ---- Distances ---- */

static void distance_free(struct distance *d)
{
	if (d) {
		free(d->looks);
		free(d->pending);
	}
	free(d);
}

static struct distance *distance_new(double trip, int count)
{
	struct distance *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->trip = trip;
	d->looks = calloc((size_t)count, sizeof *d->looks);
	d->pending = calloc((size_t)count, sizeof *d->pending);
	if (d->looks && d->pending)
		return d;
	distance_free(d);
	return NULL;
}

/* Finds the looks at the distance of the cores now. A distance met after DISTANCES others takes the
 * place of the last. */
static int find_distance(struct looking *r, struct distance **found)
{
	for (int i = 0; i < r->distances; i++)
		if (same_distance(r->at[i]->trip, r->trip)) {
			*found = r->at[i];
			return 0;
		}
	if (r->distances == DISTANCES)
		distance_free(r->at[--r->distances]);
	*found = r->at[r->distances] = distance_new(r->trip, r->count);
	if (!*found)
		return why(ENOMEM, "no memory for %d measurements", r->count);
	r->distances++;
	return 0;
}

/* ---- Judging ---- */

static void mark(const struct looking *r, struct distance *d, const struct measurand *measurand)
{
	for (int i = 0; i < r->count; i++)
		if (measurand_in(&d->costs, &r->list[i]) == measurand_in(&d->costs, measurand))
			d->pending[i] = true;
}

/* Marks the quantities that must be measured again. Returns false if there are none. */
static bool mark_doubtful(const struct looking *r, struct distance *d)
{
	struct violation v;
	bool any = false;

	for (int i = 0; i < r->count; i++)
		d->pending[i] = !looks_agree(&d->looks[i]);
	for (int i = 0, rule = 0; violation_next(&v, &d->costs, r->list, r->count, &i, &rule);) {
		mark(r, d, &v.less);
		mark(r, d, &v.more);
	}
	for (int i = 0; i < r->count; i++) {
		d->pending[i] = d->pending[i] && d->looks[i].count < LOOKS;
		any = any || d->pending[i];
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

static int refuse_change(const struct looking *r, const struct distance *d, int changed, int first)
{
	const struct looks *looks = &d->looks[first];
	char text[MEASURAND_TEXT];

	return why(EIO,
		"the machine changes: looks at %d of %d quantities disagree, such as '%s' with "
		"%.3g s and %.3g s; nothing was kept, try again",
		changed, r->count, measurand_text(text, &r->list[first]), looks->look[0].seconds,
		looks->look[looks->count - 1].seconds);
}

/* Returns the first quantity that a calibration must have and that was not measured, or -1. */
static int find_missing(const struct looking *r, const struct distance *d)
{
	for (int i = 0; i < r->count; i++)
		if (!d->looks[i].count && r->list[i].size <= NEEDED_SIZE)
			return i;
	return -1;
}

static int refuse_missing(const struct looking *r, const struct measurand *missing)
{
	char text[MEASURAND_TEXT];

	measurand_text(text, missing);
	if (r->distances > 1)
		return why(EIO,
			"the cores were at %d distances, and at none for long enough to measure "
			"'%s'; nothing was kept, try again",
			r->distances, text);
	return why(EIO,
		"%.1f s were not enough to measure '%s': other work has the cores; nothing was "
		"kept, try again on a quiet machine",
		limit, text);
}

static int judge(const struct looking *r, struct distance *d)
{
	int changed = 0, first = find_missing(r, d), i = 0, rule = 0;
	struct violation v;

	if (first >= 0)
		return refuse_missing(r, &r->list[first]);
	if (violation_next(&v, &d->costs, r->list, r->count, &i, &rule))
		return refuse_violation(&v);
	for (int k = r->count - 1; k >= 0; k--)
		if (!looks_agree(&d->looks[k]) && d->looks[k].count) {
			changed++;
			first = k;
		}
	return changed > most_changed * r->count ? refuse_change(r, d, changed, first) : 0;
}

static int looks_at(const struct looking *r, const struct distance *d)
{
	int looks = 0;

	for (int i = 0; i < r->count; i++)
		looks += d->looks[i].count;
	return looks;
}

/* Keeps the tables that are true. Returns 0 if there is a table, else why there is none at the
 * distance of most looks. */
static int keep_tables(const struct looking *r, struct calibration *calibration)
{
	double lost = r->source->lost(r->source->self);
	struct distance *most = r->at[0];
	int error;

	if (lost > most_lost)
		return why(EIO,
			"other work had the cores for %.0f %% of the time; nothing was kept, try "
			"again on a quiet machine",
			100 * lost);
	for (int i = 1; i < r->distances; i++)
		most = looks_at(r, r->at[i]) > looks_at(r, most) ? r->at[i] : most;
	for (int i = 0; i < r->distances; i++)
		if (r->at[i] != most && !judge(r, r->at[i]))
			calibration_add(calibration, &r->at[i]->costs);
	error = judge(r, most);
	if (!error)
		calibration_add(calibration, &most->costs);
	return calibration->count ? 0 : error;
}

/* ---- The run ---- */

/* The second look at each quantity comes after all first looks, so that a change between start and
 * end is seen. Returns false if nothing is left to look at. */
static bool begin_round(const struct looking *r, struct distance *d)
{
	d->next = 0;
	if (d->rounds++ >= LOOKS_AT_ALL)
		return mark_doubtful(r, d);
	memset(d->pending, true, (size_t)r->count * sizeof *d->pending);
	return true;
}

static bool find_next(const struct looking *r, struct distance *d)
{
	while (d->next < r->count && !d->pending[d->next])
		d->next++;
	if (d->next < r->count)
		return true;
	return begin_round(r, d) && find_next(r, d);
}

/* Looks once at the next quantity. The look counts if the cores are then where they were before. */
static int look(struct looking *r, struct distance *d)
{
	double before = r->trip;
	struct quantity look;
	int i = d->next, error;

	r->watcher(elapsed(r) / limit);
	error = r->source->measure(r->source->self, &r->list[i], &d->costs, &look);
	if (!error)
		error = find_trip(r);
	if (error || !same_distance(before, r->trip))
		return error;
	d->pending[i] = false;
	looks_add(&d->looks[i], &look);
	*measurand_in(&d->costs, &r->list[i]) = looks_join(&d->looks[i]);
	return 0;
}

/* Ends when nothing is left to look at where the cores are. */
static int look_all(struct looking *r)
{
	int error = find_trip(r);
	struct distance *d;

	if (!error)
		error = find_distance(r, &d);
	while (!error && elapsed(r) < limit && find_next(r, d)) {
		error = look(r, d);
		if (!error)
			error = find_distance(r, &d);
	}
	return error;
}

int calibration_run(struct calibration *calibration, const struct measurand *list, int count,
	const struct calibration_source *source, calibration_watcher *watcher)
{
	struct looking r = { .list = list, .count = count, .source = source, .watcher = watcher };
	int error = look_all(&r);

	calibration->count = 0;
	if (!error)
		error = keep_tables(&r, calibration);
	for (int i = 0; i < r.distances; i++)
		distance_free(r.at[i]);
	return error;
}
