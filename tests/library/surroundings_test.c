/* Callers may trap exceptions, round in other directions, or write a decimal comma: no call
 * minds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fenv.h>
#include <locale.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/teams.h"
#include "grove_measure.h"
#include "runtime/machine/cpus.h"
#include "tests/temporary.h"

enum {
	NODES = 4
};

static char folder[TEMPORARY_NAME];

/* The folds of integers raise nothing, so all flags are of the library. */
static int sums(struct grove_node *me, void *argument)
{
	int one = 1, all = 0, error = 0;
	int *raised = argument;

	for (int i = 0; i < 3 && !error; i++)
		error = grove_allreduce(me, &one, &all, 1, GROVE_I32, GROVE_SUM);
	raised[grove_node_number(me)] = fetestexcept(FE_ALL_EXCEPT);
	return error ? error : all - NODES;
}

/* Passes through the doors of the library, and returns 0, or the number of the step that failed. */
static int calls(int *raised)
{
	struct grove_problem problem = {
		.collective = "allreduce", .bytes = 65536, .type = GROVE_F64
	};
	AUTO(grove_plan) plan = NULL, *again = NULL;
	struct grove_figures figures;
	struct grove_team *team;
	double seconds, peak;
	size_t length;
	FREED char *text = NULL;

	if (grove_team_open(&team, &(struct grove_team_options){ .network = "cube:2" }))
		return 1;
	if (grove_team_run(team, sums, raised))
		return 2;
	if (grove_plan_make(&plan, "cube:2", &problem) || !grove_plan_forward(plan, 65536) ||
		grove_plan_figures(plan, 65536, &figures))
		return 3;
	grove_predict(team, plan, 65536, &seconds); /* a quick calibration may refuse */
	if (grove_link_peak(team, &peak))
		return 4;
	if (grove_plan_write(plan, 65536, "json", &text, &length) ||
		grove_plan_read(&again, text, length, NULL))
		return 5;
	return grove_team_free(team) ? 6 : 0;
}

/* Runs a question in a process of its own, because a process measures and reads files once. */
static void ask(int (*question)(void))
{
	int status, pid = fork();

	assert_true(pid >= 0);
	if (!pid)
		_exit(question());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFSIGNALED(status))
		fail_msg("signal %d", WTERMSIG(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

#define ALONE_TEST(sentence) TEST_CALLED(int, body, sentence, ask(body), __LINE__, void)

ALONE_TEST("no call raises a floating-point trap")
{
	int raised[NODES];

	feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
	return calls(raised);
}

ALONE_TEST("no call raises a flag")
{
	int raised[NODES], error, flags;

	feclearexcept(FE_ALL_EXCEPT);
	error = calls(raised);
	flags = fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT);
	for (int v = 0; v < NODES; v++)
		flags |= raised[v] & ~FE_INEXACT;
	return error ? error : flags ? 16 + flags : 0;
}

ALONE_TEST("the callers rounding stays")
{
	int raised[NODES], error;

	fesetround(FE_UPWARD);
	error = calls(raised);
	return error ? error : fegetround() != FE_UPWARD;
}

/* ---- Folds of 16-bit floats ---- */

struct half {
	int type;
	bool product;
	uint16_t left, right, nearest; /* of the exact result, ties to even */
};

static const struct half halves[] = {
	{ GROVE_F16, false, 0x3c00, 0x0001, 0x3c00 }, /* 1 and the least number */
	{ GROVE_F16, false, 0x3c00, 0x1000, 0x3c00 }, /* half of the last place: to even */
	{ GROVE_F16, false, 0x3c01, 0x1000, 0x3c02 },
	{ GROVE_F16, false, 0xbc01, 0x9000, 0xbc02 },
	{ GROVE_F16, true, 0x0003, 0x3800, 0x0002 }, /* subnormal: 1.5 of the least number */
	{ GROVE_F16, true, 0x0001, 0x3800, 0x0000 },
	{ GROVE_F16, true, 0x8005, 0x3800, 0x8002 },
	{ GROVE_F16, false, 0x7bff, 0x4c00, 0x7c00 }, /* half a place beyond the greatest */
	{ GROVE_BF16, false, 0x3f80, 0x3b80, 0x3f80 },
	{ GROVE_BF16, false, 0x3f81, 0x3b80, 0x3f82 },
	{ GROVE_BF16, false, 0xbf81, 0xbb80, 0xbf82 },
	{ GROVE_BF16, true, 0x3f81, 0x3f81, 0x3f82 },
};

static int folds_to_nearest(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), error = 0;

	fesetround(*(int *)argument);
	for (size_t i = 0; i < sizeof halves / sizeof *halves && !error; i++) {
		const struct half *h = &halves[i];
		uint16_t in = v ? h->right : h->left, out;

		error = grove_allreduce(
			me, &in, &out, 1, h->type, h->product ? GROVE_PROD : GROVE_SUM);
		if (!error && out != h->nearest) {
			fprintf(stderr, "# %zu: %04x, not %04x\n", i, out, h->nearest);
			error = -EIO;
		}
	}
	if (fegetround() != *(int *)argument)
		error = -EIO;
	fesetround(FE_TONEAREST);
	return error;
}

