/* Collectives whose blocks have sizes of their own, in place and not, against a serial result: by
 * verbs, plans, operations and requests, with guards around all bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "collectives/registry.h"
#include "grove_measure.h"
#include "tests/sanitized.h"
#include "tests/library/sized_help.h"

enum {
	MARGIN = 64, /* bytes around a buffer */
	GUARD = 0xee
};

/* ---- Buffers ---- */

/* A buffer with guards, and what its bytes must be at the end. */
struct image {
	unsigned char *memory, *right;
	size_t bytes;
};

struct trial {
	struct problem_of_sizes p;
	const struct grove_fold *fold;
	bool in_place;
	struct image in[MOST], out[MOST];
};

static void image_open(struct image *image, size_t bytes)
{
	image->bytes = bytes + 2 * MARGIN;
	image->memory = malloc(image->bytes);
	image->right = malloc(image->bytes);
	memset(image->memory, GUARD, image->bytes);
	memset(image->right, GUARD, image->bytes);
}

static void image_close(struct image *image)
{
	free(image->memory);
	free(image->right);
}

static bool has_both(const struct trial *t, int v)
{
	return inputs(&t->p, v) && outputs(&t->p, v);
}

/* Finds the places of blocks, in reverse order and with gaps if they are placed. */
static void places_find(struct side *side, int blocks, bool placed)
{
	side->whole = 0;
	for (int i = 0; i < blocks; i++) {
		int k = placed ? blocks - 1 - i : i;

		side->at[k] = side->whole;
		side->whole += side->bytes[k] + (placed ? GAP : 0);
	}
}

/* Writes what node v has before the collective. */
static void write_before(struct trial *t, int v)
{
	struct problem_of_sizes *p = &t->p;
	unsigned char *out = t->out[v].memory + MARGIN, *in = t->in[v].memory + MARGIN;

	memset(t->in[v].memory, GUARD, t->in[v].bytes);
	memset(t->out[v].memory, GUARD, t->out[v].bytes);
	if (!t->in_place || p->kind == SCATTERV || !has_both(t, v)) {
		for (int k = 0; k < inputs(p, v); k++)
			fill(in + p->in[v].at[k], p->in[v].bytes[k], v, v + 1, k);
	} else if (p->kind == REDUCESCATTERV) {
		for (int k = 0; k < p->nodes; k++)
			fill(out + p->in[v].at[k], p->in[v].bytes[k], v, v + 1, k);
	} else if (p->kind == ALLTOALLV) {
		for (int k = 0; k < p->nodes; k++)
			fill(out + p->out[v].at[k], p->out[v].bytes[k], v, v + 1, k);
	} else {
		fill(out + p->out[v].at[v], p->out[v].bytes[v], v, v + 1, 0);
	}
}

/* What does not have a byte is NULL, unless it is in place. */
static const void *input_of(const struct trial *t, int v)
{
	if (!t->in_place)
		return t->p.in[v].whole ? t->in[v].memory + MARGIN : NULL;
	return t->p.kind == SCATTERV || !has_both(t, v) ? t->in[v].memory + MARGIN : GROVE_IN_PLACE;
}

static void *output_of(const struct trial *t, int v)
{
	if (!t->in_place)
		return t->p.out[v].whole ? t->out[v].memory + MARGIN : NULL;
	return t->p.kind == SCATTERV && v == t->p.root ? GROVE_IN_PLACE : t->out[v].memory + MARGIN;
}

/* Opens the buffers of node v. What the collective must leave as it is comes from write_before. */
static void node_open(struct trial *t, int v)
{
	struct problem_of_sizes *p = &t->p;
	struct side *in = &p->in[v], *out = &p->out[v];
	bool folds = p->kind == REDUCESCATTERV;

	for (int k = 0; k < inputs(p, v); k++)
		in->bytes[k] = input_size(p, v, k);
	for (int k = 0; k < outputs(p, v); k++)
		out->bytes[k] = output_size(p, v, k);
	places_find(in, inputs(p, v), p->placed && !folds);
	places_find(out, outputs(p, v), p->placed && outputs(p, v) > 1);
	image_open(&t->in[v], in->whole);
	image_open(&t->out[v], folds && t->in_place ? in->whole : out->whole);
	write_before(t, v);
	memcpy(t->in[v].right, t->in[v].memory, t->in[v].bytes);
	memcpy(t->out[v].right, t->out[v].memory, t->out[v].bytes);
	for (int k = 0; k < outputs(p, v) && output_of(t, v) != GROVE_IN_PLACE; k++)
		fill_expected(p, v, k, t->out[v].right + MARGIN + out->at[k], out->bytes[k]);
}

static bool node_right(const struct trial *t, int v)
{
	size_t rest = MARGIN + t->p.out[v].bytes[0];

	if (t->p.kind == REDUCESCATTERV &&
		t->in_place) /* the input after the result may have any bytes now */
		memcpy(t->out[v].right + rest, t->out[v].memory + rest,
			t->out[v].bytes - MARGIN - rest);
	return !memcmp(t->in[v].memory, t->in[v].right, t->in[v].bytes) &&
	       !memcmp(t->out[v].memory, t->out[v].right, t->out[v].bytes);
}

