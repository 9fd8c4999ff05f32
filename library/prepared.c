/* Keeps the prepared operations of a thread's nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/native_choice.h"
#include "library/node_program.h"
#include "runtime/node/transport.h"

enum {
	SAMPLES = 16 /* numbers of a permutation that choose its chain */
};

/* ---- Arguments ---- */

static inline struct operation_key key_of(const struct collective_request *r)
{
	bool in_place = r->in_place || r->in == GROVE_IN_PLACE || r->out == GROVE_IN_PLACE;
	struct operation_key key = { { (uint64_t)(uint32_t)r->root << 32 |
					       (uint64_t)r->collective << 1 | in_place,
		r->count, r->plan ? r->plan->number : 0, r->sizes, (uint64_t)r->type } };

	if (r->fold) {
		key.word[5] = (uint64_t)(uintptr_t)r->fold->function;
		key.word[6] = (uint64_t)(uintptr_t)r->fold->context;
	}
	return key;
}

static void array_forget(struct prepared_table *t)
{
	t->compared = NULL;
}

void prepared_renew(struct cached_team *kept)
{
	for (int t = 0; t < kept->tables; t++)
		array_forget(&kept->prepared[t]);
}

/* Compares the permutations. All bodies of a thread may pass the same array: its thousands of
 * numbers are read once in an operation, not once for each node. */
static __attribute__((noinline)) bool same_permutation(
	const struct prepared *p, const struct collective_request *r, const struct node *me)
{
	struct prepared_table *t = me->worker->kept;

	if (!p->permutation || !r->permutation)
		return !p->permutation && !r->permutation;
	if (r->begins && t->compared == r->permutation && t->equal == p &&
		t->operation == me->calls.operation)
		return true;
	if (memcmp(p->permutation, r->permutation,
		    sizeof *r->permutation * (size_t)me->team->net.nodes))
		return false;
	if (r->begins) {
		t->compared = r->permutation;
		t->equal = p;
		t->operation = me->calls.operation;
	}
	return true;
}

/* Word by word: a vector of words that have just been stored one by one waits for the stores. */
static inline bool serves(const struct prepared *p, const struct operation_key *key,
	const struct collective_request *r, const struct node *me)
{
	for (int i = 0; i < KEY_WORDS; i++)
		if (p->key.word[i] != key->word[i])
			return false;
	return (!p->permutation && !r->permutation) || same_permutation(p, r, me);
}

/* ---- The table ---- */

/* A permutation of thousands of nodes is read as a whole only to be compared with a kept one. */
static __attribute__((noinline)) uint64_t permutation_hash(const int *permutation, int nodes)
{
	uint64_t hash = 0;

	for (int i = 0; i < SAMPLES; i++)
		hash = hash * 31 + (uint64_t)permutation[(int64_t)nodes * i / SAMPLES];
	return hash;
}

static inline struct prepared **chain_of(
	struct prepared_table *t, const struct operation_key *key, const int *permutation)
{
	const uint64_t *w = key->word;
	uint64_t hash = w[0] * 31 + w[1] + (w[2] + w[3] + w[5] + w[6]) * 127;

	if (permutation)
		hash += permutation_hash(permutation, t->team->net.nodes);
	return &t->chain[hash * 0x9e3779b97f4a7c15u >> 58];
}

static struct prepared *search(struct prepared_table *t, const struct operation_key *key,
	const struct collective_request *r, const struct node *me)
{
	struct prepared *p = *chain_of(t, key, r->permutation);

	while (p && !serves(p, key, r, me))
		p = p->next;
	if (!p)
		return NULL;
	p->used = ++t->searches;
	t->last = p;
	return p;
}

/* The nodes of a thread ask for the same operation one after another, and most loops for the same
 * as before. */
struct call *prepared_find(struct node *me, const struct collective_request *r)
{
	struct prepared_table *t = me->worker->kept;
	struct operation_key key = key_of(r);
	struct prepared *p = t->last;
	struct program *program;

	if (!p || !serves(p, &key, r, me))
		p = search(t, &key, r, me);
	if (!p)
		return NULL;
	program = p->program[me->number - t->first];
	if (!program || program->places != r->places)
		return NULL;
	p->call.program = program;
	return &p->call;
}

void prepared_beside(
	struct made_call *made, const struct node *me, const struct collective_request *r)
{
	struct prepared_table *t = me->worker->kept;
	struct operation_key key = key_of(r);
	const struct prepared *p = search(t, &key, r, me);

	if (!p)
		return;
	if (p->plan)
		made->plan = p->plan;
	made->beside = p->program[p->latest];
	made->beside_node = t->first + p->latest;
}

/* ---- New entries ---- */

/* Empties an entry, and takes it from its chain. */
static void forget(struct prepared_table *t, struct prepared *p)
{
	struct prepared **link = chain_of(t, &p->key, p->permutation);

	while (*link != p)
		link = &(*link)->next;
	*link = p->next;
	for (int i = 0; i < t->nodes; i++) {
		if (p->program[i])
			program_drop(&t->team->node[t->first + i], p->program[i]);
		p->program[i] = NULL;
	}
	if (p->plan)
		plans_release(t->team, p->plan);
	free(p->permutation);
	p->permutation = NULL;
	p->used = 0;
	t->last = NULL;
	array_forget(t);
}

/* Returns an empty entry in its chain, or NULL with why. The entry that was not asked for the
 * longest is emptied. */
static struct prepared *entry_new(
	struct prepared_table *t, const struct operation_key *key, const int *permutation)
{
	size_t bytes = sizeof *permutation * (size_t)t->team->net.nodes;
	int *copy = permutation ? malloc(bytes) : NULL;
	struct prepared *oldest = t->entry, **chain;

