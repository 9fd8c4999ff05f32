/* The table of options: what each is called, reads, and means, and which sub-commands take it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/why.h"
#include "perf/run.h"
#include "tool/options.h"

enum {
	MOST_NODES = NETWORK_NODES - 1,
	MOST_THREADS = 1 << 16,
	MOST_ITERATIONS = 1000000000,
	MEASURED = FOR_RUN | FOR_BENCH,
	PRICED = FOR_PLAN | FOR_VERIFY | FOR_SIMULATE,
};

/* A number with a decimal point, more than or equal to `least`. */
static int read_real(double *number, const char *text, double least)
{
	char *end;

	*number = strtod(text, &end);
	if (end == text || *end || !isfinite(*number) || *number < least)
		return why(EINVAL, "'%s' is not a number of at least %g", text, least);
	return 0;
}

static int read_root(struct options *options, const char *text)
{
	return number_parse(&options->root, text, 0, MOST_NODES);
}

static int read_destination(struct options *options, const char *text)
{
	return number_parse(&options->destination, text, 0, MOST_NODES);
}

static int read_bytes(struct options *options, const char *text)
{
	return size_parse(&options->bytes, text);
}

static int read_packet(struct options *options, const char *text)
{
	int error;

	options->packet = GROVE_PACKET_AUTO;
	if (!strcmp(text, "auto"))
		return 0;
	error = size_parse(&options->packet, text);
	if (!error && !options->packet)
		return why(EINVAL, "a packet holds at least 1 byte, or auto");
	return error;
}

static int read_ports(struct options *options, const char *text)
{
	return ports_named(&options->ports, text);
}

static int read_duplex(struct options *options, const char *text)
{
	return duplex_named(&options->duplex, text);
}

static int read_order(struct options *options, const char *text)
{
	if (strlen(text) >= ALGORITHM_NAME)
		return why(EINVAL,
			"'%s' is too long for an order; try level, dimension, turn, "
			"breadth",
			text);
	options->order = text;
	return 0;
}

static int read_permutation(struct options *options, const char *text)
{
	options->permutation = text;
	return 0;
}

static int read_type(struct options *options, const char *text)
{
	return type_named(&options->type, text);
}

static int read_fold(struct options *options, const char *text)
{
	options->fold = fold_named(text);
	return options->fold
		       ? 0
		       : why(EINVAL,
				 "'%s' is not a fold; there are sum, prod, min, max, and, or, xor",
				 text);
}

/* --beta or --tau behind it still count: the machine is put together by options_read. */
static int read_machine(struct options *options, const char *text)
{
	const struct machine *machine = machine_named(text);
	double beta = options->machine.beta, tau = options->machine.tau;

	if (!machine)
		return why(
			EINVAL, "there is no machine '%s'; `grove list machines` shows them", text);
	options->machine = *machine;
	if (option_given(options, OPTION_BETA))
		options->machine.beta = beta;
	if (option_given(options, OPTION_TAU))
		options->machine.tau = tau;
	return 0;
}

static int read_beta(struct options *options, const char *text)
{
	return read_real(&options->machine.beta, text, 0);
}

static int read_tau(struct options *options, const char *text)
{
	return read_real(&options->machine.tau, text, 0);
}

static int read_plan(struct options *options, const char *text)
{
	options->plan = text;
	return 0;
}

static int read_threads(struct options *options, const char *text)
{
	return number_parse(&options->threads, text, 1, MOST_THREADS);
}

static int read_pin(struct options *options, const char *text)
{
	options->pin = text;
	return 0;
}

static int read_wait(struct options *options, const char *text)
{
	static const char *const names[] = { [WAIT_AUTO] = "auto",
		[WAIT_SPIN] = "spin",
		[WAIT_YIELD] = "yield",
		[WAIT_PARK] = "park" };

	for (int i = WAIT_AUTO; i <= WAIT_PARK; i++)
		if (!strcmp(text, names[i])) {
			options->wait = (enum waiting)i;
			return 0;
		}
	return why(EINVAL, "'%s' is no way to wait; there are auto, spin, yield, park", text);
}

