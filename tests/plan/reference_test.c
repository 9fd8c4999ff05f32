/* Lowering by reference: the proofs of its programs find what is wrong with them. That the right
 * bytes come of it in whatever order nodes are stepped is for program_test.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/deadlock.h"
#include "plan/program/program.h"
#include "tests/collective_help.h"
#include "tests/plan/foreign_help.h"

struct programs {
	const struct matrix *matrix; /* NULL: blocks are read as they are */
	bool sized;		     /* blocks have sizes of their own */
	int together;		     /* nodes of a thread; 0: a thread for each node */
	struct plan *plan;
	struct problem problem;
	struct program *of[HELP_NODES];
};

static void programs_open(
	struct programs *p, enum collective collective, const char *network, int root)
{
	struct problem problem = {
		.collective = collective, .algorithm = "bfs", .ports = ALL, .duplex = FULL
	};
	struct binding binding = { .bytes = 24, .element = 1, .root = root };
	struct lowering lowering = { .by_reference = true, .matrix = p->matrix, .sized = p->sized };
	ENDED(tape_free) struct tape tape = { 0 };

	if (p->matrix)
		binding.bytes = matrix_bytes(p->matrix);
	if (p->sized)
		binding.bytes = 1;
	assert_int_equal(network_open(&problem.net, network), 0);
	MUST(collective_plan(&p->plan, &problem) || plan_index(p->plan));
	p->problem = p->plan->problem;
	p->problem.root = root;
	for (int v = 0; v < problem.net.nodes; v++) {
		if (p->together)
			lowering.beside = p->together - 1 - v % p->together;
		assert_int_equal(plan_tape(&tape, p->plan, &binding, v, true), 0);
		MUST(program_lower(&p->of[v], &p->problem, &tape, &binding, &lowering, v));
	}
}

static void programs_close(struct programs *p)
{
	for (int v = 0; v < p->problem.net.nodes; v++)
		program_free(p->of[v]);
	plan_free(p->plan);
}

static struct verdict judged(const struct programs *p)
{
	struct verdict verdict;

	assert_int_equal(deadlock_check(p->of, &p->problem.net, 1, &verdict), 0);
	return verdict;
}

/* Moves all reads of a program to its beginning, or to its end. */
static void move_reads(struct program *p, bool to_end)
{
	struct instruction *moved = malloc((p->instructions + 1) * sizeof *moved);
	size_t n = 0;

	for (int second = 0; second < 2; second++)
		for (size_t k = 0; k < p->instructions; k++)
			if (instruction_reads(&p->instruction[k]) == (second == to_end))
				moved[n++] = p->instruction[k];
	free(p->instruction);
	p->instruction = moved;
}

/* Reads that come before word of the block, or after the meeting, are found. */
TEST("reference: who reads has had word, and so has who ends")
{
	static const enum collective collectives[] = { SCATTER, GATHER, ALLGATHER, ALLTOALL,
		BROADCAST };

	for (int i = 0; i < COUNT(collectives); i++)
		for (int way = 0; way < 4; way++) {
			int to_end = way % 2, root = collective_rooted(collectives[i]) ? 5 : 0;
			int reader = collectives[i] == GATHER ? 5 : 3;
			ENDED(programs_close)
			struct programs p = { .sized = way / 2 && collectives[i] != BROADCAST };
			struct verdict verdict;

			programs_open(&p, collectives[i], "cube:3", root);
			assert_true(judged(&p).ok);
			move_reads(p.of[reader], to_end);
			verdict = judged(&p);
			if (verdict.ok || verdict.rule != RULE_HAZARD || verdict.to != reader)
				fail_msg("%s, reads %s: not found", collective_name(collectives[i]),
					to_end ? "after the meeting" : "first");
		}
}

