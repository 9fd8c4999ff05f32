/* Prints what `grove calibrate` measured as tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "library/machine/machine_files.h"
#include "plan/costs/copy_thresholds.h"
#include "tool/reports/calibration_report.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

enum {
	KIB = 1024
};

/* The sentences of the table of start-ups. */
static const char *const start_texts[START_UPS] = {
	[START_PACKET] = "packet between two nodes of a thread",
	[START_CALL] = "call of an operation, for each node",
	[START_PIECE] = "more for each piece of a packet",
	[START_FOLD] = "more for combining a packet",
	[START_INLINE] = "exchange of packets of 8 bytes",
	[START_INLINE_FOUR] = "exchange of four such packets at once",
	[START_EAGER] = "exchange of packets of 256 bytes",
	[START_EAGER_FOUR] = "exchange of four such packets at once",
	[START_LENT] = "exchange of packets of 1 KiB, from the sender's memory",
	[START_LINE] = "a cache line, there and back",
};

static const char *const place_texts[BYTE_PLACES] = {
	[PLACE_OWN] = "its own caches",
	[PLACE_SHARED] = "the cache that both share",
	[PLACE_READ] = "the other core's caches: lines that it has read",
	[PLACE_WRITTEN] = "the other core's caches: lines that it has just written",
	[PLACE_MEMORY] = "memory",
};

static void add_row(struct table *table, const char *class, const char *what,
	const struct quantity *quantity, bool rate)
{
	if (!(quantity->seconds > 0))
		return;
	if (rate)
		table_row(table,
			(const char *const[]){ class, what, rate_text(1 / quantity->seconds),
				rate_text(1 / quantity->high), rate_text(1 / quantity->low) });
	else
		table_row(table,
			(const char *const[]){ class, what, time_text(quantity->seconds),
				time_text(quantity->low), time_text(quantity->high) });
}

static void print_start_ups(const struct machine *machine)
{
	static const char *const headings[] = { "<cores", "<packets", "time", "from", "to", NULL };
	struct table table;

	table_open(&table, headings);
	for (int class = 0; class < PAIR_CLASSES; class ++)
		for (int i = 0; i < START_UPS; i++)
			add_row(&table, pair_class_name((enum pair_class) class), start_texts[i],
				&machine->measured->pair[class].start[i], false);
	table_close(&table);
}

static void print_places(const struct machine *machine)
{
	static const char *const headings[] = { "<cores", "<a core reads from", "rate", "from",
		"to", NULL };
	struct table table;

	putchar('\n');
	table_open(&table, headings);
	for (int class = 0; class < PAIR_CLASSES; class ++)
		for (int i = 0; i < BYTE_PLACES; i++)
			add_row(&table, pair_class_name((enum pair_class) class), place_texts[i],
				&machine->measured->pair[class].place[i], true);
	table_close(&table);
}

static const char *const choice_texts[COPY_CHOICES] = {
	[CHOICE_BOTH_ENDS] = "both cores copy, not only the receiver's",
	[CHOICE_FOLD_BOTH] = "both cores fold, not only the receiver's",
	[CHOICE_PAST] = "the receiver's core stores past the caches",
	[CHOICE_BOTH_PAST] = "both cores store past the caches",
	[CHOICE_EXCHANGE_PAST] = "both cores store past the caches in an exchange",
};

static const char *threshold_text(double bytes)
{
	if (isnan(bytes))
		return "-";
	if (isinf(bytes))
		return "never";
	return bytes < KIB ? "always" : size_text((size_t)bytes / KIB * KIB);
}

static void print_thresholds(const struct machine *machine)
{
	static const char *const headings[] = { "<pays from", "fresh", "resident", "cold", NULL };
	struct table table;

	putchar('\n');
	table_open(&table, headings);
	for (int i = 0; i < COPY_CHOICES; i++) {
		const char *row[DATA_STATES + 1] = { choice_texts[i] };

		for (int state = 0; state < DATA_STATES; state++)
			row[state + 1] = threshold_text(machine_pays_from(
				machine, (enum copy_choice)i, (enum data_state)state));
		table_row(&table, row);
	}
	table_close(&table);
}

/* Adds the rates of a way over all sizes, in GB/s. */
static void add_copies(struct table *table, const char *name, const struct quantity *quantity)
{
	const char *texts[COPY_SIZES + 1] = { name };
	bool known = false;

	for (int i = 0; i < COPY_SIZES; i++) {
		double seconds = quantity[i].seconds;

		texts[i + 1] = "-";
		if (!(seconds > 0))
			continue;
		texts[i + 1] = short_text("%.1f", 1e-9 * (double)copy_size(i) / seconds);
		known = true;
	}
	if (known)
		table_row(table, texts);
}

static void print_copies(const struct measured_costs *costs, int class, enum data_state state)
{
	char size[COPY_SIZES][16];
	const char *headings[COPY_SIZES + 2] = { "<copy" };
	struct table table;

	for (int i = 0; i < COPY_SIZES; i++) {
		snprintf(size[i], sizeof size[i], "%s", size_text(copy_size(i)));
		headings[i + 1] = size[i];
	}
	table_open(&table, headings);
	for (int way = 0; way < COPY_WAYS; way++) {
		int of = way <= COPY_WITHIN_TWO ? SAME_THREAD : class;

		add_copies(&table, copy_way_name((enum copy_way)way),
			costs->pair[of].copy[way][state]);
	}
	table_close(&table);
}

static const char *const state_texts[DATA_STATES] = {
	[DATA_FRESH] = "fresh data: just written by its core",
	[DATA_RESIDENT] = "resident data: left alone since the same copy before",
	[DATA_COLD] = "cold data: in no cache",
};

static void print_table(const struct machine *machine)
{
	const struct measured_costs *costs = machine->measured;

	if (!isnan(costs_trip(costs)))
		printf("cores at a distance of %s: a cache line there and back\n\n",
			time_text(costs_trip(costs)));
	print_start_ups(machine);
	if (machine_nearest_pair(machine))
		print_places(machine);
	for (int class = SAME_THREAD + 1; class < PAIR_CLASSES; class ++)
		for (int state = 0; state < DATA_STATES; state++) {
			if (!(costs->pair[class].start[START_INLINE].seconds > 0))
				continue;
			printf("\ncopies in GB/s, %s (cores: %s)\n", state_texts[state],
				pair_class_name((enum pair_class) class));
			print_copies(costs, class, (enum data_state)state);
		}
	if (machine_nearest_pair(machine))
		print_thresholds(machine);
	putchar('\n');
}

static void print_distances(const struct calibration *kept)
{
	printf("distances in the file:");
	for (int i = 0; i < kept->count; i++)
		printf("%s %s", i ? "," : "", time_text(costs_trip(&kept->costs[i])));
	printf("\n");
}

void calibration_report_print(
	const struct calibration *measured, const struct calibration *kept, const char *path)
{
	printf("%s\n\n", machine_files_names()->key);
	for (int i = 0; i < measured->count; i++)
		print_table(&measured->machine[i]);
	if (!isnan(calibration_least_trip(kept)))
		print_distances(kept);
	printf("kept in %s for auto and predictions\n", path);
}
