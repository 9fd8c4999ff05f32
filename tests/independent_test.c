/* Our plans before the independent verifier, and damaged ones before both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/wait.h>
#include <unistd.h>
#include "collectives/collective.h"
#include "plan/verify.h"
#include "tests/plan_help.h"

static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "cube:4", "gh:3",
	"gh:5", "gh:3x3", "gh:2x3", "gh:2x3x2" };

static const char *verifier(void)
{
	static char path[512];
	const char *build = getenv("GROVE_BUILD");

	snprintf(path, sizeof path, "%s/tests/independent_verifier", build ? build : "build");
	return path;
}

/* Its exit status; the first line that it prints without its end. */
static int ask(const char *json, char line[256])
{
	char file[] = "/tmp/grove-plan.XXXXXX", command[640];
	int handle = mkstemp(file), status;
	FILE *answer;

	assert_true(handle >= 0);
	assert_int_equal(write(handle, json, strlen(json)), strlen(json));
	close(handle);
	snprintf(command, sizeof command, "%s %s", verifier(), file);
	answer = popen(command, "r");
	assert_non_null(answer);
	if (!fgets(line, 256, answer))
		line[0] = 0;
	line[strcspn(line, "\n")] = 0;
	status = pclose(answer);
	unlink(file);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static struct schedule *bind(const struct problem *problem, size_t bytes, size_t packet)
{
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = problem->root
	};
	struct schedule *schedule;
	struct plan *plan;

	if (collective_plan(&plan, problem))
		return NULL; /* not under these ports: the builders' tests say which */
	if (plan_schedule(&schedule, plan, &binding))
		fail_msg("%s", why_text());
	plan_free(plan);
	return schedule;
}

static void assert_right(const struct schedule *schedule)
{
	char *json = text_of(schedule, schedule_print_json), line[256];

	if (ask(json, line))
		fail_msg("%s\n%.2000s", line, json);
	free(json);
}

static struct problem ask_for(const char *network, enum collective collective, int permutation[64])
{
	struct problem problem = problem_of(network, collective);
	int nodes = problem.net.nodes;

	problem.root = nodes - 1;
	problem.destination = nodes / 2;
	for (int v = 0; v < nodes; v++)
		permutation[v] = (v * 7 + 3) % nodes;
	if (permutation_check(permutation, nodes))
		for (int v = 0; v < nodes; v++)
			permutation[v] = nodes - 1 - v;
	problem.permutation = collective == PERMUTE ? permutation : NULL;
	return problem;
}

/* One schedule of each algorithm, on small networks, for sizes that do not divide. */
static void assert_collective(enum collective collective)
{
	int permutation[64], count = 0;

	for (int i = 0; i < COUNT(networks); i++) {
		struct problem problem = ask_for(networks[i], collective, permutation);

		for (int a = 0; !algorithm_name_at(problem.algorithm, collective, &problem.net, a);
			a++) {
			struct schedule *schedule = bind(&problem, 37, i % 2 ? 5 : 0);

			if (!schedule)
				continue;
			assert_right(schedule);
			schedule_free(schedule);
			count++;
		}
	}
	assert_true(count > 0);
}

static void our_plans_are_right(void **state)
{
	(void)state;
	for (int i = 0; i < COLLECTIVES; i++)
		assert_collective((enum collective)i);
}

/* ---- Damage ---- */

static void damage_packet(uint64_t *seed, struct schedule *s)
{
	struct packet *packet = &s->packet[dice(seed, (uint32_t)s->packets)];
	struct range *range = packet->count ? &s->range[packet->first] : NULL;
	int neighbour = (int)dice(seed, (uint32_t)s->problem.net.nodes);

	switch (dice(seed, range ? 7 : 4)) {
	case 0:
		*packet = s->packet[--s->packets];
		break;
	case 1:
		packet->step = (int)dice(seed, (uint32_t)s->steps + 1);
		break;
	case 2:
		packet->to = neighbour;
		break;
	case 3:
		packet->from = neighbour;
		break;
	case 4:
		packet->fold ^= 1;
		break;
	case 5:
		range->end -= range->end - range->begin > 1;
		break;
	default:
		range->block = dice(seed, (uint32_t)promise_blocks(&s->problem));
	}
	neighbour = network_port_to(&s->problem.net, packet->from, packet->to);
	packet->port = neighbour < 0 ? UINT16_MAX : (uint16_t)neighbour;
}

/* Through JSON, so that packets are whole and sorted again. */
static struct schedule *reread(const char *json)
{
	struct schedule *schedule;

	if (schedule_read_json(&schedule, json, strlen(json)))
		fail_msg("%s", why_text());
	return schedule;
}

static int disagreements, wrong, agreed_rules;

