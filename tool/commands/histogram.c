/* Runs `grove histogram`: counts the numbers of a file in bins, by the nodes of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include "tool/applications/app_launches.h"
#include "tool/files/need.h"
#include "tool/files/npy.h"
#include "tool/applications/tally.h"
#include "tool/output/json_out.h"

/* Chooses the numbers and the bins. */
static void choose(struct tally *t, const struct options *options, const struct input *file)
{
	bool ranged = option_given(options, OPTION_RANGE);
	bool array = (ranged || options->bins) && npy_is(file->bytes, file->size);
	double low = ranged ? options->low : 0, high = ranged ? options->high : BYTES;
	size_t count = options->bins ? options->bins : BYTES;

	if (array && !ranged)
		end_command(STATUS_REFUSED, "%s is an array: --bins needs --range LOW:HIGH there",
			file->path);
	if (array)
		numbers_of_npy(&t->numbers, file);
	else
		numbers_of_bytes(&t->numbers, file);
	bins_make(&t->bins, count, low, high, t->numbers.kind == 'f' ? t->numbers.item : 8);
	if (!isfinite(t->bins.edges[0]) || !isfinite(t->bins.edges[count]))
		end_command(STATUS_REFUSED, "--range: %g:%g is more than the floats in %s can say",
			low, high, file->path);
}

static void print_text(const struct tally *t, const struct app_results *results)
{
	const uint64_t *sums = tally_sums(t);

	for (size_t i = 0; i < t->bins.count; i++)
		printf("%.17g %" PRIu64 "\n", t->bins.edges[i], sums[i]);
	printf("outside %" PRIu64 "\n", sums[t->bins.count]);
	report_table(results);
	printf("histogram: %zu numbers in %zu bins: ", t->numbers.count, t->bins.count);
	report_line(results, 0);
}

static void print_json(const char *path, const struct tally *t, const struct app_results *results)
{
	const uint64_t *sums = tally_sums(t);
	const double *edges = t->bins.edges;

	report_json_begin("histogram", path, NULL);
	json_open("bins", '[');
	for (size_t i = 0; i < t->bins.count; i++)
		json_exact(NULL, edges[i]);
	json_close(']');
	json_open("counts", '[');
	for (size_t i = 0; i < t->bins.count; i++)
		json_size(NULL, sums[i]);
	json_close(']');
	json_size("outside", sums[t->bins.count]);
	json_open("range", '[');
	json_exact(NULL, edges[0]);
	json_exact(NULL, edges[t->bins.count]);
	json_close(']');
	json_size("numbers", t->numbers.count);
	json_bool("everywhere", t->everywhere);
	report_json_end(results);
}

int command_histogram(const struct options *options)
{
	struct app_session s;
	struct input file;
	struct tally tally = { .everywhere = option_given(options, OPTION_EVERYWHERE) };
	struct app_results results;

	input_read(&file, options->word[0]);
	choose(&tally, options, &file);
	app_session_open(&s, options, "cube:3");
	s.read = file.seconds;
	results = results_for(&s, options);
	tally_take(&tally, &s, &results.series[0]);
	launches_take(&results, options);
	report_picture(&results, options->picture, "histogram");
	if (options->form == FORM_JSON)
		print_json(file.path, &tally, &results);
	else
		print_text(&tally, &results);
	results_close(&results);
	app_session_close(&s);
	tally_free(&tally);
	free(file.bytes);
	return STATUS_DONE;
}
