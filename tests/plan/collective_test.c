/* The rows of the table of collectives agree with one another, and with what semantics reads from
 * them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/semantics.h"
#include "tests/collective_help.h"

static enum holders mirrored(enum holders who)
{
	return who == AT_ORIGIN ? AT_OWNER : who == AT_OWNER ? AT_ORIGIN : who;
}

TEST("a reverse begins where the other collective ends")
{
	for (enum collective c = 0; c < COLLECTIVES; c++) {
		const struct collective_kind *kind = collective_kind(c);
		const struct collective_kind *forward = collective_kind(kind->forward);

		if (kind == forward)
			continue;
		assert_int_equal(forward->forward, kind->forward);
		assert_int_equal(kind->before, mirrored(forward->after));
		assert_int_equal(kind->after, mirrored(forward->before));
		assert_int_equal(kind->blocks, forward->blocks);
		assert_int_equal(kind->personalized, forward->personalized);
	}
}

TEST("each node of a symmetric collective does what a root does")
{
	for (enum collective c = 0; c < COLLECTIVES; c++) {
		const struct collective_kind *kind = collective_kind(c);
		const struct collective_kind *node = collective_kind(kind->of_node);

		assert_int_equal(node->folds, kind->folds);
		assert_true(kind->symmetric ? kind->sliced || node->rooted : node == kind);
	}
}

TEST("roots, destinations and permutations are those that blocks begin or end by")
{
	for (enum collective c = 0; c < COLLECTIVES; c++) {
		const struct collective_kind *kind = collective_kind(c);

		assert_int_equal(kind->rooted, kind->before == AT_ROOT || kind->after == AT_ROOT);
		assert_false(kind->folds && kind->personalized);
		assert_int_equal(kind->after == AT_DESTINATION, collective_sends(c));
		assert_int_equal(kind->after == AT_IMAGE, collective_permutes(c));
	}
}

/* A block of a collective's has a place in the buffers of those nodes that have the block, and only
 * there. */
static void buffers_hold_what_nodes_have(const struct problem *problem)
{
	bool in_output = collective_in_output(problem->collective);
	int begin[8] = { 0 }, end[8] = { 0 };

	for (uint64_t b = 0; b < semantics_blocks(problem); b++)
		for (int v = 0; v < problem->net.nodes; v++) {
			bool before = nodes_have(semantics_before(problem, b), v);
			bool after = nodes_have(semantics_after(problem, b), v);
			uint64_t first, last;

			begin[v] += before;
			end[v] += after;
			semantics_inputs(problem, v, &first, &last);
			assert_int_equal(before, b >= first && b < last);
			assert_int_equal(
				before && !in_output, semantics_input_index(problem, v, b) >= 0);
			assert_int_equal(after || (before && in_output),
				semantics_output_index(problem, v, b) >= 0);
		}
	for (int v = 0; v < problem->net.nodes; v++) {
		assert_int_equal(semantics_input_blocks(problem, v), in_output ? 0 : begin[v]);
		if (collective_kind(problem->collective)->after == AT_NEXT && v == 0)
			continue; /* its output is left as it is */
		assert_int_equal(semantics_output_blocks(problem, v),
			in_output && v == problem->root ? 1 : end[v]);
	}
}

TEST("buffers have a place for each block that their node has")
{
	int permutation[8] = { 3, 1, 0, 2, 7, 6, 5, 4 };
	struct problem problem = { .root = 2, .destination = 5, .permutation = permutation };

	assert_int_equal(network_open(&problem.net, "cube:3"), 0);
	for (problem.collective = 0; problem.collective < COLLECTIVES; problem.collective++)
		buffers_hold_what_nodes_have(&problem);
}

TEST("a wrong name is refused with all names")
{
	char names[COLLECTIVE_NAMES];
	enum collective found;

	for (enum collective c = 0; c < COLLECTIVES; c++) {
		assert_int_equal(collective_named(&found, collective_name(c)), 0);
		assert_int_equal(found, c);
	}
	assert_int_equal(collective_named(&found, "gathr"), -EINVAL);
	for (enum collective c = 0; c < COLLECTIVES; c++)
		assert_non_null(strstr(why_text(), collective_name(c)));
	collective_names(names, collective_sends);
	assert_string_equal(names, "send");
}
