/* Lowering: the programs of all nodes, run by an interpreter in this file on rings that hold
 * pointers, leave what a few lines of reference say, in whatever order the nodes are stepped. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/deadlock.h"
#include "plan/program/program.h"
#include "tests/collective_help.h"
#include "tests/plan/foreign_help.h"

/* ---- The interpreter ---- */

enum {
	GUARD = 32, /* bytes after every buffer that nobody may touch */
	POISON = 0xa5,
	MOST_CAPACITY = 3,
	MOST_PORTS = 16
};

/* A packet in a ring: small ones lie in it, others are the sender's instruction, read when the
 * packet is taken: so what was overwritten in the meantime shows. */
struct slot {
	const struct instruction *send;
	unsigned char *copy; /* NULL: lent */
};

struct ring {
	struct slot slot[MOST_CAPACITY];
	uint32_t pushed, popped;
};

struct actor {
	struct program *program;
	size_t next;
	unsigned char *space[SPACES];
	bool begun;		      /* its memory may be read, until it has ended */
	struct ring ring[MOST_PORTS]; /* out through each port */
};

struct machine_run {
	struct actor actor[HELP_NODES];
	const struct problem *problem;
	struct lowering lowering;
	size_t element, bytes;
	uint32_t capacity;
	int fold;
};

/* Folds as a user might write them, on unsigned numbers of any length: sum, maximum, and product
 * of odd numbers. They commute and associate. */
static void combine(
	int fold, size_t element, const unsigned char *a, const unsigned char *b, unsigned char *to)
{
	uint64_t x = 0, y = 0, z;

	memcpy(&x, a, element);
	memcpy(&y, b, element);
	z = fold == 0 ? x + y : fold == 1 ? (x > y ? x : y) : (x | 1) * (y | 1);
	memcpy(to, &z, element);
}

/* The bytes of a run of extents, one after another: to or from `packet`. */
static void gather_bytes(struct actor *a, uint32_t first, uint32_t count, unsigned char *packet)
{
	for (uint32_t k = 0; k < count; k++) {
		const struct extent *e = &a->program->extent[first + k];

		memcpy(packet, a->space[e->space] + e->offset, e->bytes);
		packet += e->bytes;
	}
}

static void scatter_bytes(struct actor *a, const struct instruction *i, const unsigned char *packet)
{
	for (uint32_t k = 0; k < i->count; k++) {
		const struct extent *e = &a->program->extent[i->extents + k];

		memcpy(a->space[e->space] + e->offset, packet, e->bytes);
		packet += e->bytes;
	}
}

static void fold_bytes(const struct machine_run *m, struct actor *a, const struct instruction *i,
	const unsigned char *other)
{
	bool before = i->action == FOLD_BEFORE;
	FREED unsigned char *own = malloc(i->bytes + 1);

	assert_int_equal(i->bytes % m->element, 0);
	gather_bytes(a, instruction_operand(i), i->count, own);
	for (size_t at = 0; at < i->bytes; at += m->element)
		combine(m->fold, m->element, (before ? other : own) + at,
			(before ? own : other) + at, own + at);
	scatter_bytes(a, i, own);
}

static bool push(struct machine_run *m, struct actor *a, const struct instruction *i)
{
	struct ring *ring = &a->ring[i->port];
	struct slot *slot = &ring->slot[ring->pushed % m->capacity];

	if (ring->pushed - ring->popped == m->capacity)
		return false;
	*slot = (struct slot){ .send = i };
	if (i->bytes <= m->lowering.inline_bytes) {
		slot->copy = malloc(i->bytes + 1);
		gather_bytes(a, i->extents, i->count, slot->copy);
	}
	ring->pushed++;
	return true;
}

static bool pop(struct machine_run *m, int v, const struct instruction *i)
{
	const struct network *net = &m->problem->net;
	struct actor *a = &m->actor[v], *peer = &m->actor[network_neighbour(net, v, i->port)];
	struct ring *ring = &peer->ring[network_reverse_port(net, i->port)];
	struct slot *slot = &ring->slot[ring->popped % m->capacity];
	unsigned char *packet;

	if (ring->pushed == ring->popped)
		return false;
	assert_int_equal(slot->send->bytes, i->bytes);
	packet = slot->copy ? slot->copy : malloc(i->bytes + 1);
	if (!slot->copy)
		gather_bytes(peer, slot->send->extents, slot->send->count, packet);
	if (i->action == TAKE_PACKET)
		scatter_bytes(a, i, packet);
	else if (instruction_folds(i))
		fold_bytes(m, a, i, packet);
	free(packet);
	ring->popped++;
	return true;
}

