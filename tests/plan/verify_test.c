/* The verifier: each rule, damaged schedules against an exact reference, and foreign ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/collective_help.h"
#include "tests/plan/foreign_help.h"
#include "plan/verify/verify_schedule.h"

static struct verdict judge(const struct schedule *schedule)
{
	struct verdict verdict;

	MUST(schedule_verify(schedule, &verdict));
	return verdict;
}

/* ---- Each rule, by the least schedule that breaks it ---- */

#define HEAD(collective, network, rest) #collective " x " network " root=0 bytes=8 " rest "\n"
#define ALL_FULL "ports=all duplex=full"

static const struct {
	const char *text;
	enum rule rule;
	int step, from, to;
} broken[] = {
	{ HEAD(broadcast, "cube:2", ALL_FULL) "step 0\n 0 -> 3 0[0:8]\n", RULE_LINK, 0, 0, 3 },
	{ HEAD(broadcast, "cube:1", ALL_FULL) "step 0\n 1 -> 0 0[0:8]\nstep 1\n 0 -> 1 0[0:8]\n",
		RULE_CAUSALITY, 0, 1, 0 },
	{ HEAD(broadcast, "cube:2", ALL_FULL) "step 0\n 0 -> 1 0[0:8]\n 1 -> 3 0[0:8]\n",
		RULE_CAUSALITY, 0, 1, 3 },
	{ HEAD(broadcast, "cube:2", ALL_FULL) "step 0\n 0 -> 1 0[0:7]\nstep 1\n 1 -> 3 0[0:8]\n",
		RULE_CAUSALITY, 1, 1, 3 },
	{ HEAD(scatter, "gh:3", ALL_FULL) "step 0\n 0 -> 1 1[0:8]\nstep 1\n 1 -> 2 2[0:8]\n",
		RULE_CAUSALITY, 1, 1, 2 },
	{ HEAD(broadcast, "cube:1", ALL_FULL) "step 0\n 0 -> 1 0[0:4]\n 0 -> 1 0[4:8]\n",
		RULE_CONFLICT, 0, 0, 1 },
	{ HEAD(broadcast, "gh:3",
		  "ports=sendrecv duplex=full") "step 0\n 0 -> 1 0[0:8]\n 0 -> 2 0[0:8]\n",
		RULE_PORTS, 0, 0, 1 },
	{ HEAD(gather, "gh:3",
		  "ports=sendrecv duplex=full") "step 4\n 1 -> 0 1[0:8]\n 2 -> 0 2[0:8]\n",
		RULE_PORTS, 4, 1, 0 },
	{ HEAD(allgather, "gh:3", "ports=exchange duplex=full") "step 0\n 0 -> 1 0[0:8]\n 1 -> 2 "
								"1[0:8]\n 2 -> 0 2[0:8]\n"
								"step 1\n 0 -> 1 2[0:8]\n 1 -> 2 "
								"0[0:8]\n 2 -> 0 1[0:8]\n",
		RULE_PORTS, 0, 0, 1 },
	{ HEAD(allgather, "cube:1",
		  "ports=single duplex=full") "step 0\n 0 -> 1 0[0:8]\n 1 -> 0 1[0:8]\n",
		RULE_PORTS, 0, 0, 1 },
	{ HEAD(allgather, "cube:1",
		  "ports=all duplex=half") "step 0\n 0 -> 1 0[0:8]\n 1 -> 0 1[0:8]\n",
		RULE_DUPLEX, 0, 0, 1 },
	{ HEAD(broadcast, "cube:1", ALL_FULL), RULE_DELIVERY, -1, -1, -1 },
	{ HEAD(broadcast, "cube:1", ALL_FULL) "step 0\n 0 -> 1 0[0:7]\n", RULE_DELIVERY, -1, -1,
		-1 },
	{ HEAD(scatter, "gh:3", ALL_FULL) "step 0\n 0 -> 1 1[0:8]\n 0 -> 2 1[0:8]\n", RULE_DELIVERY,
		-1, -1, -1 },
	{ HEAD(reduce, "cube:1", ALL_FULL), RULE_DELIVERY, -1, -1, -1 },
	{ HEAD(broadcast, "cube:1", ALL_FULL) "step 0\n 0 -> 1 fold 0[0:8]\n", RULE_CONTRIBUTION, 0,
		0, 1 },
	{ HEAD(reduce, "gh:3", ALL_FULL) "step 0\n 1 -> 0 fold 0[0:8]\n", RULE_CONTRIBUTION, -1, -1,
		-1 },
	{ HEAD(reduce, "cube:1", ALL_FULL) "step 0\n 1 -> 0 0[0:8]\n", RULE_CONTRIBUTION, -1, -1,
		-1 },
	{ HEAD(reduce, "cube:1",
		  ALL_FULL) "step 0\n 1 -> 0 fold 0[0:8]\nstep 1\n 1 -> 0 fold 0[7:8]\n",
		RULE_CONTRIBUTION, -1, -1, -1 },
	{ HEAD(allreduce, "cube:1",
		  ALL_FULL) "step 0\n 1 -> 0 fold 0[0:8]\nstep 1\n 0 -> 1 fold 0[0:8]\n",
		RULE_CONTRIBUTION, -1, -1, -1 },
	{ HEAD(broadcast, "cube:1", "packet=7 " ALL_FULL) "step 0\n 0 -> 1 0[0:8]\n", RULE_PACKET,
		0, 0, 1 },
	{ HEAD(broadcast, "cube:1", "packet=7 " ALL_FULL) "step 0\n 0 -> 1 0[0:4] 0[4:8]\n",
		RULE_PACKET, 0, 0, 1 },
	{ HEAD(barrier, "cube:1", ALL_FULL) "step 0\n 0 -> 1\n", RULE_DELIVERY, -1, -1, -1 },
	{ HEAD(barrier, "cube:2", ALL_FULL) "step 0\n 0 -> 1\n 1 -> 0\n 2 -> 3\n 3 -> 2\n 0 -> 2\n"
					    " 2 -> 0\n 1 -> 3\n 3 -> 1\n",
		RULE_DELIVERY, -1, -1, -1 },
};

