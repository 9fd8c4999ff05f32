/* Names the states of the data. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "plan/costs/data_state.h"

static const char *const names[] = {
	[DATA_FRESH] = "fresh", [DATA_RESIDENT] = "resident", [DATA_COLD] = "cold"
};

const char *data_state_name(enum data_state state)
{
	return names[state];
}

int data_state_named(enum data_state *state, const char *name)
{
	for (int i = 0; i < DATA_STATES; i++)
		if (!strcmp(name, names[i])) {
			*state = (enum data_state)i;
			return 0;
		}
	return why(EINVAL, "'%s' is not a state of the data; there are fresh, resident and cold",
		name);
}
