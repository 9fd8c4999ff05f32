/* The life of a request: what begins it, and what waits for it, share these functions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_REQUESTS_REQUESTS_H
#define LIBRARY_REQUESTS_REQUESTS_H

#include "library/requests/operation.h"

static inline struct pending *pending_of(struct grove_request *r)
{
	return r->talks ? &r->run.message.base : &r->run.call.base;
}

static inline bool is_active(struct grove_request *const *request)
{
	return *request && (*request)->active;
}

/* Returns 0 if this thread may wait for the request now. A request that has failed with its team
 * can still be waited for. */
int request_may(struct grove_request *request);

/* Tells the body of the end of the request, which is started no more. A request that is not
 * persistent ends, and becomes NULL. Returns 0 or -errno with why: the request has failed. */
int request_settle(struct grove_request **request);

#endif
