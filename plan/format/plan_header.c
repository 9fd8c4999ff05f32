/* Reads the header of a plan file and makes the problem that the header describes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/format/plan_file.h"
#include "base/utf8.h"

/* Every refusal in this file begins with the refused field ("root: 9 is not a node of cube:3"); the
 * readers put the place before it. A word of the file appears in a refusal only after
 * plan_header_word has checked that the word is a line of plain text. */

static const struct {
	const char *name;
	enum field_type type;
	bool needed;
} fields[FIELDS] = {
	[FIELD_COLLECTIVE] = { "collective", FIELD_WORD, true },
	[FIELD_ALGORITHM] = { "algorithm", FIELD_WORD, false },
	[FIELD_NETWORK] = { "network", FIELD_WORD, true },
	[FIELD_ORDER] = { "order", FIELD_WORD, false },
	[FIELD_ROOT] = { "root", FIELD_NUMBER, false },
	[FIELD_DESTINATION] = { "destination", FIELD_NUMBER, false },
	[FIELD_NODES] = { "nodes", FIELD_NUMBER, false },
	[FIELD_BYTES] = { "bytes", FIELD_NUMBER, true },
	[FIELD_PACKET] = { "packet", FIELD_NUMBER, false },
	[FIELD_PORTS] = { "ports", FIELD_WORD, false },
	[FIELD_DUPLEX] = { "duplex", FIELD_WORD, false },
	[FIELD_STEPS] = { "steps", FIELD_NUMBER, false },
	[FIELD_PERMUTATION] = { "permutation", FIELD_NUMBERS, false },
	[FIELD_LINKS] = { "links", FIELD_PAIRS, false },
};

const char *field_name(enum field field)
{
	return fields[field].name;
}

enum field_type field_type(enum field field)
{
	return fields[field].type;
}

int plan_header_word(struct plan_header *heading, enum field field, const char *text, size_t length)
{
	bool ours = field == FIELD_ALGORITHM || field == FIELD_ORDER;
	size_t most = ours ? ALGORITHM_NAME - 1 : FILE_WORD - 1, step;

	if (length > most)
		return why(EINVAL, "%s: longer than %zu bytes", field_name(field), most);
	for (size_t i = 0; i < length; i += step) {
		step = utf8_printable(text + i, length - i);
		if (!step)
			return why(EINVAL, "%s: byte %zu is not a printable character",
				field_name(field), i + 1);
	}
	memcpy(heading->word[field], text, length);
	heading->word[field][length] = 0;
	heading->given[field] = true;
	return 0;
}

int plan_header_permute(struct plan_header *heading, const int64_t *number, size_t count)
{
	heading->permutation = malloc((count + 1) * sizeof *heading->permutation);
	if (!heading->permutation)
		return why(ENOMEM, "no memory for a permutation of %zu nodes", count);
	for (size_t i = 0; i < count; i++)
		heading->permutation[i] =
			number[i] < 0 || number[i] > FILE_NODES ? -1 : (int)number[i];
	heading->permuted = count;
	heading->given[FIELD_PERMUTATION] = true;
	return 0;
}

int plan_header_link(struct plan_header *heading, int64_t u, int64_t v)
{
	int error;

	if (heading->links == FILE_PAIRS)
		return why(EINVAL, "links: more than %d", FILE_PAIRS);
	error = array_reserve(
		&heading->link, &heading->links_room, heading->links + 1, sizeof *heading->link);

	if (error)
		return error;
	heading->link[heading->links][0] = u;
	heading->link[heading->links++][1] = v;
	return 0;
}

void plan_header_free(struct plan_header *heading)
{
	free(heading->permutation);
	free(heading->link);
	heading->permutation = NULL;
	heading->link = NULL;
}

/* ---- From a header to a problem; each check names the field that is wrong ---- */

static int check_given(struct plan_header *heading)
{
	for (int field = 0; field < FIELDS; field++) {
		heading->wrong = field;
		if (fields[field].needed && !heading->given[field])
			return why(EINVAL, "%s: is missing", field_name(field));
		if (fields[field].type == FIELD_NUMBER && heading->given[field] &&
			(heading->number[field] < 0 || heading->number[field] > FILE_NUMBER))
			return why(EINVAL, "%s: not between 0 and " FILE_NUMBER_NAME,
				field_name(field));
	}
	return 0;
}

/* Puts the name of the field before the reason for its refusal. Returns the error. */
static int named(int error, enum field field)
{
	return error == -EINVAL ? why(EINVAL, "%s: %s", field_name(field), why_text()) : error;
}

/* Opens the network. A plan may come from anywhere, so the file of graph:FILE is not opened: the
 * header has the links. */
static int name_network(struct plan_header *heading, struct network *net)
{
	const char *name = heading->word[FIELD_NETWORK];
	bool links = heading->given[FIELD_LINKS];

	heading->wrong = links ? FIELD_LINKS : FIELD_NETWORK;
	if (!links && !strncmp(name, "graph:", strlen("graph:")))
		return why(EINVAL,
			"network: a plan opens no other file: write the links of %s as "
			"links=0-1,1-2",
			name);
	return named(links ? network_of_links(net, name, heading->link, heading->links)
			   : network_open(net, name),
		heading->wrong);
}

