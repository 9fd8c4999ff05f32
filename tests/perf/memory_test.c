/* Tests of the library without memory: each allocation of each public call fails once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/test.h"
#include "grove_measure.h"
#include "perf/candidate_sweep.h"
#include "tests/failer.h"
#include "tests/sanitized.h"

/* The call then returns -ENOMEM (or -EAGAIN) with one line that says why, or does without that
 * memory; nothing is left allocated, and the next call succeeds. */

enum {
	NODES = 16,
	BYTES = 240,
	PACKET = 16,
	/* That many allocations fail one by one; of more, those of sites that have not failed. */
	FEW = 40,
	SITES = 1 << 14,
	SECONDS = 250 /* less than those that tests/run allows */
};

struct subject {
	const char *network, *collective, *algorithm;
	const char *ports;
	int threads;
	bool paced;
};

typedef int operation(const struct subject *subject);

static unsigned char in[NODES][NODES * BYTES], out[NODES][NODES * BYTES];
static const struct grove_pace pace = { 1e-6, 1e-9 };

static int make(struct grove_plan **plan, const struct subject *s)
{
	static const int permutation[NODES] = { 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
		15 };
	const struct grove_problem problem = { .collective = s->collective,
		.algorithm = s->algorithm,
		.permutation = strcmp(s->collective, "permute") ? NULL : permutation,
		.ports = s->ports,
		.bytes = BYTES,
		.packet = strcmp(s->collective, "barrier") ? PACKET : 0,
		.pace = s->paced ? &pace : NULL };

	return grove_plan_make(plan, s->network, &problem);
}

static int plan_of(const struct subject *s)
{
	struct grove_figures figures;
	struct grove_plan *plan;
	int error = make(&plan, s);

	if (error)
		return error;
	error = grove_plan_figures(plan, strcmp(s->collective, "barrier") ? BYTES : 0, &figures);
	grove_plan_free(plan);
	return error;
}

static char reason[512];

/* The reason of a failure, before the calls that clean up succeed. */
static int keep(int error)
{
	snprintf(reason, sizeof reason, "%s", error ? grove_why() : "");
	return error;
}

static int open_team(struct grove_team **team, const struct subject *s)
{
	return grove_team_open(team, &(struct grove_team_options){ .network = s->network,
					     .threads = s->threads,
					     .timeout = 5,
					     .pace = s->paced ? &pace : NULL });
}

static int team_of(const struct subject *s)
{
	struct grove_team *team;
	int error = open_team(&team, s);

	return error ? error : grove_team_free(team);
}

static int execute(struct grove_team *team, const struct subject *s)
{
	bool takes = strcmp(s->collective, "broadcast") && strcmp(s->collective, "send");
	struct grove_buffers buffers[NODES];
	struct grove_plan *plan;
	int error = make(&plan, s);

	if (error)
		return error;
	for (int v = 0; v < NODES; v++)
		buffers[v] = (struct grove_buffers){ takes ? in[v] : NULL, out[v] };
	error = grove_team_execute(team, plan, buffers, BYTES);
	grove_plan_free(plan);
	return error;
}

static int whole_life(const struct subject *s)
{
	struct grove_team *team;
	int error = open_team(&team, s), closed;

	if (error)
		return error;
	error = keep(execute(team, s));
	closed = grove_team_free(team);
	return error ? error : closed;
}

/* The candidates of auto, as `grove tune` measures them, once each. */
static int measure_candidates(const struct subject *s)
{
	static const struct tune_effort effort = { .hopeless = 8, .behind = 1.3, .rounds = 1 };
	struct bench_options how = bench_defaults();
	struct bench_case what = { .bytes = 8 };
	struct tune_entry entry[TUNE_ENTRIES];
	struct bench *bench;
	int left_out, count, error = network_open(&what.problem.net, s->network);

	how.run.threads = s->threads;
	how.iterations = 1;
	how.warmup = 0;
	if (!error)
		error = bench_open(&bench, &how);
	if (error)
		return error;
	count = tune_candidates(entry, &left_out, &what, &effort);
	error = keep(count < 0 ? count : tune_measure(bench, entry, count, &what, &effort));
	bench_close(bench);
	return error;
}

