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

static int find(const int *count, int nodes, int times)
{
	for (int u = 0; u < nodes; u++)
		if (count[u] == times)
			return u;
	return -1;
}

static bool is_alone(const int *count, int nodes, int v)
{
	for (int u = 0; u < nodes; u++)
		if (count[u] != (u == v))
			return false;
	return nodes > 1;
}

/* Of the first node of `after` that is wrong; the first that is missing, then the first too many.
 */
static struct miscount expect(const struct reference *r, struct nodes after)
{
	for (int v = after.first; v < after.first + after.count; v++) {
		int lost = find(r->count[v], r->nodes, 0), more = find(r->count[v], r->nodes, 2);

		if (is_alone(r->count[v], r->nodes, v))
			return (struct miscount){ v, -1, false };
		if (lost >= 0 || more >= 0)
			return (struct miscount){ v, lost < 0 ? more : lost, lost < 0 };
	}
	return (struct miscount){ .node = -1 };
}

static bool equal(const struct miscount *a, const struct miscount *b)
{
	return a->node == b->node &&
	       (a->node < 0 || (a->contributor == b->contributor && a->twice == b->twice));
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

static void counts_are_those_of_the_reference(void **state)
{
	int right = 0, alone = 0, missing = 0, twice = 0;
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < 60000; i++) {
		int nodes = 1 + (int)dice(&seed, FEW_NODES);
		int one = (int)dice(&seed, (uint32_t)nodes);
		struct nodes after = { 0, nodes };
		struct contributions c = contributions_of(nodes);
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
		if (!equal(&wrong, &expected) && c.moves + 1 >= (size_t)nodes)
			fail_msg("%d: node %d, of %d, %d; in place of node %d, of %d, %d", i,
				wrong.node, wrong.contributor, wrong.twice, expected.node,
				expected.contributor, expected.twice);
		right += expected.node < 0;
		alone += expected.node >= 0 && expected.contributor < 0;
		missing += expected.node >= 0 && expected.contributor >= 0 && !expected.twice;
		twice += expected.twice;
		contributions_free(&c);
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

static void each_of_many_sums_is_counted(void **state)
{
	struct contributions c = contributions_of(MANY);

	(void)state;
	send_all_to_all(&c);
	assert_int_equal(miscount_of(&c).node, -1);
	for (int v = 0; v < MANY; v += 7) {
		int u = (v + 31) % MANY;
		struct miscount wrong;

		send_all_to_all(&c);
		contributions_add(&c, u, v, 1, true);
		wrong = miscount_of(&c);
		assert_true(wrong.node == v && wrong.twice);

		send_all_to_all(&c);
		for (size_t i = 0; i < c.moves; i++)
			if (c.move[i].from == u && c.move[i].to == v)
				c.move[i] = c.move[--c.moves];
		wrong = miscount_of(&c);
		assert_true(wrong.node == v && wrong.contributor == u && !wrong.twice);
	}
	contributions_free(&c);
}

static void counting_has_an_end(void **state)
{
	struct contributions c = contributions_of(MANY);
	struct miscount wrong;

	(void)state;
	send_all_to_all(&c);
	c.patience = 2 * c.moves - 1;
	assert_int_equal(contributions_check(&c, (struct nodes){ 0, MANY }, &wrong), -EINVAL);
	assert_non_null(strstr(why_text(), "150 sums"));
	contributions_free(&c);
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("contributions: what is wrong of 60000 random pieces is what the reference "
		      "says",
			counts_are_those_of_the_reference),
		CHECK("contributions: each of 150 different sums is counted",
			each_of_many_sums_is_counted),
		CHECK("contributions: counting more sums than can be has an end",
			counting_has_an_end),
	};

	return cmocka_run_group_tests_name("contributions", checks, NULL, NULL);
}