static void work_alone(struct machine_run *m, struct actor *a, const struct instruction *i)
{
	FREED unsigned char *packet = malloc(i->bytes + 1);

	gather_bytes(a, i->action == COPY_BYTES ? i->left : i->right, i->count, packet);
	if (i->action == COPY_BYTES)
		scatter_bytes(a, i, packet);
	else
		fold_bytes(m, a, i, packet);
}

/* By reference, from a node that is inside its program. */
static void read_far(struct machine_run *m, struct actor *a, const struct instruction *i)
{
	const struct extent *to = &a->program->extent[i->extents],
			    *from = &a->program->extent[i->left];

	assert_int_equal(i->count, 1);
	assert_int_equal(to->bytes, (1 + i->right) * from->bytes);
	for (uint32_t k = 0; k <= i->right; k++) {
		struct actor *origin = &m->actor[i->peer + k];

		assert_int_equal(from->space, origin->program->lends);
		assert_true(origin->begun && origin->next < origin->program->instructions);
		memcpy(a->space[to->space] + to->offset + k * from->bytes,
			origin->space[from->space] + from->offset, from->bytes);
	}
}

/* One instruction of node v; false when it cannot move. */
static bool step(struct machine_run *m, int v)
{
	struct actor *a = &m->actor[v];
	const struct instruction *i = &a->program->instruction[a->next];
	bool moved = true;

	a->begun = true;
	if (a->next == a->program->instructions)
		return false;
	if (i->action == SEND_PACKET)
		moved = push(m, a, i);
	else if (i->action == AWAIT_RETURN)
		moved = a->ring[i->port].popped >= i->count;
	else if (i->action == COPY_BYTES || i->action == FOLD_BYTES)
		work_alone(m, a, i);
	else if (i->action == READ_BYTES)
		read_far(m, a, i);
	else
		moved = pop(m, v, i);
	a->next += moved;
	return moved;
}

/* Nodes take turns of random length; one of them is lazy. */
static void run_all(struct machine_run *m, uint64_t *seed)
{
	int nodes = m->problem->net.nodes, lazy = (int)dice(seed, (uint32_t)nodes);
	bool moved = true;

	while (moved) {
		moved = false;
		for (int k = 0; k < 2 * nodes; k++) {
			int v = (int)dice(seed, (uint32_t)nodes), turn = (int)dice(seed, 6);

			while ((v != lazy || !dice(seed, 8)) && turn-- && step(m, v))
				moved = true;
		}
		for (int v = 0; v < nodes && !moved; v++)
			moved = step(m, v);
	}
	for (int v = 0; v < nodes; v++) {
		assert_int_equal(m->actor[v].next, m->actor[v].program->instructions);
		for (int p = 0; p < m->problem->net.ports; p++)
			assert_int_equal(m->actor[v].ring[p].pushed, m->actor[v].ring[p].popped);
	}
}

/* ---- The reference ---- */

/* Byte i of block k of node v's input. */
static unsigned char given(int v, size_t k, size_t i)
{
	uint64_t state = (uint64_t)v * 1000003 + k * 10007 + i * 101 + 7;

	dice(&state, 256);
	return (unsigned char)dice(&state, 256);
}

static void given_block(int v, size_t k, size_t bytes, unsigned char *block)
{
	for (size_t i = 0; i < bytes; i++)
		block[i] = given(v, k, i);
}

static void folded_block(const struct machine_run *m, size_t k, int nodes, unsigned char *block)
{
	FREED unsigned char *other = malloc(m->bytes + 1);

	given_block(0, k, m->bytes, block);
	for (int u = 1; u < nodes; u++) {
		given_block(u, k, m->bytes, other);
		for (size_t at = 0; at < m->bytes; at += m->element)
			combine(m->fold, m->element, block + at, other + at, block + at);
	}
}

