/* The simulator: times that were worked out by hand, and those of a slower simulator. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/plan_help.h"
#include "collectives/registry.h"
#include "plan/model/simulator.h"

static const struct machine bytes_only = { "bytes", "", "", 0, 1 };
static const struct machine both = { "both", "", "", 8, 1 };

static struct simulation simulate(const struct schedule *schedule, const struct machine *machine)
{
	struct simulation simulation;

	assert_int_equal(schedule_simulate(schedule, machine, &simulation), 0);
	return simulation;
}

static void assert_times(
	const char *text, const struct machine *machine, double synchronous, double asynchronous)
{
	AUTO(schedule) schedule = schedule_of(text);
	struct simulation simulation = simulate(schedule, machine);

	if (simulation.synchronous != synchronous || simulation.asynchronous != asynchronous)
		fail_msg("%g and %g instead of %g and %g: %s", simulation.synchronous,
			simulation.asynchronous, synchronous, asynchronous, text);
}

TEST("simulate: nothing takes no time")
{
	assert_times("broadcast x cube:2 root=0 bytes=0 ports=all duplex=full", &both, 0, 0);
}

TEST("simulate: a step costs a start-up and its largest packet")
{
	assert_times("broadcast sbt cube:2 root=0 bytes=100 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:100]\n"
		     "step 1\n 0 -> 2 0[0:60]\n 1 -> 3 0[0:100]\n"
		     "step 2\n 0 -> 2 0[60:100]\n",
		&both, 3 * 8 + 240, 8 + 100 + 8 + 100);
}

TEST("simulate: a step without packets costs nothing")
{
	assert_times("broadcast x cube:1 root=0 bytes=10 ports=all duplex=full\n"
		     "step 5\n 0 -> 1 0[0:4]\nstep 900\n 0 -> 1 0[4:10]\n",
		&both, 26, 26);
}

/* Two ways of two links: the long packets are in different steps, so only a global step waits. */
TEST("simulate: without a global step links do not wait for one another")
{
	assert_times("send x cube:2 root=0 destination=3 bytes=400 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:100]\n 0 -> 2 0[100:300]\n"
		     "step 1\n 0 -> 1 0[300:400]\n 1 -> 3 0[0:100]\n 2 -> 3 0[100:300]\n"
		     "step 2\n 1 -> 3 0[300:400]\n",
		&bytes_only, 500, 400);
}

/* Byte 40 comes with the second packet; what needs the first alone does not wait for it. */
TEST("simulate: bytes are followed one by one")
{
	assert_times("broadcast x gh:3 root=0 bytes=100 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:40]\n"
		     "step 1\n 0 -> 1 0[40:100]\n"
		     "step 2\n 1 -> 2 0[0:40]\n"
		     "step 3\n 1 -> 2 0[40:100]\n",
		&bytes_only, 200, 160);
	assert_times("broadcast x gh:3 root=0 bytes=100 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:40]\n"
		     "step 1\n 0 -> 1 0[40:100]\n"
		     "step 2\n 1 -> 2 0[0:41]\n"
		     "step 3\n 1 -> 2 0[41:100]\n",
		&bytes_only, 200, 200);
}

/* Node 1 sends its sum on when the later of its two children's has come. */
TEST("simulate: a sum waits for all that is folded into it")
{
	assert_times("reduce x cube:2 root=1 bytes=10 ports=all duplex=full\n"
		     "step 0\n 2 -> 0 fold 0[0:10]\n 3 -> 1 fold 0[0:10]\n"
		     "step 1\n 0 -> 1 fold 0[0:10]\n",
		&bytes_only, 20, 20);
	assert_times("reduce x gh:4 root=0 bytes=10 ports=all duplex=full\n"
		     "step 0\n 2 -> 1 fold 0[0:10]\n"
		     "step 1\n 3 -> 2 fold 0[0:5]\n 3 -> 1 fold 0[0:7]\n"
		     "step 2\n 1 -> 0 fold 0[0:10]\n",
		&bytes_only, 27, 20);
}

TEST("simulate: a packet does not wait for what comes in its own step")
{
	assert_times("allreduce x cube:1 root=0 bytes=10 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 fold 0[0:10]\n 1 -> 0 fold 0[0:10]\n",
		&bytes_only, 10, 10);
}

TEST("simulate: what comes twice counts from the first time")
{
	assert_times("broadcast x gh:4 root=0 bytes=10 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:10]\n 0 -> 2 0[0:10]\n"
		     "step 1\n 2 -> 1 0[0:10]\n"
		     "step 2\n 1 -> 3 0[0:10]\n",
		&bytes_only, 30, 20);
}