static int all_verbs(struct grove_node *me, void *argument)
{
	static const int permutation[] = { 1, 0 };
	int v = grove_node_number(me), error;
	unsigned char *mine = in[v], *result = out[v];

	if (!(error = grove_broadcast(me, result, BYTES, 0)) &&
		!(error = grove_reduce(me, mine, result, 8, GROVE_F64, GROVE_SUM, 1)) &&
		!(error = grove_scatter(me, mine, result, BYTES, 0)) &&
		!(error = grove_gather(me, mine, result, BYTES, 0)) &&
		!(error = grove_allgather(me, mine, result, BYTES)) &&
		!(error = grove_reducescatter(me, mine, result, 8, GROVE_F64, GROVE_SUM)) &&
		!(error = grove_allreduce(me, mine, result, 8, GROVE_F64, GROVE_SUM)) &&
		!(error = grove_alltoall(me, mine, result, BYTES)) &&
		!(error = grove_permute(me, mine, result, BYTES, permutation)))
		error = grove_barrier(me);
	return error;
}

static int verbs_of(const struct subject *s)
{
	struct grove_team *team;
	int error = open_team(&team, s), closed;

	if (error)
		return error;
	error = keep(grove_team_run(team, all_verbs, NULL));
	closed = grove_team_free(team);
	return error ? error : closed;
}

/* The caller's own thread is the only node. */
static int attach(const struct subject *s)
{
	struct grove_team *team;
	struct grove_node *me;
	int error = open_team(&team, s), closed;

	if (error)
		return error;
	error = keep(grove_attach(team, 0, &me));
	if (!error) {
		error = keep(grove_allgather(me, in[0], out[0], BYTES));
		closed = grove_detach(me);
		error = error ? error : closed;
	}
	closed = grove_team_free(team);
	return error ? error : closed;
}

static int predict(const struct subject *s)
{
	struct grove_plan *plan;
	struct grove_team *team;
	int error = open_team(&team, s);
	double value;

	if (error)
		return error;
	error = make(&plan, s);
	if (!error) {
		error = grove_predict(team, plan, BYTES, &value);
		if (!error)
			error = grove_link_peak(team, &value);
		grove_plan_free(plan);
	}
	keep(error);
	grove_team_free(team);
	return error;
}

static int transposing(const struct subject *s)
{
	static const int line[] = { 1, 0, 2, 3 };
	const struct grove_matrix matrix = { .rows = 8, .columns = 8, .item = 4, .line = line };
	struct grove_plan *plan;

	TRY(grove_plan_make(&plan, s->network,
		&(struct grove_problem){
			.collective = "alltoall", .bytes = 16, .matrix = &matrix }));
	grove_plan_free(plan);
	return 0;
}

/* Reads a text, and finds its refusals: a right text has none. */
static int reread(const char *text, size_t length)
{
	struct grove_refusal refusals[2];
	struct grove_plan *plan;
	size_t count = 2;

	TRY(keep(grove_plan_read(&plan, text, length, NULL)));
	grove_plan_free(plan);
	TRY(keep(grove_plan_refusals(text, length, refusals, &count)));
	return (int)count;
}

static int written_and_read(const struct subject *s)
{
	static const char *const forms[] = { "text", "json" };
	struct grove_plan *plan;
	int error = keep(make(&plan, s));

	if (error)
		return error;
	for (int i = 0; i < 2 && !error; i++) {
		size_t length, bytes = strcmp(s->collective, "barrier") ? BYTES : 0;
		char *text;

		error = keep(grove_plan_write(plan, bytes, forms[i], &text, &length));
		if (!error) {
			error = reread(text, length);
			free(text);
		}
	}
	grove_plan_free(plan);
	return error;
}

/* A text that is not a plan. */
static int misread(const struct subject *s)
{
	static const char text[] =
		"{ \"collective\": \"send\", \"network\": \"gh:2\", \"bytes\": 1, "
		"\"transfers\": [{}] }";
	struct grove_plan *plan;

	return grove_plan_read(&plan, text, sizeof text - 1, NULL);
}

/* ---- Failing ---- */

