/* Forwarding is by copy or by reference. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORWARD_H
#define PLAN_FORWARD_H

/* The way of a block: links carry the bytes of the block, or announce that the bytes are ready. */
enum forward {
	FORWARD_COPY,
	FORWARD_REFERENCE,
	FORWARD_AUTO /* the way that is expected to be faster */
};

#endif