/* Three packets that only the ports keep apart, on a triangle. */
TEST("simulate: port models put packets one after the other")
{
	static const struct {
		const char *ports;
		double time;
	} models[] = { { "all", 10 }, { "sendrecv", 10 }, { "exchange", 20 }, { "single", 20 } };
	char text[256];

	for (int i = 0; i < COUNT(models); i++) {
		snprintf(text, sizeof text,
			"allgather x gh:3 root=0 bytes=10 ports=%s duplex=full\n"
			"step 0\n 0 -> 1 0[0:10]\nstep 1\n 1 -> 2 1[0:10]\n",
			models[i].ports);
		assert_times(text, &bytes_only, 20, models[i].time);
	}
	assert_times("scatter x gh:3 root=0 bytes=10 ports=sendrecv duplex=full\n"
		     "step 0\n 0 -> 1 1[0:10]\nstep 1\n 0 -> 2 2[0:10]\n",
		&bytes_only, 20, 20);
	assert_times("gather x gh:3 root=0 bytes=10 ports=sendrecv duplex=full\n"
		     "step 0\n 1 -> 0 1[0:10]\nstep 1\n 2 -> 0 2[0:10]\n",
		&bytes_only, 20, 20);
	assert_times("allgather x gh:2 root=0 bytes=10 ports=exchange duplex=full\n"
		     "step 0\n 0 -> 1 0[0:10]\nstep 1\n 1 -> 0 1[0:10]\n",
		&bytes_only, 20, 10);
}

TEST("simulate: a half-duplex link carries one direction at a time")
{
	assert_times("allgather x gh:2 root=0 bytes=10 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:10]\nstep 1\n 1 -> 0 1[0:10]\n",
		&bytes_only, 20, 10);
	assert_times("allgather x gh:2 root=0 bytes=10 ports=all duplex=half\n"
		     "step 0\n 0 -> 1 0[0:10]\nstep 1\n 1 -> 0 1[0:10]\n",
		&bytes_only, 20, 20);
}

TEST("simulate: a barrier's packet waits for all news")
{
	assert_times("barrier x cube:2 root=0 bytes=0 ports=all duplex=full\n"
		     "step 0\n 1 -> 0\n 3 -> 2\nstep 1\n 2 -> 0\nstep 2\n 0 -> 1\n 0 -> 2\n"
		     "step 3\n 1 -> 3\n",
		&both, 32, 32);
}

/* Packets in the order of their bytes are the worst case of a tree that is not kept in balance. */
TEST("simulate: a long pipeline takes a packet's time for each packet")
{
	enum {
		PACKETS = 300000
	};
	struct problem problem = problem_of("gh:3", BROADCAST);
	AUTO(schedule) schedule = NULL;
	struct simulation simulation;

	assert_int_equal(schedule_new(&schedule, &problem), 0);
	schedule->bytes = PACKETS;
	for (int k = 0; k < 2 * PACKETS; k++) {
		struct packet packet = {
			.step = k / 2 + k % 2, .from = k % 2, .to = 1 + k % 2, .count = 1
		};
		struct range range = { 0, (size_t)k / 2, (size_t)k / 2 + 1 };

		assert_int_equal(schedule_add(schedule, packet, &range), 0);
	}
	assert_int_equal(schedule_sort(schedule), 0);
	simulation = simulate(schedule, &both);
	assert_true(simulation.asynchronous == 9.0 * (PACKETS + 1));
	assert_true(simulation.synchronous == simulation.asynchronous);
}

/* ---- A simulator that looks at every pair of packets and at every byte ---- */

static bool exclude(const struct problem *problem, const struct packet *a, const struct packet *b)
{
	bool same = a->from == b->from && a->to == b->to;
	bool opposite = a->from == b->to && a->to == b->from;
	bool sides = a->from == b->from || a->to == b->to;

	if (same || (opposite && problem->duplex == HALF))
		return true;
	switch (problem->ports) {
	case SENDRECV:
		return sides;
	case EXCHANGE:
		return sides || (!opposite && (a->from == b->to || a->to == b->from));
	case SINGLE:
		return sides || a->from == b->to || a->to == b->from;
	default:
		return false;
	}
}

struct slow {
	const struct schedule *schedule;
	const struct machine *machine;
	double end[256];
};