static void trial_open(struct trial *t, enum shape shape)
{
	struct problem_of_sizes *p = &t->p;

	choose_sizes(p, shape, (uint32_t)(p->kind * 100 + p->root * 10 + p->nodes));
	for (int u = 0; u < p->nodes && p->kind == ALLTOALLV && t->in_place; u++)
		for (int v = 0; v < u; v++)
			p->size[u][v] = p->size[v][u];
	for (int v = 0; v < p->nodes; v++)
		node_open(t, v);
}

static void trial_close(struct trial *t)
{
	for (int v = 0; v < t->p.nodes; v++) {
		image_close(&t->in[v]);
		image_close(&t->out[v]);
	}
}

/* ---- Ways to run ---- */

/* Sizes and places of the buffer that is in place do not count. */
static struct grove_blocks blocks_of(const struct trial *t, int v)
{
	const struct problem_of_sizes *p = &t->p;
	struct grove_blocks blocks = { p->in[v].bytes, p->in[v].at, p->out[v].bytes, p->out[v].at };

	if (!p->placed || p->kind == REDUCESCATTERV)
		blocks.in_at = blocks.out_at = NULL;
	if (input_of(t, v) == GROVE_IN_PLACE && p->kind != REDUCESCATTERV) {
		blocks.in_bytes = NULL;
		blocks.in_at = p->out[v].at;
	}
	if (output_of(t, v) == GROVE_IN_PLACE) {
		blocks.out_bytes = NULL;
		blocks.out_at = p->in[v].at;
	}
	return blocks;
}

static int call_verb(struct grove_node *me, const struct trial *t)
{
	int v = grove_node_number(me);
	struct grove_blocks b = blocks_of(t, v);
	const void *in = input_of(t, v);
	void *out = output_of(t, v);
	size_t own = in == GROVE_IN_PLACE ? 7 : t->p.in[v].bytes[0];

	switch (t->p.kind) {
	case SCATTERV:
		return grove_scatterv(
			me, in, b.in_bytes, b.in_at, out, t->p.out[v].bytes[0], t->p.root);
	case GATHERV:
		return grove_gatherv(me, in, own, out, b.out_bytes, b.out_at, t->p.root);
	case ALLGATHERV:
		return grove_allgatherv(me, in, own, out, b.out_bytes, b.out_at);
	case ALLTOALLV:
		return grove_alltoallv(me, in, b.in_bytes, b.in_at, out, b.out_bytes, b.out_at);
	default:
		return grove_reducescatterv(me, in, out, t->p.in[v].bytes, GROVE_U32, t->fold);
	}
}

static struct grove_operation operation_of(
	const struct trial *t, int v, const struct grove_blocks *blocks)
{
	return (struct grove_operation){ .verb = t->p.plan ? NULL : names[t->p.kind],
		.plan = t->p.plan,
		.in = input_of(t, v),
		.out = output_of(t, v),
		.type = GROVE_U32,
		.fold = t->p.plan ? NULL : t->fold,
		.root = t->p.root,
		.blocks = blocks };
}

static int refill(struct grove_node *me, struct trial *t, int error)
{
	int v = grove_node_number(me);

	if (!error && !node_right(t, v))
		error = -EBADMSG;
	write_before(t, v);
	return error;
}

static int by_request(struct grove_node *me, struct trial *t, const struct grove_operation *o)
{
	struct grove_request *request;
	int error = grove_start(me, o, &request);

	error = refill(me, t, error ? error : grove_wait(&request));
	if (!error)
		error = grove_prepare(me, o, &request);
	for (int time = 0; time < 3 && !error; time++) {
		error = grove_request_start(request);
		error = refill(me, t, error ? error : grove_wait(&request));
	}
	return error ? error : grove_request_free(request);
}

/* Each way runs twice: the second call finds what the first one has kept. */
static int every_way(struct grove_node *me, void *argument)
{
	struct trial *t = argument;
	int v = grove_node_number(me), error = 0;
	struct grove_blocks blocks = blocks_of(t, v);
	struct grove_operation o = operation_of(t, v, &blocks);

	for (int time = 0; time < 2 && !error && !t->p.plan; time++)
		error = refill(me, t, call_verb(me, t));
	for (int time = 0; time < 2 && !error; time++)
		error = refill(me, t, grove_call(me, &o));
	return error;
}

static int requests(struct grove_node *me, void *argument)
{
	struct trial *t = argument;
	struct grove_blocks blocks = blocks_of(t, grove_node_number(me));
	struct grove_operation o = operation_of(t, grove_node_number(me), &blocks);

	return by_request(me, t, &o);
}

