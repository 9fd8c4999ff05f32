/* The moves, as properties: what each of them keeps, and what it changes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "plan/verify/verify_schedule.h"
#include "tests/collective_help.h"

static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "cube:4", "gh:2", "gh:5",
	"gh:2x3", "gh:3x3", "gh:2x2x3" };

/* A frame of each family there is, in two timings. */
static void for_frames(enum collective collective, void (*check)(struct plan *plan))
{
	static const enum timing timings[] = { BY_LEVEL, BY_TURN, FARTHEST_FIRST };

	for (int i = 0; i < COUNT(networks); i++) {
		struct problem problem = problem_of(networks[i], collective);

		for (int a = 0; !algorithm_name_at(problem.algorithm, collective, &problem.net, a);
			a++)
			for (int t = 0; t < COUNT(timings) && !algorithm_of(&problem)->name; t++) {
				AUTO(plan) plan = NULL;
				int error = collective == SCATTER
						    ? tree_scatter(&plan, &problem, timings[t])
						    : tree_broadcast(&plan, &problem, timings[t]);

				MUST(error);
				check(plan);
			}
	}
}

static struct plan *copy_of(const struct plan *plan)
{
	struct plan *copy;

	assert_int_equal(plan_new(&copy, &plan->problem, plan->parts), 0);
	copy->symmetric = plan->symmetric;
	for (size_t i = 0; i < plan->hops; i++)
		assert_int_equal(plan_add(copy, plan->hop[i]), 0);
	assert_int_equal(plan_sort(copy), 0);
	return copy;
}

static void assert_same_hops(const struct plan *a, const struct plan *b)
{
	assert_int_equal(a->hops, b->hops);
	assert_int_equal(a->times, b->times);
	assert_int_equal(a->parts, b->parts);
	for (size_t i = 0; i < a->hops; i++)
		assert_memory_equal(&a->hop[i], &b->hop[i], sizeof *a->hop);
}

static void assert_seals(struct plan *plan)
{
	MUST(plan_finalize(plan));
}

/* ---- reverse ---- */

TEST_EACH("reverse: twice changes nothing",
	(for_frames(BROADCAST, each), for_frames(SCATTER, each)), struct plan *plan)
{
	enum collective collective = plan->problem.collective;
	AUTO(plan) copy = copy_of(plan);

	assert_int_equal(plan_reverse(plan, collective == SCATTER ? GATHER : REDUCE), 0);
	for (size_t i = 0; i < plan->hops; i++)
		assert_int_equal(plan->hop[i].fold, collective == BROADCAST);
	assert_int_equal(plan_reverse(plan, collective), 0);
	assert_same_hops(plan, copy);
}

/* The hop over the link from u to v at that time. */
static void add_hop(struct plan *plan, int time, int u, int v, int part)
{
	int port = network_port_to(&plan->problem.net, u, v);
	struct hop hop = {
		.time = time, .from = u, .port = (uint16_t)port, .part = (uint32_t)part
	};

	assert_true(port >= 0);
	assert_int_equal(plan_add(plan, hop), 0);
}

/* Stout & Wagar's BROADCAST 3A on a square: packet i leaves through link i, and its tree comes back
 * to the root itself: two deliveries that nobody needs. */
static struct plan *broadcast_3a(void)
{
	struct problem problem = problem_of("cube:2", BROADCAST);
	struct plan *plan;

	assert_int_equal(plan_new(&plan, &problem, 2), 0);
	for (int i = 0; i < 2; i++) {
		int near = 1 << i, far = 2 >> i;

		add_hop(plan, 0, 0, near, i);
		add_hop(plan, 1, near, 3, i);
		add_hop(plan, 1, near, 0, i);
		add_hop(plan, 2, 3, far, i);
	}
	assert_int_equal(plan_sort(plan), 0);
	return plan;
}

TEST("reverse: drops what nobody needs")
{
	AUTO(plan) plan = broadcast_3a(), *finalized = copy_of(plan);

	assert_int_equal(plan->hops, 8);
	assert_seals(finalized);
	assert_int_equal(finalized->round.steps, 3);
	assert_int_equal(plan_reverse(plan, REDUCE), 0);
	assert_int_equal(plan->hops, 6);
	assert_seals(plan);
	assert_int_equal(plan->round.steps, 3);
}

