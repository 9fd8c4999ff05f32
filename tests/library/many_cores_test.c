/* Machines of 2 to 256 cpus that hwloc makes up: where threads go, and what auto chooses there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/auto/choose.h"
#include "library/machine/machine_levels.h"
#include "perf/calibration/cpu_pairs.h"
#include "runtime/machine/pinning.h"
#include "tests/collective_help.h"
#include "tests/machine_help.h"
#include "tests/rates_help.h"

/* No machine at hand has so many cores, so no time is tested here: only the places of threads, the
 * pairs that a calibration measures, and choices, each with the reason. */

struct made_up {
	const char *text;
	int cores, siblings, caches, packages; /* siblings of each core; the others in all */
};

static const struct made_up machines[] = {
	{ "pack:1 l3:1 core:2 pu:1", 2, 1, 1, 1 },
	{ "pack:1 l3:3 core:2 pu:1", 6, 1, 3, 1 },
	{ "pack:1 l3:2 core:4 pu:2", 8, 2, 2, 1 },
	{ "pack:2 l3:1 core:28 pu:2", 56, 2, 2, 2 },
	{ "pack:1 l3:8 core:8 pu:1", 64, 1, 8, 1 },
	{ "pack:2 l3:4 core:8 pu:2", 64, 2, 8, 2 },
	{ "pack:2 l3:8 core:8 pu:2", 128, 2, 16, 2 },
};

static void open_machine(struct cpus *cpus, const struct made_up *machine)
{
	hwloc_topology_t topology = machine_synthetic(machine->text);
	char all[32];

	snprintf(all, sizeof all, "0-%d", machine->cores * machine->siblings - 1);
	machine_cpus(cpus, topology, all);
	hwloc_topology_destroy(topology);
}

/* ---- Places of threads ---- */

/* Returns how many parts of the kind the first threads use. `most` is the most threads in a
 * part. */
static int parts_used(
	const struct cpus *cpus, const struct pins *pins, int threads, enum domain kind, int *most)
{
	int in[CPUS_MOST] = { 0 }, used = 0;

	*most = 0;
	for (int t = 0; t < threads; t++) {
		const struct cpu *cpu = cpu_numbered(cpus, pins->number[t % pins->count]);
		int *count = &in[cpu->domain[kind]];

		used += !(*count)++;
		*most = *count > *most ? *count : *most;
	}
	return used;
}

static int quotient_up(int a, int b)
{
	return (a + b - 1) / b;
}

static void assert_places(
	const struct made_up *machine, const struct cpus *cpus, const struct pins *pins)
{
	for (int threads = 1; threads <= machine->cores * machine->siblings; threads++) {
		int cores = threads < machine->cores ? threads : machine->cores, most;

		assert_int_equal(parts_used(cpus, pins, threads, DOMAIN_CORE, &most), cores);
		assert_int_equal(most, quotient_up(threads, machine->cores));
		assert_int_equal(parts_used(cpus, pins, threads, DOMAIN_L3, &most),
			quotient_up(cores, machine->cores / machine->caches));
		assert_int_equal(parts_used(cpus, pins, threads, DOMAIN_SOCKET, &most),
			quotient_up(cores, machine->cores / machine->packages));
	}
}

/* Each thread has a core of its own while there are cores, and as few caches and packages as can
 * hold the threads are used. */
TEST("many cores: threads have cores of their own and lie close")
{
	for (int i = 0; i < COUNT(machines); i++) {
		ENDED(cpus_free) struct cpus cpus;
		ENDED(pins_free) struct pins pins;

		open_machine(&cpus, &machines[i]);
		assert_int_equal(pins_read(&pins, &cpus, NULL), 0);
		assert_int_equal(pins.count, machines[i].cores * machines[i].siblings);
		assert_places(&machines[i], &cpus, &pins);
	}
}

/* On a cube with a node on each core, the low dimensions stay within a cache, and only dimensions
 * that no cache holds leave the package. */
TEST("many cores: low dimensions stay within a cache")
{
	for (int i = 0; i < COUNT(machines); i++) {
		const struct made_up *m = &machines[i];
		struct cpus cpus;
		struct pins pins;

		if (m->cores & (m->cores - 1))
			continue;
		open_machine(&cpus, m);
		assert_int_equal(pins_read(&pins, &cpus, NULL), 0);
		for (int v = 0; v < m->cores; v++)
			for (int bit = 1; bit < m->cores; bit *= 2) {
				const struct cpu *a =
					cpu_numbered(&cpus, pins.number[v % pins.count]);
				const struct cpu *b =
					cpu_numbered(&cpus, pins.number[(v ^ bit) % pins.count]);

				assert_int_equal(a->domain[DOMAIN_L3] == b->domain[DOMAIN_L3],
					bit < m->cores / m->caches);
				assert_int_equal(
					a->domain[DOMAIN_SOCKET] == b->domain[DOMAIN_SOCKET],
					bit < m->cores / m->packages);
			}
		pins_free(&pins);
		cpus_free(&cpus);
	}
}

