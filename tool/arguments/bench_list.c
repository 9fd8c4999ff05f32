/* Reads the words of `grove bench`: lists of collectives, algorithms and networks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "collectives/registry.h"
#include "library/machine/machine_levels.h"
#include "tool/arguments/bench_list.h"
#include "tool/arguments/collective_names.h"
#include "tool/arguments/network_names.h"
#include "tool/arguments/verb_words.h"
#include "tool/output/diagnostics.h"

enum {
	MOST_LIST = 512
};

/* A combination. `several` is true if the words name several collectives. `one_of_all` is true if
 * the algorithm comes from `all`, and may serve only other destinations or permutations. */
struct pick {
	const char *collective, *algorithm, *network;
	bool several, one_of_all;
	const struct verb_word *verb; /* of a sized verb or messages; else NULL */
};

static int add_case(struct bench_list *work, const struct options *options, const struct pick *pick)
{
	size_t count = (size_t)work->count;
	struct request *request;
	int status;

	if (array_reserve(&work->request, &work->requests_room, count + 1, sizeof *request) ||
		array_reserve(&work->what, &work->room, count + 1, sizeof *work->what))
		return refuse("no memory for %zu cases", count + 1);
	request = &work->request[count];
	status = request_open(request, options, pick->collective, pick->algorithm, pick->network);
	if (status == STATUS_DONE && (status = request_fits(request, options->threads)))
		request_close(request);
	if (status != STATUS_DONE)
		return status;
	if (pick->one_of_all && algorithm_serves(&request->problem)) {
		request_close(request);
		return STATUS_DONE;
	}
	work->what[count] = (struct bench_case){ request->problem, request->bytes, options->packet,
		options->type, options->fold,
		.form = verb_form_asked(pick->verb, options, request->problem.collective) };
	if (request->application)
		work->what[count].form.sizes.kind = SIZES_NONE;
	work->count++;
	return messages_fit(&work->what[count].form, options, pick->algorithm);
}

/* ---- With several collectives, an option goes to the collectives that have the option ---- */

static bool has_option(enum option option, enum collective collective)
{
	switch (option) {
	case OPTION_DESTINATION:
		return collective_sends(collective);
	case OPTION_PERMUTATION:
		return collective_permutes(collective);
	case OPTION_FOLD:
		return collective_folds(collective);
	case OPTION_BYTES:
	case OPTION_PACKET:
	case OPTION_TYPE:
		return collective_has_bytes(collective);
	case OPTION_SIZES:
		return verb_form_sizable(collective);
	default:
		return true;
	}
}

/* Returns a copy without the options that this collective does not have. */
static struct options options_for(const struct options *options, enum collective collective)
{
	struct options own = *options;

	for (int i = 0; i < OPTIONS; i++)
		if (!has_option((enum option)i, collective))
			own.given[i] = false;
	if (!has_option(OPTION_DESTINATION, collective))
		own.destination = -1;
	if (!has_option(OPTION_PERMUTATION, collective))
		own.permutation = NULL;
	if (!has_option(OPTION_FOLD, collective))
		own.fold = NULL;
	return own;
}

/* ---- Lists: a,b,c or all ---- */

typedef int each_word(struct bench_list *work, const struct options *options, struct pick *pick,
	const char *word);

static int for_each(struct bench_list *work, const struct options *options, struct pick *pick,
	const char *list, each_word *each)
{
	char copy[MOST_LIST], *rest, *word;
	int status = STATUS_DONE;

	if (strlen(list) >= sizeof copy)
		return refuse("'%.40s...' is too long a list", list);
	strcpy(copy, list);
	word = strtok_r(copy, ",", &rest);
	if (!word)
		return refuse("'%s' names nothing", list);
	for (; word && status == STATUS_DONE; word = strtok_r(NULL, ",", &rest))
		status = each(work, options, pick, word);
	return status;
}

/* Returns the collective whose algorithms `all` lists: for an application, the collective
 * that the application uses. An unknown name is refused with its first case. */
static enum collective collective_of(const char *name)
{
	const struct collective_line *line = collective_line_named(name);

	return line ? line->collective : BROADCAST;
}

