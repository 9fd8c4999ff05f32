/* Checks a plan file from the description of plan files alone, with no line of grove in it. */
/* SPDX-License-Identifier: BSD-2-Clause */
/*	independent_verifier [FILE]	a plan as JSON; standard input without FILE or for -
 *	independent_verifier --each	plans from standard input, each with a byte 0 after it; each
 *					is judged by a process of its own, and what it prints is
 *					followed by a line with its exit status
 *
 * Prints "ok", or the rule that is broken and where. Exit status 0: the plan does what its
 * collective promises; 1: it breaks a rule; 2: it is not a plan, or not one of those known here.
 *
 * It is slow and plain on purpose, so that it can be trusted. Every block is cut at every byte at
 * which some packet cuts it. Such a cell is never parted, so for each node and cell one fact is
 * enough: since which step the node holds it (what is copied), or whose contributions are in it
 * (what is combined). Both facts are exact: no sampling, no weights.
 *
 *	cc -std=c11 -O2 independent_verifier.c -ljansson */
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT ((uint64_t)1 << 28) /* cells times nodes, so that it ends in a bearable time */

struct piece {
	uint64_t block, begin, end;
};

struct transfer {
	int64_t step;
	int from, to;
	bool fold;
	size_t pieces;
	struct piece *piece;
};

struct cell {
	uint64_t block, begin, end;
};

enum collective {
	BROADCAST,
	REDUCE,
	SCATTER,
	GATHER,
	ALLGATHER,
	REDUCESCATTER,
	ALLREDUCE,
	ALLTOALL,
	SEND,
	PERMUTE,
	BARRIER,
	SCAN,
	EXSCAN,
	TRANSPOSE,
	HISTOGRAM,
	COLLECTIVES
};

static const char *const collective_names[COLLECTIVES] = { "broadcast", "reduce", "scatter",
	"gather", "allgather", "reducescatter", "allreduce", "alltoall", "send", "permute",
	"barrier", "scan", "exscan", "transpose", "histogram" };

/* The plan. */
static enum collective collective;
static const char *network, *ports, *duplex;
static int nodes, root, destination;
static uint64_t bytes, blocks;
static int64_t *permutation;
static struct transfer *transfer;
static size_t transfers;
static bool slices; /* of a histogram: blocks differ by a byte */

static _Noreturn void leave(int status, const char *rule, const char *format, ...)
{
	va_list arguments;

	printf("%s: ", rule);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	exit(status);
}

#define MALFORMED(...) leave(2, "format", __VA_ARGS__)
#define BROKEN(rule, t, text)                                                                      \
	leave(1, rule, "step %lld, %d -> %d: %s", (long long)(t)->step, (t)->from, (t)->to, text)

/* Memory that is held to the end stays in a list: what is not freed is not lost. */
struct held {
	struct held *next, *last;
};
static struct held all = { &all, &all };

static void *room(size_t count, size_t size)
{
	struct held *held = calloc(1, sizeof *held + (count + 1) * size);

	if (!held)
		MALFORMED("no memory for this plan");
	*held = (struct held){ all.next, &all };
	all.next->last = held;
	all.next = held;
	return held + 1;
}

static void give_back(void *memory)
{
	struct held *held = (struct held *)memory - 1;

	held->next->last = held->last;
	held->last->next = held->next;
	free(held);
}

/* ---- Networks: are u and v neighbours? ---- */

static int dimension, radices, radix[32]; /* radix[0] is that of the least significant digit */

static int number_of(const char **text, int low, int high)
{
	char *end;
	long number = strtol(*text, &end, 10);

	if (**text < '0' || **text > '9' || number < low || number > high)
		MALFORMED("network: %s", network);
	*text = end;
	return (int)number;
}

static void open_gh(const char *text)
{
	int written[32];

	for (nodes = 1;; text++) {
		if (radices == 32)
			MALFORMED("network: %s", network);
		written[radices] = number_of(&text, 2, 1 << 20);
		nodes *= written[radices++];
		if (nodes > 1 << 20)
			MALFORMED("network: %s is too large", network);
		if (*text != 'x')
			break;
	}
	if (*text)
		MALFORMED("network: %s", network);
	for (int i = 0; i < radices; i++)
		radix[i] = written[radices - 1 - i];
}

