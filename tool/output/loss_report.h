/* Prints a report of the model's loss. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_LOSS_REPORT_H
#define TOOL_OUTPUT_LOSS_REPORT_H

#include "perf/model_loss.h"

struct loss_report {
	const char *machine; /* the key of the machine that was measured */
	const struct loss_row *row;
	int rows;
};

/* Print the figures of each group of rows. The text has the worst rows as well, the JSON all rows.
 * Return 0, or -ENOMEM with why. */
int loss_print_text(const struct loss_report *report);
int loss_print_json(const struct loss_report *report);

#endif