static int read_timeout(struct options *options, const char *text)
{
	int error = read_real(&options->timeout, text, 0.001);

	if (!error && options->timeout > 1e6)
		return why(EINVAL, "%s seconds are too many; at most 1000000", text);
	return error;
}

static int read_clock(struct options *options, const char *text)
{
	(void)options;
	if (!strcmp(text, "native"))
		return 0;
	if (!strcmp(text, "paced"))
		return why(EINVAL, "the paced clock is not built yet; native is the one there is, "
				   "and `grove simulate` gives the time on a machine of links");
	return why(EINVAL, "'%s' is not a clock; there is native", text);
}

static int read_forward(struct options *options, const char *text)
{
	(void)options;
	if (!strcmp(text, "copy"))
		return 0;
	if (!strcmp(text, "reference"))
		return why(EINVAL,
			"forwarding by reference is not built yet; copy is the one there is");
	return why(EINVAL, "'%s' is no way to forward; there is copy", text);
}

static int read_min_bytes(struct options *options, const char *text)
{
	return size_parse(&options->min_bytes, text);
}

static int read_max_bytes(struct options *options, const char *text)
{
	return size_parse(&options->max_bytes, text);
}

static int read_factor(struct options *options, const char *text)
{
	int factor, error = number_parse(&factor, text, 2, 1 << 20);

	if (!error)
		options->factor = (size_t)factor;
	return error;
}

static int read_iterations(struct options *options, const char *text)
{
	return number_parse(&options->iterations, text, 1, MOST_ITERATIONS);
}

static int read_warmup(struct options *options, const char *text)
{
	return number_parse(&options->warmup, text, 0, MOST_ITERATIONS);
}

static int read_check(struct options *options, const char *text)
{
	options->check = !strcmp(text, "on");
	return options->check || !strcmp(text, "off")
		       ? 0
		       : why(EINVAL, "'%s' is neither on nor off", text);
}

#define PACED "with --clock paced, which is not built yet"

