/* Operations of requests in which each block has a size of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_REQUESTS_SIZED_OPERATION_H
#define LIBRARY_REQUESTS_SIZED_OPERATION_H

#include "library/requests/arguments.h"
#include "library/requests/operation.h"

/* The exchange of sizes that goes before a call by copy. Both are calls of the node, the exchange
 * first, and the sizes say the program of the second call. Verbs exchange sizes in the same way, so
 * a node may call a verb where another node has a request. */
struct size_exchange {
	struct collective_request request; /* whose sizes follow the table */
	struct grove_blocks sizes;
	struct call call;
	struct pending_call run;
	size_t *table;
};

/* Prepares the call of a request, and the exchange if there is one; and replaces GROVE_IN_PLACE.
 * Returns 0, -EINVAL or -ENOMEM with why. */
int sized_operation_prepare(struct grove_request *request, struct collective_request *asked);

#endif