TEST("verify: each broken rule is named, with its place")
{
	for (int i = 0; i < COUNT(broken); i++) {
		AUTO(schedule) schedule = schedule_of(broken[i].text);
		struct verdict v = judge(schedule);

		if (v.ok || v.rule != broken[i].rule || v.step != broken[i].step ||
			v.from != broken[i].from || v.to != broken[i].to)
			fail_msg("%s, step %d, %d -> %d (%s): %s", rule_name(v.rule), v.step,
				v.from, v.to, v.text, broken[i].text);
		assert_true(*v.text && !strchr(v.text, '\n'));
	}
}

/* A copy and a fold of the same bytes in one step: done in the order of the receiver's ports. On
 * gh:3, node 1's port 0 leads to 2, its port 1 to 0. */
TEST("verify: a node receives in the order of its ports")
{
	const char *text[] = {
		HEAD(allreduce, "gh:3",
			ALL_FULL) "step 0\n 0 -> 1 fold 0[0:8]\n 1 -> 0 fold 0[0:8]\n"
				  "step 1\n 0 -> 1 0[0:8]\n 2 -> 1 fold 0[0:8]\n"
				  "step 2\n 1 -> 0 0[0:8]\n 1 -> 2 0[0:8]\n",
		HEAD(allreduce, "gh:3", ALL_FULL) "step 0\n 1 -> 2 fold 0[0:8]\n"
						  "step 1\n 0 -> 1 fold 0[0:8]\n 2 -> 1 0[0:8]\n"
						  "step 2\n 1 -> 0 0[0:8]\n 1 -> 2 0[0:8]\n",
	};

	for (int i = 0; i < 2; i++) {
		AUTO(schedule) schedule = schedule_of(text[i]);

		assert_int_equal(judge(schedule).ok, i);
	}
}

