/* Lists the options: name, argument, sub-commands, reader and help text of each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "perf/timing/stats.h"
#include "tool/arguments/option_values.h"

enum {
	MEASURED = FOR_RUN | FOR_BENCH,
	PRICED =
		FOR_PROBLEMS | FOR_REPRODUCE | FOR_PLATFORM, /* run and bench: with --clock paced */
	SWEPT = FOR_BENCH | FOR_TUNE,
	ON_THREADS = MEASURED | FOR_REPRODUCE | FOR_TUNE
};

enum {
	MOST_NODES = NETWORK_NODES - 1,
	MOST_JOBS = 1024,
	MOST_THREADS = 1 << 16,
	MOST_ITERATIONS = 1000000000
};

#define VALUE(type, field) .kind = VALUE_##type, .offset = offsetof(struct options, field)
#define NUMBER(field, low, high) { VALUE(NUMBER, field), .least = low, .most = high }
#define SIZE(field, low, high) { VALUE(SIZE, field), .least = low, .most = high }
#define REAL(field, low, high) { VALUE(REAL, field), .least = low, .most = high }
#define TEXT(field, length) { VALUE(TEXT, field), .most = length }
#define FILE_NAME(field) { VALUE(TEXT, field), .least = 1 }
#define WORD(field, list) { VALUE(WORD, field), .words = list }
#define EITHER(field, list) { VALUE(EITHER, field), .words = list }
#define READ(reader) { .kind = VALUE_READ, .read = reader }
#define NONE { .kind = VALUE_READ }