/* Block k of what node v must hold in the end. */
static void wanted_block(const struct machine_run *m, int v, size_t k, unsigned char *block)
{
	const struct problem *p = m->problem;
	int origin = 0;

	switch (p->collective) {
	case REDUCE:
	case ALLREDUCE:
		folded_block(m, 0, p->net.nodes, block);
		return;
	case REDUCESCATTER:
		folded_block(m, (size_t)v, p->net.nodes, block);
		return;
	case SCAN:
	case EXSCAN:
		folded_block(m, 0, semantics_prefix(p, v) + 1, block);
		return;
	case SCATTER:
		given_block(p->root, (size_t)v, m->bytes, block);
		return;
	case GATHER:
	case ALLGATHER:
		given_block((int)k, 0, m->bytes, block);
		return;
	case ALLTOALL:
		given_block((int)k, (size_t)v, m->bytes, block);
		return;
	case PERMUTE:
		while (p->permutation[origin] != v)
			origin++;
		given_block(origin, 0, m->bytes, block);
		return;
	default:
		given_block(p->root, 0, m->bytes, block);
	}
}

/* ---- A run, from programs to bytes ---- */

static bool in_place_at(const struct machine_run *m, int v)
{
	return m->lowering.in_place && (m->problem->collective != REDUCE || v == m->problem->root);
}

static void *poisoned(size_t bytes)
{
	void *memory = malloc(bytes + GUARD);

	assert_non_null(memory);
	return memset(memory, POISON, bytes + GUARD);
}

static void open_actor(struct machine_run *m, int v)
{
	struct actor *a = &m->actor[v];
	bool starts_in_output =
		m->problem->collective == BROADCAST || m->problem->collective == SEND;
	size_t larger =
		a->program->input > a->program->output ? a->program->input : a->program->output;

	a->space[SCRATCH] = poisoned(a->program->scratch);
	a->space[INPUT] = poisoned(larger);
	a->space[OUTPUT] = in_place_at(m, v) ? a->space[INPUT] : poisoned(a->program->output);
	for (int k = 0; k < semantics_input_blocks(m->problem, v); k++)
		given_block(v, (size_t)k, m->bytes, a->space[INPUT] + (size_t)k * m->bytes);
	if (starts_in_output && v == m->problem->root)
		given_block(v, 0, m->bytes, a->space[OUTPUT]);
}

static void assert_input_as_it_was(const struct machine_run *m, int v)
{
	for (int k = 0; k < semantics_input_blocks(m->problem, v) && !in_place_at(m, v); k++)
		for (size_t i = 0; i < m->bytes; i++)
			assert_int_equal(m->actor[v].space[INPUT][(size_t)k * m->bytes + i],
				given(v, (size_t)k, i));
}

static void assert_guards(const struct actor *a, bool in_place)
{
	size_t size[SPACES] = { [INPUT] = a->program->input,
		[OUTPUT] = a->program->output,
		[SCRATCH] = a->program->scratch };

	if (in_place)
		size[INPUT] = size[OUTPUT] =
			size[INPUT] > size[OUTPUT] ? size[INPUT] : size[OUTPUT];
	for (int s = 0; s < SPACES; s++)
		for (size_t i = 0; i < GUARD; i++)
			assert_int_equal(a->space[s][size[s] + i], POISON);
}

/* Node 0 of an exscan gets nothing. */
static void assert_output_as_it_was(const struct machine_run *m, int v)
{
	for (size_t i = 0; i < m->bytes; i++)
		assert_int_equal(
			m->actor[v].space[OUTPUT][i], in_place_at(m, v) ? given(v, 0, i) : POISON);
}

