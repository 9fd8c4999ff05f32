/* Lays out the buffers of all nodes in a single mapping. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/size.h"
#include "base/error.h"
#include "perf/data/buffers.h"
#include "library/machine/huge_pages.h"

/* A large buffer begins on a huge page. Small buffers follow each other, and each takes an
 * odd number of 128-byte lines: at a distance of a power of two, the buffers of many nodes on
 * a core would fall on the same few sets of the core's cache. Buffers of 64 KiB or more lie
 * ten lines further apart: where source and destination are a multiple of 1 MiB and a few
 * lines apart, loads wait for unrelated stores (memcpy of 512 KiB: 12.9 GB/s with 128 bytes
 * more, 28 GB/s with 1 KiB more). */
enum {
	LINES = 128,
	LONG = 1 << 16,
	LINES_APART = 10
};

size_t buffer_place(size_t *end, size_t bytes)
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

/* Gives each buffer a place from `memory` on, and returns the bytes of all buffers. If memory is
 * NULL, only counts the bytes. */
static size_t layout(struct buffers *buffers, const struct pattern *pattern, unsigned char *memory)
{
	size_t end = 0;

	for (int v = 0; v < pattern->problem.net.nodes; v++) {
		size_t in = pattern_input_bytes(pattern, v), out = pattern_output_bytes(pattern, v);
		size_t at_in = in ? buffer_place(&end, in) : 0;
		size_t at_out = out ? buffer_place(&end, out) : 0;

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
