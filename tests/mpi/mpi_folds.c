/* Large packets that their receivers fold cross in several messages, and the results are those of
 * threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include "library/wired.h"
#include "tests/mpi/mpi_help.h"

/* Called as the programs of mpi_help.h. The program stands between the library and MPI, and sees
 * the largest message. */

enum {
	BODY = 10000, /* more than any header has */
	SMALL = BODY / 2,
	WORDS = 30011, /* of a node */
	TRIPLES = 5003
};

static long largest; /* message sent by this rank */

/* ---- Between the library and MPI ---- */

static void see(int count, MPI_Datatype type)
{
	int size;

	MPI_Type_size(type, &size);
	if ((long)count * size > largest)
		largest = (long)count * size;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	see(count, type);
	return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	see(count, type);
	return PMPI_Send_init(buffer, count, type, to, tag, comm, request);
}

/* ---- Bodies ---- */

/* Elements of 12 bytes: the composition of two maps x -> a x + b modulo 2^32, which does not
 * commute, beside a sum. */
struct triple {
	uint32_t a, b, sum;
};

static void compose(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	const struct triple *x = left, *y = right;
	struct triple *to = result;

	for (size_t i = 0; i < count; i++)
		to[i] = (struct triple){ x[i].a * y[i].a, x[i].b * y[i].a + y[i].b,
			x[i].sum + y[i].sum };
}

static const struct grove_fold composition = { compose, NULL, "compose" };

static void check(int error, const char *what)
{
	if (error)
		fail(what, grove_why());
}

static int words(struct grove_node *me, void *argument)
{
	struct tape tape = ((struct tape *)argument)[grove_node_number(me)];
	size_t bytes = WORDS * sizeof(uint32_t);
	FREED unsigned char *in = fill(bytes * (size_t)nodes, grove_node_number(me), 1);
	unsigned char *out;

	check(grove_reduce(me, in, take(&tape, bytes), WORDS, GROVE_U32, GROVE_SUM, nodes - 1),
		"reduce");
	check(grove_allreduce(me, in, take(&tape, bytes), WORDS, GROVE_U32, GROVE_SUM),
		"allreduce");
	out = take(&tape, bytes);
	memcpy(out, in, bytes);
	check(grove_allreduce(me, GROVE_IN_PLACE, out, WORDS, GROVE_U32, GROVE_SUM), "in place");
	check(grove_reducescatter(me, in, take(&tape, bytes), WORDS, GROVE_U32, GROVE_SUM),
		"reducescatter");
	check(grove_scan(me, in, take(&tape, bytes), WORDS, GROVE_U32, GROVE_SUM), "scan");
	check(grove_exscan(me, in, take(&tape, bytes), WORDS, GROVE_U32, GROVE_SUM), "exscan");
	return 0;
}

static int triples(struct grove_node *me, void *argument)
{
	struct grove_fold ordered = grove_fold_ordered(&composition);
	struct tape tape = ((struct tape *)argument)[grove_node_number(me)];
	size_t bytes = TRIPLES * sizeof(struct triple);
	FREED unsigned char *in = fill(bytes, grove_node_number(me), 5);
	unsigned char *out;
	const int type = GROVE_ELEMENT(sizeof(struct triple));

	check(grove_reduce(me, in, take(&tape, bytes), TRIPLES, type, &ordered, 0), "reduce");
	check(grove_allreduce(me, in, take(&tape, bytes), TRIPLES, type, &ordered), "allreduce");
	check(grove_scan(me, in, take(&tape, bytes), TRIPLES, type, &composition), "scan");
	out = take(&tape, bytes);
	memcpy(out, in, bytes);
	check(grove_scan(me, GROVE_IN_PLACE, out, TRIPLES, type, &composition), "scan in place");
	return 0;
}

/* Floats of any bits, NaNs among them: the sums have the same bits as those of threads, whose plans
 * are others. */
static int floats(struct grove_node *me, void *argument)
{
	struct grove_fold ordered = grove_fold_ordered(GROVE_SUM);
	struct tape tape = ((struct tape *)argument)[grove_node_number(me)];
	size_t bytes = WORDS * sizeof(float);
	FREED unsigned char *in = fill(bytes * (size_t)nodes, grove_node_number(me), 7);

	check(grove_reduce(me, in, take(&tape, bytes), WORDS, GROVE_F32, &ordered, nodes - 1),
		"reduce of floats");
	check(grove_allreduce(me, in, take(&tape, bytes), WORDS, GROVE_F32, &ordered),
		"allreduce of floats");
	check(grove_reducescatter(me, in, take(&tape, bytes), WORDS, GROVE_F32, &ordered),
		"reducescatter of floats");
	check(grove_scan(me, in, take(&tape, bytes), WORDS, GROVE_F32, &ordered), "scan of floats");
	return 0;
}