/* Both verifiers judge the plan; they must agree whether it is right. */
static void judge(struct schedule *damaged)
{
	char *json, line[256];
	struct verdict verdict;
	struct schedule *schedule;
	bool right;

	assert_int_equal(schedule_sort(damaged), 0);
	json = text_of(damaged, schedule_print_json);
	schedule = reread(json);
	assert_int_equal(schedule_verify(schedule, &verdict), 0);
	right = ask(json, line) == 0;
	wrong += !right;
	if (right != verdict.ok) {
		disagreements++;
		print_message("# ours: %s; the other: %s\n%s", verdict.ok ? "ok" : verdict.text,
			line, json);
	} else if (!right) {
		agreed_rules +=
			!strncmp(line, rule_name(verdict.rule), strlen(rule_name(verdict.rule)));
	}
	schedule_free(schedule);
	free(json);
}

static void both_verifiers_judge_alike(void **state)
{
	uint64_t seed = 5;
	int permutation[64], judged = 0;

	(void)state;
	for (int i = 0; judged < 800; i++) {
		struct problem problem = ask_for(networks[2 + dice(&seed, 8)],
			(enum collective)dice(&seed, COLLECTIVES), permutation);
		struct schedule *schedule;

		if (algorithm_name_at(problem.algorithm, problem.collective, &problem.net,
			    (int)dice(&seed, 12)))
			continue;
		problem.duplex = (enum duplex)dice(&seed, 2);
		schedule = bind(&problem, 13, dice(&seed, 2) ? 4 : 0);
		if (!schedule)
			continue;
		for (uint32_t k = 1 + dice(&seed, 2); k && schedule->packets; k--)
			damage_packet(&seed, schedule);
		judge(schedule);
		schedule_free(schedule);
		judged++;
	}
	assert_int_equal(disagreements, 0);
	print_message("# %d of %d wrong, %d by the same rule\n", wrong, judged, agreed_rules);
	assert_in_range(wrong, judged / 2, judged);
}

/* A plan and how the independent verifier's answer begins. */
static void the_independent_verifier_knows_wrong_from_right(void **state)
{
	static const struct {
		const char *plan, *answer;
	} plans[] = {
		{ "broadcast x cube:1 root=0 bytes=4 ports=all duplex=full\nstep 0\n0->1 0[0:4]",
			"ok" },
		{ "broadcast x cube:1 root=0 bytes=4 ports=all duplex=full\nstep 0\n0->1 0[0:3]",
			"delivery" },
		{ "broadcast x cube:2 root=0 bytes=4 ports=all duplex=full\nstep 0\n0->3 0[0:4]",
			"link" },
		{ "broadcast x gh:3 root=0 bytes=4 ports=all duplex=full\nstep 0\n0->1 0[0:4]\n"
		  "1->2 0[0:4]",
			"causality" },
		{ "broadcast x cube:1 root=0 bytes=4 ports=all duplex=full\nstep 0\n0->1 0[0:3]\n"
		  "0->1 0[3:4]",
			"conflict" },
		{ "allgather x cube:1 bytes=4 ports=all duplex=half\nstep 0\n0->1 0[0:4]\n"
		  "1->0 1[0:4]",
			"duplex" },
		{ "reduce x gh:3 root=0 bytes=4 ports=all duplex=full\nstep 0\n"
		  "1->2 fold 0[0:4]\n1->0 fold 0[0:4]\nstep 1\n2->0 fold 0[0:4]",
			"contribution" },
		{ "reduce x gh:3 root=0 bytes=4 ports=all duplex=full\nstep 0\n"
		  "1->0 fold 0[0:4]\n2->0 fold 0[0:3]",
			"contribution" },
		{ "reduce x cube:1 root=0 bytes=4 ports=all duplex=full\nstep 0\n1->0 0[0:4]",
			"contribution" },
		{ "barrier x cube:1 bytes=0 ports=all duplex=full\nstep 0\n0->1", "contribution" },
		{ "barrier x cube:1 bytes=0 ports=all duplex=full\nstep 0\n0->1\nstep 1\n1->0",
			"ok" },
		{ "permute x gh:3 bytes=4 ports=all duplex=full permutation=1,2,0\nstep 0\n"
		  "0->1 0[0:4]\n1->2 1[0:4]\n2->0 2[0:4]",
			"ok" },
		{ "permute x gh:3 bytes=4 ports=all duplex=full permutation=2,0,1\nstep 0\n"
		  "0->1 0[0:4]\n1->2 1[0:4]\n2->0 2[0:4]",
			"delivery" },
	};

	(void)state;
	for (int i = 0; i < COUNT(plans); i++) {
		struct schedule *schedule = schedule_of(plans[i].plan);
		char *json = text_of(schedule, schedule_print_json), line[256];

		assert_int_equal(ask(json, line), strcmp(plans[i].answer, "ok") != 0);
		if (strncmp(line, plans[i].answer, strlen(plans[i].answer)) != 0)
			fail_msg("'%s' in place of '%s': %s", line, plans[i].answer, plans[i].plan);
		free(json);
		schedule_free(schedule);
	}
}