static int open_network(struct plan_header *heading, struct problem *problem)
{
	struct network *net = &problem->net;

	int error = name_network(heading, net);

	if (error)
		return error;
	/* This limit also means that a port's number fits in a packet: ports < nodes. */
	if (net->nodes > FILE_NODES || (int64_t)net->nodes * net->ports > FILE_LINKS)
		return why(EINVAL, "network: %s is too large for a plan in a file", net->name);
	heading->wrong = FIELD_NODES;
	if (heading->given[FIELD_NODES] && heading->number[FIELD_NODES] != net->nodes)
		return why(EINVAL, "nodes: %s has %d", net->name, net->nodes);
	return 0;
}

/* Finds the collective. The applications' names stand for the collectives that the applications
 * use: a transpose by submatrices is a permute, a transpose by rows an all-to-all, and a histogram
 * a reduce-scatter whose block is a node's share of the bins. */
static int name_collective(struct plan_header *heading, struct problem *problem)
{
	const char *name = heading->word[FIELD_COLLECTIVE];
	int nodes = problem->net.nodes;

	heading->wrong = FIELD_COLLECTIVE;
	if (!strcmp(name, "transpose")) {
		problem->collective = heading->given[FIELD_PERMUTATION] ? PERMUTE : ALLTOALL;
		return 0;
	}
	if (!strcmp(name, "histogram")) {
		problem->collective = REDUCESCATTER;
		heading->wrong = FIELD_BYTES;
		if (heading->number[FIELD_BYTES] % nodes)
			return why(EINVAL, "bytes: the bins of a histogram are cut in %d slices",
				nodes);
		heading->number[FIELD_BYTES] /= nodes;
		return 0;
	}
	if (collective_named(&problem->collective, name))
		return why(EINVAL, "collective: %s", why_text());
	return 0;
}

/* Without a word a node uses all its ports, and links are full duplex, as in the command. */
static int name_rules(struct plan_header *heading, struct problem *problem)
{
	problem->ports = ALL;
	problem->duplex = FULL;
	heading->wrong = FIELD_PORTS;
	if (heading->given[FIELD_PORTS] && ports_named(&problem->ports, heading->word[FIELD_PORTS]))
		return why(EINVAL, "ports: %s", why_text());
	heading->wrong = FIELD_DUPLEX;
	if (heading->given[FIELD_DUPLEX] &&
		duplex_named(&problem->duplex, heading->word[FIELD_DUPLEX]))
		return why(EINVAL, "duplex: %s", why_text());
	return 0;
}

/* Leaves *v as it is if the header does not have the field. */
static int find_node(
	struct plan_header *heading, const struct problem *problem, enum field field, int *v)
{
	heading->wrong = field;
	if (!heading->given[field])
		return 0;
	if (plan_file_node(&problem->net, heading->number[field]))
		return why(EINVAL, "%s: %s", field_name(field), why_text());
	*v = (int)heading->number[field];
	return 0;
}

/* The root is node 0, and the destination the last node, unless the header says otherwise. */
static int find_ends(struct plan_header *heading, struct problem *problem)
{
	bool send = collective_sends(problem->collective);
	int error = find_node(heading, problem, FIELD_ROOT, &problem->root);

	if (error)
		return error;
	heading->wrong = FIELD_DESTINATION;
	if (heading->given[FIELD_DESTINATION] && !send)
		return why(EINVAL, "destination: only send has one");
	if (send)
		problem->destination = problem->net.nodes - 1;
	return find_node(heading, problem, FIELD_DESTINATION, &problem->destination);
}

static int find_permutation(struct plan_header *heading, struct problem *problem)
{
	heading->wrong = FIELD_PERMUTATION;
	if (heading->given[FIELD_PERMUTATION] != collective_permutes(problem->collective))
		return why(EINVAL, "permutation: %s",
			heading->permutation ? "only permute and transpose have one"
					     : "is missing");
	if (!heading->permutation)
		return 0;
	if (heading->permuted != (size_t)problem->net.nodes)
		return why(EINVAL, "permutation: has %zu numbers, %s has %d nodes",
			heading->permuted, problem->net.name, problem->net.nodes);
	problem->permutation = heading->permutation;
	return named(
		permutation_check(heading->permutation, problem->net.nodes), FIELD_PERMUTATION);
}

int plan_header_open(struct schedule **schedule, struct plan_header *heading)
{
	struct problem problem = { 0 };
	int error = check_given(heading);

	if (!error)
		error = open_network(heading, &problem);
	if (!error)
		error = name_collective(heading, &problem);
	if (!error)
		error = name_rules(heading, &problem);
	if (!error)
		error = find_ends(heading, &problem);
	if (!error)
		error = find_permutation(heading, &problem);
	if (error)
		return error;
	memcpy(problem.algorithm, heading->word[FIELD_ALGORITHM], ALGORITHM_NAME);
	memcpy(problem.order, heading->word[FIELD_ORDER], ALGORITHM_NAME);
	error = schedule_new(schedule, &problem);
	if (error)
		return error;
	(*schedule)->bytes = (size_t)heading->number[FIELD_BYTES];
	(*schedule)->packet_bytes = (size_t)heading->number[FIELD_PACKET];
	return 0;
}
