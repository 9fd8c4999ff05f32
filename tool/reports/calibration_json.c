/* Writes what `grove calibrate` measured as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "library/machine/machine_files.h"
#include "plan/costs/copy_thresholds.h"
#include "runtime/machine/cpus.h"
#include "tool/reports/calibration_report.h"
#include "tool/output/json_out.h"

enum {
	CORES_OF_ONE_LINK = 2 /* a second link would share these cores */
};

/* A size of null: the other way never pays. */
static void write_thresholds(const struct machine *machine)
{
	json_open("thresholds", '[');
	for (int i = 0; i < COPY_CHOICES * DATA_STATES; i++) {
		enum data_state state = (enum data_state)(i % DATA_STATES);
		enum copy_choice choice = (enum copy_choice)(i / DATA_STATES);
		double bytes = machine_pays_from(machine, choice, state);

		if (isnan(bytes))
			continue;
		json_row();
		json_text("way", copy_way_name(copy_choice_ways(choice).other));
		json_text("instead_of", copy_way_name(copy_choice_ways(choice).usual));
		json_text("data", data_state_name(state));
		json_real("from_bytes", bytes);
		json_close('}');
	}
	json_close(']');
}

static void write_rates(const char *name, const double rate[2])
{
	const double known[] = { rate[0] > 0 ? rate[0] : NAN, rate[1] > 0 ? rate[1] : NAN };

	json_reals(name, known, 2);
}

static void write_interval(const struct quantity *quantity)
{
	json_real("seconds", quantity->seconds);
	json_reals("ci95", (const double[]){ quantity->low, quantity->high }, 2);
	json_close('}');
}

static void write_named(const char *kind, const char *name, const struct quantity *quantity)
{
	if (!(quantity->seconds > 0))
		return;
	json_row();
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
		json_row();
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

static void write_classes(const struct machine *machine)
{
	json_open("classes", '[');
	for (int pair = 0; pair < PAIR_CLASSES; pair++)
		if (machine->class[pair].beta > 0)
			write_class(machine, (enum pair_class)pair);
	json_close(']');
}

static bool is_measured(const struct calibration *measured, const struct measured_costs *costs)
{
	for (int i = 0; i < measured->count; i++)
		if (costs_trip(&measured->costs[i]) == costs_trip(costs))
			return true;
	return false;
}

static void write_distances(const struct calibration *measured, const struct calibration *kept)
{
	json_open("distances", '[');
	for (int i = 0; i < kept->count; i++) {
		json_open(NULL, '{');
		json_real("line_s", costs_trip(&kept->costs[i]));
		json_bool("measured_now", is_measured(measured, &kept->costs[i]));
		write_classes(&kept->machine[i]);
		write_thresholds(&kept->machine[i]);
		json_close('}');
	}
	json_close(']');
}

void calibration_report_write(
	const struct calibration *measured, const struct calibration *kept, const char *path)
{
	const struct machine *machine = &measured->machine[0];

	json_open(NULL, '{');
	json_text("file", path);
	json_text("key", machine_files_names()->key);
	write_classes(machine);
	write_thresholds(machine);
	json_real("packet_s", machine->packet);
	json_real("piece_s", machine->piece);
	json_real("port_overlap", cores_usable() > CORES_OF_ONE_LINK ? 1 - machine->serial : NAN);
	json_real("fold_s", machine->fold);
	write_rates("copy_cached_Bps", machine->copy.cached);
	write_rates("copy_memory_Bps", machine->copy.memory);
	if (!isnan(calibration_least_trip(kept)))
		write_distances(measured, kept);
	json_close('}');
}
