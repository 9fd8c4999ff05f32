/* Reads the settings of comparison programs, writes rows, and chooses the number of samples. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "base/monotonic.h"
#include "library/machine/cache_lines.h"
#include "perf/peers/peer.h"

void peer_fail(const char *text)
{
	fflush(stdout);
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, text);
	exit(1);
}

/* ---- Settings ---- */

static double number(const char *name, double otherwise, double least, double most)
{
	const char *text = getenv(name);
	double value = otherwise;
	char *end;

	if (text && *text) {
		value = strtod(text, &end);
		if (*end || !(value >= least && value <= most)) {
			fprintf(stderr, "%s: %s=%s is not a number from %g to %g\n",
				program_invocation_short_name, name, text, least, most);
			exit(2);
		}
	}
	return value;
}

static void read_cpus(int cpu[2])
{
	const char *text = getenv("PEER_CPUS");
	char more;

	cpu[0] = 0;
	cpu[1] = 1;
	if (text && *text &&
		(sscanf(text, "%d,%d%c", &cpu[0], &cpu[1], &more) != 2 || cpu[0] < 0 ||
			cpu[1] < 0 || cpu[0] >= CPU_SETSIZE || cpu[1] >= CPU_SETSIZE)) {
		fprintf(stderr, "%s: PEER_CPUS=%s is not a pair of cpus such as 0,1\n",
			program_invocation_short_name, text);
		exit(2);
	}
}

static const char *read_state(void)
{
	const char *text = getenv("PEER_DATA");

	if (!text || !*text || !strcmp(text, "fresh"))
		return "fresh";
	if (strcmp(text, "resident") != 0) {
		fprintf(stderr, "%s: PEER_DATA=%s is not a state of the data: fresh or resident\n",
			program_invocation_short_name, text);
		exit(2);
	}
	return "resident";
}

static struct peer_settings settings;

static void settings_read(void)
{
	settings.budget = number("PEER_BUDGET", 0.02, 1e-6, 1e4);
	settings.min = (size_t)number("PEER_MIN", 8, 8, 1 << 30) / 8 * 8;
	settings.max = (size_t)number("PEER_MAX", 16 << 20, 8, 1 << 30) / 8 * 8;
	settings.factor = (size_t)number("PEER_FACTOR", 4, 2, 1 << 30);
	settings.first = (int)number("PEER_FIRST", 0, 0, 1 << 20);
	settings.data = read_state();
	settings.fresh = !strcmp(settings.data, "fresh");
	settings.variant = getenv("PEER_VARIANT") ? getenv("PEER_VARIANT") : "";
	read_cpus(settings.cpu);
}

const struct peer_settings *peer_settings(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, settings_read);
	return &settings;
}

size_t peer_next(size_t bytes)
{
	const struct peer_settings *s = peer_settings();

	if (bytes >= s->max)
		return 0;
	return bytes > s->max / s->factor ? s->max : bytes * s->factor;
}

bool peer_asked_for(const char *name, char **words)
{
	bool any = !*words;

	for (; *words; words++)
		any |= !strcmp(*words, name);
	return any;
}

void peer_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof set, &set);
}

void *peer_memory(size_t bytes)
{
	bool large = bytes >= 1 << 17;
	size_t page = large ? (size_t)2 << 20 : 4096;
	void *memory = aligned_alloc(page, (bytes + page) / page * page);

	if (!memory)
		peer_fail("no memory for the buffers");
	if (large) /* as library/machine/huge_pages.c */
		madvise(memory, (bytes + page) / page * page, MADV_HUGEPAGE);
	return memory;
}

void peer_touch(const struct peer_buffers *buffers)
{
	lines_read(buffers->out, buffers->out_bytes);
	lines_rewrite(buffers->in, buffers->in_bytes);
}

/* ---- Rows ---- */

static int rows;

void peer_begin(void)
{
	rows = 0;
	printf("{ \"schema\": \"grove-bench\", \"schema_version\": 1, \"results\": [\n");
	fflush(stdout);
}

void peer_write(const struct peer_row *row)
{
	printf("%s{ \"collective\": \"%s\", \"algorithm\": \"%s\", ", rows++ ? "," : " ",
		row->collective, row->algorithm);
	if (row->schedule)
		printf("\"schedule\": \"%s\", ", row->schedule);
	if (row->start)
		printf("\"start\": \"%s\", ", row->start);
	if (row->data)
		printf("\"data\": \"%s\", ", row->data);
	else
		printf("\"data\": null, ");
	if (row->backtoback > 0)
		printf("\"backtoback_s\": %.9g, ", row->backtoback);
	printf("\"network\": \"%s\", \"root\": 0, \"nodes\": %d, \"bytes\": %zu, \"clock\": "
	       "\"native\", \"time_s\": { \"median\": %.9g, \"ci_low\": %.9g, \"ci_high\": %.9g, "
	       "\"min\": %.9g, \"p99\": %.9g, \"samples\": %zu",
		row->network, row->nodes, row->bytes, row->time.median, row->time.ci_low,
		row->time.ci_high, row->time.min, row->time.p99, row->time.samples);
	if (row->p95 > 0)
		printf(", \"p95\": %.9g", row->p95);
	puts(" } }");
	fflush(stdout);
}

void peer_end(void)
{
	puts("] }");
	fflush(stdout);
}

/* ---- How often ---- */

enum {
	SAMPLES_MOST = 1 << 16,
	SLOW = 3 /* samples of an operation that is slower than the budget */
};

void peer_samples_open(struct peer_samples *s, size_t warmup)
{
	*s = (struct peer_samples){ .room = SAMPLES_MOST, .batch = 1, .warmup = warmup };
	s->sample = malloc(s->room * sizeof *s->sample);
	if (!s->sample)
		peer_fail("no memory for samples");
	s->first = monotonic_seconds();
}

/* Returns the next number of operations. Batches double while a batch is
 * short against the budget. */
size_t peer_samples_next(struct peer_samples *s)
{
	double budget = peer_settings()->budget, now = monotonic_seconds();
	double spent = now - (s->begin > 0 ? s->begin : s->first);
	size_t fewest = spent > 4 * budget ? SLOW : STATS_FEWEST;

	if (s->begin > 0 && ((s->count >= fewest && spent >= budget) || s->count == s->room))
		return 0;
	if (s->batch < PEER_BATCH && spent < budget / 8)
		s->batch *= 2;
	else if (spent > budget / 2)
		s->batch = 1;
	return s->batch < s->room - s->count ? s->batch : s->room - s->count;
}

void peer_samples_add(struct peer_samples *s, const double *seconds, size_t count)
{
	if (s->begin > 0) {
		memcpy(s->sample + s->count, seconds, count * sizeof *seconds);
		s->count += count;
		return;
	}
	s->warmup -= count < s->warmup ? count : s->warmup;
	if (!s->warmup && monotonic_seconds() - s->first > peer_settings()->budget / 5) {
		s->begin = monotonic_seconds();
		s->batch = 1;
	}
}

struct stats peer_samples_close(struct peer_samples *s)
{
	struct stats stats = stats_of(s->sample, s->count);

	free(s->sample);
	return stats;
}

size_t peer_run_length(double seconds)
{
	double count = peer_settings()->budget / 5 / PEER_RUNS / (seconds > 1e-9 ? seconds : 1e-9);

	return count < 4 ? 4 : count > 1e5 ? 100000 : (size_t)count;
}