static int report(const struct subject *s, long number, int error, const char *fault)
{
	fprintf(stderr, "%s %s %s, allocation %ld: %s (%d, '%s')\n", s->network,
		s->collective ? s->collective : "", s->algorithm ? s->algorithm : "", number, fault,
		error, reason);
	failer_print(STDERR_FILENO);
	return 1;
}

/* One allocation of the call fails. Returns how many faults that shows. */
static int fail_once(operation *call, const struct subject *s, long number)
{
	long live = failer_live();
	struct grove_pace unused;
	char before[256];
	int error;

	grove_machine(&unused, "an earlier call that failed");
	snprintf(before, sizeof before, "%s", grove_why());
	failer_arm(number);
	*reason = 0;
	error = call(s);
	failer_arm(0);
	if (error && !*reason)
		keep(error);
	if (error && error != -ENOMEM && error != -EAGAIN)
		return report(s, number, error, "not the error of memory");
	if (error && (!*reason || strchr(reason, '\n') || !strcmp(reason, before)))
		return report(s, number, error, "not one line that says why");
	if (failer_live() != live)
		return report(s, number, error, "something is left allocated");
	if (error && call(s))
		return report(s, number, error, "the next call fails, too");
	return 0;
}

/* Sites that have failed already, of all processes. */
static struct seen {
	size_t sites;
	uint64_t number[SITES];
} * seen;

static bool is_new(uint64_t number)
{
	for (size_t i = 0; i < seen->sites; i++)
		if (seen->number[i] == number)
			return false;
	if (seen->sites < SITES)
		seen->number[seen->sites++] = number;
	return true;
}

/* Which allocations of the call are to fail. Returns how many. */
static size_t choose_numbers(operation *call, const struct subject *s, struct site *site)
{
	size_t sites, kept = 0;
	long calls;

	failer_watch(site, SITES);
	failer_arm(0);
	call(s);
	calls = failer_count();
	sites = failer_watched();
	for (size_t i = 0; i < sites; i++)
		if (is_new(site[i].number))
			site[kept++] = site[i];
	if (calls > FEW)
		return kept;
	for (long number = 1; number <= calls; number++)
		site[number - 1].first = number;
	return (size_t)calls;
}

static int fail_all(operation *call, const struct subject *s)
{
	static struct site site[SITES];
	size_t sites;
	int faults = 0;

	for (int i = 0; i < 3; i++) /* what is read once in a process is read */
		if (call(s))
			return report(s, 0, -1, "fails with memory");
	sites = choose_numbers(call, s, site);
	for (size_t i = 0; i < sites && faults < 5; i++)
		faults += fail_once(call, s, site[i].first);
	return faults;
}

/* The first call of a process, in which much is read once. */
static int fail_first(operation *call, const struct subject *s, long number)
{
	int error;

	failer_arm(number);
	error = call(s);
	failer_arm(0);
	if (error && error != -ENOMEM && error != -EAGAIN)
		return report(s, number, error, "not the error of memory");
	error = call(s);
	return error ? report(s, number, error, "the first call's failure stays") : 0;
}

/* In a process of its own. Faults, or the crash, are said on standard error. */
static int apart(operation *call, const struct subject *s, long number)
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		alarm(SECONDS);
		if (!number)
			_exit(fail_all(call, s));
		failer_watch(NULL, 0);
		_exit(fail_first(call, s, number));
	}
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return 1;
	if (WIFSIGNALED(status))
		fprintf(stderr, "%s %s: died of signal %d\n", s->network,
			s->collective ? s->collective : "", WTERMSIG(status));
	return status != 0;
}

static void skip_where_the_sanitizer_allocates(void)
{
	if (!SANITIZED)
		return;
	print_message("the sanitizer's own allocator cannot be made to fail from inside\n");
	skip();
}

/* ---- The tests ---- */