/* Links of a graph, or broken links. */
struct link_set {
	int count, u[1 << 12], v[1 << 12];
};
static struct link_set edges, broken;

static void add_link(struct link_set *set, int u, int v)
{
	if (set->count == 1 << 12)
		MALFORMED("network: %s has too many links", network);
	set->u[set->count] = u;
	set->v[set->count++] = v;
}

static bool has_link(const struct link_set *set, int u, int v)
{
	for (int i = 0; i < set->count; i++)
		if ((set->u[i] == u && set->v[i] == v) || (set->u[i] == v && set->v[i] == u))
			return true;
	return false;
}

static void open_graph(const char *file)
{
	FILE *lines = fopen(file, "r");
	char line[256];
	int u, v;

	if (!lines)
		MALFORMED("network: %s can not be read", network);
	while (fgets(line, sizeof line, lines)) {
		if (sscanf(line, "%d %d", &u, &v) != 2)
			continue;
		add_link(&edges, u, v);
		nodes = u >= nodes ? u + 1 : nodes;
		nodes = v >= nodes ? v + 1 : nodes;
	}
	fclose(lines);
}

/* Reads "0-1,2-6" after the '~' of a name, and cuts the name there. */
static void open_broken(char *name)
{
	char *tilde = strchr(name, '~');
	const char *text = tilde;
	int u;

	if (!tilde)
		return;
	for (*tilde = 0, text++; *text; text += *text == ',') {
		u = number_of(&text, 0, 1 << 20);
		if (*text++ != '-')
			MALFORMED("network: %s, broken links", name);
		add_link(&broken, u, number_of(&text, 0, 1 << 20));
	}
}

static void open_network(void)
{
	char *name = room(strlen(network), 1);
	const char *text;

	edges.count = broken.count = nodes = radices = 0;
	network = strcpy(name, network);
	open_broken(name);
	text = strchr(network, ':');
	if (!text++)
		MALFORMED("network: %s", network);
	if (!strncmp(network, "graph:", 6)) {
		open_graph(text);
		return;
	}
	if (!strncmp(network, "gh:", 3) || !strncmp(network, "ring:", 5) ||
		!strncmp(network, "torus:", 6) || !strncmp(network, "mesh:", 5)) {
		open_gh(text);
		return;
	}
	if (!strncmp(network, "cube:", 5)) {
		dimension = number_of(&text, 0, 20);
		nodes = 1 << dimension;
	} else if (!strncmp(network, "star:", 5)) {
		dimension = number_of(&text, 1, 9);
		for (nodes = 1, radices = 1; radices <= dimension; radices++)
			nodes *= radices;
	} else if (!strncmp(network, "ccc:", 4) || !strncmp(network, "butterfly:", 10)) {
		dimension = number_of(&text, 3, 16);
		nodes = dimension << dimension;
	} else {
		MALFORMED("network: %s", network);
	}
	if (*text)
		MALFORMED("network: %s", network);
}

static bool cube_neighbours(int u, int v)
{
	int differ = u ^ v;

	return differ && !(differ & (differ - 1));
}

static bool gh_neighbours(int u, int v)
{
	int differ = 0;

	for (int i = 0; i < radices; i++) {
		differ += u % radix[i] != v % radix[i];
		u /= radix[i];
		v /= radix[i];
	}
	return differ == 1;
}

/* One digit differs, by 1; round a torus also by the radix less 1. */
static bool grid_neighbours(int u, int v, bool round)
{
	int differ = 0;
	bool next = true;

	for (int i = 0; i < radices; i++) {
		int apart = abs(u % radix[i] - v % radix[i]);

		differ += apart != 0;
		next &= apart <= 1 || (round && apart == radix[i] - 1);
		u /= radix[i];
		v /= radix[i];
	}
	return differ == 1 && next;
}

/* The label of that lexicographic rank: digit i of the rank in the factorial system says which of
 * the symbols that are left comes next. */
