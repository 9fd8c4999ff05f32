/* Our plans before the independent verifier, and damaged ones before both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "collectives/discipline.h"
#include "plan/verify/verify_schedule.h"
#include "tests/plan/judge_help.h"
#include "tests/sanitized.h"

static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "cube:4", "gh:3",
	"gh:5", "gh:3x3", "gh:2x3", "gh:2x3x2", "star:1", "star:2", "star:3", "star:4", "ccc:3",
	"butterfly:3", "ring:2", "ring:3", "ring:4", "ring:5", "ring:6", "ring:7", "ring:8",
	"ring:9", "torus:3x4", "torus:2x2x3", "mesh:3x3", "ring:5~0-1", "cube:3~0-1,5-7", "kite" };

/* Two, so that one can judge while the other is asked. */
static struct verifier judges[2];

BEFORE_TESTS
{
	if (access(verifier(), X_OK))
		fail_msg("there is no %s", verifier());
	assert_int_equal(start(&judges[0]) || start(&judges[1]), 0);
}

/* They end with their input, and well. */
AFTER_TESTS
{
	int status, bad = 0;

	for (int i = 0; i < COUNT(judges); i++) {
		fclose(judges[i].asked);
		fclose(judges[i].answered);
		bad |= wait(&status) < 0 || status;
	}
	assert_int_equal(bad, 0);
}

static void close_open(struct verifier *judge)
{
	FREED char *json = judge->open;
	char line[256];

	judge->open = NULL;
	if (json && answer_of(judge, line))
		fail_msg("%s\n%.2000s", line, json);
}

/* All plans that were said to be right have been judged when a check ends. */
AFTER_EACH_TEST
{
	for (int i = 0; i < COUNT(judges); i++)
		close_open(&judges[i]);
}

static int ask(const char *json, char line[256])
{
	close_open(&judges[0]);
	send_plan(&judges[0], json);
	return answer_of(&judges[0], line);
}

static struct schedule *bind(const struct problem *problem, size_t bytes, size_t packet)
{
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = problem->root
	};
	struct schedule *schedule;
	AUTO(plan) plan = NULL;

	if (collective_plan(&plan, problem))
		return NULL; /* not under these ports: the builders' tests say which */
	MUST(plan_schedule(&schedule, plan, &binding));
	return schedule;
}

