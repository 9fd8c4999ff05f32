/* All violations of a plan, each with its words and its line, and redundant packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/format/plan_json.h"
#include "plan/verify/verify_schedule.h"
#include "tests/plan_help.h"

enum {
	MOST = 6
};

/* A violation as "line rule: text", or "line,line rule: text" where two packets collide. */
static const char *shown(const struct verdict *v)
{
	static char text[512];
	char other[16] = "";

	if (v->other_line)
		snprintf(other, sizeof other, "%d", v->other_line);
	snprintf(text, sizeof text, "%d%s%s %s: %s", v->line, other[0] ? "," : "", other,
		rule_name(v->rule), v->text);
	return text;
}

static struct judgement judgement_of(const struct schedule *s, struct verdict violation[MOST])
{
	struct judgement j = { .all = true, .most = MOST, .violation = violation, .follow = true };
	struct verdict first;

	MUST(schedule_judge(s, &j) || schedule_verify(s, &first));
	/* The first of all violations is the only violation of the short search. */
	assert_int_equal(first.ok, !j.found);
	assert_true(first.ok || !strcmp(first.text, violation[0].text));
	return j;
}

static const struct {
	const char *plan;
	size_t found;
	const char *violation[MOST + 1];
} cases[] = {
	{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n" /* in this very step */
	  "step 0\n 0 -> 1 0[0:8]\n 1 -> 3 0[0:8]\nstep 1\n 0 -> 2 0[0:8]\n",
		1,
		{ "4 causality: step 0: 1 sends bytes 0 to 8 of block 0 to 3 and does not hold "
		  "them yet; 1 receives them from 0 in this very step by line 3" } },
	{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n" /* later */
	  "step 0\n 1 -> 3 0[0:8]\nstep 4\n 0 -> 2 0[0:8]\n 0 -> 1 0[0:8]\n",
		1,
		{ "3 causality: step 0: 1 sends bytes 0 to 8 of block 0 to 3 and does not hold "
		  "them yet; 1 gets them from 0 at the end of step 4 by line 6" } },
	{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n" /* never */
	  "step 0\n 0 -> 2 0[0:8]\n 1 -> 3 0[0:8]\n",
		2,
		{ "4 causality: step 0: 1 sends bytes 0 to 8 of block 0 to 3 and does not hold "
		  "them yet; 1 never gets them",
			"0 delivery: node 1 never gets bytes 0 to 8 of block 0" } },
	{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n" /* some never, some later */
	  "step 0\n 0 -> 2 0[0:8]\n 1 -> 3 0[0:8]\nstep 1\n 0 -> 1 0[4:6]\n 2 -> 3 0[6:8]\n",
		3,
		{ "4 causality: step 0: 1 sends bytes 0 to 4 of block 0 to 3 and does not hold "
		  "them yet; 1 never gets them",
			"0 delivery: node 1 never gets bytes 0 to 4 of block 0",
			"0 delivery: node 1 never gets bytes 6 to 8 of block 0" } },
	{ "broadcast x gh:4 root=0 bytes=8 ports=sendrecv duplex=full\n"
	  "step 0\n 0 -> 1 0[0:8]\n 0 -> 3 0[0:8]\n 0 -> 2 0[0:8]\n",
		1,
		{ "3 ports: step 0: node 0 needs ports all, sendrecv is allowed: 0 sends to 1 and "
		  "2 and 3" } },
	{ "allgather x gh:3 bytes=8 ports=exchange duplex=full\nstep 0\n 0 -> 1 0[0:8]\n"
	  " 1 -> 2 1[0:8]\n 2 -> 0 2[0:8]\nstep 1\n 0 -> 1 2[0:8]\nstep 2\n 1 -> 2 0[0:8]\n"
	  "step 3\n 2 -> 0 1[0:8]\n",
		3,
		{ "3 ports: step 0: node 1 needs ports sendrecv, exchange is allowed: 1 sends to "
		  "2, receives from 0",
			"4 ports: step 0: node 2 needs ports sendrecv, exchange is allowed: 2 "
			"sends to 0, receives from 1",
			"3 ports: step 0: node 0 needs ports sendrecv, exchange is allowed: 0 "
			"sends to 1, receives from 2" } },
	{ "allgather x cube:1 bytes=8 ports=all duplex=half\n# a comment\nstep 3\n 1 -> 0 1[0:8]\n"
	  " 0 -> 1 0[0:8]\n",
		1,
		{ "5,4 duplex: step 3: the half-duplex link between 0 and 1 carries both "
		  "directions" } },
	{ "reduce x gh:4 root=0 bytes=8 ports=all duplex=full\nstep 0\n 1 -> 0 fold 0[0:8]\n"
	  "step 1\n 1 -> 0 fold 0[4:8]\n",
		2,
		{ "0 contribution: node 0 ends with bytes 0 to 4 of block 0 in which node 2's "
		  "contribution is missing (also that of 3)",
			"0 contribution: node 0 ends with bytes 4 to 8 of block 0 in which node "
			"2's contribution is missing (also that of 3) and node 1's contribution is "
			"counted twice or more often" } },
	{ "allreduce x cube:1 bytes=8 ports=all duplex=full\nstep 0\n 0 -> 1 0[0:8]\n",
		1, /* node 1 ends with the same sum */
		{ "0 delivery: node 0 ends with its own contribution alone in bytes 0 to 8 of "
		  "block 0" } },
	{ "broadcast x cube:2 root=0 bytes=8 packet=7 ports=all duplex=full\nstep 0\n"
	  " 0 -> 3 0[0:8]\n 0 -> 1 fold 0[0:8]\n 0 -> 1 0[0:1]\n 0 -> 2 0[0:7]\n",
		6,
		{ "5,4 conflict: step 0: two packets on the link from 0 to 1",
			"3 link: step 0: cube:2 has no link from 0 to 3",
			"4 contribution: step 0: nothing is combined in a broadcast",
			"0 delivery: node 2 never gets bytes 7 to 8 of block 0",
			"4 packet: step 0: the packet from 0 to 1 has 8 bytes, the limit is 7",
			"3 packet: step 0: the packet from 0 to 3 has 8 bytes, the limit is 7" } },
	{ "barrier x cube:2 bytes=0 ports=all duplex=full\nstep 0\n 0 -> 1\n 1 -> 0\n", 4,
		{ "0 delivery: node 0 leaves the barrier without news of node 2, and of 1 more",
			"0 delivery: node 1 leaves the barrier without news of node 2, and of 1 "
			"more",
			"0 delivery: node 2 leaves the barrier without news of node 0, and of 2 "
			"more" } },
	{ "scan x cube:1 bytes=8 ports=all duplex=full\nstep 0\n 1 -> 0 0[0:8]\n", 2,
		{ "3 causality: step 0: 1 sends 0 the fold of nodes 0 to 0 and can not make it of "
		  "what it holds",
			"0 delivery: node 1 never gets the fold of nodes 0 to 1" } },
	{ "gather x gh:9 root=0 bytes=8 ports=all duplex=full\n", 8, /* more than there is room */
		{ "0 delivery: node 0 never gets bytes 0 to 8 of block 1" } },
};

