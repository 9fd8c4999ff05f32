/* Times memcpy by a core and by both cores, a limit for collectives in shared memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "perf/peers/peer.h"

/* Side 1 has written the source and side 0 the destination, like sender and receiver. Sizes double,
 * up to four times the largest block, because two nodes write 1, 2 or 4 blocks. */

struct copy {
	size_t bytes;
	char *from, *to;
};

static void touch(int me, void *context)
{
	struct copy *c = context;

	memset(me ? c->from : c->to, 1 + me, c->bytes);
}

static void by_one(int me, void *context)
{
	struct copy *c = context;

	if (me == 0)
		memcpy(c->to, c->from, c->bytes);
}

static void by_both(int me, void *context)
{
	struct copy *c = context;
	size_t half = c->bytes / 128 * 64; /* whole cache lines */

	if (me == 0)
		memcpy(c->to, c->from, half ? half : c->bytes);
	else if (half)
		memcpy(c->to + half, c->from + half, c->bytes - half);
}

int main(void)
{
	const struct peer_settings *s = peer_settings();

	peer_begin();
	for (size_t bytes = s->min; bytes <= 4 * s->max; bytes *= 2) {
		struct copy c = { bytes, peer_memory(bytes), peer_memory(bytes) };
		struct peer_row row = { .collective = "copy",
			.algorithm = "memcpy by 1 core",
			.network = "threads",
			.nodes = 2,
			.bytes = bytes,
			.buffers = { { .out = c.to, .out_bytes = bytes },
				{ .in = c.from, .in_bytes = bytes } } };

		peer_pair(touch, &c, &row);
		peer_pair(by_one, &c, &row);
		peer_write(&row);
		row.algorithm = "memcpy by 2 cores";
		peer_pair(by_both, &c, &row);
		peer_write(&row);
		if (memcmp(c.from, c.to, bytes) != 0)
			peer_fail("a byte is wrong");
		free(c.from);
		free(c.to);
	}
	peer_end();
	return 0;
}