/* clang-format off */
static const struct option_line lines[OPTIONS] = {
	[OPTION_ROOT] = { "root", "R",
		FOR_PROBLEMS | FOR_TREES, NUMBER(root, -MOST_NODES, MOST_NODES),
		"the node at the root [0]" },
	[OPTION_DESTINATION] = { "destination", "V",
		FOR_PROBLEMS | FOR_TUNE, NUMBER(destination, 0, MOST_NODES),
		"send: the destination [the last node]" },
	[OPTION_BYTES] = { "bytes", "M", FOR_PROBLEMS, SIZE(bytes, 0, 0),
		"the size of a block: 64, 16K, 1M, 1kB, 1MB [1M]" },
	[OPTION_PACKET] = { "packet", "B|auto", FOR_PROBLEMS, READ(read_packet),
		"the most bytes of a packet [auto]" },
	[OPTION_PORTS] = { "ports", "P", FOR_PROBLEMS | FOR_TUNE | FOR_PLATFORM, READ(read_ports),
		"links that a node uses in one step: all, sendrecv, exchange, single [all]" },
	[OPTION_DUPLEX] = { "duplex", "D",
		FOR_PROBLEMS | FOR_TUNE | FOR_PLATFORM, READ(read_duplex),
		"directions that a link carries in one step: full, half [full]" },
	[OPTION_ORDER] = { "order", "NAME", FOR_PROBLEMS, TEXT(order, ALGORITHM_NAME - 1),
		"a variant of the schedule, of `grove list orders`: level, turn, breadth ..." },
	[OPTION_BROKEN] = { "broken", "U-V,..",
		FOR_PROBLEMS | FOR_NETWORK | FOR_TREES | FOR_PLATFORM, TEXT(broken, 0),
		"links that are absent from NET, which is then the network NET~U-V,.. [none]" },
	[OPTION_PERMUTATION] = { "permutation", "P",
		FOR_PROBLEMS | FOR_TUNE | FOR_PERMUTE, TEXT(permutation, 0),
		"permute: inversion, transpose, bit-reversal, shuffle, corners, swap:A,B, "
		"rotate:K, random:SEED, or a file of numbers "
		"[inversion; the sub-command permute needs one]" },
	[OPTION_TYPE] = { "type", "T", FOR_PROBLEMS, READ(read_type),
		"elements, which are never cut, or pairs of a value and an index: u8 i8 u16 i16 "
		"u32 i32 u64 i64 f32 f64 f16 bf16 c64 c128 bool i32_i32 f32_i32 i64_i32 f64_i32 "
		"i64_i64 f64_i64 [u8]" },
	[OPTION_FOLD] = { "fold", "F", FOR_PROBLEMS, READ(read_fold),
		"how elements are combined: sum prod min max and or xor minloc maxloc [sum]" },
	[OPTION_MACHINE] = { "machine", "NAME|FILE", PRICED, READ(read_machine),
		"a machine of `grove list machines`, a file of `grove calibrate`, or here: the "
		"file of this machine [threads; reproduce has links of its own]" },
	[OPTION_BETA] = { "beta", "S", PRICED, REAL(machine.beta, 0, 0),
		"seconds for each packet [the machine's]" },
	[OPTION_TAU] = { "tau", "S", PRICED, REAL(machine.tau, 0, 0),
		"seconds for each byte [the machine's]" },
	[OPTION_PLAN] = { "plan", "FILE", FOR_RUN, TEXT(plan, 0),
		"a plan from a file (- for standard input), text or JSON" },
	[OPTION_LESSON] = { "lesson", "NAME", FOR_EXPLORE, TEXT(lesson, 0),
		"a lesson of the course, as 5 or 05-many-trees [none]" },
	[OPTION_OUTPUT] = { "output", "FILE", FOR_CALIBRATE | FOR_TUNE, FILE_NAME(output),
		"the file for the measurements [a file for each machine in ~/.local/state/grove]" },
	[OPTION_HOSTFILE] = { "hostfile", "FILE", FOR_PLATFORM, FILE_NAME(hostfile),
		"write the names of the hosts, node 0 first, for smpirun [none]" },
	[OPTION_THREADS] = { "threads", "P",
		ON_THREADS | FOR_APPLICATIONS, NUMBER(threads, 1, MOST_THREADS),
		"threads that run the nodes [the smaller of nodes and usable cores]" },
	[OPTION_PIN] = { "pin", "HOW", ON_THREADS | FOR_LINK, TEXT(pin, 0),
		"cpus: auto, none, a list 0,2-5, or a likwid expression S0:0-3 [auto]" },
	[OPTION_WAIT] = { "wait", "HOW", ON_THREADS, WORD(wait, "auto, spin, yield, park"),
		"how threads wait: auto, spin, yield, park [auto]" },
	[OPTION_TIMEOUT] = { "timeout", "S", ON_THREADS, REAL(timeout, 0.001, 1e6),
		"give up after S seconds without progress [10]" },
	[OPTION_CLOCK] = { "clock", "HOW", MEASURED, EITHER(paced, "native, paced"),
		"native: as fast as this machine goes; paced: links and ports with the times of "
		"--machine, or --beta and --tau [native]" },
	[OPTION_FORWARD] = { "forward", "HOW", MEASURED, READ(read_forward),
		"copy: all bytes cross every link on their way; reference: empty packets do, "
		"and each block is copied once; auto: as the library's verbs choose [copy]" },
	[OPTION_DATA] = { "data", "STATE", MEASURED | FOR_TUNE, READ(read_data),
		"the data before each operation: fresh: each node has just written its input and "
		"read its output; resident: untouched; cold: in no cache [fresh]" },
	[OPTION_STYLE] = { "style", "STYLE", FOR_BENCH, WORD(style, "phased, spmd"),
		"phased: each thread runs the parts of its nodes; spmd: each node has a function "
		"that calls verbs [phased; messages: spmd]" },
	[OPTION_SIZES] = { "sizes", "RULE", FOR_BENCH, READ(read_sizes),
		"sizes of the blocks of scatter, gather, allgather, alltoall and reducescatter, "
		"whose mean is --bytes: even, linear, random:SEED, one [scatterv ...: even]" },
	[OPTION_EXPLAIN] = { "explain", NULL, MEASURED | FOR_SIMULATE, NONE,
		"show the candidates of auto, with the expected times" },
	[OPTION_MESSAGE_SIZE] = { "message-size", "[MIN:]MAX", SWEPT, READ(read_message_size),
		"a sweep of the sizes from MIN to MAX, each twice the size before, or K times with "
		"--factor [MIN: 8]", "m" },
	[OPTION_MIN_BYTES] = { "min-bytes", "M", SWEPT, SIZE(min_bytes, 0, 0),
		"the first size of a sweep [8]", "b" },
	[OPTION_MAX_BYTES] = { "max-bytes", "M", SWEPT, SIZE(max_bytes, 0, 0),
		"the last size of a sweep, which is always measured [1M; tune: 4M]", "e" },
	[OPTION_FACTOR] = { "factor", "K", SWEPT, SIZE(factor, 2, 1 << 20),
		"the factor from each size to the next [8; with --message-size 2]", "f" },
	[OPTION_RUNS] = { "runs", "R",
		FOR_BENCH | FOR_APPLICATIONS, NUMBER(runs, 1, STATS_LAUNCHES),
		"launches, a process each; times are medians over launches [1]" },
	[OPTION_ITERATIONS] = { "iterations", "N",
		FOR_BENCH, NUMBER(iterations, 1, MOST_ITERATIONS),
		"timed operations for each row [until the interval is within 5 %, at most 0.5 s; "
		"three in a row that takes over 10 s]",
		"in" },
	[OPTION_WARMUP] = { "warmup", "N", FOR_BENCH, NUMBER(warmup, 0, MOST_ITERATIONS),
		"operations before the timed operations [a fifth of the time]", "xw" },
	[OPTION_CHECK] = { "check", "on|off", FOR_BENCH, EITHER(check, "off, on, 0, 1"),
		"compare every byte, before and after the timed operations [on]", "c" },
	[OPTION_NO_LIMITS] = { "no-limits", NULL, FOR_BENCH, NONE,
		"measure no peak and no bound: rows end sooner, with a dash for each" },
	[OPTION_UNITS] = { "units", "HOW", FOR_BENCH | FOR_COMPARE, EITHER(plain, "human, plain"),
		"the table, where plain is bytes, us and GB/s throughout: human, plain [human]" },
	[OPTION_PLOT] = { "plot", "FILE.svg", FOR_BENCH | FOR_COMPARE, FILE_NAME(plot),
		"draw time and bandwidth over size, with prediction and peak, into a file, by "
		"gnuplot" },
	[OPTION_LIMIT] = { "limit", "S", FOR_TUNE, REAL(limit, 1, 0),
		"stop after S seconds; measurements are kept [600]" },
	[OPTION_TASK] = { "task", "FILE", FOR_GRADE, FILE_NAME(task),
		"the task: problem and points, as JSON" },
	[OPTION_COURSE] = { "course", "FILE", FOR_GRADE, FILE_NAME(course),
		"a course: tasks, due times, students and the rule on late days, as JSON" },
	[OPTION_COLUMNS] = { "columns", "WHICH", FOR_GRADE, FILE_NAME(columns),
		"columns of --csv of a course: grove, moodle, canvas, nbgrader [grove]" },
	[OPTION_MARKS] = { "csv", "FILE", FOR_GRADE, FILE_NAME(marks),
		"write a line for each file, for spreadsheets; -: to standard output, without the "
		"table" },
	[OPTION_FEEDBACK] = { "feedback", "FOLDER", FOR_GRADE, FILE_NAME(feedback),
		"write for each file a text with hints, and a page that opens with the faults "
		"marked" },
	[OPTION_JOBS] = { "jobs", "N", FOR_GRADE, NUMBER(jobs, 1, MOST_JOBS),
		"files that are judged at a time [the cores]" },
	[OPTION_FIGURES] = { "figures", NULL, FOR_TREES, NONE,
		"heights, subtrees, the load of the links of each dimension, level by level, and "
		"necklaces; text and JSON" },
	[OPTION_TREE] = { "tree", "K", FOR_TREES, NUMBER(tree, 0, MOST_NODES),
		"draw tree K over the other trees, which are shaded (--svg) [all trees]" },
	[OPTION_TEXT] = { "text", NULL, FOR_NETWORK | FOR_TREES | FOR_PLAN | FOR_SIMULATE, NONE,
		"text for people, as without this option; simulate: with a drawing of links over "
		"steps",
		NULL, FORM_TEXT },
	[OPTION_JSON] = { "json", NULL,
		FOR_ALL & ~(FOR_DEMO | FOR_EXPLORE | FOR_PLATFORM | FOR_TUNE), NONE,
		"a JSON object, for programs", NULL, FORM_JSON },
	[OPTION_CSV] = { "csv", NULL, FOR_BENCH | FOR_LINK, NONE,
		"comma-separated values, for spreadsheets", NULL, FORM_CSV },
	[OPTION_DOT] = { "dot", NULL, FOR_NETWORK | FOR_TREES, NONE,
		"a graph for Graphviz", NULL, FORM_DOT },
	[OPTION_SVG] = { "svg", NULL, FOR_NETWORK | FOR_TREES | FOR_PLAN | FOR_SIMULATE, NONE,
		"a drawing, for a browser", NULL, FORM_SVG },
	[OPTION_MOVING] = { "moving", NULL, FOR_PLAN, NONE,
		"an animation: packets move over the links of the network, for a browser or "
		"slides", NULL,
		FORM_MOVING },
	[OPTION_HOLDS] = { "holds", NULL, FOR_PLAN, NONE,
		"a table of what each node holds after each step", NULL, FORM_HOLDS },
	[OPTION_TRACE] = { "trace", NULL, FOR_PLAN, NONE,
		"a time line, for chrome://tracing or ui.perfetto.dev", NULL, FORM_TRACE },
	[OPTION_GOAL] = { "goal", NULL, FOR_PLAN, NONE,
		"a schedule in the language GOAL, for LogGOPSim and ATLAHS", NULL, FORM_GOAL },
	[OPTION_MSCCL] = { "msccl", NULL, FOR_PLAN, NONE,
		"an algorithm of MSCCL, as XML", NULL, FORM_MSCCL },
	[OPTION_COLOUR] = { "colour", "HOW", FOR_PLAN | FOR_SIMULATE,
		WORD(look.colour, "auto, way, port, piece, origin, destination"),
		"colours of a drawing of links: auto, way, port, piece, origin, destination "
		"[auto]" },
	[OPTION_ROWS] = { "rows", "HOW", FOR_PLAN | FOR_SIMULATE,
		WORD(look.rows, "auto, link, node, level, way"),
		"rows of a drawing (--svg): auto, link, node, level, way [auto]" },
	[OPTION_STEP] = { "step", "S", FOR_PLAN, READ(read_step),
		"the packets of step S on their links, without movement (--moving) [all move]" },
	[OPTION_LAYOUT] = { "layout", "HOW",
		FOR_TRANSPOSE, { VALUE(TEXT, layout), .words = "rows, submatrices" },
		"rows: a node stores rows, and an all-to-all exchange moves blocks; submatrices: a "
		"node stores one of sqrt(N) x sqrt(N), and a permutation does [rows]" },
	[OPTION_STRIPED] = { "striped", NULL, FOR_TRANSPOSE, NONE,
		"by rows: node v of N stores the rows v, v + N, v + 2N .. of matrix and result" },
	[OPTION_TURN] = { "turn", "DEGREES",
		FOR_TRANSPOSE, { VALUE(NUMBER, turn), .most = 270, .words = "90, 180, 270" },
		"turn the matrix clockwise by 90, 180 or 270 degrees instead" },
	[OPTION_GRAY] = { "gray", NULL, FOR_TRANSPOSE, NONE,
		"neighbouring rows or submatrices lie on neighbouring nodes of a cube, by Gray "
		"codes; N must be a power of two" },
	[OPTION_BINS] = { "bins", "N", FOR_HISTOGRAM, SIZE(bins, 1, 1LL << 40),
		"bins of equal width [256]" },
	[OPTION_RANGE] = { "range", "LOW:HIGH", FOR_HISTOGRAM, READ(read_range),
		"from LOW to HIGH, which is in the last bin; numbers outside, infinities and NaNs "
		"are counted as outside [0:256 for bytes]" },
	[OPTION_EVERYWHERE] = { "everywhere", NULL, FOR_HISTOGRAM, NONE,
		"all nodes gather the sums, and their copies are compared" },
	[OPTION_WAYS] = { "forward", "HOW",
		FOR_TRANSPOSE | FOR_PERMUTE, WORD(ways, "copy, reference, both"),
		"copy: the bytes cross every link on their way; reference: links carry notices, "
		"and each block is read once, from its first place; both: side by side [copy]" },
	[OPTION_NETWORK] = { "network", "NET", FOR_APPLICATIONS, FILE_NAME(network),
		"cube:3, gh:2x3x4, star:4, ccc:3 .. [cube:3; where N must be a square cube:4]" },
	[OPTION_SECONDS] = { "seconds", "S", FOR_APPLICATIONS, REAL(seconds, 0, 3600),
		"measure until the time is known within 5 %, or S seconds have passed [0.5]" },
	[OPTION_LINKS] = { "links", NULL, FOR_APPLICATIONS, NONE,
		"a table of all links: bytes, busy time, bandwidth" },
	[OPTION_PICTURE] = { "picture", "FILE.svg", FOR_APPLICATIONS, FILE_NAME(picture),
		"draw the network, each link coloured by its bandwidth, into a file" },
	[OPTION_HELP] = { "help", NULL, FOR_ALL, NONE, "this text", "h" },
};
/* clang-format on */

const struct option_line *option_at(int i)
{
	return i >= 0 && i < OPTIONS ? &lines[i] : NULL;
}
