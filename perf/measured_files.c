/* Writes calibrations and tuned tables in the forms that the library reads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "perf/measured_files.h"

/* The forms are described beside their readers: plan/costs/calibration.c,
 * collectives/auto/tuned_file.c. */

static void write_quantity(FILE *file, const struct quantity *q)
{
	fprintf(file, " %.4g %.4g %.4g\n", q->seconds, q->low, q->high);
}

static void write_copies(FILE *file, const struct pair_costs *pair)
{
	for (int cell = 0; cell < COPY_WAYS * DATA_STATES * COPY_SIZES; cell++) {
		int way = cell / (DATA_STATES * COPY_SIZES), size = cell % COPY_SIZES;
		int state = cell / COPY_SIZES % DATA_STATES;
		const struct quantity *quantity = &pair->copy[way][state][size];

		if (!(quantity->seconds > 0))
			continue;
		fprintf(file, "copy %s %s %zu", copy_way_name((enum copy_way)way),
			data_state_name((enum data_state)state), copy_size(size));
		write_quantity(file, quantity);
	}
}

static void write_pair(FILE *file, const struct pair_costs *pair)
{
	for (int i = 0; i < START_UPS; i++)
		if (pair->start[i].seconds > 0) {
			fprintf(file, "start %s", start_up_name((enum start_up)i));
			write_quantity(file, &pair->start[i]);
		}
	for (int i = 0; i < BYTE_PLACES; i++)
		if (pair->place[i].seconds > 0) {
			fprintf(file, "place %s", byte_place_name((enum byte_place)i));
			write_quantity(file, &pair->place[i]);
		}
	write_copies(file, pair);
}

static void write_table(FILE *file, const struct measured_costs *costs)
{
	fprintf(file, "distance\n");
	for (int i = 0; i < PAIR_CLASSES; i++) {
		const struct pair_costs *pair = &costs->pair[i];

		if (!(pair->start[i == SAME_THREAD ? START_PACKET : START_INLINE].seconds > 0))
			continue;
		fprintf(file, "class %s\n", pair_class_name((enum pair_class)i));
		write_pair(file, pair);
	}
}

int calibration_write(const struct calibration *calibration, FILE *file, const char *key)
{
	fprintf(file,
		"grove-machine %d\n"
		"# What `grove calibrate` measured: seconds, each with its 95 %% interval.\n"
		"key %s\n"
		"# distance: the lines below were measured while the cores were at one distance\n"
		"# class NAME: two nodes of a thread, or two cores; the lines below belong to it\n"
		"# start NAME: packets. place NAME: a byte, by the place where it is read\n"
		"# copy WAY STATE BYTES: of bare copies\n",
		CALIBRATION_VERSION, key);
	for (int i = 0; i < calibration->count; i++)
		write_table(file, &calibration->costs[i]);
	fprintf(file, "end\n");
	return ferror(file) ? why(EIO, "the calibration cannot be written") : 0;
}

void tuned_write_heading(FILE *file, const char *key, const char *version, enum data_state data)
{
	fprintf(file,
		"grove-tune %d\n"
		"# What `grove tune` measured; it goes on where this ends.\n"
		"version %s\nkey %s\ndata %s\n"
		"# row COLLECTIVE[:AIM] NETWORK PORTS DUPLEX THREADS BYTES ALGORITHM ORDER "
		"PACKET SECONDS PREDICTED\n",
		TUNED_VERSION, version, key, data_state_name(data));
}

void tuned_write_row(FILE *file, const struct tuned_row *row)
{
	fprintf(file, "row %s", collective_name(row->collective));
	if (collective_kind(row->collective)->aim)
		fprintf(file, ":%x", (unsigned)row->aim);
	fprintf(file, " %s %s %s %d %zu %s %s %zu %.4g %.4g\n", row->network,
		ports_name(row->ports), duplex_name(row->duplex), row->threads, row->bytes,
		row->algorithm, row->order[0] ? row->order : "-", row->packet, row->seconds,
		row->predicted);
}