static void assert_results(const struct machine_run *m, int v)
{
	const struct problem *p = m->problem;
	unsigned char *wanted = malloc(m->bytes + 1);

	for (int k = 0; k < semantics_output_blocks(p, v); k++) {
		const unsigned char *got = m->actor[v].space[OUTPUT] + (size_t)k * m->bytes;

		if (collective_joins(p->collective) && semantics_prefix(p, v) < 0) {
			assert_output_as_it_was(m, v);
			continue;
		}
		wanted_block(m, v, (size_t)k, wanted);
		if (memcmp(got, wanted, m->bytes) != 0)
			fail_msg("%s %s on %s, ports %s, root %d: node %d ends with wrong bytes in "
				 "block %d of %zu bytes (capacity %u, inline %zu, in place %d, "
				 "by reference %d)",
				collective_name(p->collective), p->algorithm, p->net.name,
				ports_name(p->ports), p->root, v, k, m->bytes, m->capacity,
				m->lowering.inline_bytes, m->lowering.in_place,
				m->lowering.by_reference);
	}
	free(wanted);
	assert_input_as_it_was(m, v);
	assert_guards(&m->actor[v], in_place_at(m, v));
}

static void close_actor(struct machine_run *m, int v)
{
	struct actor *a = &m->actor[v];

	if (a->space[OUTPUT] != a->space[INPUT])
		free(a->space[OUTPUT]);
	free(a->space[INPUT]);
	free(a->space[SCRATCH]);
	program_free(a->program);
}

static void assert_abstract_run(const struct machine_run *m)
{
	struct program *programs[HELP_NODES];
	struct verdict verdict;

	for (int v = 0; v < m->problem->net.nodes; v++)
		programs[v] = m->actor[v].program;
	assert_int_equal(deadlock_check(programs, &m->problem->net, (int)m->capacity, &verdict), 0);
	if (!verdict.ok)
		fail_msg("%s: %s", rule_name(verdict.rule), verdict.text);
}

/* Runs what has been lowered, and frees it. */
static void run_and_check(struct machine_run *m, uint64_t *seed)
{
	int nodes = m->problem->net.nodes;

	assert_abstract_run(m);
	for (int v = 0; v < nodes; v++)
		open_actor(m, v);
	run_all(m, seed);
	for (int v = 0; v < nodes; v++)
		assert_results(m, v);
	for (int v = 0; v < nodes; v++)
		close_actor(m, v);
}

static void lower(
	struct machine_run *m, const struct tape *tape, const struct binding *binding, int v)
{
	struct lowering lowering = m->lowering;

	lowering.in_place = in_place_at(m, v);
	if (program_lower(&m->actor[v].program, m->problem, tape, binding, &lowering, v))
		fail_msg("%s %s on %s: %s", collective_name(m->problem->collective),
			m->problem->algorithm, m->problem->net.name, why_text());
	if (lowering.by_reference)
		assert_int_equal(m->actor[v].program->scratch, 0);
}

/* ---- Plans of ours ---- */

static uint64_t seed = 41;

static struct machine_run *new_run(const struct problem *problem)
{
	static const size_t elements[] = { 1, 2, 4, 8 };
	struct machine_run *m = calloc(1, sizeof *m);

	assert_non_null(m);
	assert_in_range(problem->net.ports, 0, MOST_PORTS);
	m->problem = problem;
	m->element = elements[dice(&seed, 4)];
	m->capacity = dice(&seed, 2) ? 1 : MOST_CAPACITY;
	m->lowering.inline_bytes = dice(&seed, 2) ? 0 : 40;
	m->lowering.by_reference = !collective_folds(problem->collective) && dice(&seed, 2);
	m->lowering.in_place = collective_folds(problem->collective) && dice(&seed, 2);
	m->fold = (int)dice(&seed, 3);
	return m;
}

static int images; /* made */

/* Makes the program of node v as the image of the program of the node before, if it has images. */
static bool image(struct machine_run *m, const struct plan *plan, int v)
{
	const struct program *before = v ? m->actor[v - 1].program : NULL;

	if (!before || !program_has_images(plan, before, m->problem, &m->lowering))
		return false;
	MUST(program_image(&m->actor[v].program, before, m->problem, &m->lowering, v - 1, v));
	images++;
	return true;
}

