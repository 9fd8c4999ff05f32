/* Forged reductions, which counts of a limited width would accept, before every judge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/verify/verify_schedule.h"
#include "tests/plan/judge_help.h"

/* ---- The judge that is deceived: each contribution has a constant weight, and sums of weights
 * stand for sums of contributions ---- */

static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static uint64_t weight_of(int v, uint64_t block)
{
	return mix((uint64_t)v * 0x9e3779b97f4a7c15u + block * 0xd1342543de82ef95u + 1) | 1;
}

/* For schedules whose packets of one step all go to one node, or of which there is one. */
static bool deceives(const struct schedule *s, uint64_t block, int receiver)
{
	uint64_t held[64], complete = 0;

	for (int v = 0; v < s->problem.net.nodes; v++)
		complete += held[v] = weight_of(v, block);
	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];

		if (s->range[p->first].block == block)
			held[p->to] = held[p->from] + (p->fold ? held[p->to] : 0);
	}
	return held[receiver] == complete;
}

/* ---- Forgers ---- */

struct forgery {
	struct schedule *s;
	int step;
	uint64_t block;
	int receiver; /* nodes are named as if this were node 0 */
};

static int node_of(const struct forgery *f, int v)
{
	return (v + f->receiver) % f->s->problem.net.nodes;
}

/* In the step that is under way. */
static void send(struct forgery *f, int from, int to, bool fold)
{
	const struct network *net = &f->s->problem.net;
	struct range range = { f->block, 0, 8 };
	struct packet packet = { .step = f->step,
		.from = node_of(f, from),
		.to = node_of(f, to),
		.fold = fold,
		.count = 1 };

	packet.port = (uint16_t)network_port_to(net, packet.from, packet.to);
	assert_int_equal(schedule_add(f->s, packet, &range), 0);
}

static void send_alone(struct forgery *f, int from, int to, bool fold)
{
	send(f, from, to, fold);
	f->step++;
}

/* Node 1 holds what node 2 holds, that many times; node 3 is used for it. */
static void multiply(struct forgery *f, uint64_t times)
{
	int bit = 63;

	while (!(times >> bit & 1))
		bit--;
	send_alone(f, 2, 1, false);
	while (bit-- > 0) {
		send_alone(f, 1, 3, false);
		send_alone(f, 3, 1, true);
		if (times >> bit & 1)
			send_alone(f, 2, 1, true);
	}
}

static void send_the_others(struct forgery *f)
{
	for (int v = 3; v < f->s->problem.net.nodes; v++)
		send(f, v, 0, true);
	f->step++;
}

static uint64_t inverse_of(uint64_t odd)
{
	uint64_t inverse = odd;

	for (int i = 0; i < 6; i++) /* Newton: the bits that are right double */
		inverse *= 2 - odd * inverse;
	return inverse;
}

/* Node 1's contribution is missing, and node 2's counted so often that weights make up for it. */
static void replace_one(struct forgery *f)
{
	uint64_t lost = weight_of(node_of(f, 1), f->block);
	uint64_t used = weight_of(node_of(f, 2), f->block);

	send_the_others(f);
	multiply(f, 1 + lost * inverse_of(used));
	send_alone(f, 1, 0, true);
}

/* Node 2's is counted 2^64 + 1 times, which no number of 64 bits tells from once. */
static void count_too_often(struct forgery *f)
{
	send_the_others(f);
	send_alone(f, 1, 0, true);
	multiply(f, (uint64_t)1 << 63);
	send_alone(f, 1, 3, false);
	send_alone(f, 3, 1, true);
	send_alone(f, 2, 1, true);
	send_alone(f, 1, 0, true);
}

/* Solutions by lattice reduction: how often each node's contribution is counted, few times in all.
 */
static const int short_40[] = { 1, 1, 3, 0, 2, 0, 2, 1, 1, 1, 3, 2, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0,
	0, 2, 2, 1, 0, 2, 1, 1, 0, 1, 0, 0, 0, 1, 0, 2, 1 };
