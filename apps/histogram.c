/* Counts the numbers of a file in bins, by the nodes of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "apps/fail.h"
#include "apps/input.h"
#include "apps/npy.h"
#include "apps/numbers.h"
#include "apps/app_options.h"
#include "apps/app_json.h"
#include "apps/app_launches.h"
#include "apps/app_report.h"
#include "apps/app_session.h"
#include "apps/tally.h"

static const char usage[] =
	"Usage: histogram IN [OPTION]...\n"
	"\n"
	"Counts the contents of the file IN: without --bins and --range, the bytes of any file;\n"
	"with these options, the numbers of a .npy array of any shape (integers, floats,\n"
	"booleans), or the bytes of any other file. Every node of a network counts its slice of\n"
	"the file. Then the counts of all nodes are added through the links: each node gets the\n"
	"sums of its share of the bins, and node 0 gathers these sums.\n"
	"\n"
	"Prints the lower edge of each bin with its count, and the count of numbers outside. The\n"
	"counts equal the counts of numpy.histogram.\n"
	"\n"
	"  --bins N        so many bins of equal width [256]\n"
	"  --range LOW:HIGH\n"
	"                  from LOW to HIGH, which is in the last bin [0:256 for bytes]; numbers\n"
	"                  outside the range, infinities and NaNs are counted as outside\n"
	"  --everywhere    all nodes gather the sums, and their copies are compared\n";

struct histogram_options {
	struct common common;
	const char *bins, *range;
	bool everywhere;
	const char *files[1];
};

static void options_take(struct histogram_options *o, int argc, char **argv)
{
	const struct app_setting settings[] = {
		COMMON_SETTINGS(&o->common),
		{ "bins", &o->bins, NULL },
		{ "range", &o->range, NULL },
		{ "everywhere", NULL, &o->everywhere },
		{ NULL, NULL, NULL },
	};

	*o = (struct histogram_options){ 0 };
	options_read(argc, argv, settings, o->files, 1, &(struct usage){ usage, "cube:3" });
}

static void range_read(const char *text, double *low, double *high)
{
	char *end;

	*low = strtod(text, &end);
	if (end == text || *end != ':')
		fail(REFUSED, "--range: '%s' is not LOW:HIGH, two numbers", text);
	text = end + 1;
	*high = strtod(text, &end);
	if (end == text || *end)
		fail(REFUSED, "--range: '%s' is no number", text);
	if (!isfinite(*low) || !isfinite(*high) || !isfinite(*high - *low) || *low >= *high)
		fail(REFUSED, "--range: %g:%g is no range: LOW is less than HIGH, both finite",
			*low, *high);
}

/* Chooses the numbers and the bins. */
static void choose(struct tally *t, const struct histogram_options *o, const struct input *file)
{
	bool array = (o->bins || o->range) && npy_is(file->bytes, file->size);
	double low = 0, high = BYTES;
	long count = BYTES;

	if (array && !o->range)
		fail(REFUSED, "%s is an array: --bins needs --range LOW:HIGH there", file->path);
	if (o->range)
		range_read(o->range, &low, &high);
	if (o->bins)
		count = option_number("--bins", o->bins, 1, (long)1 << 40);
	if (array)
		numbers_of_npy(&t->numbers, file);
	else
		numbers_of_bytes(&t->numbers, file);
	bins_make(&t->bins, (size_t)count, low, high, t->numbers.kind == 'f' ? t->numbers.item : 8);
	if (!isfinite(t->bins.edges[0]) || !isfinite(t->bins.edges[count]))
		fail(REFUSED, "--range: %g:%g is more than the floats in %s can say", low, high,
			file->path);
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

static void print_json(
	const char *path, const struct tally *t, const struct app_results *results)
{
	const uint64_t *sums = tally_sums(t);
	const double *edges = t->bins.edges;

	printf("{ \"application\": \"histogram\", ");
	json_text("input", path);
	printf("\"bins\": [");
	for (size_t i = 0; i < t->bins.count; i++)
		printf("%s%.17g", i ? ", " : "", edges[i]);
	printf("], \"counts\": [");
	for (size_t i = 0; i < t->bins.count; i++)
		printf("%s%" PRIu64, i ? ", " : "", sums[i]);
	printf("], \"outside\": %" PRIu64 ", ", sums[t->bins.count]);
	printf("\"range\": [%.17g, %.17g], ", edges[0], edges[t->bins.count]);
	printf("\"numbers\": %zu, \"everywhere\": %s, ", t->numbers.count,
		t->everywhere ? "true" : "false");
	json_results(results);
}

int main(int argc, char **argv)
{
	struct histogram_options o;
	struct app_session s;
	struct input file;
	struct tally tally;
	struct app_results results = { .session = &s, .ways = 1 };

	options_take(&o, argc, argv);
	input_read(&file, o.files[0]);
	tally.everywhere = o.everywhere;
	choose(&tally, &o, &file);
	session_open(&s, &o.common, "cube:3");
	s.read = file.seconds;
	tally_take(&tally, &s, &results.series[0]);
	launches_take(&results, argv);
	report_picture(&results, o.common.picture, "histogram");
	if (o.common.json)
		print_json(file.path, &tally, &results);
	else
		print_text(&tally, &results);
	need_printed();
	results_close(&results);
	session_close(&s);
	tally_free(&tally);
	free(file.bytes);
	return 0;
}
