/* Copies the bytes of links without plan and packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/array.h"
#include "tool/files/need.h"
#include "tool/applications/app_session.h"
#include "tool/applications/link_copies.h"

enum {
	LINE = 64
};

static void add(struct link_copies *bare, const struct grove_bare_copy *copy, size_t link)
{
	size_t count = bare->count + 1;

	need_done(array_reserve(&bare->copy, &bare->copies_room, count, sizeof *bare->copy));
	need_done(array_reserve(&bare->link, &bare->links_room, count, sizeof *bare->link));
	bare->copy[bare->count] = *copy;
	bare->link[bare->count++] = link;
}

/* Adds a piece, or a half of the piece for each end. */
static void add_piece(struct link_copies *bare, const struct grove_bare_copy *whole,
	const struct grove_link_use *link, size_t number)
{
	size_t half = bare->both ? whole->bytes / 2 & ~(size_t)(LINE - 1) : 0;
	struct grove_bare_copy first = *whole, second = *whole;

	first.bytes -= half;
	second.from = (const unsigned char *)whole->from + first.bytes;
	second.to = (unsigned char *)whole->to + first.bytes;
	second.bytes = half;
	second.node = link->from;
	add(bare, &first, number);
	if (half)
		add(bare, &second, number);
}

/* Links of a node take their bytes from its input one after another, round and round, and so for
 * outputs. */
void link_copies_open(struct link_copies *bare, const struct bare_memory *m,
	const struct grove_link_use *links, size_t count, enum link_copy_way way)
{
	size_t *from = need_memory((size_t)m->nodes, sizeof *from);
	size_t *to = need_memory((size_t)m->nodes, sizeof *to);

	*bare = (struct link_copies){ .both = copies_by_both(way) };
	memset(from, 0, (size_t)m->nodes * sizeof *from);
	memset(to, 0, (size_t)m->nodes * sizeof *to);
	for (size_t i = 0; i < count; i++) {
		int u = links[i].from, v = links[i].to;

		for (size_t left = links[i].bytes, bytes; left; left -= bytes) {
			bytes = size_least(left, size_least(m->in - from[u], m->out - to[v]));
			add_piece(bare,
				&(struct grove_bare_copy){
					(const unsigned char *)m->buffers[u].in + from[u],
					(unsigned char *)m->buffers[v].out + to[v], bytes, v,
					way >= BY_ONE_PAST },
				&links[i], i);
			from[u] = (from[u] + bytes) % m->in;
			to[v] = (to[v] + bytes) % m->out;
		}
	}
	free(from);
	free(to);
	bare->each = need_memory(bare->count, sizeof *bare->each);
}

void link_copies_close(struct link_copies *bare)
{
	free(bare->copy);
	free(bare->link);
	free(bare->each);
	*bare = (struct link_copies){ 0 };
}

double link_copies_once(const struct link_copies *bare, struct grove_team *team, bool each)
{
	double seconds = 0;

	if (bare->count)
		need_done(grove_team_copy(
			team, bare->copy, bare->count, each ? bare->each : NULL, &seconds));
	return seconds;
}

/* The time of both ends at once, from the bytes and the seconds of each end. */
static double together(const double bytes[2], const double seconds[2])
{
	double rate = 0;

	for (int end = 0; end < 2; end++)
		rate += seconds[end] > 0 ? bytes[end] / seconds[end] : 0;
	return rate > 0 ? (bytes[0] + bytes[1]) / rate : 0;
}

void link_copies_add(const struct link_copies *bare, const struct grove_link_use *links,
	size_t count, double *seconds, size_t *pieces)
{
	size_t k = 0;

	for (size_t i = 0; i < count; i++) {
		double bytes[2] = { 0 }, spent[2] = { 0 };

		for (; k < bare->count && bare->link[k] == i; k++) {
			bool sender = bare->copy[k].node != links[i].to;

			bytes[sender] += (double)bare->copy[k].bytes;
			spent[sender] += bare->each[k];
			pieces[i]++;
		}
		seconds[i] += together(bytes, spent);
	}
}