/* A calibration measures a pair of each kind: siblings, a shared cache, a package, the machine. */
TEST("many cores: each kind of pair is measured once")
{
	for (int i = 0; i < COUNT(machines); i++) {
		const struct made_up *m = &machines[i];
		int cpu[CPUS_MOST], kinds = (m->siblings > 1) + 1;
		struct pairs pairs = { 0 };
		ENDED(cpus_free) struct cpus cpus;

		open_machine(&cpus, m);
		for (int k = 0; k < cpus.count; k++)
			cpu[k] = cpus.cpu[k].number;
		pairs_of(&pairs, &cpus, cpu, cpus.count);
		kinds += m->caches > m->packages; /* two caches of one package */
		kinds += m->packages > 1;
		assert_int_equal(pairs.count, kinds);
	}
}

/* ---- Choices ---- */

/* Costs in the proportions that are usual between caches and packages. */
static struct machine costs_on(const struct cpus *cpus)
{
	struct machine machine = { .name = "made up",
		.beta = 4e-7,
		.tau = 2e-10,
		.packet = 4e-8,
		.class = { [SAME_THREAD] = { .beta = 4e-8, .tau = 3e-11 },
			[SAME_L2] = { .beta = 6e-8, .tau = 4e-11 },
			[SAME_L3] = { .beta = 1e-7, .tau = 5e-11 },
			[SAME_PACKAGE] = { .beta = 2e-7, .tau = 1e-10 },
			[OTHER_PACKAGE] = { .beta = 4e-7, .tau = 2e-10 } } };

	machine_levels_of(&machine.hierarchy, cpus);
	return machine;
}

/* Returns the bytes of the plan that leave a package. */
static double leave_packages(const struct candidate *choice, const struct problem *problem,
	const struct machine *machine)
{
	const struct binding binding = { .bytes = 1 << 20, .element = 1 };
	struct problem own = *problem;
	AUTO(schedule) schedule = NULL;
	AUTO(plan) plan = NULL;
	double bytes = 0;

	memcpy(own.algorithm, choice->algorithm, ALGORITHM_NAME);
	memcpy(own.order, choice->order, ALGORITHM_NAME);
	assert_int_equal(collective_plan(&plan, &own), 0);
	assert_int_equal(plan_schedule(&schedule, plan, &binding), 0);
	for (size_t k = 0; k < schedule->packets; k++) {
		const struct packet *p = &schedule->packet[k];

		if (machine_link(machine, own.net.nodes, p->from, p->to) ==
			&machine->class[OTHER_PACKAGE])
			bytes += (double)p->bytes;
	}
	return bytes;
}

/* A large broadcast enters each further package once, because the connection of packages is the
 * dearest: any tree that leaves a package twice is slower there. Above 64 nodes the scatter of a
 * composed broadcast may be by a balanced tree, which takes some blocks through both packages, and
 * is faster by the balance: 1.30 MiB cross on 128 cores, and the binomial tree, whose bytes cross
 * once, takes 1 % longer. */
TEST("many cores: a broadcast enters each package once")
{
	for (int i = 0; i < COUNT(machines); i++) {
		const struct made_up *m = &machines[i];
		struct rates rates = { .beta = 1e-7, .tau = 1e-10, .threads = m->cores };
		struct problem problem = { .collective = BROADCAST, .ports = ALL, .duplex = FULL };
		struct candidate best;
		struct machine machine;
		ENDED(cpus_free) struct cpus cpus;

		open_machine(&cpus, m);
		machine = costs_on(&cpus);
		rates.levels = &machine;
		MUST(machine_levels_network(&problem.net, "machine", &machine.hierarchy));
		assert_int_equal(problem.net.nodes, m->cores);
		assert_int_equal(choose_fastest(&best, &problem, 1 << 20, 1, &rates), 0);
		plan_free(best.plan);
		assert_true(isfinite(best.seconds) && best.seconds > 0);
		if (m->packages > 1) {
			double once = (double)(m->packages - 1) * (1 << 20);
			double bytes = leave_packages(&best, &problem, &machine);

			assert_true(bytes >= once && bytes <= once * (m->cores > 64 ? 4. / 3 : 1));
		}
	}
}

/* Where every node has the same work, more cores never make the chosen collective slower. (A root
 * may be slower: with more threads, more bytes come from other cores.) */
TEST("many cores: more threads are never slower")
{
	struct rates here = rates_here();

	for (int c = 0; c < COLLECTIVES; c++) {
		struct problem problem = problem_of("cube:6", (enum collective)c);
		double before = INFINITY;
		struct candidate best;

		if (!collective_kind((enum collective)c)->symmetric)
			continue;
		for (here.threads = 2; here.threads <= 64; here.threads *= 2) {
			assert_int_equal(choose_fastest(&best, &problem, 65536, 8, &here), 0);
			plan_free(best.plan);
			assert_true(isfinite(best.seconds));
			if (best.seconds > 1.05 * before)
				fail_msg("%s: %d threads take %g s, fewer %g s",
					collective_name(problem.collective), here.threads,
					best.seconds, before);
			before = best.seconds;
		}
	}
}
