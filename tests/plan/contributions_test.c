/* Contributions: exact counts, beside a reference that keeps all counts of all nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/verify/contributions.h"
#include "tests/plan_help.h"

/* ---- The reference ---- */

enum {
	FEW_NODES = 6
};

/* count[v][u]: how often u's contribution is in what v holds; 2 stands for more. */
struct reference {
	int nodes, count[FEW_NODES][FEW_NODES];
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void begin_reference(struct reference *r, int nodes)
{
	*r = (struct reference){ .nodes = nodes };
	for (int v = 0; v < nodes; v++)
		r->count[v][v] = 1;
}

/* Moves of one time: all are sent, then all arrive. */
static void move_in_reference(struct reference *r, const struct move *move, size_t moves)
{
	struct reference before = *r;

	for (size_t i = 0; i < moves; i++)
		for (int u = 0; u < r->nodes; u++) {
			int *count = &r->count[move[i].to][u];

			*count = least(
				2, before.count[move[i].from][u] + (move[i].when & 1 ? *count : 0));
		}
}

static bool is_alone(const int *count, int nodes, int v)
{
	for (int u = 0; u < nodes; u++)
		if (count[u] != (u == v))
			return false;
	return nodes > 1;
}

/* The contributor that a miscount names first: a missing node, else a node that counts twice. */
static int contributor(const struct miscount *m)
{
	return m->alone ? -1 : m->missing.count ? m->missing.node[0] : m->doubled.node[0];
}

static bool is_twice(const struct miscount *m)
{
	return !m->alone && !m->missing.count && m->doubled.count;
}

/* The nodes with that count in a sum. */
static struct culprits culprits_of(const int *count, int nodes, int value)
{
	struct culprits found = { 0 };

	for (int u = 0; u < nodes; u++)
		if (count[u] == value && ++found.count <= CULPRITS)
			found.node[found.count - 1] = u;
	return found;
}

/* Of the first node of `after` that is wrong: all that is missing, and all that is too many. */
static struct miscount expect(const struct reference *r, struct nodes after)
{
	for (int v = after.first; v < after.first + after.count; v++) {
		struct miscount wrong = { v, is_alone(r->count[v], r->nodes, v),
			culprits_of(r->count[v], r->nodes, 0),
			culprits_of(r->count[v], r->nodes, 2) };

		if (wrong.missing.count || wrong.doubled.count)
			return wrong;
	}
	return (struct miscount){ .node = -1 };
}

static bool equal(const struct miscount *a, const struct miscount *b)
{
	return a->node == b->node &&
	       (a->node < 0 || (a->alone == b->alone &&
				       !memcmp(&a->missing, &b->missing, sizeof a->missing) &&
				       !memcmp(&a->doubled, &b->doubled, sizeof a->doubled)));
}

/* Mostly folds into nodes that have less, so that some sums become right. */
static void add_moves(struct contributions *c, struct reference *r, uint64_t *seed, int32_t time)
{
	size_t first = c->moves;

	for (uint32_t k = 1 + dice(seed, 3); k; k--) {
		int from = (int)dice(seed, (uint32_t)c->nodes);
		int to = (int)dice(seed, (uint32_t)c->nodes);
		bool both = false, fold;

		for (int u = 0; u < c->nodes; u++)
			both |= r->count[from][u] && r->count[to][u];
		fold = both == !dice(seed, 8);
		contributions_add(c, from, to, time, fold);
	}
	move_in_reference(r, c->move + first, c->moves - first);
}

TEST("contributions: what is wrong of 60000 random pieces is what the reference says")
{
	int right = 0, alone = 0, missing = 0, twice = 0;
	uint64_t seed = 7;

	for (int i = 0; i < 60000; i++) {
		int nodes = 1 + (int)dice(&seed, FEW_NODES);
		int one = (int)dice(&seed, (uint32_t)nodes);
		struct nodes after = { 0, nodes };
		ENDED(contributions_free) struct contributions c = contributions_of(nodes);
		struct miscount wrong, expected;
		struct reference r;
		int32_t times;

		if (dice(&seed, 4))
			after = (struct nodes){ one, 1 };
		begin_reference(&r, nodes);
		assert_int_equal(contributions_begin(&c, 60), 0);
		times = nodes - 1 + (int32_t)dice(&seed, 10);
		for (int32_t t = 0; t < times; t++)
			add_moves(&c, &r, &seed, t * 3);
		assert_int_equal(contributions_check(&c, after, &wrong), 0);
		expected = expect(&r, after);
		if (!equal(&wrong, &expected))
			fail_msg("%d: node %d, of %d, %d; instead of node %d, of %d, %d", i,
				wrong.node, contributor(&wrong), is_twice(&wrong), expected.node,
				contributor(&expected), is_twice(&expected));
		right += expected.node < 0;
		alone += expected.alone;
		missing += !expected.alone && expected.missing.count;
		twice += is_twice(&expected);
	}
	print_message("# %d right, %d alone, %d missing, %d twice\n", right, alone, missing, twice);
	assert_true(right > 1000 && alone > 1000 && missing > 1000 && twice > 1000);
}

/* ---- More sums than are counted at once ---- */

enum {
	MANY = 150
};

/* All send to all, so that no two nodes add up in the same order. */
static void send_all_to_all(struct contributions *c)
{
	assert_int_equal(contributions_begin(c, MANY * MANY + 1), 0);
	for (int v = 0; v < MANY; v++)
		for (int k = 1; k < MANY; k++)
			contributions_add(c, (v + k) % MANY, v, 0, true);
}

static struct miscount miscount_of(struct contributions *c)
{
	struct miscount wrong;

	assert_int_equal(contributions_check(c, (struct nodes){ 0, MANY }, &wrong), 0);
	return wrong;
}

TEST("contributions: each of 150 different sums is counted")
{
	ENDED(contributions_free) struct contributions c = contributions_of(MANY);

	send_all_to_all(&c);
	assert_int_equal(miscount_of(&c).node, -1);
	for (int v = 0; v < MANY; v += 7) {
		int u = (v + 31) % MANY;
		struct miscount wrong;

		send_all_to_all(&c);
		contributions_add(&c, u, v, 1, true);
		wrong = miscount_of(&c);
		assert_true(wrong.node == v && is_twice(&wrong));

		send_all_to_all(&c);
		for (size_t i = 0; i < c.moves; i++)
			if (c.move[i].from == u && c.move[i].to == v)
				c.move[i] = c.move[--c.moves];
		wrong = miscount_of(&c);
		assert_true(wrong.node == v && contributor(&wrong) == u && !is_twice(&wrong));
		assert_int_equal(wrong.missing.count, 1);
	}
}

TEST("contributions: counting more sums than can be has an end")
{
	ENDED(contributions_free) struct contributions c = contributions_of(MANY);
	struct miscount wrong;

	send_all_to_all(&c);
	c.patience = 2 * c.moves - 1;
	REFUSES(contributions_check(&c, (struct nodes){ 0, MANY }, &wrong), EINVAL, "150 sums");
}
