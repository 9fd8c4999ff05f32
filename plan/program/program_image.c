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

/* What takes a node to another. */
struct node_map {
	int32_t *port; /* the neighbours of the node */
	int32_t *node; /* by copy: the numbers of all nodes, if the program has bytes */
	size_t nodes, by;
};

static int image_open(struct node_map *image, const struct network *net, const struct program *of,
	int from, int to)
{
	int nodes = of->extents && !of->by_reference ? net->nodes : 0;
	int shift = nodes ? network_translate(net, to, network_untranslate(net, from, 0)) : 0;

	image->nodes = (size_t)net->nodes;
	image->by = (size_t)(to - from + (to < from ? net->nodes : 0));
	image->port = array_new((size_t)(net->ports + nodes), sizeof *image->port);
	image->node = nodes ? image->port + net->ports : NULL;
	for (int port = 0; port < net->ports && image->port; port++)
		image->port[port] = network_neighbour(net, to, port);
	for (int u = 0; u < nodes && image->port; u++)
		image->node[u] = network_translate(net, shift, u);
	return image->port ? 0 : why(ENOMEM, "no memory for a program");
}

static size_t node_image(const struct node_map *image, size_t u)
{
	return image->node ? (size_t)image->node[u] : (u + image->by) % image->nodes;
}

static struct instruction instruction_image(
	const struct instruction *of, const struct node_map *image)
{
	struct instruction i = *of;

	if (instruction_reads(of))
		i.peer = (uint32_t)node_image(image, of->peer);
	else if (of->action <= AWAIT_RETURN)
		i.peer = (uint32_t)image->port[of->port];
	return i;
}

/* Moves an extent of a buffer that has a block for each node. */
static struct extent extent_image(
	const struct extent *of, const size_t block[SPACES], const struct node_map *image)
{
	struct extent e = *of;
	size_t bytes = block[of->space], index;

	if (!bytes)
		return e;
	index = of->offset / bytes;
	e.offset += node_image(image, index) * bytes - index * bytes;
	return e;
}

/* Returns how many instructions have images one by one: by reference those up to the reads, or up
 * to the last read of a block with a size of its own. */
static size_t alike(const struct program *of)
{
	size_t count = of->instructions;

	while (of->lends != SPACES && count && !instruction_reads(&of->instruction[count - 1]))
		count--;
	while (count && of->instruction[count - 1].action == READ_BYTES)
		count--;
	return count;
}

/* The numbers may turn past the last node. Then the blocks of all nodes are in the output, from
 * node 0 on. */
static int reads_image(struct lower *l, const struct instruction *i, const struct extent *to,
	const struct extent *from, const struct node_map *image)
{
	uint32_t first = (uint32_t)node_image(image, i->peer), count = i->right + 1;
	uint32_t here = (uint32_t)image->nodes - first;
	int error;

	here = here < count ? here : count;
	error = lower_reads(l, (int)first, here, to->offset, from->offset);
	return error || here == count ? error : lower_reads(l, 0, count - here, 0, from->offset);
}

/* Fills in the image. Returns 0, or -ENOMEM with why. */
static int make_image(struct lower *l, const struct program *of, const struct node_map *image)
{
	struct program *p = l->program;
	size_t n = image->nodes, block[SPACES] = { 0 }, instructions = alike(of);
	const struct instruction *i = of->instruction, *end = i + of->instructions;
	bool reads = instructions < of->instructions && i[instructions].action == READ_BYTES;
	int error = array_reserve(
		&p->instruction, &l->instructions_room, of->instructions, sizeof *p->instruction);

	if (!error)
		error = array_reserve(&p->extent, &l->extents_room, of->extents, sizeof *p->extent);
	if (error)
		return error;
	*p = (struct program){ .binding = of->binding,
		.instructions = instructions,
		.extents = reads ? i[instructions].extents : of->extents,
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
	for (size_t k = 0; k < instructions; k++)
		p->instruction[k] = instruction_image(&i[k], image);
	for (size_t k = 0; k < p->extents; k++)
		p->extent[k] = extent_image(&of->extent[k], block, image);
	for (i += instructions; i < end && i->action == READ_BYTES && !error; i++) {
		struct extent to = extent_image(&of->extent[i->extents], block, image);
		struct extent from = extent_image(&of->extent[i->left], block, image);

		error = reads_image(l, i, &to, &from, image);
	}
	return error || p->lends == SPACES ? error : lower_meeting(l);
}

int program_image(struct program **program, const struct program *of, const struct problem *problem,
	const struct lowering *lowering, int from, int to)
{
	struct lower l = { .problem = problem,
		.lowering = lowering,
		.bytes = of->binding.bytes,
		.v = to,
		.program = calloc(1, sizeof *l.program) };
	struct node_map image = { 0 };
	int error = l.program ? image_open(&image, &problem->net, of, from, to)
			      : why(ENOMEM, "no memory for a program");

	if (!error)
		error = make_image(&l, of, &image);
	free(image.port);
	if (!error)
		error = program_check(l.program, lowering->inline_bytes);
	if (error)
		program_free(l.program);
	else
		*program = l.program;
	return error;
}
