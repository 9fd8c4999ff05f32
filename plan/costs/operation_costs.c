/* Looks up what packets and bytes cost in an operation that touches that many bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/costs/operation_costs.h"

/* The time of a byte depends on the caches that hold the byte, hence on all the bytes that a core
 * touches in the operation, and not on the size of the single move. A measured copy of n bytes
 * touches n bytes at each end if the ends are two cores, and 2 n bytes if a core copies within its
 * own buffers, or if two cores copy at once. So a table is read at the size whose copy touches as
 * much as the operation. */

enum {
	EAGER_MEASURED = 256, /* bytes of a packet of START_EAGER */
	LENT_MEASURED = 1088,
	EAGER_TOUCHED = 1 << 10
};

/* Returns the seconds of a byte. A core of the measured copy touches `shares` times its size. */
static double byte_seconds(const struct machine *machine, enum copy_way way, enum data_state state,
	const struct operation *operation, double shares)
{
	double bytes = fmax(operation->touched / shares, COPY_LEAST);

	return machine_copy_seconds(machine, way, state, bytes) / bytes;
}

/* Returns the state of measured bytes that are nearest to the bytes of a move. */
static enum data_state state_of(enum bytes_from from, enum data_state state)
{
	return from == BYTES_OWN ? state : from == BYTES_PASSED ? DATA_FRESH : DATA_RESIDENT;
}

/* Returns the seconds of a byte between two cores. Copies that may go past the caches take the
 * faster way. */
static double between_seconds(const struct machine *machine, enum copy_way usual,
	enum copy_way past, enum data_state state, const struct operation *o, double shares)
{
	double seconds = byte_seconds(machine, usual, state, o, shares);

	return o->past ? fmin(seconds, byte_seconds(machine, past, state, o, shares)) : seconds;
}

/* While a single core copies, the others' bytes are in the shared cache as well. A fold reads one
 * byte more for each byte that a copy reads and writes. */
static void fill_within(struct operation_costs *c, enum bytes_from from,
	const struct machine *machine, const struct operation *o)
{
	enum data_state state = state_of(from, o->state);

	c->within[from][0] = fmax(byte_seconds(machine, COPY_WITHIN, state, o, 2),
		byte_seconds(machine, COPY_WITHIN, state, o, 2.0 / o->threads));
	c->within[from][1] = byte_seconds(machine, COPY_WITHIN_TWO, state, o, 2);
	for (int busy = 0; busy < 2; busy++)
		c->fold_within[from][busy] = c->within[from][busy] * 3 / 2;
}

static void fill_between(struct operation_costs *c, enum bytes_from from,
	const struct machine *machine, const struct operation *o)
{
	enum data_state state = state_of(from, o->state);
	double line = machine_start_seconds(machine, START_LINE);
	double more = byte_seconds(machine, COPY_FOLD, state, o, 1.5) /
		      byte_seconds(machine, COPY_ONE_END, state, o, 1);

	/* The lines of a measured copy come while others are under way; a piece begins again. */
	c->first_line[from] = state == DATA_FRESH && line > 0 ? line / 2 : 0;
	c->between[from][0] = between_seconds(machine, COPY_ONE_END, COPY_PAST, state, o, 1);
	c->between[from][1] =
		between_seconds(machine, COPY_EXCHANGE, COPY_EXCHANGE_PAST, state, o, 2);
	c->both[from] = between_seconds(machine, COPY_BOTH_ENDS, COPY_BOTH_PAST, state, o, 1);
	c->fold_between[from][0] = byte_seconds(machine, COPY_FOLD, state, o, 1.5);
	c->fold_between[from][1] = c->between[from][1] * fmax(1, more);
	c->fold_both[from] = byte_seconds(machine, COPY_FOLD_BOTH, state, o, 1.5);
}

/* On a busy machine the longer measurement may be the faster measurement. */
struct form_costs form_split(double one, double four, double packet)
{
	double first = fmax(0, one - packet), further = fmax(0, (four - one) / 3 - packet);
	double stall = fmin(first, further);

	return (struct form_costs){ .way = first - stall, .stall = stall };
}

/* Returns the stall of a lent packet: what is left of a measured exchange besides the packet, its
 * way, its bytes and its return. */
static double lent_stall(
	const struct operation_costs *c, const struct machine *machine, double packet)
{
	double bytes = LENT_MEASURED / (double)COPY_LEAST *
		       machine_copy_seconds(machine, COPY_EXCHANGE, DATA_RESIDENT, COPY_LEAST);
	double stall = machine_start_seconds(machine, START_LENT) - packet - bytes -
		       2 * c->inlined.way - c->packet;

	return stall > 0 ? stall : 0;
}

static void fill_packets(struct operation_costs *c, const struct machine *machine, double packet)
{
	c->inlined = form_split(machine_start_seconds(machine, START_INLINE),
		machine_start_seconds(machine, START_INLINE_FOUR), packet);
	c->eager = form_split(machine_start_seconds(machine, START_EAGER),
		machine_start_seconds(machine, START_EAGER_FOUR), packet);
	c->eager_byte = machine_copy_seconds(machine, COPY_ONE_END, DATA_FRESH, EAGER_TOUCHED) /
			EAGER_TOUCHED;
	c->eager.stall = fmax(0, c->eager.stall - EAGER_MEASURED * c->eager_byte);
	c->lent = (struct form_costs){ c->inlined.way,
		fmax(c->inlined.stall, lent_stall(c, machine, packet)) };
}

bool operation_costs(
	struct operation_costs *c, const struct machine *machine, const struct operation *operation)
{
	double packet = machine_start_seconds(machine, START_PACKET);
	double piece = machine_start_seconds(machine, START_PIECE);
	double call = machine_start_seconds(machine, START_CALL);
	bool pair = machine_nearest_pair(machine);

	*c = (struct operation_costs){ .call = call > 0 ? call : 0,
		.packet = fmax(0, packet - piece) / 2, /* a measured packet has a piece */
		.piece = piece,
		.fold = machine_start_seconds(machine, START_FOLD) };
	if (operation->state == DATA_COLD)
		c->miss = machine_copy_seconds(machine, COPY_WITHIN, DATA_COLD, COPY_LEAST);
	if (pair)
		fill_packets(c, machine, packet + c->call);
	for (int from = 0; from < BYTES_FROM; from++) {
		fill_within(c, (enum bytes_from)from, machine, operation);
		if (pair)
			fill_between(c, (enum bytes_from)from, machine, operation);
	}
	return isfinite(c->packet + c->piece + c->fold + c->eager_byte + c->within[0][0] +
			c->between[0][0]);
}