/* Ports are judged as the file says: JSON written by hand, since ours says the strictest. */
static void the_independent_verifier_knows_ports(void **state)
{
	static const struct {
		const char *ports, *collective, *transfers;
		int status;
	} plans[] = { { "single", "send", "0,1 1,2", 1 }, { "exchange", "send", "0,1 1,2", 1 },
		{ "sendrecv", "send", "0,1 1,2", 0 }, { "sendrecv", "send", "0,1 0,2", 1 },
		{ "sendrecv", "send", "1,0 2,0", 1 }, { "exchange", "send", "0,1 1,0", 0 },
		{ "single", "send", "0,1 1,0", 1 }, { "single", "send", "0,1", 0 },
		{ "all", "send", "0,1 0,2 1,0 1,2", 0 }, { "few", "send", "0,1", 2 } };

	(void)state;
	for (int i = 0; i < COUNT(plans); i++) {
		char json[1024], line[256], *at = json;
		const char *t = plans[i].transfers;
		int from, to, used;

		at += sprintf(at,
			"{\"network\":\"gh:3\",\"collective\":\"%s\",\"nodes\":3,"
			"\"root\":0,\"destination\":0,\"bytes\":0,\"ports\":\"%s\","
			"\"duplex\":\"full\",\"transfers\":[",
			plans[i].collective, plans[i].ports);
		for (const char *comma = ""; sscanf(t, "%d,%d%n", &from, &to, &used) == 2;
			t += used, comma = ",")
			at += sprintf(at,
				"%s{\"step\":0,\"from\":%d,\"to\":%d,\"op\":\"copy\","
				"\"pieces\":[]}",
				comma, from, to);
		sprintf(at, "]}");
		if (ask(json, line) != plans[i].status)
			fail_msg("%s: %s %s", line, plans[i].ports, plans[i].transfers);
	}
}

/* All links from u, the k-th in step k with no bytes; and then one that is none, to v. */
static void assert_links(const struct network *net, int u, int v)
{
	struct problem problem = { .net = *net, .collective = SEND, .ports = ALL, .duplex = FULL };
	struct packet packet = { .from = u };
	struct schedule *schedule;
	char line[256], *json;

	assert_int_equal(schedule_new(&schedule, &problem), 0);
	for (int port = 0; port < net->ports; port++) {
		packet.port = (uint16_t)port;
		packet.to = network_neighbour(net, u, port);
		assert_int_equal(schedule_add(schedule, packet, NULL), 0);
		packet.step++;
	}
	packet.port = UINT16_MAX;
	packet.to = v;
	if (v >= 0)
		assert_int_equal(schedule_add(schedule, packet, NULL), 0);
	schedule_sort(schedule);
	json = text_of(schedule, schedule_print_json);
	if (ask(json, line) != (v >= 0) || (v >= 0 && strncmp(line, "link", 4) != 0))
		fail_msg("%s, %d and %d: %s", net->name, u, v, line);
	free(json);
	schedule_free(schedule);
}

static void the_independent_verifier_knows_the_links(void **state)
{
	static const char *const all[] = { "cube:1", "cube:4", "gh:7", "gh:3x3", "gh:2x3x4",
		"star:3", "star:5", "ccc:3", "ccc:4", "butterfly:3", "butterfly:4" };
	uint64_t seed = 17;

	(void)state;
	for (int i = 0; i < COUNT(all); i++) {
		struct network net;

		if (network_open(&net, all[i]))
			continue; /* a kind that is not built yet */
		for (int k = 0; k < 20; k++) {
			int u = (int)dice(&seed, (uint32_t)net.nodes);
			int v = (int)dice(&seed, (uint32_t)net.nodes);

			/* A neighbour of a neighbour is the nearest miss. */
			if (k % 2)
				v = network_neighbour(&net,
					network_neighbour(&net, u, k % net.ports),
					(k + v) % net.ports);
			assert_links(&net, u, -1);
			if (network_port_to(&net, u, v) < 0)
				assert_links(&net, u, v);
		}
	}
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("independent verifier: knows wrong from right",
			the_independent_verifier_knows_wrong_from_right),
		CHECK("independent verifier: knows the port models",
			the_independent_verifier_knows_ports),
		CHECK("independent verifier: knows the links of every network",
			the_independent_verifier_knows_the_links),
		CHECK("independent verifier: every algorithm's plans are right",
			our_plans_are_right),
		CHECK("independent verifier: agrees with ours about 800 damaged plans",
			both_verifiers_judge_alike),
	};

	if (access(verifier(), X_OK)) {
		print_message("there is no %s\n", verifier());
		return 1;
	}
	return cmocka_run_group_tests_name("independent", checks, NULL, NULL);
}