/* A node that gets a part twice keeps the earlier delivery, which others may build on. */
TEST("reverse: keeps the first delivery")
{
	struct problem problem = problem_of("gh:3", BROADCAST);
	AUTO(plan) plan = NULL;

	assert_int_equal(plan_new(&plan, &problem, 1), 0);
	add_hop(plan, 0, 0, 1, 0);
	add_hop(plan, 1, 1, 2, 0);
	add_hop(plan, 2, 2, 1, 0);
	add_hop(plan, 3, 0, 2, 0);
	assert_int_equal(plan_sort(plan), 0);
	assert_int_equal(plan_reverse(plan, REDUCE), 0);
	assert_int_equal(plan->hops, 2);
	assert_seals(plan);
}

/* ---- hash ---- */

static uint64_t hash_with(struct hop hop)
{
	struct problem problem = problem_of("cube:13", SCATTER);
	AUTO(plan) plan = NULL;
	uint64_t hash;

	assert_int_equal(plan_new(&plan, &problem, 1), 0);
	assert_int_equal(plan_add(plan, hop), 0);
	hash = plan_hash(plan);
	return hash;
}

/* Every field of a hop has bits of its own: no two bits in two fields make up for each other. */
TEST("hash: hops that differ in one field are told apart")
{
	struct hop hop[13 + 13 + 13 + 9 + 4 + 5];
	uint64_t hash[COUNT(hop)];
	int n = 0;

	for (int bit = 0; bit < 13; bit++) {
		hop[n++] = (struct hop){ .time = 1 << bit };
		hop[n++] = (struct hop){ .from = 1 << bit };
		hop[n++] = (struct hop){ .block = 1u << bit };
	}
	for (int bit = 4; bit < 13; bit++)
		hop[n++] = (struct hop){ .part = 1u << bit };
	for (int bit = 0; bit < 4; bit++)
		hop[n++] = (struct hop){ .absent = (uint8_t)(1 << bit) };
	for (int port = 1; port < 5; port++)
		hop[n++] = (struct hop){ .port = (uint16_t)port };
	hop[n++] = (struct hop){ .fold = 1 };
	assert_int_equal(n, COUNT(hop));
	for (int i = 0; i < n; i++)
		hash[i] = hash_with(hop[i]);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			if (hash[i] == hash[k])
				fail_msg("hops %d and %d have one hash", k, i);
}

/* ---- symmetrize ---- */

/* Hop i of copy j + 1 is the image of hop i of copy j, later by the delay. */
static void copies_are_rotations(struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	int copies = network_rotations(net), parts = plan->parts;
	AUTO(plan) one = copy_of(plan);
	size_t found = 0;

	assert_int_equal(plan_symmetrize(plan, 2), 0);
	assert_int_equal(plan->parts, parts * copies);
	assert_int_equal(plan->hops, one->hops * (size_t)copies);
	for (size_t i = 0; i < one->hops; i++)
		for (size_t k = 0; k < plan->hops; k++) {
			const struct hop *a = &one->hop[i], *b = &plan->hop[k];
			int j = (int)b->part % copies;

			found += (int)b->part / copies == (int)a->part &&
				 b->time == a->time + 2 * j &&
				 b->from == network_rotate(net, a->from, j) &&
				 hop_to(plan, b) == network_rotate(net, hop_to(one, a), j) &&
				 (plan->problem.collective == BROADCAST ||
					 (int)b->block == network_rotate(net, (int)a->block, j));
		}
	assert_int_equal(found, plan->hops);
}

static void symmetrize_keeps_delivery(struct plan *plan)
{
	copies_are_rotations(plan);
	if (plan->problem.collective == BROADCAST) {
		assert_int_equal(plan_serialize(plan), 0);
		assert_seals(plan);
	}
}

TEST("symmetrize: runs rotated copies")
{
	for_frames(BROADCAST, symmetrize_keeps_delivery);
	for_frames(SCATTER, copies_are_rotations);
}