/* Nodes of a thread get images of the first node's program, so some are images of images. */
static void run_plan(const struct plan *plan)
{
	struct problem bound = plan->problem;
	FREED struct machine_run *m = new_run(&bound);
	struct binding binding = { .bytes = dice(&seed, 40) * m->element,
		.element = m->element,
		.packet = dice(&seed, 8) * m->element };
	struct tape tape = { 0 };

	if (collective_rooted(bound.collective))
		binding.root = (int)dice(&seed, (uint32_t)bound.net.nodes);
	m->bytes = binding.bytes;
	bound.root = binding.root;
	bound.destination = network_translate(&bound.net, binding.root, plan->problem.destination);
	for (int v = 0; v < bound.net.nodes; v++) {
		if (dice(&seed, 4) && image(m, plan, v))
			continue;
		MUST(plan_tape(&tape, plan, &binding, v, false));
		lower(m, &tape, &binding, v);
	}
	run_and_check(m, &seed);
	tape_free(&tape);
}

static void run_problem(const struct problem *problem)
{
	AUTO(plan) plan = NULL;

	MUST(collective_plan(&plan, problem) || plan_index(plan));
	for (int i = 0; i < 3; i++)
		run_plan(plan);
}

TEST("program: every algorithm's leave the right bytes")
{
	static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "gh:1",
		"gh:2", "gh:5", "gh:2x3", "gh:3x3", "star:3", "ccc:3" };

	images = 0;
	for_problems(networks, COUNT(networks), run_problem);
	assert_true(images > 0);
}

/* ---- Foreign schedules ---- */

static int count_actions(const struct machine_run *m, enum action action)
{
	int count = 0;

	for (int v = 0; v < m->problem->net.nodes; v++)
		for (size_t i = 0; i < m->actor[v].program->instructions; i++)
			count += m->actor[v].program->instruction[i].action == action;
	return count;
}

/* Lowers a schedule; the caller runs it or frees it. */
static struct machine_run *lower_schedule_by(
	const struct schedule *schedule, size_t inline_bytes, bool in_place, bool by_reference)
{
	struct machine_run *m = new_run(&schedule->problem);
	struct binding binding = {
		.bytes = schedule->bytes, .element = 1, .root = schedule->problem.root
	};
	struct tape tape = { 0 };

	m->element = 1;
	m->bytes = schedule->bytes;
	m->lowering.inline_bytes = inline_bytes;
	m->lowering.in_place = in_place;
	m->lowering.by_reference = by_reference;
	for (int v = 0; v < schedule->problem.net.nodes; v++) {
		assert_int_equal(schedule_tape(&tape, schedule, v), 0);
		lower(m, &tape, &binding, v);
	}
	tape_free(&tape);
	return m;
}

static struct machine_run *lower_schedule(
	const struct schedule *schedule, size_t inline_bytes, bool in_place)
{
	return lower_schedule_by(schedule, inline_bytes, in_place, false);
}

static void run_foreign(struct schedule *schedule)
{
	for (int i = 0; i < 8; i++) {
		bool folds = collective_folds(schedule->problem.collective);
		FREED struct machine_run *m = lower_schedule_by(
			schedule, i & 1 ? 40 : 0, folds && i & 2, !folds && i & 2);

		run_and_check(m, &seed);
	}
	schedule_free(schedule);
}

TEST("program: foreign schedules leave the right bytes")
{
	for (int n = 0; n <= 4; n++)
		run_foreign(recursive_doubling(n, 50));
	for (int nodes = 1; nodes <= 9; nodes++) {
		run_foreign(bruck_allgather(nodes, 50));
		run_foreign(ring_allreduce(nodes, 50));
		run_foreign(binomial_scatter(nodes, 50));
	}
	run_foreign(flooding("cube:3", 50));
	run_foreign(flooding("gh:2x3", 3));
}

/* Both partners lend their sums and fold into them: what comes must wait in scratch. */
TEST("program: recursive doubling in place waits for its loans")
{
	AUTO(schedule) schedule = recursive_doubling(3, 50);
	FREED struct machine_run *m = lower_schedule(schedule, 0, true);

	assert_int_equal(count_actions(m, FOLD_PACKET), 0);
	assert_int_equal(count_actions(m, TAKE_PACKET), 24);
	assert_int_equal(count_actions(m, FOLD_BYTES), 24);
	assert_in_range(count_actions(m, AWAIT_RETURN), 24, 48);
	run_and_check(m, &seed);
	free(m);
	m = lower_schedule(schedule, 64, true); /* nothing is lent */
	assert_int_equal(count_actions(m, FOLD_PACKET), 24);
	assert_int_equal(count_actions(m, AWAIT_RETURN), 0);
	run_and_check(m, &seed);
}

