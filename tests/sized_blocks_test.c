/* Collectives whose blocks have sizes of their own, against a serial result: by verbs and by plans,
 * on threads of their own and in phases, by copy and by reference, on links with and without a
 * pace. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "collectives/registry.h"
#include "grove.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
	MOST = 16, /* nodes */
	GAP = 24   /* between blocks that have places */
};

enum kind {
	SCATTERV,
	GATHERV,
	ALLGATHERV,
	ALLTOALLV,
	REDUCESCATTERV,
	KINDS
};

static const char *const names[] = { "scatter", "gather", "allgather", "alltoall",
	"reducescatter" };

enum shape {
	SPARSE, /* half of the blocks are empty */
	SKEWED, /* one block is large */
	EMPTY,
	EQUAL,
	SHAPES,
	TINY = SHAPES /* fewer bytes than a block has parts */
};

/* A node's buffers. A block that the node does not have is not in the lists. */
struct side {
	size_t bytes[MOST], at[MOST], whole;
	unsigned char *buffer;
};

struct problem_of_sizes {
	const char *network;
	enum kind kind;
	int nodes, root;
	bool placed;		       /* blocks have places, in reverse order and with gaps */
	const struct grove_plan *plan; /* NULL: by verbs */
	size_t size[MOST][MOST];       /* of the block from a node to a node */
	struct side in[MOST], out[MOST];
};

static uint32_t random_next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static uint32_t value(int from, int to, size_t k)
{
	return (uint32_t)(from * 7919 + to * 104729 + 1) * 2654435761u + (uint32_t)k * 97;
}

/* Fills a block with the words of the sum of nodes first to last - 1; the last word may be cut. */
static void fill(unsigned char *block, size_t bytes, int first, int last, int to)
{
	for (size_t b = 0; b < bytes; b += 4) {
		uint32_t sum = 0;

		for (int from = first; from < last; from++)
			sum += value(from, to, b);
		memcpy(block + b, &sum, bytes - b < 4 ? bytes - b : 4);
	}
}

/* ---- Sizes ---- */

static size_t size_of(enum shape shape, uint32_t *seed)
{
	if (shape == EMPTY)
		return 0;
	if (shape == EQUAL)
		return 40;
	if (shape == TINY)
		return random_next(seed) % 4;
	return random_next(seed) % 2 ? 0 : random_next(seed) % 240;
}

/* In a scatter only the root sends, in a gather and an allgather each node sends the same to all,
 * and in a reduction the nodes have contributions of the same size. */
static void choose_sizes(struct problem_of_sizes *p, enum shape shape, uint32_t seed)
{
	for (int u = 0; u < p->nodes; u++)
		for (int v = 0; v < p->nodes; v++)
			p->size[u][v] = size_of(shape, &seed);
	if (shape == SKEWED)
		for (int v = 0; v < p->nodes; v++)
			p->size[p->nodes / 2][v] = p->size[v][p->nodes / 2] = 200000;
	for (int u = 0; u < p->nodes; u++)
		for (int v = 0; v < p->nodes; v++) {
			if (p->kind == GATHERV || p->kind == ALLGATHERV)
				p->size[u][v] = p->size[u][0];
			if (p->kind == REDUCESCATTERV)
				p->size[u][v] = p->size[0][v] / 4 * 4;
		}
}

static bool sends(const struct problem_of_sizes *p, int u)
{
	return p->kind != SCATTERV || u == p->root;
}

static bool receives(const struct problem_of_sizes *p, int v)
{
	return p->kind != GATHERV || v == p->root;
}

static int inputs(const struct problem_of_sizes *p, int u)
{
	bool one = p->kind == GATHERV || p->kind == ALLGATHERV;

	return one ? 1 : sends(p, u) ? p->nodes : 0;
}

static int outputs(const struct problem_of_sizes *p, int v)
{
	bool one = p->kind == SCATTERV || p->kind == REDUCESCATTERV;

	return one ? 1 : receives(p, v) ? p->nodes : 0;
}

static size_t input_size(const struct problem_of_sizes *p, int u, int k)
{
	return p->size[u][p->kind == GATHERV ? p->root : k];
}

static size_t output_size(const struct problem_of_sizes *p, int v, int k)
{
	int from = p->kind == SCATTERV ? p->root : p->kind == REDUCESCATTERV ? 0 : k;

	return p->size[from][v];
}

static void side_place(struct side *side, int blocks, bool placed)
{
	side->whole = 0;
	for (int i = 0; i < blocks; i++) {
		int k = placed ? blocks - 1 - i : i;

		side->at[k] = side->whole;
		side->whole += side->bytes[k] + (placed ? GAP : 0);
	}
	side->buffer = side->whole ? malloc(side->whole) : NULL;
	if (side->whole)
		memset(side->buffer, 0xee, side->whole);
}

