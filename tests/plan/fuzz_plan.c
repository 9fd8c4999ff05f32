/* A libFuzzer harness for the readers of plan files, and all that takes what they accept. */
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In a build of its own (tests/tests.ninja, .ci/run):
 *
 *	configure CC=clang CFLAGS='-O1 -fsanitize=fuzzer-no-link' \
 *		--enable-sanitizers=address,undefined
 *	ninja && ninja fuzz
 *	mkdir -p seeds && build/grove plan broadcast nesbt cube:2 --bytes 64 >seeds/text
 *	build/grove plan reduce sbt cube:2 --bytes 64 --json >seeds/json
 *	build/tests/plan/fuzz_plan -max_len=4096 -rss_limit_mb=4096 seeds
 *
 * A text that begins with { is read as JSON, as `grove verify` does. Each plan that is read is
 * printed, read again, verified, simulated and drawn; the second printing must be the first. The
 * library reads the same text, and must come to the same verdict.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "grove.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/text/schedule_text.h"
#include "plan/format/plan_input.h"
#include "plan/format/plan_json.h"
#include "plan/format/plan_text.h"
#include "plan/verify/verify_schedule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef int printer(const struct schedule *schedule, FILE *file);
typedef int reader(struct schedule **schedule, const char *text, size_t length);

static void need(int right)
{
	if (!right)
		abort();
}

static char *printed(const struct schedule *schedule, printer *print)
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	need(file && !print(schedule, file));
	fclose(file);
	return text;
}

static void print_twice(const struct schedule *schedule, printer *print, reader *read)
{
	char *once = printed(schedule, print), *twice;
	struct schedule *again;

	need(!read(&again, once, strlen(once)));
	twice = printed(again, print);
	need(!strcmp(once, twice));
	schedule_free(again);
	free(once);
	free(twice);
}

static void draw(const struct schedule *schedule)
{
	FILE *nothing = fopen("/dev/null", "w");

	need(nothing != NULL);
	schedule_draw_svg(schedule, &(struct chart_look){ 0 }, nothing);
	schedule_draw_trace(schedule, machine_named("unit"), nothing);
	fclose(nothing);
}

/* Plans that would only be slow are left out: the verifier keeps a fact for each node and byte
 * range, and a network may have a million nodes. */
static int is_small(const struct schedule *schedule)
{
	return schedule->problem.net.nodes <= 4096;
}

/* The library's door: the same verdict, one line for each broken rule, and a plan that is written
 * as the same text. */
static void read_by_library(const char *text, size_t length, int right)
{
	struct grove_refusal refusals[4];
	struct grove_plan *plan;
	size_t count = 4;

	need(!grove_plan_refusals(text, length, refusals, &count) && right == !count);
	for (size_t i = 0; i < count && i < 4; i++)
		need(*refusals[i].text && !strpbrk(refusals[i].text, "\n\r\033"));
	need(right == !grove_plan_read(&plan, text, length, NULL) && right == (plan != NULL));
	if (right) {
		char *once;
		size_t bytes;

		need(!grove_plan_write(
			plan, grove_plan_heading(plan)->bytes, "json", &once, &bytes));
		free(once);
	}
	grove_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct simulation simulation;
	struct schedule *schedule;
	struct verdict verdict;

	if (plan_input_read(&schedule, text, size)) {
		need(*why_text() && !strpbrk(why_text(), "\n\r\033"));
		read_by_library(text, size, 0);
		return 0;
	}
	if (is_small(schedule)) {
		print_twice(schedule, schedule_print, schedule_read);
		print_twice(schedule, schedule_print_json, schedule_read_json);
		need(!schedule_simulate(schedule, machine_named("threads"), &simulation));
		need(!schedule_verify(schedule, &verdict));
		read_by_library(text, size, verdict.ok);
		draw(schedule);
	}
	schedule_free(schedule);
	return 0;
}