/* ---- The reference: who contributed how often to every byte on every node ---- */

struct reference {
	const struct schedule *s;
	size_t nodes, blocks, bytes;
	unsigned char *count; /* [node][block][byte][contributor] */
};

static unsigned char *counts(
	const struct reference *r, unsigned char *of, size_t v, size_t block, size_t byte)
{
	return of + ((v * r->blocks + block) * r->bytes + byte) * r->nodes;
}

static bool nothing_there(const struct reference *r, const unsigned char *count)
{
	for (size_t u = 0; u < r->nodes; u++)
		if (count[u])
			return false;
	return true;
}

/* What is not folded has one contributor, node 0, whoever sends it. */
static void fill(struct reference *r)
{
	bool folds = collective_folds(r->s->problem.collective);

	for (size_t v = 0; v < r->nodes; v++)
		for (size_t b = 0; b < r->blocks; b++)
			for (size_t i = 0; i < r->bytes; i++)
				if (nodes_have(semantics_before(&r->s->problem, b), (int)v))
					counts(r, r->count, v, b, i)[folds ? v : 0] = 1;
}

static bool deliver(struct reference *r, const struct packet *p, unsigned char *before)
{
	for (uint32_t k = 0; k < p->count; k++) {
		const struct range *range = &r->s->range[p->first + k];

		for (size_t i = range->begin; i < range->end; i++) {
			unsigned char *from = counts(r, before, (size_t)p->from, range->block, i);
			unsigned char *to = counts(r, r->count, (size_t)p->to, range->block, i);

			if (nothing_there(r, from))
				return false;
			for (size_t u = 0; u < r->nodes; u++)
				to[u] = (unsigned char)(from[u] + (p->fold ? to[u] : 0)) & 127;
		}
	}
	return true;
}

/* One step: all is sent as it was before; each node receives port by port. */
static bool do_step(struct reference *r, size_t begin, size_t end)
{
	const struct network *net = &r->s->problem.net;
	size_t size = r->nodes * r->blocks * r->bytes * r->nodes;
	FREED unsigned char *before = malloc(size + 1);
	bool right = true;

	memcpy(before, r->count, size);
	for (int port = 0; port < net->ports; port++)
		for (size_t i = begin; i < end; i++) {
			const struct packet *p = &r->s->packet[i];

			if (network_reverse_port(net, p->port) == port)
				right &= deliver(r, p, before);
		}
	return right;
}

static bool pair_allowed(
	const struct problem *problem, const struct packet *a, const struct packet *b)
{
	bool mutual = a->from == b->to && a->to == b->from;

	if (a->from == b->from && a->to == b->to)
		return false;
	if (problem->duplex == HALF && mutual)
		return false;
	switch (problem->ports) {
	case ALL:
		return true;
	case SENDRECV:
		return a->from != b->from && a->to != b->to;
	case EXCHANGE:
		return mutual || (a->from != b->from && a->to != b->to && a->from != b->to &&
					 a->to != b->from);
	default:
		return a->from != b->from && a->to != b->to && a->from != b->to && a->to != b->from;
	}
}

static bool packets_allowed(const struct schedule *s)
{
	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];

		if (p->port >= s->problem.net.ports ||
			network_neighbour(&s->problem.net, p->from, p->port) != p->to)
			return false;
		if (p->fold && !collective_folds(s->problem.collective))
			return false;
		for (size_t k = i + 1; k < s->packets && s->packet[k].step == p->step; k++)
			if (!pair_allowed(&s->problem, p, &s->packet[k]))
				return false;
	}
	return true;
}

static bool kept(struct reference *r)
{
	bool folds = collective_folds(r->s->problem.collective);

	for (size_t v = 0; v < r->nodes; v++)
		for (size_t b = 0; b < r->blocks; b++)
			for (size_t i = 0; i < r->bytes; i++) {
				const unsigned char *count = counts(r, r->count, v, b, i);

				if (!nodes_have(semantics_after(&r->s->problem, b), (int)v))
					continue;
				for (size_t u = 0; u < r->nodes; u++)
					if (count[u] != (folds || u == 0))
						return false;
			}
	return true;
}