static void buffers_open(struct problem_of_sizes *p)
{
	for (int v = 0; v < p->nodes; v++) {
		struct side *in = &p->in[v], *out = &p->out[v];

		for (int k = 0; k < inputs(p, v); k++)
			in->bytes[k] = input_size(p, v, k);
		for (int k = 0; k < outputs(p, v); k++)
			out->bytes[k] = output_size(p, v, k);
		side_place(in, inputs(p, v), p->placed && p->kind != REDUCESCATTERV);
		side_place(out, outputs(p, v), p->placed && outputs(p, v) > 1);
		for (int k = 0; k < inputs(p, v); k++)
			fill(in->buffer + in->at[k], in->bytes[k], v, v + 1, k);
	}
}

static void buffers_close(struct problem_of_sizes *p)
{
	for (int v = 0; v < p->nodes; v++) {
		free(p->in[v].buffer);
		free(p->out[v].buffer);
	}
}

/* ---- The serial result ---- */

static void fill_expected(
	const struct problem_of_sizes *p, int v, int k, unsigned char *block, size_t bytes)
{
	bool personal = p->kind == SCATTERV || p->kind == ALLTOALLV;
	int from = p->kind == SCATTERV ? p->root : k;

	if (p->kind == REDUCESCATTERV)
		fill(block, bytes, 0, p->nodes, v);
	else
		fill(block, bytes, from, from + 1, personal ? v : 0);
}

/* Returns the byte at which the output of a node is wrong, or SIZE_MAX. */
static size_t wrong_byte(const struct problem_of_sizes *p, int v)
{
	const struct side *out = &p->out[v];
	unsigned char *right = out->whole ? malloc(out->whole) : NULL;
	size_t wrong = SIZE_MAX;

	if (out->whole)
		memset(right, 0xee, out->whole);
	for (int k = 0; k < outputs(p, v); k++)
		fill_expected(p, v, k, right + out->at[k], out->bytes[k]);
	for (size_t b = 0; b < out->whole && wrong == SIZE_MAX; b++)
		if (right[b] != out->buffer[b])
			wrong = b;
	free(right);
	return wrong;
}

static void check_result(const struct problem_of_sizes *p, const char *way)
{
	for (int v = 0; v < p->nodes; v++) {
		size_t wrong = wrong_byte(p, v);

		if (wrong != SIZE_MAX)
			fail_msg("%sv on %s, root %d, %s: byte %zu of node %d is wrong",
				names[p->kind], p->network, p->root, way, wrong, v);
	}
}

static void clear_outputs(struct problem_of_sizes *p)
{
	for (int v = 0; v < p->nodes; v++)
		if (p->out[v].whole)
			memset(p->out[v].buffer, 0xee, p->out[v].whole);
}

/* ---- Ways to run ---- */

static struct grove_blocks blocks_of(const struct problem_of_sizes *p, int v)
{
	return (struct grove_blocks){ p->in[v].bytes, p->placed ? p->in[v].at : NULL,
		p->out[v].bytes, p->placed ? p->out[v].at : NULL };
}

static int call_verb(struct grove_node *me, const struct problem_of_sizes *p)
{
	const struct side *in = &p->in[grove_node_number(me)];
	const struct side *out = &p->out[grove_node_number(me)];
	const size_t *in_at = p->placed ? in->at : NULL, *out_at = p->placed ? out->at : NULL;
	size_t counts[MOST];

	switch (p->kind) {
	case SCATTERV:
		return grove_scatterv(
			me, in->buffer, in->bytes, in_at, out->buffer, out->bytes[0], p->root);
	case GATHERV:
		return grove_gatherv(
			me, in->buffer, in->bytes[0], out->buffer, out->bytes, out_at, p->root);
	case ALLGATHERV:
		return grove_allgatherv(
			me, in->buffer, in->bytes[0], out->buffer, out->bytes, out_at);
	case ALLTOALLV:
		return grove_alltoallv(
			me, in->buffer, in->bytes, in_at, out->buffer, out->bytes, out_at);
	default:
		for (int v = 0; v < p->nodes; v++)
			counts[v] = in->bytes[v] / 4;
		return grove_reducescatterv(
			me, in->buffer, out->buffer, counts, GROVE_U32, GROVE_SUM);
	}
}

static int body(struct grove_node *me, void *argument)
{
	const struct problem_of_sizes *p = argument;
	struct grove_blocks blocks = blocks_of(p, grove_node_number(me));

	if (!p->plan)
		return call_verb(me, p);
	return grove_execute_blocks(me, p->plan, p->in[grove_node_number(me)].buffer,
		p->out[grove_node_number(me)].buffer, &blocks);
}

