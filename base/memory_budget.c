/* Computes whether a request fits in the memory that is left, and refuses requests that do not
 * fit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/memory_budget.h"
#include "base/error.h"

/* Reading the system's files takes some 0.1 ms, as long as filling a mebibyte or two. */
static const double SMALL = 32 << 20;

/* The system needs some of a machine's last memory: a process that takes all of that memory is
 * killed. */
static double room_usable(void)
{
	double left = (double)memory_budget_left();

	return left - left / 32;
}

bool memory_budget_has(double bytes)
{
	return bytes <= SMALL || bytes <= room_usable();
}

int memory_budget_refuse(double bytes, const char *what, const char *advice)
{
	return why(ENOMEM, "%s needs %.0f MiB of memory, %.0f are available; %s", what,
		bytes / 0x1p20, room_usable() / 0x1p20, advice);
}
