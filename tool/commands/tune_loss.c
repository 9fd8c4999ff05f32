/* grove tune --loss: how much slower what auto chooses is than the best candidate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "library/machine_files.h"
#include "perf/clock.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/table.h"
#include "tool/commands/tune.h"
#include "tool/output/units.h"

/* First all candidates, to find the best one; then it and what was chosen, anew: among many equals the one
 * that was measured best was lucky as well, and its luck is nobody's loss. */
static const struct tune_effort search = { .hopeless = 8, .behind = 1.3, .rounds = 3 };
static const struct tune_effort compare = { .hopeless = 8, .behind = INFINITY, .rounds = 7 };
static const double MOST_LOSS = 1.05;

enum {
	RIVALS = 3
};

/* Of one way to choose: the sum of logarithms of its time over the best one's. */
struct loss {
	double model, tuned, worst_model, worst_tuned;
	int points;
	struct table table;
};

static const struct tune_entry *entry_of(const struct tune_entry *entry, int count,
	const struct candidate *candidate, size_t packet, bool any)
{
	const struct tune_entry *found = NULL;

	for (int i = 0; i < count; i++)
		if (!strcmp(entry[i].algorithm, candidate->algorithm) &&
			!strcmp(entry[i].order, candidate->order) &&
			(entry[i].packet == packet || (any && !found)))
			found = &entry[i];
	return found;
}

/* As the library binds what was chosen by the model alone. */
static const struct tune_entry *by_model(const struct tune_entry *entry, int count)
{
	const struct tune_entry *best = &entry[0];

	for (int i = 1; i < count; i++)
		if (entry[i].predicted < best->predicted)
			best = &entry[i];
	return best;
}

static const struct tune_entry *by_table(struct tuning *tuning, const struct bench_case *what,
	const struct tune_entry *entry, int count)
{
	struct candidate list[CANDIDATES];
	struct rates rates;
	size_t element = collective_folds(what->problem.collective) ? type_bytes(what->type) : 1;
	int candidates;

	if (thread_rates(&rates, what->problem.net.nodes))
		return NULL;
	candidates = choose(list, &what->problem, what->bytes, element, &rates);
	if (candidates < 1 || !tuned_apply(&tuning->tuned, list, candidates, &what->problem,
				      tune_threads(tuning, what), what->bytes))
		return NULL;
	return entry_of(entry, count, &list[0], list[0].packet, true);
}

static void add_row(struct loss *loss, const struct bench_case *what, const struct tune_entry *best,
	const struct tune_entry *model, const struct tune_entry *tuned)
{
	char size[UNITS_TEXT], time[UNITS_TEXT], by[2][UNITS_TEXT] = { "", "" };

	snprintf(by[0], UNITS_TEXT, "%.2f", model->seconds / best->seconds);
	if (tuned)
		snprintf(by[1], UNITS_TEXT, "%.2f", tuned->seconds / best->seconds);
	table_row(&loss->table,
		(const char *const[]){ collective_name(what->problem.collective),
			what->problem.net.name, size_text(size, what->bytes), best->algorithm,
			best->order, time_text(time, best->seconds), model->algorithm, by[0],
			tuned ? tuned->algorithm : "", by[1] });
}

/* The same entry is measured once, and so loses nothing. */
static const struct tune_entry *enter(
	struct tune_entry *rival, int *count, const struct tune_entry *entry)
{
	for (int i = 0; i < *count; i++)
		if (rival[i].hash == entry->hash && rival[i].packet == entry->packet)
			return &rival[i];
	rival[*count] = *entry;
	return &rival[(*count)++];
}

static int measure_again(struct tuning *tuning, const struct bench_case *what,
	struct tune_entry *rival, const struct tune_entry **best, const struct tune_entry **model,
	const struct tune_entry **tuned)
{
	int count = 0;

	*best = enter(rival, &count, *best);
	*model = enter(rival, &count, *model);
	if (*tuned)
		*tuned = enter(rival, &count, *tuned);
	return count > 1 ? tune_measure(tuning->bench, rival, count, what, &compare) : 0;
}

static int lose(struct tuning *tuning, const struct bench_case *what)
{
	struct tune_entry entry[TUNE_ENTRIES], rival[RIVALS];
	const struct tune_entry *best = entry, *model, *tuned;
	struct loss *loss = tuning->context;
	char size[UNITS_TEXT];
	int left_out, count = tune_candidates(entry, &left_out, what, &search), error;

	progress("%d: %s on %s, %s", loss->points + 1, collective_name(what->problem.collective),
		what->problem.net.name, size_text(size, what->bytes));
	if (clock_seconds() > tuning->deadline) {
		tuning->left++;
		return 0;
	}
	error = count < 0 ? count : tune_measure(tuning->bench, entry, count, what, &search);
	if (error)
		return error;
	for (int i = 1; i < count; i++)
		if (entry[i].seconds < best->seconds)
			best = &entry[i];
	model = by_model(entry, count);
	tuned = by_table(tuning, what, entry, count);
	error = measure_again(tuning, what, rival, &best, &model, &tuned);
	if (error)
		return error;
	loss->points++;
	loss->model += log(model->seconds / best->seconds);
	loss->tuned += log((tuned ? tuned : model)->seconds / best->seconds);
	add_row(loss, what, best, model, tuned);
	return 0;
}

int tune_loss(struct tuning *tuning)
{
	static const char *const headings[] = { "<collective", "<network", "bytes", "<best", "<",
		"time", "<model", "ratio", "<table", "ratio", NULL };
	struct loss loss = { 0 };
	double model, tuned;
	int error;

	tuning->context = &loss;
	tuning->deadline = clock_seconds() + tuning->options->limit;
	table_open(&loss.table, headings);
	error = tune_each(tuning, lose);
	progress_end();
	table_close(&loss.table);
	if (error)
		return say_why(error);
	if (!loss.points)
		return refuse("there was no time for a single point: --limit");
	model = exp(loss.model / loss.points);
	tuned = exp(loss.tuned / loss.points);
	printf("\nof the best candidate's time, geometric mean of %d points: %.3f by the model",
		loss.points, model);
	if (tuning->tuned.rows)
		printf(", %.3f by the table", tuned);
	putchar('\n');
	if (tuning->left)
		printf("%d points are left: the time was up\n", tuning->left);
	fflush(stdout);
	if ((tuning->tuned.rows ? tuned : model) > MOST_LOSS)
		return say(STATUS_FAILED, "auto loses more than %.0f %%", 100 * (MOST_LOSS - 1));
	return STATUS_DONE;
}
