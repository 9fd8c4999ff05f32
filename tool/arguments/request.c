/* Reads COLLECTIVE ALGORITHM NET and the options into a problem. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/memory_need.h"
#include "library/machine/machine_levels.h"
#include "tool/arguments/collective_names.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/fold_names.h"
#include "tool/arguments/network_names.h"
#include "tool/arguments/permutation_file.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"

/* Refuses a word that is not a collective: a typing error, or words in the wrong order. */
static int no_such_collective(const char *name, const char *algorithm)
{
	struct did_you_mean nearest = did_you_mean(name);
	const char *substitute = collective_substitute(name);

	for (int i = 0; collective_line(i); i++)
		did_you_mean_offer(&nearest, collective_line(i)->name);
	if (collective_line_named(algorithm))
		return refuse("'%s' is not a collective, '%s' is one: the order is "
			      "COLLECTIVE ALGORITHM NET",
			name, algorithm);
	if (substitute)
		return refuse("'%s' is not a collective; the nearest is `%s`", name, substitute);
	return refuse_word(&nearest, "collective", "`grove list collectives` shows them");
}

/* Finds the collective of a transposition. By rows all nodes exchange blocks with all nodes. By
 * submatrices each node sends a tile to a single node, by an algorithm that only permute has. */
static void find_transpose(struct request *request, const char *algorithm)
{
	struct problem *problem = &request->problem;
	const struct algorithm *a;

	problem->collective = ALLTOALL;
	for (int i = 0; (a = algorithm_at(i)); i++)
		if (a->collective == PERMUTE && a->name && !strcmp(a->name, algorithm))
			problem->collective = PERMUTE;
}

static int find_collective(struct request *request, const char *name, const char *algorithm)
{
	const struct collective_line *line = collective_line_named(name);

	if (!line)
		return no_such_collective(name, algorithm);
	request->problem.collective = line->collective;
	request->application = line->application ? line->name : NULL;
	if (request->application && line->collective == ALLTOALL)
		find_transpose(request, algorithm);
	return STATUS_DONE;
}

/* Refuses an unknown algorithm, and suggests the nearest name. */
static int check_algorithm(struct request *request)
{
	struct problem *problem = &request->problem;
	struct did_you_mean nearest = did_you_mean(problem->algorithm);
	char name[ALGORITHM_NAME];
	struct plan *plan;

	if (!strcmp(problem->algorithm, "auto"))
		return STATUS_DONE;
	for (int i = 0; !algorithm_name_at(name, problem->collective, &problem->net, i); i++) {
		if (!strcmp(name, problem->algorithm))
			return STATUS_DONE;
		did_you_mean_offer(&nearest, name);
	}
	/* The algorithm exists for other networks or options; the builder says for which. */
	if (algorithm_of(problem)) {
		if (collective_plan(&plan, problem))
			return refuse("%s", why_text());
		plan_free(plan);
		return STATUS_DONE;
	}
	return nearest.word[0] ? refuse("%s; did you mean '%s'?", why_text(), nearest.word)
			       : refuse("%s", why_text());
}

/* Refuses options that this collective does not have. */
static int check_options(const struct request *request, const struct options *options)
{
	const struct problem *problem = &request->problem;
	const char *name = collective_name(problem->collective);
	char names[COLLECTIVE_NAMES];
	int last = problem->net.nodes - 1;

	if (options->root < 0 || options->root > last)
		return refuse(
			"--root %d: %s has nodes 0 to %d", options->root, problem->net.name, last);
	if (option_given(options, OPTION_DESTINATION) && !collective_sends(problem->collective))
		return refuse("--destination: %s has none, only send has one", name);
	if (options->destination > last)
		return refuse("--destination %d: %s has nodes 0 to %d", options->destination,
			problem->net.name, last);
	if (options->permutation && !collective_permutes(problem->collective))
		return refuse("--permutation: %s has none, only permute has one", name);
	if (options->permutation && request->application)
		return refuse("--permutation: %s has its own; use permute", request->application);
	if (options->fold && !collective_folds(problem->collective))
		return refuse("--fold: %s combines nothing; %s do", name,
			collective_names(names, collective_folds));
	if (!collective_has_bytes(problem->collective) &&
		(option_given(options, OPTION_TYPE) || option_given(options, OPTION_PACKET)))
		return refuse("--%s: a barrier carries no bytes",
			option_given(options, OPTION_TYPE) ? "type" : "packet");
	return STATUS_DONE;
}