static void star_label(int rank, int label[10])
{
	bool used[10] = { false };
	int block = nodes;

	for (int i = 0; i < dimension; i++) {
		int skip, symbol = 0;

		block /= dimension - i;
		skip = rank / block;
		rank %= block;
		while (used[symbol] || skip--)
			symbol++;
		used[symbol] = true;
		label[i] = symbol;
	}
}

static bool star_neighbours(int u, int v)
{
	int a[10], b[10], differ = 0;

	star_label(u, a);
	star_label(v, b);
	for (int i = 1; i < dimension; i++)
		differ += a[i] != b[i];
	/* With labels of the same symbols, one other place that differs means a swap with x_0. */
	return differ == 1 && a[0] != b[0];
}

static bool ccc_neighbours(int u, int v)
{
	int d = dimension, i = u % d, k = v % d, x = u / d, y = v / d;

	if (i == k)
		return (x ^ y) == 1 << i;
	return x == y && ((i + 1) % d == k || (k + 1) % d == i);
}

static bool butterfly_neighbours(int u, int v)
{
	int d = dimension, i = u % d, k = v % d, differ = u / d ^ v / d;

	if ((i + 1) % d == k)
		return !differ || differ == 1 << i;
	if ((k + 1) % d == i)
		return !differ || differ == 1 << k;
	return false;
}

static bool neighbours(int u, int v)
{
	if (has_link(&broken, u, v))
		return false;
	switch (network[0]) {
	case 'g':
		return network[1] == 'r' ? has_link(&edges, u, v) : gh_neighbours(u, v);
	case 'r':
	case 't':
		return grid_neighbours(u, v, true);
	case 'm':
		return grid_neighbours(u, v, false);
	case 's':
		return star_neighbours(u, v);
	case 'b':
		return butterfly_neighbours(u, v);
	default:
		return network[1] == 'u' ? cube_neighbours(u, v) : ccc_neighbours(u, v);
	}
}

/* ---- Reading ---- */

static const char *word(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	if (!json_is_string(value))
		MALFORMED("%s is not a string", name);
	return json_string_value(value);
}

static int64_t whole(const json_t *value, int64_t high, const char *name)
{
	if (!json_is_integer(value) || json_integer_value(value) < 0 ||
		json_integer_value(value) > high)
		MALFORMED("%s is not a number from 0 to %lld", name, (long long)high);
	return json_integer_value(value);
}

static int64_t number(const json_t *object, const char *name, int64_t high)
{
	return whole(json_object_get(object, name), high, name);
}

static void read_permutation(const json_t *value)
{
	bool *taken = room((size_t)nodes, sizeof *taken);

	if (json_array_size(value) != (size_t)nodes)
		MALFORMED("permutation does not have %d numbers", nodes);
	permutation = room((size_t)nodes, sizeof *permutation);
	for (int v = 0; v < nodes; v++) {
		permutation[v] = whole(json_array_get(value, (size_t)v), nodes - 1, "permutation");
		if (taken[permutation[v]])
			MALFORMED("permutation has %lld twice", (long long)permutation[v]);
		taken[permutation[v]] = true;
	}
	give_back(taken);
}

/* Blocks: how many, and how large each is. */
static void count_blocks(void)
{
	uint64_t n = (uint64_t)nodes;

	switch (collective) {
	case BROADCAST:
	case REDUCE:
	case ALLREDUCE:
	case SEND:
		blocks = 1;
		break;
	case ALLTOALL:
	case SCAN:
	case EXSCAN:
		blocks = n * n;
		break;
	case BARRIER:
		blocks = 0;
		break;
	default:
		blocks = n;
	}
}

static uint64_t size_of(uint64_t block)
{
	uint64_t n = (uint64_t)nodes;

	return slices ? bytes / n * (block + 1) + bytes % n * (block + 1) / n -
				(bytes / n * block + bytes % n * block / n)
		      : bytes;
}

