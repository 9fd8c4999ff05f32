/* The command, but each check of the data finds a wrong byte, instead of session_check(). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/timing/session.h"

int __wrap_session_check(struct session *session, struct wrong *wrong);

int __wrap_session_check(struct session *session, struct wrong *wrong)
{
	*wrong = (struct wrong){ .found = true, .node = 1, .offset = 3, .got = 1, .expected = 2 };
	return 0;
}