/* A barrier's packets are judged as an all-reduce of news, where twice is as good as once. */
static bool news_reach_all(const struct schedule *s)
{
	uint64_t heard[HELP_NODES], before[HELP_NODES];
	int nodes = s->problem.net.nodes;
	bool all = true;

	for (int v = 0; v < nodes; v++)
		heard[v] = (uint64_t)1 << v;
	for (size_t i = 0; i < s->packets; i++) {
		if (!i || s->packet[i].step != s->packet[i - 1].step)
			memcpy(before, heard, sizeof heard);
		heard[s->packet[i].to] |= before[s->packet[i].from];
	}
	for (int v = 0; v < nodes; v++)
		all &= heard[v] == ((uint64_t)2 << (nodes - 1)) - 1;
	return all;
}

/* ---- The reference of prefix folds: which runs of nodes each node has, byte by byte ---- */

enum {
	RUN_NODES = 8 /* the networks of this test have no more */
};
struct held_runs {
	bool run[RUN_NODES][RUN_NODES][RUN_NODES]; /* [node][first][last] */
};

/* Returns true if runs of node v, joined in order, give the run. */
static bool can_make(const struct held_runs *held, int v, int first, int last)
{
	if (held->run[v][first][last])
		return true;
	for (int k = first; k < last; k++)
		if (held->run[v][first][k] && can_make(held, v, k + 1, last))
			return true;
	return false;
}

static bool carries(const struct schedule *s, const struct range *range, size_t byte)
{
	return byte < s->bytes && range->begin <= byte && byte < range->end;
}

/* Runs the schedule for one byte of the blocks. */
static bool prefixes_come(const struct schedule *s, size_t byte)
{
	int nodes = s->problem.net.nodes, exclusive = s->problem.collective == EXSCAN;
	struct held_runs held = { 0 }, before;

	for (int v = 0; v < nodes; v++)
		held.run[v][v][v] = true;
	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];

		if (!i || p->step != s->packet[i - 1].step)
			before = held;
		for (uint32_t k = 0; k < p->count; k++) {
			const struct range *range = &s->range[p->first + k];
			int first = (int)range->block / nodes, last = (int)range->block % nodes;

			if (!carries(s, range, byte))
				continue;
			if (!can_make(&before, p->from, first, last))
				return false;
			held.run[p->to][first][last] = true;
		}
	}
	for (int v = exclusive; v < nodes; v++)
		if (!can_make(&held, v, 0, v - exclusive))
			return false;
	return true;
}

/* Packets carry runs as copies; the nodes join them. */
static bool prefixes_are_right(const struct schedule *s)
{
	for (size_t i = 0; i < s->packets; i++)
		if (s->packet[i].fold)
			return false;
	for (size_t i = 0; i < s->bytes; i++)
		if (!prefixes_come(s, i))
			return false;
	return true;
}

static bool is_right(const struct schedule *s)
{
	struct reference r = { .s = s,
		.nodes = (size_t)s->problem.net.nodes,
		.blocks = (size_t)semantics_blocks(&s->problem),
		.bytes = s->bytes };
	bool right = packets_allowed(s);

	if (!right || s->problem.collective == BARRIER)
		return right && news_reach_all(s);
	if (collective_joins(s->problem.collective))
		return prefixes_are_right(s);
	r.count = calloc(r.nodes * r.blocks * r.bytes + 1, r.nodes);
	assert_non_null(r.count);
	fill(&r);
	for (size_t i = 0, end; i < s->packets && right; i = end) {
		for (end = i; end < s->packets && s->packet[end].step == s->packet[i].step; end++)
			;
		right = do_step(&r, i, end);
	}
	right = right && kept(&r);
	free(r.count);
	return right;
}

/* ---- Damage ---- */

static struct packet *any_packet(struct schedule *s, uint64_t *seed)
{
	return &s->packet[dice(seed, (uint32_t)s->packets)];
}

