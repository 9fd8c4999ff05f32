/* Writes calibrations and tuned tables in the forms that the library reads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "perf/measured_files.h"

/* The forms are described beside their readers: plan/model/calibration.c,
 * collectives/auto/tuned_file.c. */

int calibration_write(const struct machine *machine, FILE *file, const char *key)
{
	fprintf(file,
		"grove-machine %d\n"
		"# What `grove calibrate` measured. Seconds, bytes a second.\n"
		"key %s\n"
		"# class NAME, seconds for a packet, for a byte in caches, for a byte beyond them "
		"(0: "
		"not known)\n",
		CALIBRATION_VERSION, key);
	for (int pair = 0; pair < PAIR_CLASSES; pair++)
		if (machine->class[pair].beta > 0)
			fprintf(file, "class %s %.4g %.4g %.4g\n",
				pair_class_name((enum pair_class)pair), machine->class[pair].beta,
				machine->class[pair].tau, machine->class[pair].memory_tau);
	fprintf(file,
		"# seconds for which a packet keeps its thread busy; for each further piece of it; "
		"more\n# where it is combined with what its receiver has\n"
		"packet %.4g\npiece %.4g\nfold %.4g\n"
		"# seconds of a packet on its way between the farthest threads, and for which its "
		"receiver\n# waits for its lines: up to 40 bytes, which lie in its flag's line; "
		"more\n"
		"crossing inline %.4g %.4g\ncrossing long %.4g %.4g\n"
		"# of the time of one link that a second link adds when both work at once\n"
		"serial %.4g\n"
		"# memcpy, in bytes a second: by one core, by two at once\n"
		"copy cached %.4g %.4g\ncopy memory %.4g %.4g\nend\n",
		machine->packet, machine->piece, machine->fold, machine->crossing[0].way,
		machine->crossing[0].stall, machine->crossing[1].way, machine->crossing[1].stall,
		machine->serial, machine->copy.cached[0], machine->copy.cached[1],
		machine->copy.memory[0], machine->copy.memory[1]);
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