static int add_all(struct bench_list *work, const struct options *options, const struct pick *pick)
{
	enum collective collective = collective_of(pick->collective);
	char name[ALGORITHM_NAME];
	struct options same = *options;
	struct pick own = *pick;
	struct network net;
	char word[NETWORK_WORD];
	int status = STATUS_DONE;

	if (machine_levels_network(&net, network_word(word, pick->network, options), NULL))
		return add_case(work, options, pick); /* fails with the reason */
	own.algorithm = name;
	own.one_of_all = true;
	if (collective_permutes(collective) && !same.permutation)
		same.permutation = "inversion"; /* the same for all algorithms */
	for (int i = 0; status == STATUS_DONE && !algorithm_name_at(name, collective, &net, i); i++)
		status = add_case(work, &same, &own);
	return status;
}

static int each_algorithm(
	struct bench_list *work, const struct options *options, struct pick *pick, const char *word)
{
	struct options own = *options;

	if (pick->several)
		own = options_for(options, collective_of(pick->collective));
	pick->algorithm = word;
	return strcmp(word, "all") ? add_case(work, &own, pick) : add_all(work, &own, pick);
}

static int each_network(
	struct bench_list *work, const struct options *options, struct pick *pick, const char *word)
{
	pick->network = word;
	return for_each(work, options, pick, options->words > 1 ? options->word[1] : "auto",
		each_algorithm);
}

static int each_collective(
	struct bench_list *work, const struct options *options, struct pick *pick, const char *word)
{
	const char *networks = options->words > 2 ? options->word[2] : "cube:3";
	int status = STATUS_DONE;

	pick->verb = verb_word_named(word);
	pick->collective = pick->verb ? pick->verb->collective : word;
	if (strcmp(word, "all"))
		return for_each(work, options, pick, networks, each_network);
	for (int i = 0; i < COLLECTIVES && status == STATUS_DONE; i++) {
		pick->collective = collective_name((enum collective)i);
		status = for_each(work, options, pick, networks, each_network);
	}
	return status;
}

/* Refuses an option that none of the collectives has. */
static int check_used(const struct bench_list *work, const struct options *options)
{
	for (int i = 0; i < OPTIONS; i++) {
		bool used = false;

		for (int k = 0; k < work->count; k++)
			used |= has_option((enum option)i, work->what[k].problem.collective);
		if (option_given(options, (enum option)i) && !used)
			return refuse("--%s: none of these collectives has it", option_at(i)->name);
	}
	return STATUS_DONE;
}

/* ---- A plan from a file ---- */

static int wrap_file(
	struct bench_list *work, struct request *request, const struct options *options)
{
	int status = request_wrap(&work->plan, request, options);

	if (status != STATUS_DONE)
		return status;
	work->plan->forward = options->forward;
	work->what[0] = (struct bench_case){ work->plan->problem, request->bytes, options->packet,
		options->type, options->fold, work->plan, { .style = options->style } };
	work->count = 1;
	return STATUS_DONE;
}

static int open_file(struct bench_list *work, const struct options *options)
{
	struct request request;
	int status = options_refuse(
		options, OPTION_SIZES, OPTION_SIZES, "a plan from a file has blocks of one size");

	if (status != STATUS_DONE)
		return status;
	if (!strcmp(request_file(options), "-") && options->runs > 1)
		return refuse("--runs %d: each launch reads the plan, and standard input can be "
			      "read once; name a file",
			options->runs);
	work->what = array_zeros(1, sizeof *work->what);
	if (!work->what)
		return refuse("no memory for a case");
	status = request_read(&request, options);
	if (status == STATUS_DONE)
		status = request_fits(&request, options->threads);
	if (status == STATUS_DONE)
		status = wrap_file(work, &request, options);
	request_close(&request);
	return status;
}

static int open_words(struct bench_list *work, const struct options *options)
{
	const char *list = options->word[0];
	struct pick pick = { .several = !strcmp(list, "all") || strchr(list, ',') };
	int status;

	if (options->words == 2 && strchr(options->word[1], ':'))
		return refuse("'%s' stands where ALGORITHM belongs: grove bench %s auto %s",
			options->word[1], list, options->word[1]);
	status = for_each(work, options, &pick, list, each_collective);
	return status == STATUS_DONE ? check_used(work, options) : status;
}

int bench_list_open(struct bench_list *work, const struct options *options)
{
	int status;

	*work = (struct bench_list){ 0 };
	status = (request_file(options) ? open_file : open_words)(work, options);
	if (status != STATUS_DONE)
		bench_list_close(work);
	return status;
}

void bench_list_close(struct bench_list *work)
{
	for (int i = 0; i < work->count && work->request; i++)
		request_close(&work->request[i]);
	grove_plan_free(work->plan);
	free(work->request);
	free(work->what);
	*work = (struct bench_list){ 0 };
}