static const int short_8[] = { 1, 333, 515, 624, 305, 518, 751, 403 };

static void count_as_in(struct forgery *f, const int *times)
{
	for (int more = 1; more;) {
		more = 0;
		for (int v = 1; v < f->s->problem.net.nodes; v++)
			if (times[v] > f->step) {
				send(f, v, 0, true);
				more = 1;
			}
		f->step += more;
	}
}

/* What is right of the collective: blocks that are not forged; and copies of what was forged. */
static void send_honestly(struct forgery *f)
{
	enum collective collective = f->s->problem.collective;
	int nodes = f->s->problem.net.nodes;

	for (int v = 1; v < nodes && collective == ALLREDUCE; v++)
		send(f, 0, v, false);
	if (collective != REDUCESCATTER)
		return;
	for (int b = 1; b < nodes; b++) {
		struct forgery other = { f->s, f->step, (uint64_t)node_of(f, b), node_of(f, b) };

		for (int v = 1; v < nodes; v++)
			send(&other, v, 0, true);
	}
}

static struct forgery forgery_of(enum collective collective, const char *network, int receiver)
{
	struct problem problem = problem_of(network, collective);
	struct forgery f = { .receiver = receiver };

	problem.root = collective == REDUCE ? receiver : 0;
	f.block = collective == REDUCESCATTER ? (uint64_t)receiver : 0;
	assert_int_equal(schedule_new(&f.s, &problem), 0);
	f.s->bytes = 8;
	return f;
}

/* ---- Judges ---- */

static struct verifier other;

BEFORE_TESTS
{
	assert_int_equal(start(&other), 0);
}

AFTER_TESTS
{
	int status;

	fclose(other.asked);
	fclose(other.answered);
	assert_int_equal(wait(&status) < 0 || status, 0);
}

static void assert_verdict(const struct schedule *s, const char *text)
{
	struct verdict verdict;

	assert_int_equal(schedule_verify(s, &verdict), 0);
	assert_false(verdict.ok);
	assert_int_equal(verdict.rule, RULE_CONTRIBUTION);
	assert_string_equal(verdict.text, text);
}

/* Printed and read again, as a file would be. */
static void assert_refused_in_files(const struct schedule *s, const char *text)
{
	FREED char *plain = text_of(s, schedule_print), *json = text_of(s, schedule_print_json);
	struct schedule *again;
	char line[256];

	again = schedule_of(plain);
	assert_verdict(again, text);
	schedule_free(again);
	assert_int_equal(schedule_read_json(&again, json, strlen(json)), 0);
	assert_verdict(again, text);
	schedule_free(again);
	send_plan(&other, json);
	assert_int_equal(answer_of(&other, line), 1);
	assert_memory_equal(line, "contribution", 12);
}

/* The same packets as the hops of a plan. */
static void assert_not_sealed(const struct schedule *s, const char *text)
{
	AUTO(plan) plan = NULL;

	assert_int_equal(plan_new(&plan, &s->problem, 1), 0);
	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];
		struct hop hop = { .time = p->step,
			.from = p->from,
			.block = (uint32_t)s->range[p->first].block,
			.port = p->port,
			.fold = p->fold != 0 };

		assert_int_equal(plan_add(plan, hop), 0);
	}
	REFUSES(plan_finalize(plan), EINVAL, text);
}

/* `wrong` says whose contribution it is; a plan has no bytes, so there it is all that is compared.
 */
static void assert_forged(struct forgery *f, const char *wrong)
{
	char text[256];

	send_honestly(f);
	assert_int_equal(schedule_sort(f->s), 0);
	snprintf(text, sizeof text, "node %d ends with bytes 0 to 8 of block %d in which node %s",
		f->receiver, (int)f->block, wrong);
	assert_refused_in_files(f->s, text);
	if (f->s->problem.root == 0)
		assert_not_sealed(f->s, wrong);
	schedule_free(f->s);
}