/* ---- pipeline ---- */

/* Whether rounds that start every `interval` break the model, found from the first rounds side by
 * side, link by link and node by node. */
static bool rounds_collide(const struct plan *plan, int interval)
{
	const struct network *net = &plan->problem.net;

	for (size_t i = 0; i < plan->hops; i++)
		for (size_t k = 0; k < plan->hops; k++) {
			const struct hop *a = &plan->hop[i], *b = &plan->hop[k];
			int to_a = network_neighbour(net, a->from, a->port);
			int to_b = network_neighbour(net, b->from, b->port);
			bool mutual = a->from == to_b && b->from == to_a;

			if ((a->time - b->time) % interval || (a->from == b->from && to_a == to_b))
				continue;
			if (plan->problem.ports != ALL && (a->from == b->from || to_a == to_b))
				return true;
			if (plan->problem.ports < SENDRECV && !mutual &&
				(a->from == to_b || b->from == to_a))
				return true;
			if ((plan->problem.ports == SINGLE || plan->problem.duplex == HALF) &&
				mutual)
				return true;
		}
	return false;
}

TEST_EACH("pipeline: the interval is the least", for_frames(BROADCAST, each), struct plan *plan)
{
	for (int model = 0; model < 8; model++) {
		AUTO(plan) own = copy_of(plan);
		int least = 1;

		own->problem.ports = (enum ports)(model / 2);
		own->problem.duplex = (enum duplex)(model % 2);
		assert_int_equal(plan_serialize(own), 0);
		while (least < own->times && rounds_collide(own, least))
			least++;
		assert_int_equal(plan_pipeline(own), 0);
		assert_int_equal(own->interval, least);
		assert_seals(own);
	}
}

/* A copy and a fold over one link at once would be two packets: rounds keep out of that. */
TEST("pipeline: copies and folds do not meet on a link")
{
	struct problem problem = problem_of("cube:1", ALLREDUCE);
	AUTO(plan) plan = NULL;

	assert_int_equal(plan_new(&plan, &problem, 1), 0);
	add_hop(plan, 0, 1, 0, 0);
	plan->hop[0].fold = 1;
	add_hop(plan, 2, 1, 0, 0);
	add_hop(plan, 1, 0, 1, 0);
	assert_int_equal(plan_sort(plan), 0);
	assert_int_equal(plan_pipeline(plan), 0);
	assert_int_equal(plan->interval, 3);
	assert_seals(plan);
}

/* ---- complete and expand ---- */

/* The schedule of the symmetric plan equals that of the same plan written out. */
static void expanded_is_the_same(struct plan *plan, enum collective collective)
{
	struct binding binding = { .bytes = 64 * 60, .element = 1 };
	AUTO(plan) wide = NULL;
	AUTO(schedule) a = NULL, *b = NULL;

	assert_int_equal(plan_complete(plan, collective), 0);
	wide = copy_of(plan);
	assert_int_equal(plan_expand(wide), 0);
	assert_false(wide->symmetric);
	assert_int_equal(wide->hops, plan->hops * (size_t)plan->problem.net.nodes);
	assert_seals(plan);
	assert_seals(wide);
	assert_int_equal(plan_schedule(&a, plan, &binding), 0);
	assert_int_equal(plan_schedule(&b, wide, &binding), 0);
	assert_int_equal(a->packets, b->packets);
	for (size_t i = 0; i < a->packets; i++) {
		const struct packet *p = &a->packet[i], *q = &b->packet[i];

		assert_true(p->step == q->step && p->from == q->from && p->to == q->to &&
			    p->bytes == q->bytes && p->fold == q->fold);
	}
}

static void complete_broadcast(struct plan *plan)
{
	AUTO(plan) reduce = copy_of(plan), *both = NULL;

	assert_int_equal(plan_reverse(reduce, REDUCE), 0);
	both = copy_of(reduce);
	assert_int_equal(plan_then(both, plan), 0);
	expanded_is_the_same(plan, ALLGATHER);
	expanded_is_the_same(reduce, REDUCESCATTER);
	expanded_is_the_same(both, ALLREDUCE);
}