/* When that byte is at the sender of packet k. */
static double byte_there(const struct slow *slow, size_t k, uint64_t block, size_t byte)
{
	const struct schedule *s = slow->schedule;
	int v = s->packet[k].from;
	bool folds = collective_folds(s->problem.collective);
	double there = -1;

	if (!folds && nodes_have(semantics_before(&s->problem, block), v))
		return 0;
	for (size_t j = 0; j < k && s->packet[j].step < s->packet[k].step; j++)
		for (uint32_t i = 0; i < s->packet[j].count && s->packet[j].to == v; i++) {
			const struct range *r = &s->range[s->packet[j].first + i];

			if (r->block != block || byte < r->begin || byte >= r->end)
				continue;
			if (there < 0 || (folds ? slow->end[j] > there : slow->end[j] < there))
				there = slow->end[j];
		}
	return there < 0 ? 0 : there;
}

static double slow_start(const struct slow *slow, size_t k)
{
	const struct schedule *s = slow->schedule;
	const struct packet *packet = &s->packet[k];
	double start = 0;

	for (size_t j = 0; j < k; j++) {
		bool news = !packet->count && s->packet[j].to == packet->from &&
			    s->packet[j].step < packet->step;

		if ((news || exclude(&s->problem, &s->packet[j], packet)) && slow->end[j] > start)
			start = slow->end[j];
	}
	for (uint32_t i = 0; i < packet->count; i++) {
		const struct range *r = &s->range[packet->first + i];

		for (size_t byte = r->begin; byte < r->end; byte++) {
			double there = byte_there(slow, k, r->block, byte);

			start = there > start ? there : start;
		}
	}
	return start;
}

static void assert_clock(const struct schedule *schedule, const struct machine *machine)
{
	static struct slow slow;
	double start[256], end[256];

	assert_true(schedule->packets < 256);
	slow.schedule = schedule;
	slow.machine = machine;
	assert_int_equal(schedule_clock(schedule, machine, start, end), 0);
	for (size_t k = 0; k < schedule->packets; k++) {
		double expected = slow_start(&slow, k);

		slow.end[k] =
			expected + machine->beta + machine->tau * (double)schedule->packet[k].bytes;
		if (start[k] != expected || end[k] != slow.end[k])
			fail_msg("packet %zu starts at %g, not %g", k, start[k], expected);
	}
}

/* Prefix folds are the last collectives: the slow simulator does not join runs
 * (tests/runtime/pace_test.c has their times). */
TEST("simulate: 3000 random schedules take what a slow simulator says")
{
	static const char *const networks[] = { "cube:1", "cube:3", "gh:3", "gh:3x3", "gh:2x3" };
	static const struct machine *const machines[] = { &bytes_only, &both };
	uint64_t seed = 1;

	for (int i = 0; i < 3000; i++) {
		struct problem problem =
			problem_of(networks[i % 5], (enum collective)dice(&seed, SCAN));
		AUTO(schedule) schedule = NULL;
		int swap[9] = { 8, 7, 6, 5, 4, 3, 2, 1, 0 };

		problem.ports = (enum ports)dice(&seed, 4);
		problem.duplex = (enum duplex)dice(&seed, 2);
		problem.permutation = problem.collective == PERMUTE ? swap : NULL;
		schedule = random_schedule(&seed, &problem, 1 + (int)dice(&seed, 200));
		assert_clock(schedule, machines[i % 2]);
	}
}

/* ---- Views ---- */

static uint64_t translated(const struct problem *problem, int s, uint64_t block)
{
	uint64_t n = (uint64_t)problem->net.nodes;

	if (problem->collective == ALLTOALL)
		return (uint64_t)network_translate(&problem->net, s, (int)(block / n)) * n +
		       (uint64_t)network_translate(&problem->net, s, (int)(block % n));
	if (problem->collective == BARRIER)
		return 0;
	return (uint64_t)network_translate(&problem->net, s, (int)block);
}

/* Adds the packet as every node sends it. An all-reduce is given as if slices were blocks. */
static void add_everywhere(
	struct schedule *all, const struct packet *packet, const struct range *range, size_t slice)
{
	struct problem *problem = &all->problem;

	for (int s = 0; s < problem->net.nodes; s++) {
		struct packet copy = *packet;
		struct range moved[3];

		copy.from = s;
		copy.to = network_neighbour(&problem->net, s, packet->port);
		for (uint32_t i = 0; i < packet->count; i++) {
			moved[i] = range[i];
			moved[i].block = translated(problem, s, range[i].block);
			if (!slice)
				continue;
			moved[i].begin += moved[i].block * slice;
			moved[i].end += moved[i].block * slice;
			moved[i].block = 0;
		}
		assert_int_equal(schedule_add(all, copy, moved), 0);
	}
}