static const enum collective folding[] = { REDUCE, REDUCESCATTER, ALLREDUCE };

TEST("forger: a missing contribution is seen, whatever another makes up for")
{
	for (int c = 0; c < COUNT(folding); c++)
		for (int receiver = 0; receiver < 6; receiver += 5) {
			struct forgery f = forgery_of(
				folding[c], "gh:8", folding[c] == ALLREDUCE ? 0 : receiver);
			char wrong[128];

			replace_one(&f);
			assert_int_equal(schedule_sort(f.s), 0);
			assert_true(deceives(f.s, f.block, f.receiver));
			snprintf(wrong, sizeof wrong,
				"%d's contribution is missing and node %d's contribution is "
				"counted twice or more often",
				node_of(&f, 1), node_of(&f, 2));
			assert_forged(&f, wrong);
		}
}

TEST("forger: a contribution that comes 2^64 + 1 times is seen")
{
	for (int c = 0; c < COUNT(folding); c++) {
		struct forgery f = forgery_of(folding[c], "gh:4", 0);

		count_too_often(&f);
		assert_int_equal(schedule_sort(f.s), 0);
		assert_true(deceives(f.s, f.block, f.receiver));
		assert_forged(&f, "2's contribution is counted twice or more often");
	}
}

TEST("forger: short relations among constant weights are seen")
{
	static const struct {
		const char *network, *wrong;
		const int *times;
	} cases[] = {
		{ "gh:40",
			"3's contribution is missing (also that of 5, 12, 13 and 14 more) and node "
			"2's contribution is counted twice or more often (also that of 4, 6, 10 "
			"and 7 more)",
			short_40 },
		{ "gh:8",
			"1's contribution is counted twice or more often (also that of 2, 3, 4 and "
			"3 more)",
			short_8 },
	};

	for (int c = 0; c < COUNT(folding); c++)
		for (int i = 0; i < COUNT(cases); i++) {
			struct forgery f = forgery_of(folding[c], cases[i].network, 0);

			count_as_in(&f, cases[i].times);
			assert_int_equal(schedule_sort(f.s), 0);
			assert_true(deceives(f.s, f.block, f.receiver));
			assert_forged(&f, cases[i].wrong);
		}
}

/* ---- Networks of a million nodes, of which few move ---- */

TEST("forger: too few moves on a million nodes are refused, and named")
{
	static const struct {
		const char *steps, *text;
	} cases[] = {
		{ "", "node 0 ends with its own contribution alone in bytes 0 to 8 of block 0" },
		{ "step 0\n 0 -> 1 fold 0[0:8]\n",
			"node 0 ends with its own contribution alone in bytes 0 to 8 of block 0" },
		{ "step 0\n 1 -> 0 fold 0[0:8]\n",
			"node 0 ends with bytes 0 to 8 of block 0 in which node 2's contribution "
			"is missing" },
		{ "step 0\n 1 -> 0 fold 0[0:8]\n 2 -> 0 fold 0[0:4]\n",
			"node 0 ends with bytes 0 to 4 of block 0 in which node 3's contribution "
			"is missing" },
	};
	static const char *const collectives[] = { "reduce", "allreduce", "reducescatter" };

	for (int i = 0; i < COUNT(cases); i++)
		for (int c = 0; c < COUNT(collectives); c++) {
			struct verdict verdict;
			AUTO(schedule) s = NULL;
			char text[256];

			snprintf(text, sizeof text,
				"%s x cube:20 root=0 bytes=8 ports=all duplex=full\n%s",
				collectives[c], cases[i].steps);
			s = schedule_of(text);
			assert_int_equal(schedule_verify(s, &verdict), 0);
			assert_false(verdict.ok);
			assert_string_equal(verdict.text, cases[i].text);
		}
}