static void read_collective(const json_t *plan)
{
	const char *name = word(plan, "collective");
	int i = 0;

	while (i < COLLECTIVES && strcmp(name, collective_names[i]))
		i++;
	if (i == COLLECTIVES)
		MALFORMED("collective: %s", name);
	collective = (enum collective)i;
	slices = collective == HISTOGRAM;
	if (collective == HISTOGRAM)
		collective = REDUCESCATTER;
	if (collective == TRANSPOSE)
		collective = json_object_get(plan, "permutation") ? PERMUTE : ALLTOALL;
	if (collective == PERMUTE)
		read_permutation(json_object_get(plan, "permutation"));
	if (collective == SEND)
		destination = (int)number(plan, "destination", nodes - 1);
	if (json_object_get(plan, "root") || collective == BROADCAST || collective == REDUCE ||
		collective == SCATTER || collective == GATHER || collective == SEND)
		root = (int)number(plan, "root", nodes - 1);
	count_blocks();
}

static void read_piece(struct piece *piece, const json_t *value)
{
	if (json_array_size(value) != 3)
		MALFORMED("a piece is not [block, begin, end]");
	piece->block = (uint64_t)whole(json_array_get(value, 0), (int64_t)blocks - 1, "block");
	piece->end = (uint64_t)whole(
		json_array_get(value, 2), (int64_t)size_of(piece->block), "end of a piece");
	piece->begin =
		(uint64_t)whole(json_array_get(value, 1), (int64_t)piece->end, "begin of a piece");
}

static void read_transfer(struct transfer *t, const json_t *value)
{
	const json_t *pieces = json_object_get(value, "pieces");
	const char *op = word(value, "op");

	t->step = number(value, "step", INT32_MAX);
	t->from = (int)number(value, "from", nodes - 1);
	t->to = (int)number(value, "to", nodes - 1);
	t->fold = !strcmp(op, "fold");
	if (!t->fold && strcmp(op, "copy") != 0)
		MALFORMED("op: %s", op);
	if (!json_is_array(pieces) && collective != BARRIER)
		MALFORMED("pieces is not an array");
	t->pieces = json_array_size(pieces);
	t->piece = room(t->pieces, sizeof *t->piece);
	for (size_t i = 0; i < t->pieces; i++)
		read_piece(&t->piece[i], json_array_get(pieces, i));
}

static bool is_one_of(const char *name, const char *a, const char *b, const char *c, const char *d)
{
	return !strcmp(name, a) || !strcmp(name, b) || !strcmp(name, c) || !strcmp(name, d);
}