static void assert_right(const struct schedule *schedule)
{
	static int turn;
	struct verifier *judge = &judges[turn % COUNT(judges)];

	if (!is_sampled())
		return;
	turn++;
	close_open(judge);
	judge->open = text_of(schedule, schedule_print_json);
	send_plan(judge, judge->open);
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

/* Some are for one permutation alone. */
static void suit_permutation(struct problem *problem)
{
	const char *own = algorithm_of(problem)->permutation;

	if (problem->permutation && own && algorithm_serves(problem))
		assert_int_equal(permutation_named(problem->permutation, &problem->net, own), 0);
}

/* In packets, and whole; how many there were. */
static int assert_algorithm(const struct problem *problem, int i)
{
	int nodes = problem->net.nodes, permutation[64], count = 0;
	struct problem own = *problem;

	if (own.permutation)
		own.permutation = memcpy(permutation, own.permutation, sizeof(int) * (size_t)nodes);
	suit_permutation(&own);
	for (int k = 0; k < 2; k++) {
		struct schedule *schedule;

		own.root = (nodes - 1 + k * i) % nodes;
		schedule = bind(&own, 37, k ? 5 : 0);
		if (!schedule)
			continue;
		assert_right(schedule);
		schedule_free(schedule);
		count++;
	}
	return count;
}

/* Schedules of each algorithm, on small networks, for sizes that do not divide. */
static void assert_collective(enum collective collective)
{
	int permutation[64], count = 0;

	for (int i = 0; i < COUNT(networks); i++) {
		struct problem problem = ask_for(networks[i], collective, permutation);

		for (int a = 0; !algorithm_name_at(problem.algorithm, collective, &problem.net, a);
			a++)
			count += assert_algorithm(&problem, i);
	}
	assert_true(count > 0);
}

TEST("independent verifier: every algorithm's plans are right")
{
	for (int i = 0; i < COLLECTIVES; i++)
		assert_collective((enum collective)i);
}

/* Every order that a family has, from two roots, for sizes that do not divide. */
static int assert_orders(struct problem problem)
{
	const char *order;
	int count = 0;

	for (int i = 0; (order = discipline_names[i]); i++)
		for (int k = 0; k < 2; k++) {
			struct schedule *schedule;

			strcpy(problem.order, order);
			problem.root = k ? problem.net.nodes / 2 : 0;
			if (discipline_check(&problem))
				continue;
			schedule = bind(&problem, 37, (size_t)(k ? 5 : 50));
			assert_non_null(schedule);
			assert_right(schedule);
			schedule_free(schedule);
			count++;
		}
	return count;
}

TEST("independent verifier: plans in every order are right")
{
	static const enum collective collectives[] = { BROADCAST, REDUCE, SCATTER, GATHER,
		REDUCESCATTER, ALLTOALL };
	static const char *const families[] = { "brg", "tcbt", "sbt", "nrsbt", "nesbt", "sbntc" };
	int count = 0;

	for (int c = 0; c < COUNT(collectives); c++)
		for (int f = 0; f < COUNT(families); f++) {
			struct problem problem = problem_by(families[f], collectives[c], "cube:3");

			count += assert_orders(problem);
			problem.ports = (enum ports)((c + f) % 3);
			count += assert_orders(problem);
		}
	assert_true(count > 400);
}

/* Every port model and several roots, for the networks of one paper. */
static void assert_models(struct problem problem, int turn)
{
	for (int model = 0; model < 8; model++) {
		int nodes = problem.net.nodes;
		AUTO(schedule) schedule = NULL;

		problem.ports = (enum ports)(model / 2);
		problem.duplex = (enum duplex)(model % 2);
		problem.root = (model + turn) * 5 % nodes;
		problem.destination = (model * 3 + turn + 1) % nodes;
		schedule = bind(&problem, model % 3 ? 29 : 1, model % 4 ? 0 : 3);
		assert_non_null(schedule);
		assert_right(schedule);
	}
}

TEST("independent verifier: plans of balanced trees are right under all models")
{
	static const char *const names[] = { "gh:3x3", "gh:4x4", "gh:3x3x3", "gh:2x2x2x2",
		"gh:2x3x4" };
	static const char *const algorithms[] = { "bst", "bsg", "bst-rb", "bsg-rb" };
	int permutation[64];

	for (int i = 0; i < COUNT(names); i++)
		for (int c = 0; c < COLLECTIVES; c++)
			for (int a = 0; a < COUNT(algorithms); a++) {
				struct problem p =
					ask_for(names[i], (enum collective)c, permutation);

				strcpy(p.algorithm, algorithms[a]);
				if ((a > 1) != (c == ALLREDUCE && a > 1) || collective_joins(c) ||
					(a % 2 && !strcmp(names[i], "gh:2x3x4")))
					continue;
				assert_models(p, i + c + a);
			}
}

/* Along the trees of Tseng & Sheu 1997, in each order that the papers give for them. */
TEST("independent verifier: plans along the trees of the star are right")
{
	static const char *const algorithms[] = { "star", "mst", "star-rb", "mst-rb" };
	static const char *const orders[] = { "", "level", "slot", "dimension" };
	int permutation[64];

	for (int c = 0; c < COLLECTIVES; c++)
		for (int a = 0; a < COUNT(algorithms); a++)
			for (int i = 0; i < COUNT(orders); i++) {
				struct problem p =
					ask_for("star:4", (enum collective)c, permutation);

				strcpy(p.algorithm, algorithms[a]);
				strcpy(p.order, orders[i]);
				if ((a > 1) != (c == ALLREDUCE && a > 1) || collective_joins(c))
					continue;
				assert_models(p, i + c + a);
			}
}

static int judge_at(struct problem *problem, int root, int destination)
{
	int turn = root + destination;
	AUTO(schedule) schedule = NULL;

	problem->root = root;
	problem->destination = destination;
	if (algorithm_serves(problem))
		return 0;
	schedule = bind(problem, 37 + (size_t)turn % 3, turn % 2 ? 5 : 0);
	MUST(!schedule);
	assert_right(schedule);
	return 1;
}

/* Sends, scatters and gathers with builders of their own, between all nodes. */
TEST("independent verifier: our plans are right between all nodes")
{
	static const enum collective collectives[] = { SEND, SCATTER, GATHER };
	int judged = 0;

	for (int i = 0; i < COUNT(collectives) * 3; i++) {
		struct problem problem =
			problem_of(networks[1 + i % 3], collectives[i / 3]); /* cubes */
		int nodes = problem.net.nodes, ends = problem.collective == SEND ? nodes : 1;

		for (int a = 0;
			!algorithm_name_at(problem.algorithm, problem.collective, &problem.net, a);
			a++)
			for (int k = 0; algorithm_of(&problem)->name && k < nodes * ends; k++)
				judged += judge_at(&problem, k % nodes, k / nodes);
	}
	assert_true(judged > 300);
}

/* ---- Arc-disjoint trees ---- */

/* Under every model, at a root that moves with it, for sizes that do not divide. */
static void assert_trees_serve(
	const char *network, const char *algorithm, enum collective collective)
{
	static const size_t bytes[] = { 41, 1, 7, 0 }, packets[] = { 5, 0, 1, 2 };
	int permutation[64];

	for (int model = 0; model < 8; model++) {
		struct problem problem = problem_by(algorithm, collective, network);
		AUTO(schedule) schedule = NULL;
		int nodes = problem.net.nodes;

		problem.ports = (enum ports)(model / 2);
		problem.duplex = (enum duplex)(model % 2);
		problem.root = nodes - 1 - model * nodes / 8;
		problem.destination = model * nodes / 8;
		for (int v = 0; v < nodes && collective == PERMUTE; v++)
			permutation[v] = nodes - 1 - v;
		problem.permutation = collective == PERMUTE ? permutation : NULL;
		schedule = bind(&problem, bytes[model % 4], packets[model % 4]);
		if (!schedule)
			fail_msg("%s %s on %s: %s", collective_name(collective), algorithm, network,
				why_text());
		assert_right(schedule);
	}
}

/* Nickolov 1993: what the trees were made for, and everything else that the moves make of them. */
TEST("independent verifier: plans along arc-disjoint trees are right under every model")
{
	static const char *const cases[][2] = { { "ccc:3", "adst2" }, { "ccc:3", "adst3" },
		{ "butterfly:3", "adst2" }, { "butterfly:3", "adst4" }, { "butterfly:3", "edst2" },
		{ "ccc:4", "adst2" }, { "ccc:4", "adst3" }, { "butterfly:4", "adst2" },
		{ "butterfly:4", "adst4" } };
	char both[ALGORITHM_NAME];

	for (int i = 0; i < COUNT(cases); i++) {
		bool small = cases[i][0][strlen(cases[i][0]) - 1] == '3';

		snprintf(both, sizeof both, "%s-rb", cases[i][1]);
		assert_trees_serve(cases[i][0], cases[i][1], BROADCAST);
		assert_trees_serve(cases[i][0], cases[i][1], REDUCE);
		assert_trees_serve(cases[i][0], both, ALLREDUCE);
		for (int c = 0; c < COLLECTIVES && small; c++)
			if (c != BROADCAST && c != REDUCE && !collective_joins(c))
				assert_trees_serve(cases[i][0], cases[i][1], (enum collective)c);
	}
}

/* ---- Damage ---- */

static void damage_packet(uint64_t *seed, struct schedule *s)
{
	struct packet *packet = &s->packet[dice(seed, (uint32_t)s->packets)];
	struct range *range = packet->count ? &s->range[packet->first] : NULL;
	int neighbour = (int)dice(seed, (uint32_t)s->problem.net.nodes);

	switch (dice(seed, range ? 8 : 4)) {
	case 7:
		s->packet_bytes = 1 + dice(seed, (uint32_t)s->bytes);
		break;
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
		range->block = dice(seed, (uint32_t)semantics_blocks(&s->problem));
	}
	neighbour = network_port_to(&s->problem.net, packet->from, packet->to);
	packet->port = neighbour < 0 ? UINT16_MAX : (uint16_t)neighbour;
}

/* Through JSON, so that packets are whole and sorted again. */
static struct schedule *reread(const char *json)
{
	struct schedule *schedule;

	MUST(schedule_read_json(&schedule, json, strlen(json)));
	return schedule;
}

static int disagreements, wrong, agreed_rules;

/* Both verifiers judge the plan; they must agree whether it is right. */
static void judge(struct schedule *damaged)
{
	FREED char *json = NULL;
	char line[256];
	struct verdict verdict;
	AUTO(schedule) schedule = NULL;
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
}

TEST("independent verifier: agrees with ours about 800 damaged plans")
{
	uint64_t seed = 5;
	int permutation[64], judged = 0;

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
TEST("independent verifier: knows wrong from right")
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
		{ "broadcast x cube:1 root=0 bytes=4 packet=3 ports=all duplex=full\nstep 0\n"
		  "0->1 0[0:4]",
			"packet" },
		{ "broadcast x cube:1 root=0 bytes=4 packet=4 ports=all duplex=full\nstep 0\n"
		  "0->1 0[0:4]",
			"ok" },
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

	for (int i = 0; i < COUNT(plans); i++) {
		AUTO(schedule) schedule = schedule_of(plans[i].plan);
		FREED char *json = text_of(schedule, schedule_print_json);
		char line[256];

		assert_int_equal(ask(json, line), strcmp(plans[i].answer, "ok") != 0);
		if (strncmp(line, plans[i].answer, strlen(plans[i].answer)) != 0)
			fail_msg("'%s' instead of '%s': %s", line, plans[i].answer, plans[i].plan);
	}
}

/* Ports are judged as the file says: JSON written by hand, since ours says the strictest. */
TEST("independent verifier: knows the port models")
{
	static const struct {
		const char *ports, *collective, *transfers;
		int status;
	} plans[] = { { "single", "send", "0,1 1,2", 1 }, { "exchange", "send", "0,1 1,2", 1 },
		{ "sendrecv", "send", "0,1 1,2", 0 }, { "sendrecv", "send", "0,1 0,2", 1 },
		{ "sendrecv", "send", "1,0 2,0", 1 }, { "exchange", "send", "0,1 1,0", 0 },
		{ "single", "send", "0,1 1,0", 1 }, { "single", "send", "0,1", 0 },
		{ "all", "send", "0,1 0,2 1,0 1,2", 0 }, { "few", "send", "0,1", 2 } };

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
	AUTO(schedule) schedule = NULL;
	FREED char *json = NULL;
	char line[256];

	assert_int_equal(schedule_new(&schedule, &problem), 0);
	for (int port = 0; port < net->ports; port++) {
		packet.port = (uint16_t)port;
		packet.to = network_neighbour(net, u, port);
		if (packet.to < 0)
			continue;
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
}

TEST("independent verifier: knows the links of every network")
{
	static const char *const all[] = { "cube:1", "cube:4", "gh:7", "gh:3x3", "gh:2x3x4",
		"star:3", "star:5", "ccc:3", "ccc:4", "butterfly:3", "butterfly:4", "ring:2",
		"ring:7", "torus:3x4", "torus:2x2x3", "mesh:4x3", "cube:4~0-1,5-7", "kite" };
	uint64_t seed = 17;

	for (int i = 0; i < COUNT(all); i++) {
		struct network net;

		network_of(&net, all[i]);
		for (int k = 0; k < 20; k++) {
			int u = (int)dice(&seed, (uint32_t)net.nodes);
			int v = (int)dice(&seed, (uint32_t)net.nodes);

			/* A neighbour of a neighbour is the nearest miss. */
			if (k % 2 && network_neighbour(&net, u, k % net.ports) >= 0)
				v = network_neighbour(&net,
					network_neighbour(&net, u, k % net.ports),
					(k + v) % net.ports);
			assert_links(&net, u, -1);
			if (v >= 0 && network_port_to(&net, u, v) < 0)
				assert_links(&net, u, v);
		}
	}
}