static void run(struct grove_team *team, struct trial *t, const char *way,
	int (*body)(struct grove_node *, void *))
{
	if (grove_team_run(team, body, t))
		fail_msg("%sv on %s, root %d, %s: %s", names[t->p.kind], t->p.network, t->p.root,
			way, grove_why());
}

static void run_plan(struct grove_team *team, struct trial *t, const char *algorithm,
	const char *ports, const char *forward)
{
	struct grove_problem problem = { .collective = names[t->p.kind],
		.algorithm = algorithm,
		.ports = ports,
		.root = t->p.root,
		.packet = strcmp(forward, "copy") ? 0 : 32,
		.type = GROVE_U32,
		.fold = t->fold,
		.bytes = 100,
		.forward = forward };
	AUTO(grove_plan) plan = NULL;

	if (t->p.kind == REDUCESCATTERV && !strcmp(forward, "reference"))
		return;
	if (!grove_plan_make(&plan, t->p.network, &problem)) {
		t->p.plan = plan;
		run(team, t, algorithm ? algorithm : forward, every_way);
		t->p.plan = NULL;
	} else if (!ports) { /* not every algorithm is for one port */
		fail_msg("%s", grove_why());
	}
}

static void run_all(struct grove_team *team, struct trial *t, enum shape shape, bool paced)
{
	trial_open(t, shape);
	run(team, t, "by verbs", every_way);
	if (!paced) {
		run(team, t, "by requests", requests);
		run_plan(team, t, NULL, NULL, "reference");
		run_plan(team, t, "bfs", NULL, "copy");
	}
	run_plan(team, t, NULL, NULL, "auto");
	run_plan(team, t, NULL, NULL, "copy");
	trial_close(t);
}

static void in_team(struct grove_team *opened, const char *network, bool in_place, bool paced)
{
	AUTO(grove_team) team = opened;
	struct grove_fold ordered = grove_fold_ordered(GROVE_SUM);
	static struct trial t;

	t = (struct trial){ .p.network = network, .in_place = in_place };
	t.p.nodes = grove_team_nodes(team);
	for (t.p.kind = 0; t.p.kind < KINDS; t.p.kind++)
		for (int shape = 0; shape <= TINY; shape++) {
			t.p.placed = shape % 2 == 0;
			t.p.root = t.p.kind <= GATHERV ? (shape * 3 + 1) % t.p.nodes : 0;
			t.fold = GROVE_SUM;
			if (is_sampled() && (!paced || shape != SKEWED))
				run_all(team, &t, (enum shape)shape, paced);
			t.fold = &ordered;
			if (t.p.kind == REDUCESCATTERV && !paced && in_place)
				run_all(team, &t, (enum shape)shape, paced);
		}
}

static const char *const networks[] = { "gh:1", "gh:2", "gh:5", "cube:3", "ring:5", "mesh:2x3",
	"gh:4~0-1", "gh:2x3", "star:3" };

TEST("on networks of all kinds blocks of all sizes arrive")
{
	for (int i = 0; i < COUNT(networks); i++)
		in_team(OPEN_TEAM(.network = networks[i], .timeout = 30), networks[i], false,
			false);
}

TEST("blocks of all sizes stay in place")
{
	for (int i = 0; i < 6; i++)
		in_team(OPEN_TEAM(.network = networks[i], .timeout = 30), networks[i], true, false);
}

TEST("on paced links blocks of all sizes arrive, and stay in place")
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };

	for (int i = 0; i < 4; i++)
		in_team(OPEN_TEAM(.network = "cube:2", .threads = i < 2 ? GROVE_NODES : 2,
				.pace = &pace, .timeout = 30),
			"cube:2", i % 2, true);
}

/* Every algorithm of the collective, under one port and under all ports. */
static void with_all_algorithms(struct grove_team *team, struct trial *t)
{
	char algorithm[ALGORITHM_NAME];
	enum collective collective;
	struct network net;

	MUST(network_open(&net, t->p.network));
	MUST(collective_named(&collective, names[t->p.kind]));
	for (int a = 0; !algorithm_name_at(algorithm, collective, &net, a); a++)
		for (int single = 0; single < 2; single++)
			if (is_sampled())
				run_plan(team, t, algorithm, single ? "single" : "all", "copy");
}

TEST("blocks of all sizes pass along all trees")
{
	static const char *const some[] = { "cube:3", "gh:2x3", "torus:3x3", "gh:6" };
	static struct trial t;

	for (int i = 0; i < COUNT(some); i++) {
		AUTO(grove_team) team = OPEN_TEAM(.network = some[i]);

		t = (struct trial){ .p.network = some[i], .p.placed = true, .fold = GROVE_SUM };
		t.p.nodes = grove_team_nodes(team);
		for (t.p.kind = 0; t.p.kind < KINDS; t.p.kind++) {
			t.p.root = t.p.kind <= GATHERV ? 1 : 0;
			for (int tiny = 0; tiny < 2; tiny++) {
				trial_open(&t, tiny ? TINY : SPARSE);
				with_all_algorithms(team, &t);
				trial_close(&t);
			}
		}
	}
}
