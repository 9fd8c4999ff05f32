/* Runs `grove calibrate`, which measures this machine and keeps the measurements in a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "library/machine_files.h"
#include "perf/measured_files.h"
#include "perf/calibration_run.h"
#include "runtime/machine/cpus.h"
#include "tool/output/json_out.h"
#include "tool/output/config_file.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

enum {
	CORES_OF_ONE_LINK = 2 /* a second link would share these cores */
};

static void watch(const char *what)
{
	progress("measuring %s", what);
}

static void write_rates(const char *name, const double rate[2])
{
	json_open(name, '[');
	json_real(NULL, rate[0]);
	json_real(NULL, rate[1]);
	json_close(']');
}

static void write_machine(const struct machine *machine, const char *path)
{
	json_open(NULL, '{');
	json_text("file", path);
	json_text("key", machine_files_names()->key);
	json_open("classes", '[');
	for (int pair = 0; pair < PAIR_CLASSES; pair++) {
		const struct link_class *class = &machine->class[pair];

		if (!(class->beta > 0))
			continue;
		json_open(NULL, '{');
		json_text("class", pair_class_name((enum pair_class)pair));
		json_real("beta", class->beta);
		json_real("tau", class->tau);
		json_real("memory_tau", class->memory_tau);
		json_close('}');
	}
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

static const char *known_rate(char text[UNITS_TEXT], double rate)
{
	return rate > 0 ? rate_text(text, rate) : "-";
}

static void print_machine(const struct machine *machine, const char *path)
{
	static const char *const headings[] = { "<pair", "packet", "cached", "memory", NULL };
	char beta[UNITS_TEXT], cached[UNITS_TEXT], memory[UNITS_TEXT];
	struct table table;

	printf("%s\n\n", machine_files_names()->key);
	table_open(&table, headings);
	for (int pair = 0; pair < PAIR_CLASSES; pair++) {
		const struct link_class *class = &machine->class[pair];

		if (class->beta > 0)
			table_row(&table,
				(const char *const[]){ pair_class_name((enum pair_class)pair),
					time_text(beta, class->beta),
					known_rate(cached, class->tau > 0 ? 1 / class->tau : 0),
					known_rate(memory, class->memory_tau > 0
								   ? 1 / class->memory_tau
								   : 0) });
	}
	table_close(&table);
	printf("\n  a further piece of a packet %s; folding a packet %s more\n",
		time_text(beta, machine->piece), time_text(cached, machine->fold));
	if (cores_usable() > CORES_OF_ONE_LINK)
		printf("  a second link at once adds %.0f %%\n", 100 * machine->serial);
	else
		printf("  a second link at once: %d cores are too few to measure the cost\n",
			cores_usable());
	printf("  memcpy, caches: %s by one core, %s by two\n",
		known_rate(cached, machine->copy.cached[0]),
		known_rate(memory, machine->copy.cached[1]));
	printf("  memcpy, beyond: %s by one core, %s by two\n",
		known_rate(cached, machine->copy.memory[0]),
		known_rate(memory, machine->copy.memory[1]));
	printf("\nkept in %s for auto and predictions\n", path);
}

static int keep(const struct machine *machine, const char *path)
{
	struct config_file keeping;
	int error = config_file_open(&keeping, path);

	if (error)
		return error;
	return config_file_close(
		&keeping, calibration_write(machine, keeping.file, machine_files_names()->key));
}

int command_calibrate(const struct options *options)
{
	const struct machine_files_names *names;
	int error = machine_files_read(&names);
	const char *path = options->output ? options->output : names->machine;
	struct machine machine;

	if (error)
		return say_why(error);
	if (!path[0])
		return refuse("there is no place for the file: HOME is not set; use --output FILE");
	error = calibrate(&machine, watch);
	progress_end();
	if (!error)
		error = keep(&machine, path);
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		write_machine(&machine, path);
	else
		print_machine(&machine, path);
	return STATUS_DONE;
}