TEST("no allocation that fails breaks a plan")
{
	static const char *const collectives[] = { "broadcast", "reduce", "scatter", "gather",
		"allgather", "reducescatter", "allreduce", "alltoall", "send", "permute",
		"barrier" };
	static const char *const algorithms[][2] = { { "cube:2", "nesbt" }, { "gh:2x3", "bst" },
		{ "star:3", "mst" }, { "ccc:3", "adst3" }, { "cube:2", "sbt+sbt" },
		{ "cube:2", "distribute1" }, { "ccc:3", "flow" }, { "ccc:3", "twophase" },
		{ "cube:2", "nrsbt-rb" }, { "cube:2", "broadcast4" }, { "cube:2", "ocsend3" },
		{ "cube:2", "permuted-send" }, { "cube:2", NULL } };
	int faults = 0;

	skip_where_the_sanitizer_allocates();
	for (size_t a = 0; a < sizeof algorithms / sizeof algorithms[0]; a++)
		for (size_t c = 0; c < sizeof collectives / sizeof collectives[0]; c++) {
			struct subject s = { algorithms[a][0], collectives[c], algorithms[a][1] };

			if (plan_of(&s) == 0)
				faults += apart(plan_of, &s, 0);
		}
	assert_int_equal(faults, 0);
}

/* Without any failure of memory. */
TEST("what is refused leaves nothing")
{
	static const struct subject subjects[] = { { "cube:3", "broadcast", "distribute1+sbt" },
		{ "cube:3", "broadcast", "sbt+no" }, { "gh:5", "allgather", "sbt+nesbt" },
		{ "cube:3", "permute", "lc-transpose" }, { "gh:5", "scatter", "nesbt" },
		{ "cube:2", "barrier", "sbt", "few" }, { "cube:40", "reduce", "sbt" } };

	skip_where_the_sanitizer_allocates();
	for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
		long live;

		(void)plan_of(&subjects[i]); /* what is read once in a process is read */
		live = failer_live();
		assert_int_not_equal(plan_of(&subjects[i]), 0);
		if (failer_live() != live)
			fail_msg("%s %s", subjects[i].collective, subjects[i].algorithm);
	}
	for (int i = 0; i < 2; i++) {
		long live = failer_live();

		assert_int_equal(misread(NULL), -EINVAL);
		if (i && failer_live() != live)
			fail_msg("a plan that is misread");
	}
}

TEST("no allocation that fails breaks a team")
{
	static const struct {
		operation *call;
		struct subject s;
	} table[] = {
		{ team_of, { "cube:2", .threads = 1 } },
		{ team_of, { "gh:2" } },
		{ team_of, { "machine", .threads = 0 } },
		{ whole_life, { "cube:2", "broadcast", "nesbt", .threads = 1 } },
		{ whole_life, { "cube:2", "allreduce", "sbt", .threads = 1 } },
		{ whole_life, { "cube:2", "alltoall", "nrsbt", .threads = 1 } },
		{ whole_life, { "cube:2", "broadcast", "nesbt", .threads = 1, .paced = true } },
		{ whole_life,
			{ "cube:2", "allreduce", "sbt", "single", .threads = 1, .paced = true } },
		{ attach, { "gh:1", .threads = GROVE_CALLER } },
		{ verbs_of, { "gh:2" } },
		{ predict, { "gh:2", "broadcast", "sbt" } },
		{ transposing, { "cube:2" } },
		{ written_and_read, { "cube:2", "reduce", "nesbt" } },
		{ written_and_read, { "mesh:2x2", "scan", "updown" } },
		{ written_and_read, { "cube:2", "permute", "permuted-send" } },
		{ measure_candidates, { "gh:2", .threads = 1 } },
	};
	int faults = 0;

	skip_where_the_sanitizer_allocates();
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		faults += apart(table[i].call, &table[i].s, 0);
	assert_int_equal(faults, 0);
}

TEST("the first call of a process may fail")
{
	const struct subject s = { "cube:2", "allreduce", .threads = 1 };
	int faults = 0;

	skip_where_the_sanitizer_allocates();
	for (long number = 1; number <= 60; number++)
		faults += apart(whole_life, &s, number);
	assert_int_equal(faults, 0);
}

BEFORE_TESTS
{
	const int shared = MAP_SHARED | MAP_ANONYMOUS;

	seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, shared, -1, 0);
	assert_ptr_not_equal(seen, MAP_FAILED);
}