static int run_in_phases(struct grove_team *team, const struct problem_of_sizes *p)
{
	struct grove_buffers buffers[MOST];
	struct grove_blocks blocks[MOST];

	for (int v = 0; v < p->nodes; v++) {
		buffers[v] = (struct grove_buffers){ p->in[v].buffer, p->out[v].buffer };
		blocks[v] = blocks_of(p, v);
	}
	return grove_team_execute_blocks(team, p->plan, buffers, blocks);
}

static struct grove_plan *plan_of(
	const struct problem_of_sizes *p, const char *algorithm, const char *forward, size_t packet)
{
	struct grove_problem problem = { .collective = names[p->kind],
		.algorithm = algorithm,
		.root = p->root,
		.packet = packet,
		.type = GROVE_U32,
		.bytes = 100,
		.forward = forward };
	struct grove_plan *plan;

	if (grove_plan_make(&plan, p->network, &problem))
		fail_msg("%s", grove_why());
	return plan;
}

struct teams {
	struct grove_team *threads, *phases;
};

static void run_ways(const struct teams *teams, struct problem_of_sizes *p, const char *way)
{
	if (grove_team_run(teams->threads, body, p))
		fail_msg("%sv on %s, %s: %s", names[p->kind], p->network, way, grove_why());
	check_result(p, way);
	clear_outputs(p);
	if (!p->plan)
		return;
	if (run_in_phases(teams->phases, p))
		fail_msg("%sv on %s, %s: %s", names[p->kind], p->network, way, grove_why());
	check_result(p, way);
	clear_outputs(p);
}

static void run_plan(const struct teams *teams, struct problem_of_sizes *p, const char *algorithm,
	const char *forward, size_t packet)
{
	struct grove_plan *plan;

	if (p->kind == REDUCESCATTERV && forward && !strcmp(forward, "reference"))
		return;
	plan = plan_of(p, algorithm, forward, packet);
	p->plan = plan;
	run_ways(teams, p, forward ? forward : "auto");
	p->plan = NULL;
	grove_plan_free(plan);
}

static void run_all(const struct teams *teams, struct problem_of_sizes *p, enum shape shape)
{
	choose_sizes(p, shape, (uint32_t)(p->kind * 100 + p->root * 10 + p->nodes));
	buffers_open(p);
	run_ways(teams, p, "by verbs");
	run_plan(teams, p, NULL, "reference", 0);
	run_plan(teams, p, NULL, "copy", 0);
	run_plan(teams, p, "bfs", "copy", 64);
	buffers_close(p);
}

static struct grove_team *team_of(struct grove_team_options options)
{
	struct grove_team *team;

	if (grove_team_open(&team, &options))
		fail_msg("%s", grove_why());
	return team;
}

static void on_network(const char *network)
{
	struct teams teams = { team_of((struct grove_team_options){ .network = network }),
		team_of((struct grove_team_options){
			.network = network, .threads = GROVE_CORES }) };
	struct problem_of_sizes p = { .network = network };

	p.nodes = grove_team_nodes(teams.threads);
	for (p.kind = 0; p.kind < KINDS; p.kind++)
		for (int shape = 0; shape < SHAPES; shape++) {
			p.placed = shape % 2 == 0;
			p.root = p.kind <= GATHERV ? (shape * 3 + 1) % p.nodes : 0;
			run_all(&teams, &p, (enum shape)shape);
		}
	assert_int_equal(grove_team_close(teams.threads), 0);
	assert_int_equal(grove_team_close(teams.phases), 0);
}

static void on_networks_of_all_kinds_blocks_of_all_sizes_arrive(void **state)
{
	static const char *const networks[] = { "gh:1", "gh:2", "gh:5", "cube:3", "gh:2x3",
		"star:3", "ring:5", "mesh:2x3" };

	(void)state;
	for (size_t i = 0; i < COUNT(networks); i++)
		on_network(networks[i]);
}

static void on_paced_links_blocks_cross_each_link(void **state)
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };
	struct problem_of_sizes p = { .network = "cube:2", .nodes = 4 };
	struct teams teams = { team_of((struct grove_team_options){
				       .network = "cube:2", .pace = &pace }),
		team_of((struct grove_team_options){
			.network = "cube:2", .pace = &pace, .threads = 2 }) };

	(void)state;
	for (p.kind = 0; p.kind < KINDS; p.kind++) {
		p.root = p.kind <= GATHERV ? 2 : 0;
		choose_sizes(&p, SPARSE, 5);
		buffers_open(&p);
		run_ways(&teams, &p, "paced");
		run_plan(&teams, &p, NULL, NULL, 0);
		buffers_close(&p);
	}
	assert_int_equal(grove_team_close(teams.threads), 0);
	assert_int_equal(grove_team_close(teams.phases), 0);
}