/* Programs that end without a meeting leave origins without word that they have been read. */
TEST("reference: a program that ends too soon is found")
{
	ENDED(programs_close) struct programs p = { 0 };
	struct verdict verdict;

	programs_open(&p, SCATTER, "cube:1", 0);
	assert_true(judged(&p).ok);
	assert_int_equal(p.of[1]->instruction[p.of[1]->instructions - 1].action, SEND_PACKET);
	p.of[0]->instructions--; /* the root takes no word of it */
	p.of[1]->instructions--;
	verdict = judged(&p);
	assert_true(!verdict.ok && verdict.rule == RULE_HAZARD);
	assert_true(verdict.from == 0 && verdict.to == 1);
}

/* What others read is lent from beginning to end. */
TEST("reference: what others read is never written")
{
	ENDED(programs_close) struct programs p = { 0 };
	struct program *root;
	size_t k = 0;

	programs_open(&p, ALLGATHER, "cube:2", 0);
	root = p.of[0];
	assert_int_equal(program_check(root, 0), 0);
	while (root->instruction[k].action != READ_BYTES)
		k++;
	root->extent[root->instruction[k].extents].space = INPUT;
	root->extent[root->instruction[k].extents].offset = 0;
	assert_int_equal(program_check(root, 0), -EINVAL);
}

/* Blocks move once, and no scratch, on any ways. Small blocks of nodes in a row are a single
 * instruction: those after the reader, and those before. */
TEST("reference: each block is read once, and nothing is kept on its way")
{
	static const char *const networks[] = { "cube:0", "cube:4", "gh:2x3", "star:4", "ccc:3" };

	for (int n = 0; n < COUNT(networks); n++) {
		ENDED(programs_close) struct programs p = { 0 };
		size_t reads = 0, runs = 0, nodes, packets_without_bytes = 0;

		programs_open(&p, ALLTOALL, networks[n], 0);
		nodes = (size_t)p.problem.net.nodes;
		for (size_t v = 0; v < nodes; v++) {
			assert_int_equal(p.of[v]->scratch, 0);
			for (size_t k = 0; k < p.of[v]->instructions; k++) {
				const struct instruction *i = &p.of[v]->instruction[k];

				if (i->action == READ_BYTES && i->bytes == 24) {
					reads += 1 + i->right;
					runs++;
				}
				packets_without_bytes += i->action == SEND_PACKET;
				assert_true(i->action != SEND_PACKET || !i->bytes);
			}
		}
		assert_int_equal(reads, nodes * (nodes - 1));
		assert_int_equal(runs, 2 * (nodes - 1));
		assert_true(nodes == 1 || packets_without_bytes);
	}
}

/* Own blocks are among the reads, nobody's is missing, and the proofs hold for them, too. */
TEST("reference: a transposition reads each item once")
{
	static const char *const networks[] = { "cube:0", "gh:2", "cube:3", "gh:5", "ccc:3" };

	for (int n = 0; n < COUNT(networks); n++) {
		struct matrix m = { 31, 17, 3, 60, 100, 1, false, NULL };
		ENDED(programs_close) struct programs p = { .matrix = &m };
		size_t bytes = 0;
		struct network net = network_at(networks[n]);

		m.grid = net.nodes;
		programs_open(&p, ALLTOALL, networks[n], 0);
		for (int v = 0; v < net.nodes; v++)
			for (size_t k = 0; k < p.of[v]->instructions; k++)
				if (p.of[v]->instruction[k].action == READ_BYTES)
					bytes += p.of[v]->instruction[k].bytes;
		assert_int_equal(bytes, 31 * 17 * 3);
		assert_true(judged(&p).ok);
		if (net.nodes == 2) { /* node 0 ends without word that node 1 has read */
			struct instruction *end = &p.of[1]->instruction[p.of[1]->instructions];

			assert_int_equal(end[-2].action, SEND_PACKET);
			end[-2] = end[-1];
			p.of[0]->instructions--;
			p.of[1]->instructions--;
			assert_int_equal(judged(&p).rule, RULE_HAZARD);
		}
	}
}