static void complete_scatter(struct plan *plan)
{
	expanded_is_the_same(plan, ALLTOALL);
}

TEST("complete: is what every node would do")
{
	for_frames(BROADCAST, complete_broadcast);
	for_frames(SCATTER, complete_scatter);
}

/* ---- then, serialize ---- */

TEST_EACH("then: waits for the first plan", for_frames(BROADCAST, each), struct plan *plan)
{
	AUTO(plan) first = copy_of(plan);
	size_t early = 0;

	assert_int_equal(plan_reverse(first, REDUCE), 0);
	assert_int_equal(plan_then(first, plan), 0);
	assert_int_equal(first->times, 2 * plan->times);
	for (size_t i = 0; i < first->hops; i++)
		early += first->hop[i].time < plan->times && first->hop[i].fold;
	assert_int_equal(early, plan->hops);
	assert_int_equal(first->hops, 2 * plan->hops);
	first->problem.collective = ALLREDUCE;
	assert_seals(first);
}

static int compare_hops(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct hop));
}

/* The same hops but for their times, which stay in order. */
static void assert_times_alone_change(const struct plan *before, const struct plan *after)
{
	AUTO(plan) a = copy_of(before), *b = copy_of(after);

	assert_int_equal(a->hops, b->hops);
	for (size_t i = 0; i < a->hops; i++)
		a->hop[i].time = b->hop[i].time = 0;
	qsort(a->hop, a->hops, sizeof *a->hop, compare_hops);
	qsort(b->hop, b->hops, sizeof *b->hop, compare_hops);
	assert_memory_equal(a->hop, b->hop, a->hops * sizeof *a->hop);
}

/* Times at which packets leave; others cost nothing, and may go. */
static int busy_times(const struct plan *plan)
{
	FREED bool *busy = calloc((size_t)plan->times + 1, sizeof *busy);
	int count = 0;

	assert_non_null(busy);
	for (size_t i = 0; i < plan->hops; i++) {
		count += !busy[plan->hop[i].time];
		busy[plan->hop[i].time] = true;
	}
	return count;
}

static void serialized_delivers(struct plan *plan)
{
	for (int model = 0; model < 8; model++) {
		AUTO(plan) own = copy_of(plan);

		own->problem.ports = (enum ports)(model / 2);
		own->problem.duplex = (enum duplex)(model % 2);
		assert_int_equal(plan_serialize(own), 0);
		assert_times_alone_change(plan, own);
		assert_true(busy_times(own) >= busy_times(plan));
		if (own->problem.ports == ALL && own->problem.duplex == FULL)
			assert_same_hops(own, plan);
		assert_seals(own);
	}
}

/* ---- alternate ---- */

/* Theorem 4.3: of the P + n cycles, P - 1 use some link in both directions, and are two steps. */
TEST("alternate: the nESBT takes 2 P + n - 1 steps (theorem 4.3)")
{
	for (int n = 2; n <= 5; n++)
		for (int packets = 1; packets <= 12; packets++) {
			struct problem problem = cube_problem("nesbt", BROADCAST, n);
			AUTO(schedule) schedule = NULL;

			problem.ports = SINGLE;
			schedule = schedule_made(&problem, (size_t)packets, 1);
			assert_int_equal(schedule->steps, 2 * packets + n - 1);
		}
}

TEST_EACH("alternate: keeps delivery, and ends with one packet at a time",
	for_frames(BROADCAST, each), struct plan *plan)
{
	AUTO(plan) own = copy_of(plan);

	own->problem.ports = EXCHANGE;
	assert_int_equal(plan_serialize(own), 0);
	assert_int_equal(plan_pipeline(own), 0);
	own->problem.ports = SINGLE;
	own->problem.duplex = HALF;
	assert_int_equal(plan_alternate(own), 0);
	assert_times_alone_change(plan, own);
	assert_seals(own);
}

TEST("serialize: keeps delivery")
{
	for_frames(BROADCAST, serialized_delivers);
	for_frames(SCATTER, serialized_delivers);
}