/* Runs every algorithm of the collective under one port and under all ports, by copy in phases. */
static void with_all_algorithms(const struct teams *teams, struct problem_of_sizes *p)
{
	char algorithm[ALGORITHM_NAME];
	enum collective collective;
	struct network net;

	assert_int_equal(network_open(&net, p->network), 0);
	assert_int_equal(collective_named(&collective, names[p->kind]), 0);
	for (int a = 0; !algorithm_name_at(algorithm, collective, &net, a); a++)
		for (int single = 0; single < 2; single++) {
			struct grove_problem problem = { .collective = names[p->kind],
				.algorithm = algorithm,
				.ports = single ? "single" : "all",
				.root = p->root,
				.packet = 32,
				.type = GROVE_U32,
				.forward = "copy" };
			struct grove_plan *plan;

			if (grove_plan_make(&plan, p->network, &problem))
				continue;
			p->plan = plan;
			if (run_in_phases(teams->phases, p))
				fail_msg("%s: %s", algorithm, grove_why());
			check_result(p, algorithm);
			clear_outputs(p);
			grove_plan_free(plan);
		}
	p->plan = NULL;
}

static void blocks_of_all_sizes_pass_along_all_trees(void **state)
{
	static const char *const networks[] = { "cube:3", "gh:2x3", "torus:3x3", "gh:6" };

	(void)state;
	for (size_t i = 0; i < COUNT(networks); i++) {
		struct problem_of_sizes p = { .network = networks[i], .placed = true };
		struct teams teams = { NULL,
			team_of((struct grove_team_options){
				.network = networks[i], .threads = GROVE_CORES }) };

		p.nodes = grove_team_nodes(teams.phases);
		for (p.kind = 0; p.kind < KINDS; p.kind++) {
			p.root = p.kind <= GATHERV ? 1 : 0;
			for (int tiny = 0; tiny < 2; tiny++) {
				choose_sizes(&p, tiny ? TINY : SPARSE, (uint32_t)i);
				buffers_open(&p);
				with_all_algorithms(&teams, &p);
				buffers_close(&p);
			}
		}
		assert_int_equal(grove_team_close(teams.phases), 0);
	}
}

/* ---- Many calls ---- */

enum {
	CALLS = 60,
	LARGEST = 3000
};

/* Every size is kept for three calls; now and then blocks are large. */
static size_t size_in_call(int call, int from, int to)
{
	uint32_t seed = (uint32_t)(call / 3 * 1000 + from * 30 + to);
	uint32_t dice = random_next(&seed) % 8;

	return dice < 3 ? 0 : dice == 7 ? LARGEST - (size_t)to : random_next(&seed) % 50;
}

/* Exchanges blocks of other sizes with the same arrays and buffers; two calls have the same output.
 * A wrong byte is an error. */
static int exchange_often(struct grove_node *me, void *argument)
{
	static unsigned char in[MOST][MOST * LARGEST], out[2][MOST][MOST * LARGEST];
	int v = grove_node_number(me), nodes = *(int *)argument, error = 0;
	size_t sent[MOST], got[MOST];

	for (int call = 0; call < CALLS && !error; call++) {
		unsigned char *to = in[v], *from = out[call / 2 % 2][v];

		for (int u = 0; u < nodes; u++) {
			sent[u] = size_in_call(call, v, u);
			got[u] = size_in_call(call, u, v);
			memset(to, call + v * 16 + u, sent[u]);
			to += sent[u];
		}
		error = grove_alltoallv(me, in[v], sent, NULL, from, got, NULL);
		for (int u = 0; u < nodes && !error; u++)
			for (size_t b = 0; b < got[u]; b++)
				if (*from++ != (unsigned char)(call + u * 16 + v))
					error = -EBADMSG;
	}
	return error;
}

static void sizes_change_from_call_to_call(void **state)
{
	static const char *const networks[] = { "gh:2", "gh:4", "cube:3" };

	(void)state;
	for (size_t i = 0; i < COUNT(networks); i++) {
		struct grove_team *team =
			team_of((struct grove_team_options){ .network = networks[i] });
		int nodes = grove_team_nodes(team);

		if (grove_team_run(team, exchange_often, &nodes))
			fail_msg("%s: %s", networks[i], grove_why());
		assert_int_equal(grove_team_close(team), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_networks_of_all_kinds_blocks_of_all_sizes_arrive),
		cmocka_unit_test(blocks_of_all_sizes_pass_along_all_trees),
		cmocka_unit_test(sizes_change_from_call_to_call),
		cmocka_unit_test(on_paced_links_blocks_cross_each_link),
	};

	return cmocka_run_group_tests_name("sized_blocks", tests, NULL, NULL);
}