	if (permutation && !copy) {
		why(ENOMEM, "no memory for a permutation");
		return NULL;
	}
	for (int i = 1; i < PREPARED; i++)
		oldest = t->entry[i].used < oldest->used ? &t->entry[i] : oldest;
	if (oldest->used)
		forget(t, oldest);
	if (copy)
		memcpy(copy, permutation, bytes);
	chain = chain_of(t, key, permutation);
	oldest->key = *key;
	oldest->permutation = copy;
	oldest->used = ++t->searches;
	oldest->next = *chain;
	*chain = oldest;
	return oldest;
}

/* Puts the program and the plan in the table. Returns NULL with why if memory is short. */
static struct prepared *add(struct node *me, const struct collective_request *r,
	struct grove_plan *chosen, struct program *program)
{
	struct prepared_table *t = me->worker->kept;
	struct operation_key key = key_of(r);
	struct prepared *p = search(t, &key, r, me);
	struct program **place;

	if (!p) {
		p = entry_new(t, &key, r->permutation);
		if (!p)
			return NULL;
		p->plan = chosen;
	}
	p->latest = me->number - t->first;
	place = &p->program[p->latest];
	if (*place)
		program_drop(me, *place);
	*place = program;
	return p;
}

static struct call call_of(
	const struct node *me, const struct collective_request *r, const struct made_call *m)
{
	const struct problem *problem = &m->plan->problem;
	const struct folding *folding = &m->plan->folding;

	return (struct call){ .program = m->program,
		.folding = folding->element ? folding : NULL,
		.fingerprint = plan_fingerprint(m->plan, m->program, me->team) ^
			       (m->program->pattern != NULL),
		.name = call_name(r),
		.bytes = m->bytes,
		.root = collective_names_root(problem->collective) ? r->root : -1,
		.destination = collective_sends(problem->collective) ? 1 + problem->destination : 0,
		.how = (folding->element ? folding_word(folding) : 0) |
		       (m->program->by_reference ? BY_REFERENCE : 0),
		.native = m->native };
}

int prepared_add(struct call **call, struct node *me, const struct collective_request *r,
	const struct made_call *m, int error)
{
	struct prepared *p = error ? NULL : add(me, r, m->chosen, m->program);

	if (!p) {
		if (m->chosen)
			plans_release(me->team, m->chosen);
		if (!error)
			program_free(m->program);
		return error ? error : -ENOMEM;
	}
	m->program->places = r->places;
	p->call = call_of(me, r, m);
	*call = &p->call;
	return 0;
}

/* ---- Calls ---- */

int call_prepare(struct node *me, const struct collective_request *r, struct call **call)
{
	struct call *found = prepared_find(me, r);
	const struct program *p;
	int error = 0;

	if (!found)
		error = call_prepare_new(me, r, &found);
	if (error)
		return error;
	*call = found;
	p = found->program;
	found->input = r->in;
	found->output = r->out;
	if (r->in != GROVE_IN_PLACE && r->out != GROVE_IN_PLACE && (r->in || !p->input) &&
		(r->out || !p->output) &&
		(!p->input || !p->output || !buffers_overlap(r->in, p->input, r->out, p->output)))
		return 0;
	call_buffers(found, r->collective, me->number, r->in, r->out);
	return buffers_check_bytes(r->collective, r->in, p->input, r->out, p->output);
}

int call_run(struct node *me, const struct collective_request *r)
{
	struct call *call;
	int error = me ? node_may_block(me)
		       : why(EINVAL, "%s: the node is NULL", collective_name(r->collective));

	if (error)
		return why_answer(error);
	error = call_prepare(me, r, &call);
	if (!error)
		error = call->native ? native_run(me, r, call) : node_call(me, call);
	if (error) /* the next call may have the same number, and the array other numbers */
		array_forget(me->worker->kept);
	return why_answer(error);
}

/* ---- Memory ---- */

int prepared_open(struct cached_team *kept)
{
	int nodes = kept->team->net.nodes, tables = 0;
	struct prepared_table *t;

	for (int v = 0; v < nodes; v += 1 + node_beside(&kept->team->node[v]))
		tables += team_has_node(kept->team, v);
	kept->prepared = calloc((size_t)tables, sizeof *kept->prepared);
	kept->programs = calloc((size_t)nodes * PREPARED, sizeof *kept->programs);
	if (!kept->prepared || !kept->programs)
		return -ENOMEM;
	t = kept->prepared;
	for (int v = 0; v < nodes; v += 1 + node_beside(&kept->team->node[v])) {
		struct node *first = &kept->team->node[v];

		if (!team_has_node(kept->team, v))
			continue;
		t->team = kept->team;
		t->first = v;
		t->nodes = 1 + node_beside(first);
		for (int i = 0; i < PREPARED; i++)
			t->entry[i].program =
				kept->programs + (size_t)v * PREPARED + (size_t)(i * t->nodes);
		first->worker->kept = t++;
	}
	kept->tables = tables;
	return 0;
}

void prepared_free(struct cached_team *kept)
{
	size_t programs = (size_t)kept->team->net.nodes * PREPARED;

	for (int t = 0; t < kept->tables; t++)
		for (int i = 0; i < PREPARED; i++)
			free(kept->prepared[t].entry[i].permutation);
	for (size_t i = 0; kept->programs && i < programs; i++)
		program_free(kept->programs[i]);
	free(kept->programs);
	free(kept->prepared);
}
