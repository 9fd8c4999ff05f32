/* Dependences, edge by edge, of programs of a few instructions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/program/dependence.h"
#include "tests/plan/program_words.h"
#include "tests/topology_help.h"

/* Whether i must come after k for that reason. */
static bool has_edge(const struct dependences *d, size_t k, size_t i, enum dependence why)
{
	for (size_t s = d->first[k]; s < d->first[k + 1]; s++)
		if (d->successor[s].instruction == i && d->successor[s].why == why)
			return true;
	return false;
}

/* " 0>1 bytes" and so on, in the order of the instructions. */
static void print_edges(FILE *file, const struct dependences *d, size_t instructions)
{
	static const char *const names[] = { "memory", "bytes", "ports" };

	for (size_t k = 0; k < instructions; k++)
		for (size_t i = 0; i < instructions; i++)
			for (int why = MEMORY; why <= PORTS; why++)
				if (has_edge(d, k, i, (enum dependence)why))
					fprintf(file, " %zu>%zu %s", k, i, names[why]);
}

/* As many predecessors as edges lead there. */
static void assert_counted(const struct dependences *d, size_t instructions)
{
	for (size_t i = 0; i < instructions; i++) {
		uint32_t count = 0;

		for (size_t s = 0; s < d->first[instructions]; s++)
			count += d->successor[s].instruction == i;
		assert_int_equal(count, d->predecessors[i]);
	}
}

struct example {
	const char *words, *edges;
};

static void assert_edges(
	struct problem problem, bool in_place, const struct example *cases, int count)
{
	for (int k = 0; k < count; k++) {
		ENDED(program_clear) struct program p = { 0 };
		struct dependences *d;
		size_t length;
		FREED char *text = NULL;
		FILE *file = open_memstream(&text, &length);

		read_program(&p, cases[k].words);
		assert_int_equal(dependences_make(&d, &p, &problem, in_place), 0);
		print_edges(file, d, p.instructions);
		fclose(file);
		if (strcmp(text, cases[k].edges) != 0)
			fail_msg("%s: '%s' instead of '%s'", cases[k].words, text, cases[k].edges);
		assert_counted(d, p.instructions);
		assert_int_equal(d->coupled, problem.ports != ALL);
		dependences_free(d);
	}
}

/* Each program in words, and its edges. */
#define EDGES(problem, in_place, ...)                                                              \
	do {                                                                                       \
		static const struct example cases[] = { __VA_ARGS__ };                             \
		assert_edges(problem, in_place, cases, COUNT(cases));                              \
	} while (0)

static struct problem problem_of(enum collective collective, enum ports ports, enum duplex duplex)
{
	struct problem problem = { .collective = collective, .ports = ports, .duplex = duplex };

	assert_int_equal(network_open(&problem.net, "cube:3"), 0);
	return problem;
}

TEST("dependence: readers come after the writer, a writer after both")
{
	EDGES(problem_of(ALLGATHER, ALL, FULL), false, { "T0:0 S1:0", " 0>1 bytes" },
		{ "T0:0 S1:1", "" }, { "T0:0,1 S1:2,1", " 0>1 bytes" },
		{ "T0:0 T1:0", " 0>1 memory" }, { "T0:0 D1:0 S2:0", " 0>2 bytes" },
		{ "T0:0 F1:0 S2:0", " 0>1 memory 0>1 bytes 1>2 bytes" },
		{ "T0:0 S1:0 S2:0 T1:0", " 0>1 bytes 0>2 bytes 0>3 memory 1>3 memory 2>3 memory" },
		{ "c0:1 S0:0", " 0>1 bytes" }, { "c0:1 c0:2", " 0>1 memory" },
		{ "c0:0 f0:0 S0:0", " 0>1 memory 0>1 bytes 1>2 bytes" },
		{ "T0:1 c1:1 S1:1", " 0>1 memory 1>2 bytes" });
}

TEST("dependence: in place, input and output are one memory")
{
	EDGES(problem_of(ALLREDUCE, ALL, FULL), true, { "c0:1 T0:1 S0:0", " 0>1 memory 0>2 bytes" },
		{ "T0:1 c0:1 S1:0", " 0>1 bytes 1>2 bytes" }, { "c1:1 S0:1", " 0>1 bytes" });
}

/* Who writes what was lent comes after the wait, which comes after the packet. */
TEST("dependence: lent bytes are read until they are back")
{
	EDGES(problem_of(ALLGATHER, ALL, FULL), false,
		{ "S0:0 A0:1 T1:0", " 0>1 memory 0>2 memory 1>2 memory" },
		{ "S0:0,1 A0:1 T1:1", " 0>1 memory 0>2 memory 1>2 memory" },
		{ "S0:0 A0:1 T1:1", " 0>1 memory" }, { "S0:0 A0:1 A0:1", " 0>1 memory" },
		{ "S0:0 S0:1 A0:1 T1:1", " 0>1 ports 0>2 memory 1>3 memory" },
		{ "S0:0 S0:1 A0:1 T1:0 A0:2 T2:1", " 0>1 ports 0>2 memory 0>3 memory 1>4 memory "
						   "1>5 memory 2>3 memory 4>5 memory" },
		{ "S0:0 S1:0 A1:1 T2:0", " 0>3 memory 1>2 memory 1>3 memory 2>3 memory" },
		{ "T1:0 S0:0 A0:1", " 0>1 bytes 0>2 bytes 1>2 memory" });
}

/* Packets without bytes, so that nothing but links and ports binds them. */
TEST("dependence: packets follow those that exclude them, by ports and duplex")
{
	EDGES(problem_of(ALLGATHER, ALL, FULL), false,
		{ "S0: S0: S1: T0: T0:", " 0>1 ports 3>4 memory" },
		{ "S0: S1: S0:", " 0>2 ports" });
	EDGES(problem_of(ALLGATHER, ALL, HALF), false,
		{ "S0: T0: S1: T2: S0:", " 0>1 ports 0>4 ports 1>4 ports" });
	EDGES(problem_of(ALLGATHER, SENDRECV, FULL), false,
		{ "S0: S1: T0: T1: S0:", " 0>1 ports 0>4 ports 1>4 ports 2>3 ports" });
	EDGES(problem_of(ALLGATHER, EXCHANGE, FULL), false,
		{ "S0: T0: S1: T1:", " 0>2 ports 0>3 ports 1>2 ports 1>3 ports" },
		{ "S0: T1: S1: T0:", " 0>1 ports 0>2 ports 1>3 ports 2>3 ports" },
		{ "S0: S1: T1: S1:", " 0>1 ports 0>2 ports 1>3 ports" });
	EDGES(problem_of(ALLGATHER, SINGLE, FULL), false,
		{ "S0: T0: S1: T2:", " 0>1 ports 0>2 ports 1>2 ports 1>3 ports 2>3 ports" });
}

TEST("dependence: news wait for all that came before")
{
	EDGES(problem_of(BARRIER, ALL, FULL), false,
		{ "S0: T0: T1: S1: T2: S2:",
			" 1>3 bytes 1>5 bytes 2>3 bytes 2>5 bytes 4>5 bytes" });
}
