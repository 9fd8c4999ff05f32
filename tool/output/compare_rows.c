/* Writes what a comparison says of one operation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/output/json_out.h"
#include "tool/output/compare_rows.h"

static void write_side(const char *name, const struct bench_row *row)
{
	json_open(name, '{');
	json_text("algorithm", row->algorithm);
	json_text("network", row->network);
	json_real("median_s", row->median);
	json_real("ci_low_s", row->low);
	json_real("ci_high_s", row->high);
	json_close('}');
}

void compare_rows_write(const struct bench_pair *pair)
{
	json_text("collective", pair->a->collective);
	json_whole("nodes", pair->a->nodes);
	json_size("bytes", pair->a->bytes);
	json_text("clock", pair->a->clock);
	write_side("a", pair->a);
	write_side("b", pair->b);
	json_real("ratio", pair->ratio);
	json_real("ratio_low", pair->low);
	json_real("ratio_high", pair->high);
}