static struct grove_plan *plan;

/* ---- Sizes of messages ---- */

static int reduces(struct grove_node *me, void *argument)
{
	size_t bytes = WORDS * sizeof(uint32_t);
	FREED unsigned char *in = fill(bytes * (size_t)nodes, grove_node_number(me), 1);
	FREED unsigned char *out = malloc(bytes);

	check(grove_reducescatter(me, in, out, WORDS, GROVE_U32, GROVE_SUM), "reducescatter");
	return 0;
}

static int reduces_below(struct grove_node *me, void *argument)
{
	struct grove_node *below;

	if (grove_split(me, 0, 0, NULL, &below))
		fail("split", grove_why());
	else
		reduces(below, argument);
	return 0;
}

static int broadcasts(struct grove_node *me, void *argument)
{
	size_t bytes = WORDS * sizeof(uint32_t);
	FREED unsigned char *in = fill(bytes, 0, 1);

	check(grove_execute(me, plan, NULL, in, bytes), "broadcast");
	return 0;
}

/* Returns the bytes of the largest message of all ranks. */
static long largest_of(struct grove_team *team, grove_body *body)
{
	long all;

	largest = 0;
	check(grove_team_run(team, body, NULL), "run");
	MPI_Allreduce(&largest, &all, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
	return all;
}

static void expect(bool holds, const char *what)
{
	char line[64];

	snprintf(line, sizeof line, "the largest message has %ld bytes", largest);
	if (!holds)
		fail(what, line);
}

/* ---- An abort between the bodies of a packet ---- */

enum {
	SLOW = 2000, /* microseconds of a fold */
	SOON = 9 * SLOW
};

static void add_slowly(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	const uint32_t *x = left, *y = right;
	uint32_t *to = result;

	for (size_t i = 0; i < count; i++)
		to[i] = x[i] + y[i];
	usleep(SLOW);
}

static int one_gives_up(struct grove_node *me, void *argument)
{
	size_t bytes = WORDS * sizeof(uint32_t);
	FREED unsigned char *in = NULL, *out = NULL;

	if (grove_node_number(me) == nodes - 1) {
		usleep(SOON);
		return -EDOM;
	}
	in = fill(bytes, grove_node_number(me), 1);
	out = malloc(bytes);
	return grove_execute(me, plan, in, out, bytes);
}

static void abort_between(char **argv)
{
	struct grove_team *mpi = open_mpi(argv);
	const struct grove_fold slow = { add_slowly, NULL, "slow" };
	const struct grove_problem problem = {
		.collective = "reduce", .algorithm = "bfs", .type = GROVE_U32, .fold = &slow
	};

	grove_wired_bodies(mpi, 4099);
	check(grove_plan_make(&plan, argv[1], &problem), "plan");
	if (grove_team_run(mpi, one_gives_up, NULL) != -EDOM)
		fail("a node that gave up", grove_why());
	check(grove_team_free(mpi), "closing");
	grove_plan_free(plan);
}

/* The ranks have agreed. */
static void check_limit(struct grove_team *mpi)
{
	uint64_t pair[2] = { grove_wired_bodies(mpi, SIZE_MAX), 0 };

	pair[1] = ~pair[0];
	MPI_Allreduce(MPI_IN_PLACE, pair, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
	if (pair[0] != ~pair[1] || !pair[0])
		fail("the limit of bodies", "differs");
}

int main(int argc, char **argv)
{
	struct grove_team *threads, *mpi;
	long most;

	open_both(&threads, &mpi, argc, argv);
	check_limit(mpi);
	grove_wired_bodies(mpi, BODY);
	check(grove_plan_make(&plan, argv[1],
		      &(struct grove_problem){ .collective = "broadcast", .algorithm = "bfs" }),
		"plan");
	most = largest_of(mpi, broadcasts);
	grove_plan_free(plan);
	expect(most > BODY, "a packet that is not folded is whole");
	most = largest_of(mpi, reduces_below);
	expect(most > SMALL && most <= BODY, "folded packets of a sub-team are cut");
	compare_teams("words", threads, mpi, words);
	compare_teams("triples", threads, mpi, triples);
	compare_teams("floats", threads, mpi, floats);
	grove_wired_bodies(mpi, 4099); /* not a multiple of an element */
	compare_teams("floats", threads, mpi, floats);
	compare_teams("words", threads, mpi, words);
	compare_teams("triples", threads, mpi, triples);
	for (int k = 0; k < 3; k++) {
		abort_between(argv);
		compare_teams("words", threads, mpi, words);
	}
	return close_both(threads, mpi);
}