/* Returns the only permutation that an algorithm serves on the network; else "inversion". */
static const char *usual_permutation(const struct problem *problem)
{
	const struct algorithm *a = algorithm_of(problem);

	if (!a || !a->permutation || (a->applies && a->applies(&problem->net)))
		return "inversion";
	return a->permutation;
}

static int find_permutation(struct request *request, const struct options *options)
{
	struct problem *problem = &request->problem;
	const char *name = request->application	  ? "transpose"
			   : options->permutation ? options->permutation
						  : usual_permutation(problem);

	if (!collective_permutes(problem->collective))
		return STATUS_DONE;
	if (memory_need_fits(problem)) /* before millions of numbers are read */
		return refuse("%s", why_text());
	problem->permutation = malloc(sizeof(int) * (size_t)problem->net.nodes);
	if (!problem->permutation)
		return refuse("no memory for a permutation of %d nodes", problem->net.nodes);
	if (permutation_read(problem->permutation, &problem->net, name))
		return refuse("--permutation: %s", why_text());
	return STATUS_DONE;
}

/* Sets the bytes of a block. The bytes of a histogram are those of all bins, and each
 * node gets an equal slice. */
static int find_bytes(struct request *request, const struct options *options)
{
	size_t element = type_bytes(options->type), nodes = (size_t)request->problem.net.nodes;
	size_t unit = element * nodes, below = options->bytes / unit * unit;

	request->element = collective_folds(request->problem.collective) ? element : 1;
	request->bytes = options->bytes;
	if (collective_folds(request->problem.collective) &&
		fold_fits(options->type, options->fold))
		return refuse("--fold: %s", why_text());
	if (request->application && request->problem.collective == REDUCESCATTER) {
		if (options->bytes % unit)
			return refuse("--bytes %zu: the bins cannot be cut in %zu equal slices of "
				      "%s; nearest: %zu or %zu",
				options->bytes, nodes, type_name(options->type), below,
				below + unit);
		request->bytes /= nodes;
	} else if (options->bytes % element) {
		return refuse("--bytes %zu: not a whole number of %s; nearest: %zu or %zu",
			options->bytes, type_name(options->type),
			options->bytes / element * element,
			(options->bytes / element + 1) * element);
	}
	if (!collective_has_bytes(request->problem.collective)) {
		if (option_given(options, OPTION_BYTES) && options->bytes)
			return refuse("--bytes: a barrier carries none");
		request->bytes = 0;
	}
	return STATUS_DONE;
}

int request_open(struct request *request, const struct options *options, const char *collective,
	const char *algorithm, const char *network)
{
	struct problem *problem = &request->problem;
	char name[NETWORK_WORD];
	int status;

	*request = (struct request){ 0 };
	network = network_word(name, network, options);
	status = find_collective(request, collective, algorithm);
	if (status != STATUS_DONE)
		return status;
	if (machine_levels_network(&problem->net, network, NULL))
		return refuse_network(network);
	if (strlen(algorithm) >= ALGORITHM_NAME)
		return refuse("'%s' is too long for an algorithm's name", algorithm);
	strcpy(problem->algorithm, algorithm);
	strcpy(problem->order, options->order);
	problem->root = options->root;
	problem->destination =
		options->destination < 0 ? problem->net.nodes - 1 : options->destination;
	problem->ports = options->ports;
	problem->duplex = options->duplex;
	status = check_options(request, options);
	if (status == STATUS_DONE)
		status = find_permutation(request, options);
	if (status == STATUS_DONE)
		status = check_algorithm(request);
	if (status == STATUS_DONE)
		status = find_bytes(request, options);
	if (status != STATUS_DONE)
		request_close(request);
	return status;
}
