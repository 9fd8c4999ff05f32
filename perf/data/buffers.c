/* Lays out the buffers of all nodes in one mapping. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/size.h"
#include "base/error.h"
#include "perf/data/buffers.h"
#include "perf/data/huge_pages.h"

/* A large buffer begins on a huge page. Small ones follow one another, each an odd number of
 * 128-byte lines long: at equal distances of a power of two, those of many nodes on one core would
 * fall on the same few sets of its cache. Those that are copied for some time lie ten lines further
 * apart: where source and destination are a multiple of 1 MiB and a few lines apart, loads wait for
 * stores that have nothing to do with them (memcpy of 512 KiB: 128 bytes off 12.9 GB/s, 1 KiB 28). */
enum {
	LINES = 128,
	LONG = 1 << 16,
	LINES_APART = 10
};

/* Where a buffer of that many bytes begins, and *end behind it; SIZE_MAX: beyond counting. */
static size_t place(size_t *end, size_t bytes)
{
	size_t align = bytes >= MEMORY_PAGE ? MEMORY_PAGE : LINES;
	size_t begin = (*end + align - 1) / align * align;
	size_t apart = bytes < LONG ? 0 : LINES_APART;
	size_t lines = ((bytes + PATTERN_GUARD + LINES - 1) / LINES + apart) | 1;

	if (bytes > SIZE_MAX / 4 || begin > SIZE_MAX / 4)
		return *end = SIZE_MAX / 2;
	*end = begin + lines * LINES;
	return begin;
}

/* Gives each buffer its place from `memory` on; returns the bytes of all. NULL: only counts. */
static size_t layout(struct buffers *buffers, const struct pattern *pattern, unsigned char *memory)
{
	size_t end = 0;

	for (int v = 0; v < pattern->problem.net.nodes; v++) {
		size_t in = pattern_input_bytes(pattern, v), out = pattern_output_bytes(pattern, v);
		size_t at_in = in ? place(&end, in) : 0, at_out = out ? place(&end, out) : 0;

		if (memory)
			buffers->node[v] = (struct pattern_buffers){ in ? memory + at_in : NULL,
				out ? memory + at_out : NULL };
	}
	return end;
}

static bool countable(const struct pattern *pattern)
{
	size_t nodes = (size_t)pattern->problem.net.nodes, all;

	return size_multiply(&all, nodes, nodes) && size_multiply(&all, all, pattern->bytes);
}

int buffers_open(struct buffers *buffers, const struct pattern *pattern)
{
	*buffers = (struct buffers){ 0 };
	buffers->node = calloc((size_t)pattern->problem.net.nodes, sizeof *buffers->node);
	if (!buffers->node)
		return why(ENOMEM, "no memory for the buffers of %d nodes",
			pattern->problem.net.nodes);
	buffers->bytes = countable(pattern) ? layout(buffers, pattern, NULL) : SIZE_MAX / 2;
	if (!buffers->bytes)
		return 0;
	buffers->memory = huge_pages_map(buffers->bytes);
	if (!buffers->memory) {
		buffers_close(buffers);
		return -ENOMEM;
	}
	layout(buffers, pattern, buffers->memory);
	return 0;
}

void buffers_close(struct buffers *buffers)
{
	huge_pages_unmap(buffers->memory, buffers->bytes);
	free(buffers->node);
	*buffers = (struct buffers){ 0 };
}
