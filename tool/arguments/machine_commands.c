/* Lists the sub-commands that need a machine: its threads, its programs, its files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "tool/arguments/command_words.h"

#define STEPS_ARE                                                                                  \
	"A table has the time of each step and its share, the rate of the busiest link\n"          \
	"beside bare copies, and the model's prediction. The result is compared with a\n"          \
	"plain loop.\n"

/* clang-format off */
static const struct command commands[] = {
	{ "demo", FOR_DEMO, 0, 0, "", "a tour of grove on this machine, in a minute",
		"", command_demo },
	{ "explore", FOR_EXPLORE, 0, 3, "[FILE|-] [FILE]  or  " PROBLEM,
		"a page for a browser: plans to step through, change and judge",
		"grove explore ... > page.html; the page has the command, and asks no network\n"
		FILES_ARE COLLECTIVES_ARE, command_explore },
	{ "run", FOR_RUN, 0, 3, FILE_OR PROBLEM "  or  --plan FILE",
		"runs a collective once on threads and checks every byte",
		FILES_ARE COLLECTIVES_ARE, command_run },
	{ "bench", FOR_BENCH, 1, 3,
		"COLLECTIVE[,..]|all [ALGORITHM[,..]|all|auto] [NET[,..]]",
		"measures medians with intervals, bandwidth, bound, prediction",
		"or grove bench FILE|-: a plan, whose name has a dot or a slash\n"
		"Without ALGORITHM: auto. Without NET: cube:3. One size, or a sweep with\n"
		"-m MIN:MAX and -f FACTOR. Names such as bcast and MPI_Allreduce do as well.\n"
		COLLECTIVES_ARE, command_bench },
	{ "reproduce", FOR_REPRODUCE, 0, 1, "[NAME]",
		"the papers' claims, measured on paced threads",
		"NAME: a claim, such as broadcast or exchange; without NAME all claims, in a\n"
		"minute or two. By default links take 2 ms a packet and 2 us a byte.\n"
		"The exit status is 1 when a ratio is more than 10 % off.\n", command_reproduce },
	{ "transpose", FOR_TRANSPOSE, 2, 2, "IN OUT",
		"transposes or turns a matrix or a picture through the links",
		"IN is a 2-D .npy file of NumPy's, or a binary PGM or PPM picture; OUT, which\n"
		"may be IN, is of the same kind. The matrix is cut in blocks, which lie on the\n"
		"nodes and change places. By copy, blocks are cut out, exchanged and then\n"
		"transposed; by reference a node transposes while reading.\n" STEPS_ARE,
		command_transpose },
	{ "histogram", FOR_HISTOGRAM, 1, 1, "IN",
		"counts the numbers of a file in bins, by all nodes",
		"Without --bins and --range, the bytes of any file; with them, the numbers of a\n"
		".npy array of any shape, or the bytes of any other file. Every node counts its\n"
		"slice, and the counts are added through the links. Prints the lower edge of\n"
		"each bin with its count, as numpy.histogram counts, and the numbers "
		"outside.\n" STEPS_ARE,
		command_histogram },
	{ "permute", FOR_PERMUTE, 2, 2, "IN OUT --permutation P",
		"puts the slices of a file in another order through the links",
		"Slice v of N goes to position p(v), where p is --permutation. OUT, which may\n"
		"be IN, is as long as IN, and p followed by its inverse gives IN back, byte for\n"
		"byte.\n"
		STEPS_ARE, command_permute },
	{ "link", FOR_LINK, 0, 0, "", "a link between two cores: rate, latency, bandwidth", "",
		command_link },
	{ "compare", FOR_COMPARE, 2, 2, "A.json B.json",
		"two benchmarks side by side: how many times faster A is",
		"A.json, B.json: output of `grove bench --json`. Rows of the same collective,\n"
		"nodes, bytes, clock and state of the data are paired: rows of the same\n"
		"algorithm and network if both files have such rows, else the fastest rows.\n",
		command_compare },
	{ "calibrate", FOR_CALIBRATE, 0, 0, "",
		"measures the costs of links and copies here, into a file",
		"`auto`, predictions and `--machine here` use the file: FILE, else\n"
		"$GROVE_MACHINE, else a file for each machine in ~/.local/state/grove. Takes less\n"
		"than 5 s. On a busy machine nothing is kept, and the status is 1.\n"
		"Over MPI, `mpirun -np 4 grove-mpi calibrate` measures the links between ranks,\n"
		"into FILE.ranks beside that file.\n",
		command_calibrate },
	{ "tune", FOR_TUNE, 0, 2, "[COLLECTIVE[,..]|all] [NET[,..]]",
		"measures the candidates of auto here, into a table",
		"Without NET: gh:2,cube:3,cube:4. `auto` uses the table: FILE, else $GROVE_TUNE,\n"
		"else a file for each machine in ~/.local/state/grove. Rows that the table has\n"
		"already are not measured again, so a tuning that was stopped goes "
		"on.\n" NETWORKS_ARE,
		command_tune },
	{ "grade", FOR_GRADE, 1, 1, "FOLDER --task FILE  or  FOLDER --course FILE",
		"the marks of a class for the plans of a folder",
		"FOLDER: a plan file for each student, or a folder for each student\n"
		"docs/grading.md describes tasks and marks. Files are judged, never run.\n",
		command_grade },
	{ "platform", FOR_PLATFORM, 1, 1, "NET --beta S --tau S  or  NET --machine NAME",
		"a network for SimGrid: MPI programs in simulated time",
		"grove platform NET --beta S --tau S --hostfile hosts >platform.xml\n"
		"Then smpirun -platform platform.xml -hostfile hosts puts rank v on node v. With\n"
		"ports sendrecv and single a node has the rate of one link for all messages, or\n"
		"for each way; start-ups are not held back.\n" NETWORKS_ARE, command_platform },
};
/* clang-format on */

const struct command *machine_command_at(int i)
{
	int count = sizeof commands / sizeof commands[0];

	return i < count ? &commands[i] : NULL;
}
