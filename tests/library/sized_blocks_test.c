/* Collectives whose blocks have sizes of their own, against a serial result: by verbs and by plans,
 * by copy and by reference, on links with and without a pace. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include "tests/test.h"
#include "collectives/registry.h"
#include "grove_measure.h"
#include "tests/sanitized.h"
#include "tests/library/sized_help.h"

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
		return grove_reducescatterv(
			me, in->buffer, out->buffer, in->bytes, GROVE_U32, GROVE_SUM);
	}
}

static int body(struct grove_node *me, void *argument)
{
	const struct problem_of_sizes *p = argument;
	struct grove_blocks blocks = blocks_of(p, grove_node_number(me));

	if (!p->plan)
		return call_verb(me, p);
	return grove_call(me, &(struct grove_operation){ .plan = p->plan,
				      .in = p->in[grove_node_number(me)].buffer,
				      .out = p->out[grove_node_number(me)].buffer,
				      .blocks = &blocks });
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

	MUST(grove_plan_make(&plan, p->network, &problem));
	return plan;
}

static void run_ways(struct grove_team *team, struct problem_of_sizes *p, const char *way)
{
	if (grove_team_run(team, body, p))
		fail_msg("%sv on %s, %s: %s", names[p->kind], p->network, way, grove_why());
	check_result(p, way);
	clear_outputs(p);
}

static void run_plan(struct grove_team *team, struct problem_of_sizes *p, const char *algorithm,
	const char *forward, size_t packet)
{
	struct grove_plan *plan;

	if (p->kind == REDUCESCATTERV && forward && !strcmp(forward, "reference"))
		return;
	plan = plan_of(p, algorithm, forward, packet);
	p->plan = plan;
	run_ways(team, p, forward ? forward : "auto");
	p->plan = NULL;
	grove_plan_free(plan);
}

static void run_all(struct grove_team *team, struct problem_of_sizes *p, enum shape shape)
{
	choose_sizes(p, shape, (uint32_t)(p->kind * 100 + p->root * 10 + p->nodes));
	buffers_open(p);
	run_ways(team, p, "by verbs");
	run_plan(team, p, NULL, "reference", 0);
	run_plan(team, p, NULL, "copy", 0);
	run_plan(team, p, "bfs", "copy", 64);
	buffers_close(p);
}

static struct grove_team *team_of(struct grove_team_options options)
{
	struct grove_team *team;

	MUST(grove_team_open(&team, &options));
	return team;
}

static void on_network(const char *network)
{
	struct grove_team *team = team_of((struct grove_team_options){ .network = network });
	struct problem_of_sizes p = { .network = network };

	p.nodes = grove_team_nodes(team);
	for (p.kind = 0; p.kind < KINDS; p.kind++)
		for (int shape = 0; shape < SHAPES; shape++) {
			p.placed = shape % 2 == 0;
			p.root = p.kind <= GATHERV ? (shape * 3 + 1) % p.nodes : 0;
			if (is_sampled())
				run_all(team, &p, (enum shape)shape);
		}
	assert_int_equal(grove_team_free(team), 0);
}

TEST("on networks of all kinds blocks of all sizes arrive")
{
	static const char *const networks[] = { "gh:1", "gh:2", "gh:5", "gh:4~0-1", "cube:3",
		"gh:2x3", "star:3", "ring:5", "mesh:2x3" };

	for (size_t i = 0; i < COUNT(networks); i++)
		on_network(networks[i]);
}

static void on_paced_links(int threads)
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };
	struct problem_of_sizes p = { .network = "cube:2", .nodes = 4 };
	struct grove_team *team = team_of((struct grove_team_options){
		.network = "cube:2", .pace = &pace, .threads = threads });

	for (p.kind = 0; p.kind < KINDS; p.kind++) {
		p.root = p.kind <= GATHERV ? 2 : 0;
		choose_sizes(&p, SPARSE, 5);
		buffers_open(&p);
		run_ways(team, &p, "paced");
		run_plan(team, &p, NULL, NULL, 0);
		buffers_close(&p);
	}
	assert_int_equal(grove_team_free(team), 0);
}

TEST("on paced links blocks cross each link")
{
	on_paced_links(GROVE_NODES);
	on_paced_links(2);
}

/* Runs every algorithm of the collective under one port and under all ports, by copy. */
static void with_all_algorithms(struct grove_team *team, struct problem_of_sizes *p)
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

			if (!is_sampled() || grove_plan_make(&plan, p->network, &problem))
				continue;
			p->plan = plan;
			run_ways(team, p, algorithm);
			grove_plan_free(plan);
		}
	p->plan = NULL;
}

TEST("blocks of all sizes pass along all trees")
{
	static const char *const networks[] = { "cube:3", "gh:2x3", "torus:3x3", "gh:6" };

	for (size_t i = 0; i < COUNT(networks); i++) {
		struct problem_of_sizes p = { .network = networks[i], .placed = true };
		struct grove_team *team =
			team_of((struct grove_team_options){ .network = networks[i] });

		p.nodes = grove_team_nodes(team);
		for (p.kind = 0; p.kind < KINDS; p.kind++) {
			p.root = p.kind <= GATHERV ? 1 : 0;
			for (int tiny = 0; tiny < 2; tiny++) {
				choose_sizes(&p, tiny ? TINY : SPARSE, (uint32_t)i);
				buffers_open(&p);
				with_all_algorithms(team, &p);
				buffers_close(&p);
			}
		}
		assert_int_equal(grove_team_free(team), 0);
	}
}