static int by_step(const void *a, const void *b)
{
	const struct transfer *x = a, *y = b;

	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static void read_plan(const json_t *plan)
{
	const json_t *array = json_object_get(plan, "transfers");

	network = word(plan, "network");
	open_network();
	if (number(plan, "nodes", 1 << 20) != nodes)
		MALFORMED("nodes: %s has %d", network, nodes);
	ports = word(plan, "ports");
	duplex = word(plan, "duplex");
	if (!is_one_of(ports, "all", "sendrecv", "exchange", "single"))
		MALFORMED("ports: %s", ports);
	if (!is_one_of(duplex, "full", "half", "full", "half"))
		MALFORMED("duplex: %s", duplex);
	bytes = (uint64_t)number(plan, "bytes", (int64_t)1 << 53);
	read_collective(plan);
	if (!json_is_array(array))
		MALFORMED("transfers is not an array");
	transfers = json_array_size(array);
	transfer = room(transfers, sizeof *transfer);
	for (size_t i = 0; i < transfers; i++)
		read_transfer(&transfer[i], json_array_get(array, i));
	qsort(transfer, transfers, sizeof *transfer, by_step);
	if (json_object_get(plan, "steps") && transfers &&
		number(plan, "steps", INT64_MAX) <= transfer[transfers - 1].step)
		MALFORMED("steps: there is a later transfer");
}

/* ---- Links, conflicts, ports, duplex ---- */

/* The first transfer of the next step. */
static size_t step_end(size_t i)
{
	int64_t step = transfer[i].step;

	while (i < transfers && transfer[i].step == step)
		i++;
	return i;
}

static void check_links(void)
{
	for (size_t i = 0; i < transfers; i++) {
		if (!neighbours(transfer[i].from, transfer[i].to))
			BROKEN("link", &transfer[i], "there is no such link");
		if (i && !by_step(&transfer[i - 1], &transfer[i]))
			BROKEN("conflict", &transfer[i], "two packets on one link in one step");
	}
}

static void check_duplex(void)
{
	for (size_t i = 0, end; i < transfers; i = end) {
		end = step_end(i);
		for (size_t k = i; k < end; k++) {
			struct transfer back = transfer[k];

			back.from = transfer[k].to;
			back.to = transfer[k].from;
			if (bsearch(&back, transfer + i, end - i, sizeof back, by_step))
				BROKEN("duplex", &transfer[k], "both directions in one step");
		}
	}
}

/* What a node does in one step. */
struct hands {
	int sends, receives, sent_to, got_from;
};

static bool too_much(const struct hands *h)
{
	if (!strcmp(ports, "all"))
		return false;
	if (!strcmp(ports, "single"))
		return h->sends + h->receives > 1;
	if (h->sends > 1 || h->receives > 1)
		return true;
	return !strcmp(ports, "exchange") && h->sends && h->receives && h->sent_to != h->got_from;
}

static void check_ports(void)
{
	struct hands *hands = room((size_t)nodes, sizeof *hands);

	for (size_t i = 0, end; i < transfers; i = end) {
		end = step_end(i);
		for (size_t k = i; k < end; k++)
			hands[transfer[k].from] = hands[transfer[k].to] = (struct hands){ 0 };
		for (size_t k = i; k < end; k++) {
			struct transfer *t = &transfer[k];

			hands[t->from].sends++;
			hands[t->from].sent_to = t->to;
			hands[t->to].receives++;
			hands[t->to].got_from = t->from;
			if (too_much(&hands[t->from]) || too_much(&hands[t->to]))
				BROKEN("ports", t, "a node does more than its ports allow");
		}
	}
	give_back(hands);
}

/* The limit of the heading; a plan without a limit has packets of any size. */
static void check_sizes(int64_t limit)
{
	for (size_t i = 0; i < transfers && limit; i++) {
		uint64_t size = 0;

		for (size_t k = 0; k < transfer[i].pieces; k++)
			size += transfer[i].piece[k].end - transfer[i].piece[k].begin;
		if (size > (uint64_t)limit)
			BROKEN("packet", &transfer[i], "a packet beyond the limit");
	}
}

/* ---- Cells ---- */

static struct cell *cell; /* sorted; cells of a block are neighbours */
static size_t cells;

static int by_place(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

static void make_cells(void)
{
	size_t borders = 0, count = 2 * blocks;

	for (size_t i = 0; i < transfers; i++)
		count += 2 * transfer[i].pieces;
	if (count > LIMIT / 8)
		leave(2, "limit", "this plan is too large for the independent verifier");
	cell = room(count, sizeof *cell);
	for (uint64_t b = 0; b < blocks; b++) {
		cell[borders++] = (struct cell){ b, 0, 0 };
		cell[borders++] = (struct cell){ b, size_of(b), 0 };
	}
	for (size_t i = 0; i < transfers; i++)
		for (size_t k = 0; k < transfer[i].pieces; k++) {
			const struct piece *p = &transfer[i].piece[k];

			cell[borders++] = (struct cell){ p->block, p->begin, 0 };
			cell[borders++] = (struct cell){ p->block, p->end, 0 };
		}
	qsort(cell, borders, sizeof *cell, by_place);
	for (size_t i = 0; i + 1 < borders; i++)
		if (cell[i].block == cell[i + 1].block && cell[i].begin < cell[i + 1].begin) {
			struct cell between = cell[i];

			between.end = cell[i + 1].begin;
			cell[cells++] = between;
		}
}

/* The cells of a piece: the first one, and how many. */
static size_t cells_of(const struct piece *piece, size_t *first)
{
	struct cell key = { piece->block, piece->begin, 0 };
	const struct cell *found;
	size_t count = 0;

	if (piece->begin == piece->end)
		return 0;
	found = bsearch(&key, cell, cells, sizeof key, by_place);
	*first = (size_t)(found - cell);
	while (*first + count < cells && cell[*first + count].block == piece->block &&
		cell[*first + count].begin < piece->end)
		count++;
	return count;
}

/* ---- Promises ---- */

static bool holds_before(int v, uint64_t block)
{
	uint64_t n = (uint64_t)nodes;

	switch (collective) {
	case BROADCAST:
	case SCATTER:
	case SEND:
		return v == root;
	case ALLTOALL:
		return block / n == (uint64_t)v;
	default:
		return block == (uint64_t)v; /* gather, allgather, permute */
	}
}

static bool wants_after(int v, uint64_t block)
{
	uint64_t n = (uint64_t)nodes;

	switch (collective) {
	case REDUCE:
	case GATHER:
		return v == root;
	case SCATTER:
	case REDUCESCATTER:
		return block == (uint64_t)v;
	case ALLTOALL:
		return block % n == (uint64_t)v;
	case PERMUTE:
		return permutation[block] == v;
	case SEND:
		return v == destination;
	default:
		return true; /* broadcast, allgather, allreduce, barrier */
	}
}

/* ---- What is copied: since[v, cell] = s when node v holds the cell from the end of step s - 1 on;
 * 0 from the beginning; -1 not yet ---- */

static void copy_transfer(const struct transfer *t, int64_t *since)
{
	for (size_t k = 0; k < t->pieces; k++) {
		size_t first = 0, count = cells_of(&t->piece[k], &first);

		for (size_t c = first; c < first + count; c++) {
			int64_t held = since[(size_t)t->from * cells + c];
			int64_t *there = &since[(size_t)t->to * cells + c];

			if (held < 0 || held > t->step)
				BROKEN("causality", t, "it sends what it does not hold yet");
			if (*there < 0)
				*there = t->step + 1;
		}
	}
}

static void check_copies(void)
{
	int64_t *since = room((size_t)nodes * cells, sizeof *since);

	for (int v = 0; v < nodes; v++)
		for (size_t c = 0; c < cells; c++)
			since[(size_t)v * cells + c] = holds_before(v, cell[c].block) ? 0 : -1;
	for (size_t i = 0; i < transfers; i++) {
		if (transfer[i].fold)
			BROKEN("contribution", &transfer[i], "nothing is combined here");
		copy_transfer(&transfer[i], since);
	}
	for (int v = 0; v < nodes; v++)
		for (size_t c = 0; c < cells; c++)
			if (wants_after(v, cell[c].block) && since[(size_t)v * cells + c] < 0)
				leave(1, "delivery",
					"node %d lacks bytes %llu to %llu of block %llu", v,
					(unsigned long long)cell[c].begin,
					(unsigned long long)cell[c].end,
					(unsigned long long)cell[c].block);
	give_back(since);
}

/* ---- What is combined: for each node and cell the set of nodes whose contributions are in it,
 * and one bit more when some contribution is in it twice. A barrier has one cell, which is who has
 * been heard of; there, twice does no harm ---- */

static size_t words; /* of a set */

static uint64_t *set_of(uint64_t *sets, int v, size_t c)
{
	return sets + ((size_t)v * cells + c) * words;
}

static bool is_in(const uint64_t *set, int v)
{
	return set[v / 64] >> (v % 64) & 1;
}

static void fold_set(uint64_t *into, const uint64_t *from)
{
	bool twice = false;

	for (size_t w = 0; w < words; w++) {
		twice |= (into[w] & from[w]) != 0;
		into[w] |= from[w];
	}
	if (twice)
		into[nodes / 64] |= (uint64_t)1 << (nodes % 64);
}

/* Runs through the cells of a step's transfers in a fixed order: first to take what is sent, as
 * it is before the step, then to deliver it. */
static size_t visit(size_t begin, size_t end, uint64_t *sets, uint64_t *sent, bool deliver)
{
	size_t at = 0;

	for (size_t i = begin; i < end; i++) {
		const struct transfer *t = &transfer[i];

		for (size_t k = 0; k < t->pieces; k++) {
			size_t first = 0, count = cells_of(&t->piece[k], &first);

			for (size_t c = first; c < first + count; c++, at += words)
				if (!sent)
					continue;
				else if (!deliver)
					memcpy(sent + at, set_of(sets, t->from, c), words * 8);
				else if (t->fold)
					fold_set(set_of(sets, t->to, c), sent + at);
				else
					memcpy(set_of(sets, t->to, c), sent + at, words * 8);
		}
	}
	return at;
}

static void check_sum(const uint64_t *set, int v, uint64_t block)
{
	for (int u = 0; u < nodes; u++)
		if (!is_in(set, u))
			leave(1, "contribution", "node %d lacks that of node %d to block %llu", v,
				u, (unsigned long long)block);
	if (collective != BARRIER && is_in(set, nodes))
		leave(1, "contribution", "node %d has some twice in block %llu", v,
			(unsigned long long)block);
}

static uint64_t *own_contributions(void)
{
	uint64_t *sets;

	words = (size_t)nodes / 64 + 1;
	if ((uint64_t)nodes * cells * words > LIMIT)
		leave(2, "limit", "this plan is too large for the independent verifier");
	sets = room((size_t)nodes * cells * words, sizeof *sets);
	for (int v = 0; v < nodes; v++)
		for (size_t c = 0; c < cells; c++)
			set_of(sets, v, c)[v / 64] |= (uint64_t)1 << (v % 64);
	return sets;
}

static void check_folds(void)
{
	uint64_t *sets = own_contributions();

	for (size_t i = 0, end; i < transfers; i = end) {
		uint64_t *sent;

		end = step_end(i);
		sent = room(visit(i, end, sets, NULL, false), sizeof *sent);
		visit(i, end, sets, sent, false);
		visit(i, end, sets, sent, true);
		give_back(sent);
	}
	for (int v = 0; v < nodes; v++)
		for (size_t c = 0; c < cells; c++)
			if (wants_after(v, cell[c].block))
				check_sum(set_of(sets, v, c), v, cell[c].block);
	give_back(sets);
}

/* ---- Prefixes: block first * nodes + last is the sum of these nodes in their order. Each byte
 * alone: has[v, a, c] when node v holds the sum of a to c, and it makes others by putting such sums
 * one after the other ---- */

static bool *has; /* [nodes * nodes * nodes] */
static bool *reached;

static bool *sum_at(int v, uint64_t block)
{
	return &has[(size_t)v * (size_t)nodes * (size_t)nodes + block];
}

static bool can_make(int v, uint64_t first, uint64_t last)
{
	uint64_t n = (uint64_t)nodes;

	memset(reached, 0, ((size_t)nodes + 1) * sizeof *reached);
	reached[first] = true;
	for (uint64_t a = first; a <= last; a++)
		for (uint64_t c = a; reached[a] && c <= last; c++)
			reached[c + 1] |= *sum_at(v, a * n + c);
	return reached[last + 1];
}

static bool has_byte(const struct piece *p, uint64_t byte)
{
	return p->begin <= byte && byte < p->end;
}

static void send_byte(const struct transfer *t, uint64_t byte)
{
	uint64_t n = (uint64_t)nodes;

	if (t->fold)
		BROKEN("contribution", t, "sums of a prefix are copied, not combined on arrival");
	for (size_t k = 0; k < t->pieces; k++) {
		uint64_t block = t->piece[k].block;

		if (has_byte(&t->piece[k], byte) &&
			(block / n > block % n || !can_make(t->from, block / n, block % n)))
			BROKEN("causality", t, "it sends a sum that it can not make yet");
	}
}

static void check_byte(uint64_t byte)
{
	memset(has, 0, (size_t)nodes * (size_t)nodes * (size_t)nodes * sizeof *has);
	for (int v = 0; v < nodes; v++)
		*sum_at(v, (uint64_t)v * (uint64_t)nodes + (uint64_t)v) = true;
	for (size_t i = 0, end; i < transfers; i = end) {
		end = step_end(i);
		for (size_t k = i; k < end; k++)
			send_byte(&transfer[k], byte);
		for (size_t k = i; k < end; k++)
			for (size_t p = 0; p < transfer[k].pieces; p++)
				if (has_byte(&transfer[k].piece[p], byte))
					*sum_at(transfer[k].to, transfer[k].piece[p].block) = true;
	}
	for (int v = collective == EXSCAN; v < nodes; v++)
		if (!can_make(v, 0, (uint64_t)(v - (collective == EXSCAN))))
			leave(1, "delivery", "node %d lacks its prefix at byte %llu", v,
				(unsigned long long)byte);
}

/* All bytes between two borders fare alike. */
static void check_prefixes(void)
{
	if ((uint64_t)nodes * (uint64_t)nodes * (uint64_t)nodes > LIMIT)
		leave(2, "limit", "this plan is too large for the independent verifier");
	has = room((size_t)nodes * (size_t)nodes * (size_t)nodes, sizeof *has);
	reached = room((size_t)nodes + 1, sizeof *reached);
	if (bytes)
		check_byte(0);
	for (size_t i = 0; i < transfers; i++)
		for (size_t k = 0; k < transfer[i].pieces; k++) {
			const struct piece *p = &transfer[i].piece[k];

			if (p->begin && p->begin < bytes)
				check_byte(p->begin);
			if (p->end < bytes)
				check_byte(p->end);
		}
}

/* A barrier is the all-reduce of one byte in which every packet carries all that its sender has
 * heard of. */
static void make_news(void)
{
	static struct piece news = { 0, 0, 1 };

	bytes = blocks = 1;
	for (size_t i = 0; i < transfers; i++) {
		transfer[i].piece = &news;
		transfer[i].pieces = 1;
		transfer[i].fold = true;
	}
}

static json_t *plan; /* texts of it are used to the end */

static void give_plan_back(void)
{
	json_decref(plan);
}

static int judge(void)
{
	read_plan(plan);
	check_links();
	check_ports();
	if (!strcmp(duplex, "half"))
		check_duplex();
	if (json_object_get(plan, "packet"))
		check_sizes(number(plan, "packet", (int64_t)1 << 53));
	if (collective == BARRIER)
		make_news();
	if (collective == SCAN || collective == EXSCAN) {
		check_prefixes();
		printf("ok\n");
		return 0;
	}
	make_cells();
	if ((uint64_t)nodes * cells > LIMIT)
		leave(2, "limit", "this plan is too large for the independent verifier");
	if (collective == REDUCE || collective == REDUCESCATTER || collective == ALLREDUCE ||
		collective == BARRIER)
		check_folds();
	else
		check_copies();
	printf("ok\n");
	return 0;
}

static int judge_text(char *text)
{
	json_error_t wrong;

	plan = json_loads(text, JSON_REJECT_DUPLICATES, &wrong);
	free(text);
	if (!plan)
		MALFORMED("line %d: %s", wrong.line, wrong.text);
	return judge();
}

/* A process that is started again for each plan spends most of its time on starting. */
static int judge_each(void)
{
	char *text = NULL;
	size_t room = 0;

	while (getdelim(&text, &room, 0, stdin) > 0) {
		pid_t child = fork();
		int status = 0;

		if (child == 0)
			exit(judge_text(text));
		if (child < 0 || waitpid(child, &status, 0) != child)
			return 2;
		printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128);
		fflush(stdout);
	}
	free(text);
	return 0;
}

int main(int count, char **arguments)
{
	const char *name = count > 1 ? arguments[1] : "-";
	json_error_t wrong;

	if (!strcmp(name, "--each"))
		return judge_each();
	plan = strcmp(name, "-") != 0 ? json_load_file(name, JSON_REJECT_DUPLICATES, &wrong)
				      : json_loadf(stdin, JSON_REJECT_DUPLICATES, &wrong);
	if (!plan)
		MALFORMED("line %d: %s", wrong.line, wrong.text);
	atexit(give_plan_back);
	return judge();
}