/* One packet a step, so that every port model but the strictest ones is obeyed. */
static void assert_view(uint64_t *seed, struct problem problem)
{
	AUTO(schedule) all = NULL, *view = NULL;
	bool slices = problem.collective == ALLREDUCE;
	size_t slice = slices ? DICE_BYTES : 0;
	struct simulation a, b;

	assert_int_equal(schedule_new(&all, &problem), 0);
	assert_int_equal(schedule_new(&view, &problem), 0);
	all->bytes = view->bytes = DICE_BYTES * (size_t)(slices ? problem.net.nodes : 1);
	view->view = true;
	for (int step = 0; step < 12; step++) {
		struct packet packet = { .step = step, .from = 0 };
		struct problem blocks = problem;
		struct range range[3];

		packet.port = (uint16_t)dice(seed, (uint32_t)problem.net.ports);
		packet.to = network_neighbour(&problem.net, 0, packet.port);
		blocks.collective = slices ? REDUCESCATTER : problem.collective;
		if (problem.collective != BARRIER)
			for (packet.count = 0; packet.count < 3; packet.count++)
				range[packet.count] = dice_range(seed, &blocks);
		add_everywhere(all, &packet, range, slice);
	}
	assert_int_equal(schedule_sort(all), 0);
	for (size_t k = 0; k < all->packets; k++)
		if (all->packet[k].from == 0)
			MUST(schedule_add(view, all->packet[k], all->range + all->packet[k].first));
	assert_int_equal(schedule_sort(view), 0);
	a = simulate(all, &both);
	b = simulate(view, &both);
	if (a.synchronous != b.synchronous || a.asynchronous != b.asynchronous)
		fail_msg("%s: %g and %g seen from node 0, %g and %g from all",
			collective_name(problem.collective), b.synchronous, b.asynchronous,
			a.synchronous, a.asynchronous);
}

TEST("simulate: one node is enough when all do the same")
{
	static const enum collective symmetric[] = { ALLGATHER, REDUCESCATTER, ALLREDUCE, ALLTOALL,
		BARRIER };
	static const char *const networks[] = { "cube:3", "gh:3x3", "gh:5", "gh:2x3" };
	uint64_t seed = 7;

	for (int i = 0; i < 2000; i++) {
		struct problem problem = problem_of(networks[i % 4], symmetric[i % 5]);

		problem.ports = networks[i % 4][0] == 'c' ? EXCHANGE + i % 3 : SENDRECV + i % 2;
		assert_view(&seed, problem);
	}
}

/* On gh:5 port p and its reverse port are the two directions of what node 0 has as one link. */
TEST("simulate: a view shares half-duplex links")
{
	struct problem problem = problem_of("gh:5", ALLGATHER);
	uint64_t seed = 9;

	problem.duplex = HALF;
	for (int i = 0; i < 200; i++)
		assert_view(&seed, problem);
}

/* ---- Our own plans ---- */

/* Bytes divide among nodes and ports, so that parts and slices are equal. */
static void assert_plan(const struct plan *plan, size_t packet)
{
	struct binding binding = { .bytes = 8 * 9 * 25 * 60, .element = 1, .packet = packet };
	AUTO(schedule) all = NULL, *view = NULL;
	struct simulation a, b;
	struct figures figures;

	assert_int_equal(plan_schedule(&all, plan, &binding), 0);
	assert_int_equal(plan_view(&view, plan, &binding), 0);
	a = simulate(all, &both);
	b = simulate(view, &both);
	assert_int_equal(schedule_figures(all, &figures), 0);
	if (a.synchronous != (double)figures.steps * both.beta + (double)figures.volume * both.tau)
		fail_msg("%s %s: %g in %d steps", collective_name(plan->problem.collective),
			plan->problem.algorithm, a.synchronous, (int)figures.steps);
	if (a.asynchronous > a.synchronous || a.synchronous != b.synchronous ||
		a.asynchronous != b.asynchronous)
		fail_msg("%s %s %s: %g and %g, seen from node 0 %g and %g",
			collective_name(plan->problem.collective), plan->problem.algorithm,
			plan->problem.net.name, a.synchronous, a.asynchronous, b.synchronous,
			b.asynchronous);
}