static struct grove_team *open_pair(void)
{
	return OPEN_TEAM(.network = "gh:2");
}

TEST("halves are rounded to nearest")
{
	static int ways[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
	AUTO(grove_team) team = open_pair();

	for (int i = 0; i < 4; i++)
		if (grove_team_run(team, folds_to_nearest, &ways[i]))
			fail_msg("way %d: %s", i, grove_why());
}

/* ---- Arithmetic without subnormal numbers ---- */

#ifdef __SSE__
enum {
	FLUSH = 0x8040, /* results and operands that are subnormal are 0 */
	WIDEST = 8
};

/* Pairs of numbers that compare as equal then. */
static const struct {
	int type;
	size_t bytes;
	uint64_t pair[2];
} small[] = {
	{ GROVE_F32, 4, { 0x1, 0x2 } },
	{ GROVE_F32, 4, { 0x400000, 0x3fffff } },
	{ GROVE_F32, 4, { 0x80000001, 0x2 } },
	{ GROVE_F64, 8, { 0x5, 0xa } },
	{ GROVE_F64, 8, { 0x8000000000000005, 0x8000000000000006 } },
	{ GROVE_F16, 2, { 0x0001, 0x0002 } },
	{ GROVE_BF16, 2, { 0x0040, 0x003f } },
	{ GROVE_BF16, 2, { 0x8001, 0x0002 } },
};

static int chooses_one(struct grove_node *me, void *unused)
{
	unsigned before = __builtin_ia32_stmxcsr();
	int v = grove_node_number(me), error = 0;

	__builtin_ia32_ldmxcsr(before | FLUSH);
	for (size_t i = 0; i < 2 * sizeof small / sizeof *small && !error; i++) {
		const uint64_t *pair = small[i / 2].pair;
		uint64_t out = 0, both[2];

		error = grove_allreduce(
			me, &pair[v], &out, 1, small[i / 2].type, i % 2 ? GROVE_MAX : GROVE_MIN);
		if (!error)
			error = grove_allgather(me, &out, both, WIDEST);
		if (!error && ((out != pair[0] && out != pair[1]) || both[0] != both[1]))
			error = -EIO;
	}
	__builtin_ia32_ldmxcsr(before);
	return error;
}

TEST("a minimum of subnormals is one of them")
{
	AUTO(grove_team) team = open_pair();

	MUST(grove_team_run(team, chooses_one, NULL));
}
#else
static void a_minimum_of_subnormals_is_one_of_them(void **state)
{
	skip();
}
#endif

/* ---- A decimal comma ---- */

/* Writes a calibration of this machine with invented costs. */
static void calibrate(void)
{
	char key[512], path[TEMPORARY_NAME + 16];
	FILE *file;

	assert_int_equal(cpus_key(key, sizeof key), 0);
	snprintf(path, sizeof path, "%s/machine", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file,
		"grove-machine 4\nkey %s\ncost 0 same-thread start packet 2.5e-9 1e-9 1\n"
		"cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7\n"
		"cost 0 same-thread copy within resident 1024 1e-7 1e-7 1e-7\n"
		"end\n",
		key);
	assert_int_equal(fclose(file), 0);
	setenv("GROVE_MACHINE", path, 1);
}

static int writing_commas(void)
{
	struct grove_plan *plan;
	struct grove_team *team;
	char half[8];
	int error, raised[NODES];

	setenv("LOCPATH", folder, 1);
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		return 1;
	error = grove_team_open(&team, &(struct grove_team_options){ .network = "cube:2" });
	if (!error)
		error = grove_team_run(team, sums, raised);
	if (!error)
		error = grove_plan_make(&plan, "cube:2",
			&(struct grove_problem){ .collective = "allreduce", .bytes = 4096 });
	if (error) {
		fprintf(stderr, "%s\n", grove_why());
		return 2;
	}
	grove_team_open(&team, &(struct grove_team_options){ .network = "gh:2", .timeout = -0.5 });
	snprintf(half, sizeof half, "%.1f", 0.5);
	return !strstr(grove_why(), "-0.5") ? 3 : strcmp(half, "0,5") ? 4 : 0;
}

TEST("a decimal comma changes nothing")
{
	char command[2 * TEMPORARY_NAME + 64];

	snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null",
		folder);
	if (system(command))
		skip(); /* without Debian's package "locales" */
	calibrate();
	ask(writing_commas);
}

BEFORE_TESTS
{
	assert_non_null(mkdtemp(temporary_name(folder)));
	setenv("GROVE_MACHINE", "", 1);
}

AFTER_TESTS
{
	char command[TEMPORARY_NAME + 8];

	snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}