/* clang-format off */
static const struct option_line lines[OPTIONS] = {
	[OPTION_ROOT] = { "root", "R", FOR_PROBLEMS | FOR_TREES, read_root,
		"the node at the root [0]" },
	[OPTION_DESTINATION] = { "destination", "V", FOR_PROBLEMS, read_destination,
		"send: where to [the last node]" },
	[OPTION_BYTES] = { "bytes", "M", FOR_PROBLEMS, read_bytes,
		"the size of one block: 64, 16K, 1M, 1kB, 1MB [1M]" },
	[OPTION_PACKET] = { "packet", "B|auto", FOR_PROBLEMS, read_packet,
		"the most bytes that cross a link in one step [auto]" },
	[OPTION_PORTS] = { "ports", "P", FOR_PROBLEMS, read_ports,
		"links that a node uses in one step: all, sendrecv, exchange, single [all]" },
	[OPTION_DUPLEX] = { "duplex", "D", FOR_PROBLEMS, read_duplex,
		"directions that a link carries in one step: full, half [full]" },
	[OPTION_ORDER] = { "order", "NAME", FOR_PROBLEMS, read_order,
		"a variant of the schedule: level, dimension, turn, breadth" },
	[OPTION_PERMUTATION] = { "permutation", "P", FOR_PROBLEMS, read_permutation,
		"permute: inversion, transpose, bit-reversal, shuffle, rotate:K, random:SEED, "
		"or a file of numbers [inversion]" },
	[OPTION_TYPE] = { "type", "T", FOR_PROBLEMS, read_type,
		"elements, which are never cut: u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 [u8]" },
	[OPTION_FOLD] = { "fold", "F", FOR_PROBLEMS, read_fold,
		"how elements are combined: sum prod min max and or xor [sum]" },
	[OPTION_MACHINE] = { "machine", "NAME", PRICED, read_machine,
		"a machine of `grove list machines` [threads]", .later = PACED },
	[OPTION_BETA] = { "beta", "S", PRICED, read_beta,
		"seconds for each packet [the machine's]", .later = PACED },
	[OPTION_TAU] = { "tau", "S", PRICED, read_tau,
		"seconds for each byte [the machine's]", .later = PACED },
	[OPTION_PLAN] = { "plan", "FILE", FOR_RUN, read_plan,
		"a plan from a file (- for standard input), text or JSON" },
	[OPTION_THREADS] = { "threads", "P", MEASURED, read_threads,
		"threads that run the nodes [the smaller of nodes and usable cores]" },
	[OPTION_PIN] = { "pin", "HOW", MEASURED | FOR_LINK, read_pin,
		"cpus: auto, none, a list 0,2-5, or a likwid expression S0:0-3 [auto]" },
	[OPTION_WAIT] = { "wait", "HOW", MEASURED, read_wait,
		"how threads wait: auto, spin, yield, park [auto]" },
	[OPTION_TIMEOUT] = { "timeout", "S", MEASURED, read_timeout,
		"give up after so many seconds without progress [10]" },
	[OPTION_CLOCK] = { "clock", "native", MEASURED, read_clock,
		"native: as fast as this machine goes" },
	[OPTION_FORWARD] = { "forward", "copy", MEASURED, read_forward,
		"copy: all bytes cross every link on their way" },
	[OPTION_EXPLAIN] = { "explain", NULL, FOR_RUN | FOR_SIMULATE, NULL,
		"auto: what it chose from, and the times that it expected" },
	[OPTION_MIN_BYTES] = { "min-bytes", "M", FOR_BENCH, read_min_bytes,
		"the first size of a sweep [8]" },
	[OPTION_MAX_BYTES] = { "max-bytes", "M", FOR_BENCH, read_max_bytes,
		"the last size of a sweep [1M]" },
	[OPTION_FACTOR] = { "factor", "K", FOR_BENCH, read_factor,
		"from one size to the next [8]" },
	[OPTION_ITERATIONS] = { "iterations", "N", FOR_BENCH, read_iterations,
		"timed operations for each row [what fits in 0.2 s]" },
	[OPTION_WARMUP] = { "warmup", "N", FOR_BENCH, read_warmup,
		"operations before those [a fifth of the time]" },
	[OPTION_CHECK] = { "check", "on|off", FOR_BENCH, read_check,
		"compare every byte, before and after the timed operations [on]" },
	[OPTION_TEXT] = { "text", NULL, FOR_TREES | FOR_PLAN, NULL,
		"text for people, as without this option", FORM_TEXT },
	[OPTION_JSON] = { "json", NULL, FOR_ALL & ~FOR_DEMO, NULL,
		"one JSON object, for programs", FORM_JSON },
	[OPTION_CSV] = { "csv", NULL, FOR_BENCH | FOR_LINK, NULL,
		"comma-separated values, for spreadsheets", FORM_CSV },
	[OPTION_DOT] = { "dot", NULL, FOR_NETWORK | FOR_TREES, NULL,
		"a graph for Graphviz", FORM_DOT },
	[OPTION_SVG] = { "svg", NULL, FOR_NETWORK | FOR_TREES | FOR_PLAN, NULL,
		"a drawing, for a browser", FORM_SVG },
	[OPTION_TRACE] = { "trace", NULL, FOR_PLAN, NULL,
		"a time line, for chrome://tracing or ui.perfetto.dev", FORM_TRACE },
	[OPTION_HELP] = { "help", NULL, FOR_ALL, NULL, "this text" },
};
/* clang-format on */

const struct option_line *option_at(int i)
{
	return i >= 0 && i < OPTIONS ? &lines[i] : NULL;
}
