/* Copies or folds between the buffers of two cores, in each way that packets are brought. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove.h"
#include "library/machine/bare_copy.h"
#include "runtime/kernels/copy.h"
#include "runtime/kernels/fold.h"

enum {
	AROUND = 1 << 14, /* bytes of all places together */
	PLACE_STEP = 5	  /* from a place to the next: odd, and no neighbour */
};

enum source {
	OWN_INPUT,
	OTHERS_INPUT,
	SENDERS_INPUT
};

/* The part of a core: everything, a half, or nothing. */
enum share {
	BY_RECEIVER,
	BY_HALVES,
	BY_EACH
};

static const struct {
	enum source source;
	enum share share;
	bool past, folds;
} ways[COPY_WAYS] = {
	[COPY_WITHIN] = { OWN_INPUT, BY_RECEIVER, false, false },
	[COPY_WITHIN_TWO] = { OWN_INPUT, BY_EACH, false, false },
	[COPY_ONE_END] = { SENDERS_INPUT, BY_RECEIVER, false, false },
	[COPY_BOTH_ENDS] = { SENDERS_INPUT, BY_HALVES, false, false },
	[COPY_EXCHANGE] = { OTHERS_INPUT, BY_EACH, false, false },
	[COPY_PAST] = { SENDERS_INPUT, BY_RECEIVER, true, false },
	[COPY_BOTH_PAST] = { SENDERS_INPUT, BY_HALVES, true, false },
	[COPY_EXCHANGE_PAST] = { OTHERS_INPUT, BY_EACH, true, false },
	[COPY_FOLD] = { SENDERS_INPUT, BY_RECEIVER, false, true },
	[COPY_FOLD_BOTH] = { SENDERS_INPUT, BY_HALVES, false, true },
};

size_t bare_copy_places(size_t bytes)
{
	return bytes < AROUND ? AROUND / bytes : 1;
}

bool bare_copy_reads(enum copy_way way, int core)
{
	switch (ways[way].source) {
	case OWN_INPUT:
		return core == BARE_RECEIVER || ways[way].share == BY_EACH;
	case OTHERS_INPUT:
		return true;
	default:
		return core == BARE_SENDER || ways[way].folds;
	}
}

bool bare_copy_writes(enum copy_way way, int core)
{
	return core == BARE_RECEIVER || ways[way].share == BY_EACH;
}

bool bare_copy_works(enum copy_way way, int core)
{
	return core == BARE_RECEIVER || ways[way].share != BY_RECEIVER;
}

static const struct copy_side *source_of(const struct bare_copy *copy, int core)
{
	switch (ways[copy->way].source) {
	case OWN_INPUT:
		return &copy->side[core];
	case OTHERS_INPUT:
		return &copy->side[!core];
	default:
		return &copy->side[BARE_SENDER];
	}
}

void bare_copy_run(const struct bare_copy *copy, int core)
{
	bool half = ways[copy->way].share == BY_HALVES;
	int owner = ways[copy->way].share == BY_EACH ? core : BARE_RECEIVER;
	size_t places = bare_copy_places(copy->bytes), bytes = copy->bytes / (half ? 2 : 1);
	const unsigned char *from = source_of(copy, core)->in, *own = copy->side[owner].in;
	unsigned char *to = copy->side[owner].out;
	struct folding folding;

	if (ways[copy->way].folds)
		folding_resolve(&folding, GROVE_F64, GROVE_SUM);
	for (size_t i = 0; i < places; i++) {
		size_t at = i * PLACE_STEP % places * copy->bytes +
			    (half && core == BARE_SENDER ? bytes : 0);

		if (ways[copy->way].folds)
			folding_apply(&folding, to + at, own + at, from + at, bytes);
		else
			copy_bytes(to + at, from + at, bytes, ways[copy->way].past);
	}
}