TEST("violations: each has its words and its line")
{
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO(schedule) s = schedule_of(cases[i].plan);
		struct verdict violation[MOST];
		struct judgement j = judgement_of(s, violation);

		for (int k = 0; k < MOST && cases[i].violation[k]; k++)
			assert_string_equal(shown(&violation[k]), cases[i].violation[k]);
		assert_int_equal(j.found, cases[i].found);
		assert_false(j.unfinished);
	}
}

TEST("violations: lines of JSON are those of the objects")
{
	static const char json[] =
		"{ \"algorithm\": \"transfers\",\n\"note\": { \"transfers\": [ {}, {} ] },\n"
		"\"network\": \"cube:2\", \"collective\": \"broadcast\", \"root\": 0, \"bytes\": "
		"4,\n\"ports\": \"all\", \"duplex\": \"full\", \"transfers\": [\n"
		"{ \"step\": 1,\n \"from\": 1, \"to\": 2, \"op\": \"copy\", \"text\": \"}\\\"{\",\n"
		" \"pieces\": [[0, 0, 4]] }, { \"step\": 0, \"from\": 0, \"to\": 3, \"op\": "
		"\"copy\", \"pieces\": [[0, 0, 4]] },\n\n"
		"{ \"step\": 0, \"from\": 3, \"to\": 0, \"op\": \"copy\", \"pieces\": [] } ] }";
	static const int lines[] = { 7, 9, 5 }; /* sorted by step and sender */
	struct verdict violation[MOST];
	struct judgement j;
	AUTO(schedule) s = NULL;

	MUST(schedule_read_json(&s, json, strlen(json)));
	j = judgement_of(s, violation);
	assert_in_range(j.found, 3, MOST);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(violation[i].rule, RULE_LINK);
		assert_int_equal(violation[i].line, lines[i]);
	}
}

TEST("violations: redundant packets are counted")
{
	AUTO(schedule)
	s = schedule_of("broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\nstep 0\n"
			" 0 -> 1 0[0:8]\n 0 -> 2 0[0:8]\nstep 1\n 1 -> 3 0[0:8]\n"
			" 2 -> 3 0[0:8]\n 1 -> 0 0[0:5]\nstep 2\n 3 -> 1 0[0:2] 0[1:3]\n");
	struct verdict violation[MOST];
	struct judgement j = judgement_of(s, violation);

	assert_int_equal(j.found, 0);
	assert_int_equal(j.redundant.packets, 3);
	assert_int_equal(j.redundant.bytes, 5 + 8 + 4);
	assert_int_equal(s->line_of[j.redundant.first], 8); /* 1 -> 0 */
}
