/* Lists the points of a tuning: the problems that the words name, and the sizes of the sweep. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "perf/candidate_sweep.h"
#include "tool/commands/tune_points.h"
#include "tool/output/diagnostics.h"

enum {
	MOST_BUFFERS = 1 << 28 /* bytes of all nodes; larger blocks take long and add little */
};

static size_t next_size(const struct bench_case *what, const struct options *options, size_t bytes)
{
	const struct sweep sweep = { options->min_bytes, options->max_bytes, options->factor };

	return collective_has_bytes(what->problem.collective) && sweep_next(&sweep, 8, &bytes)
		       ? bytes
		       : 0;
}

int tune_each(const struct tune_points *points, tune_visitor *visit, void *context)
{
	int error = 0;

	for (int i = 0; i < points->work.count && !error; i++) {
		struct bench_case what = points->work.what[i];
		bool barrier = !collective_has_bytes(what.problem.collective);

		what.bytes = barrier ? 0 : points->options.min_bytes;
		do {
			if (tune_buffers(&what) > MOST_BUFFERS)
				break;
			error = visit(context, &what);
			what.bytes = next_size(&what, &points->options, what.bytes);
		} while (what.bytes && !error);
	}
	return error;
}

/* A send goes to the last node and a permutation is the inversion, unless the options say
 * otherwise. */
int tune_points_open(struct tune_points *points, const struct options *options)
{
	struct options *own = &points->options;

	*own = *options;
	own->word[0] = options->words > 0 && strcmp(options->word[0], "all") != 0
			       ? options->word[0]
			       : "broadcast,reduce,scatter,gather,allgather,reducescatter,"
				 "allreduce,alltoall,barrier,send,permute";
	own->word[1] = "auto";
	own->word[2] = options->words > 1 ? options->word[1] : "gh:2,cube:3,cube:4";
	own->words = 3;
	own->bytes = 1 << 20;
	own->type = GROVE_F64;
	if (!option_given(options, OPTION_MAX_BYTES))
		own->max_bytes = (size_t)4 << 20;
	if (options->min_bytes < 8 || options->min_bytes % 8 || options->factor < 2 ||
		options->min_bytes > own->max_bytes)
		return refuse("--min-bytes %zu, --max-bytes %zu, --factor %zu: sizes are multiples "
			      "of 8 bytes, the smallest first",
			options->min_bytes, own->max_bytes, options->factor);
	return bench_list_open(&points->work, own);
}

void tune_points_close(struct tune_points *points)
{
	bench_list_close(&points->work);
}
