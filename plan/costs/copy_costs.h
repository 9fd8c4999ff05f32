/* Measured costs are the times of copies and start-ups on this machine, each with its interval. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_COPY_COSTS_H
#define PLAN_COSTS_COPY_COSTS_H

#include "plan/costs/data_state.h"
#include "plan/costs/machine.h"

/* A median, and its 95 % interval. Seconds 0: not measured. */
struct quantity {
	double seconds, low, high;
};

/* Sorts the samples, and makes a quantity of them. Of few samples the interval reaches from the
 * least to the most. */
struct quantity samples_quantity(double *sample, size_t count);

/* The ways of bringing bytes from a buffer to another one. The receiver's core owns the
 * destination, the sender's core the source. */
enum copy_way {
	COPY_WITHIN,	    /* a core copies between its own buffers */
	COPY_WITHIN_TWO,    /* two cores do so at once, each as many bytes */
	COPY_ONE_END,	    /* from the sender to the receiver, by the receiver's core */
	COPY_BOTH_ENDS,	    /* the same, by both cores: half of the bytes each */
	COPY_EXCHANGE,	    /* both directions at once: each core copies the bytes for itself */
	COPY_PAST,	    /* ONE_END with stores past the caches */
	COPY_BOTH_PAST,	    /* BOTH_ENDS with stores past the caches */
	COPY_EXCHANGE_PAST, /* EXCHANGE with stores past the caches */
	COPY_FOLD,	    /* ONE_END, combined with as many bytes of the receiver */
	COPY_FOLD_BOTH,	    /* BOTH_ENDS, combined with as many bytes of the receiver */
	COPY_WAYS
};

/* The sizes of measured copies: COPY_LEAST, and COPY_FACTOR times the size before. */
enum {
	COPY_LEAST = 1 << 10,
	COPY_FACTOR = 4,
	COPY_SIZES = 9 /* up to 64 MiB */
};

/* Costs of packets. A packet has three forms: its bytes are in the line of its flag (inline), in
 * the ring's memory (eager), or in the sender's memory (lent). In an exchange each of two threads
 * sends a packet and receives a packet. */
enum start_up {
	START_PACKET,	   /* a packet of one piece between two nodes of a thread */
	START_CALL,	   /* the call of an operation, for each node, besides its packets */
	START_PIECE,	   /* a piece of such a packet, more */
	START_FOLD,	   /* combining a small packet, more */
	START_INLINE,	   /* an exchange of an inline packet */
	START_INLINE_FOUR, /* an exchange of four inline packets at once */
	START_EAGER,	   /* an exchange of an eager packet */
	START_EAGER_FOUR,  /* an exchange of four eager packets at once */
	START_LENT,	   /* an exchange of the smallest lent packet */
	START_LINE,	   /* the round trip of a bare cache line */
	START_UPS
};

/* The place of bytes that a core reads: seconds for each byte. */
enum byte_place {
	PLACE_OWN,     /* the core's own caches */
	PLACE_SHARED,  /* only a cache that the two cores share */
	PLACE_READ,    /* the other core's caches: the other core has only read the bytes */
	PLACE_WRITTEN, /* the other core's caches: the other core has just written the bytes */
	PLACE_MEMORY,
	BYTE_PLACES
};

/* All quantities between two cores of a class. The class same-thread has the quantities of a single
 * thread: START_PACKET to START_FOLD, COPY_WITHIN and COPY_WITHIN_TWO. */
struct pair_costs {
	struct quantity start[START_UPS];
	struct quantity place[BYTE_PLACES];
	struct quantity copy[COPY_WAYS][DATA_STATES][COPY_SIZES];
};

struct measured_costs {
	struct pair_costs pair[PAIR_CLASSES];
};

/* Return "one-end", "inline", "written" ... */
const char *copy_way_name(enum copy_way way);
const char *start_up_name(enum start_up start);
const char *byte_place_name(enum byte_place place);

/* Return the i-th size, and the number of a size: -1 for a size that is not measured. */
size_t copy_size(int i);
int copy_size_number(size_t bytes);

/* Returns the seconds of a copy. Between two measured sizes, the time of a byte is interpolated in
 * the logarithm of the size; outside of the measured sizes it is the time of a byte at the nearest
 * size. Returns NAN for a way and state without a measurement. */
double pair_copy_seconds(
	const struct pair_costs *pair, enum copy_way way, enum data_state state, double bytes);

/* Returns the costs of the nearest class of two cores that was measured, which has all quantities.
 * Returns NULL for a machine that was not calibrated or has a single core. */
const struct pair_costs *machine_nearest_pair(const struct machine *machine);

/* Return the seconds of a copy and of a start-up on a calibrated machine, within a thread or
 * between the nearest two cores. Return NAN if the cost was not measured. */
double machine_copy_seconds(
	const struct machine *machine, enum copy_way way, enum data_state state, double bytes);
double machine_start_seconds(const struct machine *machine, enum start_up start);

#endif
