/* Refuses plans as JSON in a page, which has no reader of JSON in C. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "analysis/format/plan_json.h"
#include "base/error.h"

int schedule_read_json(struct schedule **schedule, const char *text, size_t length)
{
	(void)schedule;
	(void)text;
	(void)length;
	return why(EINVAL, "the command in a page reads plans as text; `grove plan FILE.json` "
			   "writes a plan from JSON as text");
}
