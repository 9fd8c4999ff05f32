/* Makes the program of a node from that of another node that does the same with other blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/program/lower.h"

/* The nodes of a symmetric plan send and receive the same through the same ports. By copy the
 * blocks of a node are those of node 0, translated. By reference the packets are empty, and the
 * node reads all blocks in the order of the numbers, so the image turns the numbers; only the
 * meeting is the node's own.
 *
 * There is no image where a node's number decides on the order of packets, slices, runs or
 * reads. */

bool program_has_images(const struct plan *plan, const struct program *program,
	const struct problem *problem, const struct lowering *lowering)
{
	const struct collective_kind *kind = collective_kind(problem->collective);

	return plan && plan->symmetric && !plan->alternating && program->instructions &&
	       !program->in_turns && !kind->sliced && !kind->bracketed && !lowering->sizes &&
	       !lowering->matrix;
}

/* What takes a node to another: the neighbours of the node, and then the numbers of all nodes,
 * which a program without bytes does not need. */
static int32_t *image_open(
	const struct network *net, const struct program *of, int from, int to)
{
	int nodes = of->extents ? net->nodes : 0;
	int32_t *image = array_new((size_t)(net->ports + nodes), sizeof *image);
	int by = of->by_reference ? to - from + (to < from ? net->nodes : 0)
				  : network_translate(net, to, network_untranslate(net, from, 0));

	for (int port = 0; port < net->ports && image; port++)
		image[port] = network_neighbour(net, to, port);
	for (int u = 0; u < nodes && image; u++)
		image[net->ports + u] = of->by_reference ? (u + by) % nodes
							 : network_translate(net, by, u);
	return image;
}

static struct instruction instruction_image(
	const struct instruction *of, const int32_t *image, int ports)
{
	struct instruction i = *of;

	if (instruction_reads(of))
		i.peer = (uint32_t)image[ports + (int)of->peer];
	else if (of->action <= AWAIT_RETURN)
		i.peer = (uint32_t)image[of->port];
	return i;
}

/* Moves an extent of a buffer that has a block for each node. */
static struct extent extent_image(
	const struct extent *of, const size_t block[SPACES], const int32_t *image)
{
	struct extent e = *of;
	size_t bytes = block[of->space], index;

	if (!bytes)
		return e;
	index = of->offset / bytes;
	e.offset += (size_t)image[index] * bytes - index * bytes;
	return e;
}

/* Returns how many instructions have images: by reference those up to the last read. */
static size_t alike(const struct program *of)
{
	size_t count = of->instructions;

	while (of->lends != SPACES && count && !instruction_reads(&of->instruction[count - 1]))
		count--;
	return count;
}

/* Fills in the image. Returns 0, or -ENOMEM with why. */
static int make_image(struct lower *l, const struct program *of, const int32_t *image)
{
	struct program *p = l->program;
	int ports = l->problem->net.ports;
	size_t n = (size_t)l->problem->net.nodes, block[SPACES] = { 0 }, instructions = alike(of);
	int error = array_reserve(
		&p->instruction, &l->instructions_room, of->instructions, sizeof *p->instruction);

	if (!error)
		error = array_reserve(
			&p->extent, &l->extents_room, of->extents, sizeof *p->extent);
	if (error)
		return error;
	*p = (struct program){ .binding = of->binding,
		.instructions = instructions,
		.extents = of->extents,
		.instruction = p->instruction,
		.extent = p->extent,
		.scratch = of->scratch,
		.input = of->input,
		.output = of->output,
		.by_reference = of->by_reference,
		.lends = of->lends,
		.hash = of->hash };
	block[INPUT] = semantics_input_blocks(l->problem, l->v) > 1 ? p->input / n : 0;
	block[OUTPUT] = semantics_output_blocks(l->problem, l->v) > 1 ? p->output / n : 0;
	for (size_t i = 0; i < instructions; i++)
		p->instruction[i] = instruction_image(&of->instruction[i], image, ports);
	for (size_t i = 0; i < p->extents; i++)
		p->extent[i] = extent_image(&of->extent[i], block, image + ports);
	return p->lends == SPACES ? 0 : lower_meeting(l);
}

int program_image(struct program **program, const struct program *of,
	const struct problem *problem, size_t inline_bytes, int from, int to)
{
	struct program *p = calloc(1, sizeof *p);
	struct lower l = { .problem = problem, .v = to, .program = p };
	int32_t *image = image_open(&problem->net, of, from, to);
	int error = p && image ? make_image(&l, of, image) : why(ENOMEM, "no memory for a program");

	free(image);
	if (!error)
		error = program_check(p, inline_bytes);
	if (error)
		program_free(p);
	else
		*program = p;
	return error;
}