/* What comes again and again is taken from the ring and thrown away. */
TEST("program: redundant packets are dropped")
{
	AUTO(schedule) schedule = flooding("cube:2", 50);
	FREED struct machine_run *m = lower_schedule(schedule, 0, false);

	assert_true(count_actions(m, DROP_PACKET) > 4);
	assert_int_equal(
		count_actions(m, DROP_PACKET) + count_actions(m, TAKE_PACKET), schedule->packets);
	assert_int_equal(count_actions(m, TAKE_PACKET), 3);
	run_and_check(m, &seed);
}

/* ---- Damaged programs ---- */

static bool writes(const struct instruction *i)
{
	return i->action != SEND_PACKET && i->action != AWAIT_RETURN && i->action != DROP_PACKET;
}

/* Another wait for the same packet came before, or follows before anything is written. */
static bool is_repeated(const struct program *p, size_t k)
{
	for (size_t i = 0; i < k; i++)
		if (p->instruction[i].action == AWAIT_RETURN &&
			p->instruction[i].port == p->instruction[k].port &&
			p->instruction[i].count >= p->instruction[k].count)
			return true;
	for (size_t i = k + 1; i < p->instructions && !writes(&p->instruction[i]); i++)
		if (p->instruction[i].action == AWAIT_RETURN &&
			p->instruction[i].port == p->instruction[k].port &&
			p->instruction[i].count >= p->instruction[k].count)
			return true;
	return false;
}

static int refused;

static void remove_each_wait(struct program *p)
{
	for (size_t k = 0; k < p->instructions; k++) {
		struct program less = *p;
		bool harmless = is_repeated(p, k);

		if (p->instruction[k].action != AWAIT_RETURN)
			continue;
		less.instruction = malloc(p->instructions * sizeof *less.instruction);
		memcpy(less.instruction, p->instruction, k * sizeof *less.instruction);
		memcpy(less.instruction + k, p->instruction + k + 1,
			(p->instructions - k - 1) * sizeof *less.instruction);
		less.instructions--;
		assert_int_equal(program_check(&less, 0), harmless ? 0 : -EINVAL);
		refused += !harmless;
		free(less.instruction);
	}
}

TEST("program: without a wait it is refused")
{
	struct schedule *schedules[] = { recursive_doubling(3, 50), ring_allreduce(5, 50),
		bruck_allgather(6, 50), flooding("cube:3", 50) };

	for (int i = 0; i < COUNT(schedules); i++) {
		struct machine_run *m = lower_schedule(schedules[i], 0, i < 2);

		for (int v = 0; v < m->problem->net.nodes; v++) {
			assert_int_equal(program_check(m->actor[v].program, 0), 0);
			remove_each_wait(m->actor[v].program);
			program_free(m->actor[v].program);
		}
		free(m);
		schedule_free(schedules[i]);
	}
	assert_in_range(refused, 60, 1000);
}

/* Node 0 does not take its last packet, or wants one that nobody sends. */
TEST("program: leftovers and deadlocks are found")
{
	AUTO(schedule) schedule = recursive_doubling(2, 8);
	FREED struct machine_run *m = lower_schedule(schedule, 64, false);
	struct program *programs[4], *first = m->actor[0].program;
	struct verdict verdict;

	for (int v = 0; v < 4; v++)
		programs[v] = m->actor[v].program;
	first->instructions--;
	assert_int_equal(deadlock_check(programs, &schedule->problem.net, 3, &verdict), 0);
	assert_true(!verdict.ok && verdict.rule == RULE_LEFTOVER);
	assert_true(verdict.from == 2 && verdict.to == 0);
	first->instructions++;
	programs[2]->instructions = 0;
	assert_int_equal(deadlock_check(programs, &schedule->problem.net, 3, &verdict), 0);
	assert_true(!verdict.ok && verdict.rule == RULE_DEADLOCK);
	for (int v = 0; v < 4; v++)
		program_free(programs[v]);
}