TEST("simulate: our plans are no slower without a global step, from any view")
{
	static const char *const networks[] = { "cube:3", "cube:4", "gh:5", "gh:3x3", "gh:2x3" };
	int permutation[16], plans = 0;

	for (int i = 0; i < COUNT(networks) * COLLECTIVES * 4; i++) {
		struct problem problem = problem_of(
			networks[i / 4 / COLLECTIVES], (enum collective)(i / 4 % COLLECTIVES));
		struct plan *plan;

		problem.ports = (enum ports)(i % 4);
		problem.destination = problem.net.nodes - 1;
		for (int v = 0; v < problem.net.nodes; v++)
			permutation[v] = problem.net.nodes - 1 - v;
		problem.permutation = problem.collective == PERMUTE ? permutation : NULL;
		for (int a = 0;
			!algorithm_name_at(problem.algorithm, problem.collective, &problem.net, a);
			a++) {
			if (collective_plan(&plan, &problem))
				continue; /* not under these ports */
			assert_plan(plan, plans % 2 ? 0 : 2400);
			plan_free(plan);
			plans++;
		}
	}
	assert_true(plans > 100);
}

TEST("machine: names and figures")
{
	assert_non_null(machine_named("threads"));
	assert_null(machine_named("cray"));
	assert_null(machine_at(-1));
	assert_true(machine_named("unit")->beta == 1 && machine_named("unit")->tau == 0);
	assert_true(machine_named("ncube3")->beta == 3e-6 && machine_named("ncube3")->tau == 2e-8);
	assert_true(machine_named("ipsc")->beta == 8e-3 && machine_named("ipsc")->tau == 8e-7);
	for (int i = 0; machine_at(i); i++)
		assert_ptr_equal(machine_named(machine_at(i)->name), machine_at(i));
}

/* Johnsson & Ho 1986, section 8.1: 8 ms, and 6 ms for each 1 KiB after the first. */
TEST("simulate: machines cut large packets themselves")
{
	const struct machine *ipsc = machine_named("ipsc");

	assert_true(ipsc->internal == 1024 && ipsc->again == 6e-3);
	assert_true(machine_time(ipsc, 0) == 8e-3);
	assert_true(fabs(machine_time(ipsc, 1024) - (8e-3 + 1024 * 8e-7)) < 1e-12);
	assert_true(fabs(machine_time(ipsc, 1025) - (14e-3 + 1025 * 8e-7)) < 1e-12);
	assert_true(fabs(machine_time(ipsc, 3072) - (20e-3 + 3072 * 8e-7)) < 1e-12);
	assert_times("broadcast x cube:1 root=0 bytes=3072 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:3072]\n",
		ipsc, 20e-3 + 3072 * 8e-7, 20e-3 + 3072 * 8e-7);
}

/* Two ports of one node: one second, and 80 % of the shorter one. Both directions of a link are one
 * port's. Under a one-port model nothing overlaps anyway. */
TEST("simulate: ports overlap in part")
{
	static const struct machine machine = { .tau = 1, .serial = 0.8 };

	assert_times("send x cube:2 root=0 destination=3 bytes=300 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:200]\n 0 -> 2 0[200:300]\n",
		&machine, 200 + 0.8 * 100, 200 + 0.8 * 100);
	assert_times("allgather x cube:1 bytes=100 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:100]\n 1 -> 0 1[0:100]\n",
		&machine, 100, 100);
	assert_times("broadcast x cube:2 root=0 bytes=100 ports=all duplex=full\n"
		     "step 0\n 0 -> 1 0[0:100]\nstep 1\n 0 -> 2 0[0:100]\n 1 -> 3 0[0:100]\n",
		&machine, 200, 200);
}

static double ipsc_broadcast(const char *algorithm, int n, enum ports ports)
{
	struct problem problem = cube_problem(algorithm, BROADCAST, n);
	AUTO(schedule) schedule = NULL;
	struct simulation time;

	problem.ports = ports;
	schedule = schedule_made(&problem, 60 << 10, 1 << 10);
	assert_int_equal(schedule_simulate(schedule, machine_named("ipsc"), &time), 0);
	assert_true(time.asynchronous <= time.synchronous * (1 + 1e-9));
	return time.synchronous;
}

/* Johnsson & Ho 1986, section 8.2, figure 17: about n, for n = 2 .. 6 and packets of 1 KiB. The
 * paper does not say how long the message was; here it has 60 packets. */
TEST("simulate: the nesbt beats the sbt n times on the ipsc (section 8.2)")
{
	for (int n = 2; n <= 6; n++) {
		double sbt = ipsc_broadcast("sbt", n, EXCHANGE);
		double speed_up = sbt / ipsc_broadcast("nesbt", n, EXCHANGE);

		assert_true(speed_up > 0.9 * n && speed_up < n);
		assert_true(ipsc_broadcast("sbt", n, ALL) < sbt);
	}
}
