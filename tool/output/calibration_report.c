/* Shows what `grove calibrate` measured, as tables or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "library/machine_files.h"
#include "runtime/machine/cpus.h"
#include "tool/output/calibration_report.h"
#include "tool/output/json_out.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

enum {
	CORES_OF_ONE_LINK = 2 /* a second link would share these cores */
};

/* ---- JSON ---- */

static void write_rates(const char *name, const double rate[2])
{
	json_open(name, '[');
	json_real(NULL, rate[0] > 0 ? rate[0] : NAN);
	json_real(NULL, rate[1] > 0 ? rate[1] : NAN);
	json_close(']');
}

static void write_interval(const struct quantity *quantity)
{
	json_real("seconds", quantity->seconds);
	json_open("ci95", '[');
	json_real(NULL, quantity->low);
	json_real(NULL, quantity->high);
	json_close(']');
	json_close('}');
}

static void write_named(const char *kind, const char *name, const struct quantity *quantity)
{
	if (!(quantity->seconds > 0))
		return;
	json_line();
	json_open(NULL, '{');
	json_text(kind, name);
	write_interval(quantity);
}

static void write_copies(const struct pair_costs *pair)
{
	for (int cell = 0; cell < COPY_WAYS * DATA_STATES * COPY_SIZES; cell++) {
		int way = cell / (DATA_STATES * COPY_SIZES), size = cell % COPY_SIZES;
		int state = cell / COPY_SIZES % DATA_STATES;
		const struct quantity *quantity = &pair->copy[way][state][size];

		if (!(quantity->seconds > 0))
			continue;
		json_line();
		json_open(NULL, '{');
		json_text("way", copy_way_name((enum copy_way)way));
		json_text("data", data_state_name((enum data_state)state));
		json_size("bytes", copy_size(size));
		write_interval(quantity);
	}
}

static void write_class(const struct machine *machine, enum pair_class number)
{
	const struct link_class *class = &machine->class[number];
	const struct pair_costs *pair = &machine->measured->pair[number];

	json_open(NULL, '{');
	json_text("class", pair_class_name(number));
	json_real("beta", class->beta);
	json_real("tau", class->tau);
	json_real("memory_tau", class->memory_tau);
	json_open("start_ups", '[');
	for (int i = 0; i < START_UPS; i++)
		write_named("start_up", start_up_name((enum start_up)i), &pair->start[i]);
	json_close(']');
	json_open("places", '[');
	for (int i = 0; i < BYTE_PLACES; i++)
		write_named("place", byte_place_name((enum byte_place)i), &pair->place[i]);
	json_close(']');
	json_open("copies", '[');
	write_copies(pair);
	json_close(']');
	json_close('}');
}

void calibration_report_write(const struct machine *machine, const char *path)
{
	json_open(NULL, '{');
	json_text("file", path);
	json_text("key", machine_files_names()->key);
	json_open("classes", '[');
	for (int pair = 0; pair < PAIR_CLASSES; pair++)
		if (machine->class[pair].beta > 0)
			write_class(machine, (enum pair_class)pair);
	json_close(']');
	json_real("packet_s", machine->packet);
	json_real("piece_s", machine->piece);
	json_real("port_overlap", cores_usable() > CORES_OF_ONE_LINK ? 1 - machine->serial : NAN);
	json_real("fold_s", machine->fold);
	write_rates("copy_cached_Bps", machine->copy.cached);
	write_rates("copy_memory_Bps", machine->copy.memory);
	json_close('}');
	putchar('\n');
}

/* ---- Tables ---- */

/* The sentences of the table of start-ups. */
static const char *const start_texts[START_UPS] = {
	[START_PACKET] = "packet between two nodes of a thread",
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
	[PLACE_OWN] = "the core's own caches",
	[PLACE_SHARED] = "the shared cache",
	[PLACE_READ] = "the other core's caches, which it has read",
	[PLACE_WRITTEN] = "the other core's caches, which it has just written",
	[PLACE_MEMORY] = "memory",
};

static void add_row(struct table *table, const char *class, const char *what,
	const struct quantity *quantity, bool rate)
{
	char value[UNITS_TEXT], least[UNITS_TEXT], most[UNITS_TEXT];

	if (!(quantity->seconds > 0))
		return;
	if (rate)
		table_row(table,
			(const char *const[]){ class, what, rate_text(value, 1 / quantity->seconds),
				rate_text(least, 1 / quantity->high),
				rate_text(most, 1 / quantity->low) });
	else
		table_row(table,
			(const char *const[]){ class, what, time_text(value, quantity->seconds),
				time_text(least, quantity->low), time_text(most, quantity->high) });
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
	static const char *const headings[] = { "<cores", "<bytes read from", "rate", "from", "to",
		NULL };
	struct table table;

	table_open(&table, headings);
	for (int class = 0; class < PAIR_CLASSES; class ++)
		for (int i = 0; i < BYTE_PLACES; i++)
			add_row(&table, pair_class_name((enum pair_class) class), place_texts[i],
				&machine->measured->pair[class].place[i], true);
	table_close(&table);
}

/* Adds the rates of a way over all sizes, in GB/s. */
static void add_copies(struct table *table, const char *name, const struct quantity *quantity)
{
	char cell[COPY_SIZES][UNITS_TEXT];
	const char *texts[COPY_SIZES + 1] = { name };
	bool known = false;

	for (int i = 0; i < COPY_SIZES; i++) {
		double seconds = quantity[i].seconds;

		texts[i + 1] = "-";
		if (!(seconds > 0))
			continue;
		snprintf(cell[i], sizeof cell[i], "%.1f", 1e-9 * (double)copy_size(i) / seconds);
		texts[i + 1] = cell[i];
		known = true;
	}
	if (known)
		table_row(table, texts);
}

static void print_copies(const struct measured_costs *costs, int class, enum data_state state)
{
	char size[COPY_SIZES][UNITS_TEXT];
	const char *headings[COPY_SIZES + 2] = { "<copy" };
	struct table table;

	for (int i = 0; i < COPY_SIZES; i++)
		headings[i + 1] = size_text(size[i], copy_size(i));
	table_open(&table, headings);
	for (int way = 0; way < COPY_WAYS; way++) {
		int of = way <= COPY_WITHIN_TWO ? SAME_THREAD : class;

		add_copies(&table, copy_way_name((enum copy_way)way),
			costs->pair[of].copy[way][state]);
	}
	table_close(&table);
}

void calibration_report_print(const struct machine *machine, const char *path)
{
	const struct measured_costs *costs = machine->measured;

	printf("%s\n\n", machine_files_names()->key);
	print_start_ups(machine);
	print_places(machine);
	for (int class = SAME_THREAD + 1; class < PAIR_CLASSES; class ++)
		for (int state = 0; state < DATA_STATES; state++) {
			if (!(costs->pair[class].start[START_INLINE].seconds > 0))
				continue;
			printf("\ncopies in GB/s, %s data, cores of class %s\n",
				data_state_name((enum data_state)state),
				pair_class_name((enum pair_class) class));
			print_copies(costs, class, (enum data_state)state);
		}
	printf("\nkept in %s for auto and predictions\n", path);
}