/* Checks that node v reads from all other nodes, in a circle that begins with `first`. */
static void expect_circle(const struct programs *p, int v, int first)
{
	int nodes = p->problem.net.nodes, origin = first;

	for (size_t k = 0; k < p->of[v]->instructions; k++) {
		if (p->of[v]->instruction[k].action != READ_BYTES)
			continue;
		if (origin % nodes == v)
			origin++;
		assert_int_equal(p->of[v]->instruction[k].peer, origin % nodes);
		origin += 1 + (int)p->of[v]->instruction[k].right;
	}
	assert_int_equal(origin + ((origin - v) % nodes == 0), first + nodes);
}

/* Where the nodes read different blocks, each node begins with another origin. */
TEST("reference: the nodes of a thread read the same block at a time")
{
	static const struct {
		enum collective collective;
		bool alike;
	} cases[] = { { ALLGATHER, true }, { ALLTOALL, false } };

	for (int i = 0; i < COUNT(cases); i++) {
		ENDED(programs_close) struct programs p = { .together = 4 };

		programs_open(&p, cases[i].collective, "cube:4", 0);
		for (int v = 0; v < 16; v++)
			expect_circle(&p, v, (cases[i].alike ? v / 4 * 4 + 4 : v + 1));
		assert_true(judged(&p).ok);
	}
}

/* A fold combines at every hop: there is nothing to refer to. */
TEST("reference: nothing is folded")
{
	AUTO(schedule) schedule = ring_allreduce(3, 6);
	struct binding binding = { .bytes = 6, .element = 1 };
	struct lowering lowering = { .by_reference = true };
	ENDED(tape_free) struct tape tape = { 0 };
	struct program *program;

	assert_int_equal(schedule_tape(&tape, schedule, 0), 0);
	assert_int_equal(program_lower(&program, &schedule->problem, &tape, &binding, &lowering, 0),
		-EINVAL);
}

static void compare_tapes(const struct plan *plan, const struct binding *binding, int v)
{
	ENDED(tape_free) struct tape full = { 0 }, bare = { 0 };

	assert_int_equal(plan_tape(&full, plan, binding, v, false), 0);
	assert_int_equal(plan_tape(&bare, plan, binding, v, true), 0);
	assert_int_equal(bare.ops, full.ops);
	assert_int_equal(bare.ranges, 0);
	for (size_t i = 0; i < full.ops; i++) {
		assert_int_equal(bare.op[i].time, full.op[i].time);
		assert_int_equal(bare.op[i].op, full.op[i].op);
		assert_int_equal(bare.op[i].port, full.op[i].port);
		assert_int_equal(bare.op[i].chunk, 0);
		assert_int_equal(bare.op[i].count, 0);
	}
}

/* A bare tape has the packets of the full one. With few bytes some parts, and so some packets, are
 * empty. */
TEST("reference: a bare tape has the packets of the full one")
{
	static const struct {
		enum collective collective;
		const char *network, *algorithm;
	} table[] = {
		{ BROADCAST, "cube:3", "nesbt" },
		{ BROADCAST, "gh:3x3", "nrsbt+nrsbt" },
		{ BROADCAST, "star:4", "star" },
		{ SCATTER, "cube:3", "sbnt" },
		{ SCATTER, "mesh:3x3", "bfs" },
		{ GATHER, "torus:3x3", "bfs" },
		{ ALLGATHER, "ccc:3", "bfs" },
		{ ALLGATHER, "gh:2x3", "sbt" },
		{ ALLTOALL, "star:4", "star" },
		{ ALLTOALL, "cube:4", "nrsbt" },
		{ BARRIER, "cube:3", "sbt" },
	};

	for (int i = 0; i < COUNT(table); i++)
		for (size_t bytes = 1; bytes <= 4096; bytes *= 16) {
			struct problem problem = problem_of(table[i].network, table[i].collective);
			struct binding binding = { .bytes = bytes, .element = 1 };
			AUTO(plan) plan = NULL;

			snprintf(problem.algorithm, sizeof problem.algorithm, "%s",
				table[i].algorithm);
			MUST(collective_plan(&plan, &problem) || plan_index(plan));
			for (int v = 0; v < problem.net.nodes; v++)
				compare_tapes(plan, &binding, v);
		}
}
