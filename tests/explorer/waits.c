/* The waits of nodes for anything: by looking again, or until the team has failed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "runtime/drive/pending.h"
#include "tests/explorer/scenarios.h"

bool waits_give_up;

int node_wait(struct node *me, bool (*ready)(void *), void *what)
{
	(void)me;
	while (!ready(what)) {
		if (waits_give_up)
			return -ECANCELED;
		spin();
	}
	return 0;
}
