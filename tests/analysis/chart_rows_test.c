/* Folded charts: each packet is in the row of its sender, distance or way, and stacks count. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/draw/schedule_drawing.h"
#include "tests/plan_help.h"

/* Two ways, one through node 1 and one through node 2; a third packet of node 0 has both. */
static const char plan[] = "broadcast rows cube:2 root=0 bytes=100 ports=all duplex=full\n"
			   "step 0\n0 -> 1 0[0:40]\n0 -> 2 0[40:100]\n"
			   "step 3\n1 -> 3 0[0:40]\n2 -> 3 0[40:100]\n";

/* Returns a picture, or fails. */
static char *drawn(
	const struct schedule *schedule, enum rows_by rows, const struct machine *machine)
{
	const struct chart_look look = { .rows = rows };
	size_t length;
	char *text;
	FILE *file = open_memstream(&text, &length);
	int error = machine ? schedule_draw_times(schedule, machine, 0, &look, file)
			    : schedule_draw_svg(schedule, &look, file);

	MUST(error);
	fclose(file);
	return text;
}

static int count_of(const char *text, const char *what)
{
	int count = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		count++;
	return count;
}

static void check_rows(enum rows_by by, const int (*expected)[4], const char *const *labels)
{
	AUTO(schedule) schedule = schedule_of(plan);
	ENDED(chart_rows_free) struct chart_rows rows;
	char label[ROW_LABEL];

	assert_int_equal(chart_rows_open(&rows, schedule, by), 0);
	for (int k = 0; k < 4; k++)
		assert_int_equal(rows.of[k], (*expected)[k]);
	for (int row = 0; row < rows.count; row++) {
		assert_non_null(labels[row]);
		chart_rows_label(&rows, row, label);
		assert_string_equal(label, labels[row]);
	}
	assert_null(labels[rows.count]);
}

TEST("rows: a packet is in the row of its key")
{
	static const char *const nodes[] = { "00", "01", "10", NULL };
	static const char *const levels[] = { "distance 1", "distance 2", NULL };
	static const char *const ways[] = { "way 0", "way 1", NULL };

	check_rows(ROWS_NODE, &(const int[4]){ 0, 0, 1, 2 }, nodes);
	check_rows(ROWS_LEVEL, &(const int[4]){ 0, 0, 1, 1 }, levels);
	check_rows(ROWS_WAY, &(const int[4]){ 0, 1, 0, 1 }, ways);
}

/* In each of the two steps a row by level has two packets, of two colours; along time, the shorter
 * packet of the first pair ends first, and the packets of the second pair begin one by one. */
TEST("rows: a stack counts the packets at once")
{
	AUTO(schedule) schedule = schedule_of(plan);
	const struct machine machine = { .name = "test", .beta = 2, .tau = 0.1 };
	FREED char *steps = drawn(schedule, ROWS_LEVEL, NULL);
	FREED char *times = drawn(schedule, ROWS_LEVEL, &machine);

	assert_int_equal(count_of(steps, "<title>1 packet</title>"), 4);
	assert_int_equal(count_of(times, "<title>1 packet</title>"), 7);
	assert_non_null(strstr(steps, "a full row: 2<"));
	assert_non_null(strstr(times, "a full row: 2<"));
	assert_non_null(strstr(steps, "4 links in 2 rows, a row for each distance"));
}

/* Packets of the same colour at once are a single bar with their number. */
TEST("rows: a colour is one bar")
{
	AUTO(schedule)
	schedule =
		schedule_of("broadcast rows cube:2 root=0 bytes=100 ports=all duplex=full\n"
			    "step 0\n0 -> 1 0[0:100]\n0 -> 2 0[0:100]\nstep 1\n1 -> 3 0[0:100]\n");
	FREED char *text = drawn(schedule, ROWS_NODE, NULL);

	assert_int_equal(count_of(text, "<title>2 packets</title>"), 1);
	assert_int_equal(count_of(text, "<title>1 packet</title>"), 1);
}

/* Every link sends a packet: few links have a row each, many are folded. */
TEST("rows: many links are folded")
{
	static const struct {
		const char *network;
		enum rows_by rows;
	} known[] = { { "cube:4", ROWS_LINK }, { "cube:6", ROWS_NODE }, { "ccc:4", ROWS_NODE },
		{ "star:5", ROWS_LEVEL }, { "ring:48", ROWS_LINK }, { "ring:49", ROWS_NODE } };

	for (int i = 0; i < COUNT(known); i++) {
		struct schedule schedule = { 0 };
		struct chart chart = { .schedule = &schedule };
		struct network *net = &schedule.problem.net;

		assert_int_equal(network_open(net, known[i].network), 0);
		chart.links = (size_t)net->nodes * (size_t)net->ports;
		assert_int_equal(rows_chosen(ROWS_AUTO, &chart), known[i].rows);
		assert_int_equal(rows_chosen(ROWS_WAY, &chart), ROWS_WAY);
	}
}

/* Writes a plan in which node 0 of cube:1 sends a byte in each step, to and fro. */
static struct schedule *long_schedule(int steps)
{
	size_t length;
	FREED char *text = NULL;
	FILE *file = open_memstream(&text, &length);
	struct schedule *schedule;

	fputs("broadcast rows cube:1 root=0 bytes=1 ports=all duplex=full\n", file);
	for (int step = 0; step < steps; step++)
		fprintf(file, "step %d\n0 -> 1 0[0:1]\n1 -> 0 0[0:1]\n", step);
	fclose(file);
	schedule = schedule_of(text);
	return schedule;
}

/* Each of 2 nodes has a bar in each step: 6000 bars are drawn, 6002 are refused in one line. */
TEST("rows: too many bars are refused")
{
	const struct chart_look look = { .rows = ROWS_NODE };
	AUTO(schedule) most = long_schedule(3000), *more = long_schedule(3001);
	FILE *nothing = fopen("/dev/null", "w");

	assert_non_null(nothing);
	assert_int_equal(schedule_draw_svg(most, &look, nothing), 0);
	REFUSES(schedule_draw_svg(more, &look, nothing), EINVAL,
		"6002 bars; a picture shows at most 6000");
	fclose(nothing);
}
