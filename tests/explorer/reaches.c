/* One node reads another's memory by reference, and the other gives up: runtime/ring/read_guard.h.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/ring/read_guard.h"
#include "tests/explorer/scenarios.h"

static const struct scenario *now;
static _Atomic uint32_t reading, failing;
static uint32_t memory; /* the owner's */

void reaches_prepare(const struct scenario *scenario)
{
	now = scenario;
	reading = failing = 0;
	memory = 7;
}

void reaches_read(void)
{
	for (uint32_t k = 0; k < now->items; k++) {
		bool may = read_guard_begin(&reading, &failing) || now->flags & NO_CLAIM;

		if (may)
			expect(GET(memory) == 7, "what is read is as it was");
		read_guard_end(&reading);
		if (!may)
			return;
	}
}

/* Acts as the thread that fails first (abort.c); then the memory is the owner's again. */
void reaches_give_up(void)
{
	if (now->flags & LOOK_EARLY)
		while (!read_guard_over(&reading))
			spin();
	exchange_ordered(&failing, 1);
	while (!(now->flags & (NO_RETURN | LOOK_EARLY)) && !read_guard_over(&reading))
		spin();
	PUT(memory, 99);
}