static void duplicate(struct schedule *s, uint64_t *seed)
{
	struct packet copy = *any_packet(s, seed);
	struct range range[256];

	if (copy.count > 256)
		return;
	for (uint32_t i = 0; i < copy.count; i++)
		range[i] = s->range[copy.first + i];
	copy.step = (int)dice(seed, (uint32_t)s->steps + 1);
	assert_int_equal(schedule_add(s, copy, range), 0);
}

static void damage(struct schedule *s, uint64_t *seed)
{
	struct packet *p = any_packet(s, seed);
	struct range *range = p->count ? &s->range[p->first + dice(seed, p->count)] : NULL;

	switch (dice(seed, range ? 7 : 4)) {
	case 0:
		*p = s->packet[--s->packets];
		break;
	case 1:
		duplicate(s, seed);
		break;
	case 2:
		p->step = (int)dice(seed, (uint32_t)p->step + 1);
		break;
	case 3:
		p->port = (uint16_t)dice(seed, (uint32_t)s->problem.net.ports);
		if (dice(seed, 2))
			p->to = network_neighbour(&s->problem.net, p->from, p->port);
		break;
	case 4:
		range->end -= range->end > range->begin;
		break;
	case 5:
		range->begin += range->end > range->begin;
		break;
	default:
		p->fold ^= 1;
	}
	assert_int_equal(schedule_sort(s), 0);
}

static int right, wrong;

static void damage_and_judge(const struct problem *problem, uint64_t *seed)
{
	size_t bytes = 1 + dice(seed, 7), packet = dice(seed, 4);
	AUTO(schedule) schedule = schedule_made(problem, bytes, packet);
	struct verdict verdict;

	assert_true(judge(schedule).ok && is_right(schedule));
	for (uint32_t k = 1 + dice(seed, 2); k && schedule->packets; k--)
		damage(schedule, seed);
	verdict = judge(schedule);
	if (verdict.ok != is_right(schedule))
		fail_msg("the verifier says '%s', the reference says %s:\n%s",
			verdict.ok ? "right" : verdict.text, verdict.ok ? "wrong" : "right",
			text_of(schedule, schedule_print));
	verdict.ok ? right++ : wrong++;
}

TEST("verify: agrees with an exact reference about 6000 damaged schedules")
{
	static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "gh:3", "gh:5",
		"gh:2x3" };
	uint64_t seed = 29;
	int permutation[HELP_NODES], judged = 0;

	while (judged < 6000) {
		struct problem problem = bare_problem(networks[dice(&seed, COUNT(networks))],
			(enum collective)dice(&seed, COLLECTIVES), permutation);

		if (algorithm_name_at(problem.algorithm, problem.collective, &problem.net,
			    (int)dice(&seed, 16)) ||
			algorithm_serves(&problem))
			continue;
		problem.ports = (enum ports)dice(&seed, 4);
		problem.duplex = (enum duplex)dice(&seed, 2);
		damage_and_judge(&problem, &seed);
		judged++;
	}
	assert_true(right > 50 && wrong > 4000);
}

/* ---- Foreign schedules ---- */

static void accept(struct schedule *schedule)
{
	struct verdict verdict = judge(schedule);

	if (!verdict.ok)
		fail_msg("%s on %s: %s", collective_name(schedule->problem.collective),
			schedule->problem.net.name, verdict.text);
	assert_true(is_right(schedule));
	schedule_free(schedule);
}

TEST("verify: foreign schedules that are right are accepted")
{
	for (int n = 0; n <= 4; n++)
		accept(recursive_doubling(n, 5));
	for (int nodes = 1; nodes <= 9; nodes++) {
		accept(bruck_allgather(nodes, 3));
		accept(ring_allreduce(nodes, 2 * (size_t)nodes + 1));
		accept(binomial_scatter(nodes, 3));
	}
	accept(ring_allreduce(7, 3));
	accept(flooding("cube:3", 4));
	accept(flooding("gh:2x3", 4));
	accept(flooding("cube:0", 4));
}
