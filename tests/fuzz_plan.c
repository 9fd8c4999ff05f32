/* A libFuzzer harness for the readers of plan files, and all that takes what they accept. */
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * It is built by hand, with clang, from the root of the source tree:
 *
 *	clang -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -I. \
 *		tests/fuzz_plan.c plan/?*.c topology/?*.c base/?*.c -ljansson -lm -o fuzz_plan
 *	mkdir -p seeds && build/grove plan broadcast nesbt cube:2 --bytes 64 >seeds/text
 *	build/grove plan reduce sbt cube:2 --bytes 64 --json >seeds/json
 *	./fuzz_plan -max_len=4096 -rss_limit_mb=4096 seeds
 *
 * A text that begins with { is read as JSON, as `grove verify` does. Each plan that is read is
 * printed, read again, verified, simulated and drawn; the second printing must be the first.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/draw/schedule_drawing.h"
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
	schedule_draw_svg(schedule, COLOUR_AUTO, nothing);
	schedule_draw_trace(schedule, machine_named("unit"), nothing);
	fclose(nothing);
}

/* Plans that would only be slow are left out: the verifier keeps a fact for each node and byte
 * range, and a network may have a million nodes. */
static int is_small(const struct schedule *schedule)
{
	return schedule->problem.net.nodes <= 4096;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	reader *read = size && data[0] == '{' ? schedule_read_json : schedule_read;
	struct simulation simulation;
	struct schedule *schedule;
	struct verdict verdict;

	if (read(&schedule, (const char *)data, size)) {
		need(*why_text() && !strpbrk(why_text(), "\n\r\033"));
		return 0;
	}
	if (is_small(schedule)) {
		print_twice(schedule, schedule_print, schedule_read);
		print_twice(schedule, schedule_print_json, schedule_read_json);
		need(!schedule_simulate(schedule, machine_named("threads"), &simulation));
		need(!schedule_verify(schedule, &verdict));
		draw(schedule);
	}
	schedule_free(schedule);
	return 0;
}
