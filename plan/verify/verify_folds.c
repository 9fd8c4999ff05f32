/* Verifies folds: every byte of every result must have each contribution exactly once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/lists/cells.h"
#include "plan/verify/contributions.h"
#include "plan/verify/verify_internal.h"

/* A cell of a block is a piece. A piece moves as a whole and never mixes with another piece.
 * Packets are therefore sorted by piece, and the pieces are checked one after another. */
struct folds_run {
	const struct verification *check;
	const struct schedule *s;
	struct cells cells;    /* only the cuts */
	uint32_t *order;       /* packets in order of receipt */
	size_t pieces, *first; /* [pieces + 2] in `packet` */
	uint32_t *packet;      /* the packets of each piece, in order of receipt */
	struct contributions contributions;
};

/* Within a step a node receives in the order of its own ports, as on its tape. The order does not
 * matter for folds, but matters for a copy and a fold of the same bytes. */
struct delivery {
	uint32_t packet;
	int port; /* of the receiver */
};

static int compare_deliveries(const void *a, const void *b)
{
	const struct delivery *x = a, *y = b;

	if (x->port != y->port)
		return x->port > y->port ? 1 : -1;
	return (x->packet > y->packet) - (x->packet < y->packet);
}

static int order_packets(struct folds_run *run)
{
	const struct schedule *s = run->s;
	struct delivery *delivery = array_new(s->packets, sizeof *delivery);

	run->order = array_new(s->packets, sizeof *run->order);
	if (!delivery || !run->order) {
		free(delivery);
		return -ENOMEM;
	}
	for (size_t i = 0; i < s->packets; i++)
		delivery[i] = (struct delivery){ (uint32_t)i, packet_back_port(s, &s->packet[i]) };
	for (size_t i = 0, end; i < s->packets; i = end) {
		end = step_end(s, i);
		qsort(delivery + i, end - i, sizeof *delivery, compare_deliveries);
	}
	for (size_t i = 0; i < s->packets; i++)
		run->order[i] = delivery[i].packet;
	free(delivery);
	return 0;
}

/* ---- Packets, sorted by piece with a counting sort ---- */

static size_t cells_in_block(const struct folds_run *run)
{
	return run->cells.cuts - 1;
}

/* Counts the packet at each of its pieces, or with `put` adds the packet to each piece's list. */
static void deal_packet(struct folds_run *run, uint32_t number, bool put)
{
	const struct packet *p = &run->s->packet[number];

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		struct cell_run cells = cells_of(&run->cells, r);
		uint64_t piece = r->block * cells_in_block(run) + cells.first;

		for (; cells.first < cells.end && piece < run->pieces; cells.first++, piece++)
			if (put)
				run->packet[run->first[piece + 1]++] = number;
			else
				run->first[piece + 2]++;
	}
}

/* Sorts the packets by piece. If there are more pieces than moves, some piece among the first moves
 * + 1 never moves, and fails the check. */
static int deal_packets(struct folds_run *run)
{
	uint64_t pieces = semantics_blocks(&run->s->problem) * cells_in_block(run);
	size_t moves = (size_t)cells_moved(&run->cells, run->s);

	run->pieces = pieces <= moves ? (size_t)pieces : moves + 1;
	run->first = array_zeros(run->pieces + 2, sizeof *run->first);
	run->packet = array_new(moves, sizeof *run->packet);
	if (!run->first || !run->packet)
		return -ENOMEM;
	for (size_t i = 0; i < run->s->packets; i++)
		deal_packet(run, run->order[i], false);
	for (size_t k = 2; k < run->pieces + 2; k++)
		run->first[k] += run->first[k - 1];
	for (size_t i = 0; i < run->s->packets; i++)
		deal_packet(run, run->order[i], true);
	return 0;
}

/* ---- One piece ---- */

/* Adds nodes to a text: "node 3's contribution is missing (also that of 5, 6 and 2 more)". */
static void list_culprits(char text[192], const char *what, const struct culprits *nodes)
{
	size_t length = strlen(text);

	if (!nodes->count)
		return;
	length += (size_t)snprintf(text + length, 192 - length, "%s node %d's contribution is %s",
		length ? " and" : "", nodes->node[0], what);
	for (int i = 1; i < nodes->count && i < CULPRITS; i++)
		length += (size_t)snprintf(text + length, 192 - length, "%s %d",
			i > 1 ? "," : " (also that of", nodes->node[i]);
	if (nodes->count > CULPRITS)
		length += (size_t)snprintf(
			text + length, 192 - length, " and %d more", nodes->count - CULPRITS);
	if (nodes->count > 1)
		snprintf(text + length, 192 - length, ")");
}

static bool tell_wrong(const struct folds_run *run, size_t piece, const struct miscount *wrong)
{
	unsigned long long block = piece / cells_in_block(run);
	const size_t *cut = &run->cells.cut[piece % cells_in_block(run)];
	char whose[192] = "";

	if (wrong->alone)
		return rule_broken(run->check, RULE_DELIVERY, NULL,
			"node %d ends with its own contribution alone in bytes %zu to %zu of block "
			"%llu",
			wrong->node, cut[0], cut[1], block);
	list_culprits(whose, "missing", &wrong->missing);
	list_culprits(whose, "counted twice or more often", &wrong->doubled);
	return rule_broken(run->check, RULE_CONTRIBUTION, NULL,
		"node %d ends with bytes %zu to %zu of block %llu in which%s", wrong->node, cut[0],
		cut[1], block, whose);
}

/* Follows the moves of a piece. */
static int follow_piece(struct folds_run *run, size_t piece, struct miscount *wrong)
{
	size_t begin = run->first[piece], end = run->first[piece + 1];
	struct nodes after = semantics_after(&run->s->problem, piece / cells_in_block(run));
	int error = contributions_begin(&run->contributions, end - begin);

	if (error)
		return error;
	for (size_t i = begin; i < end; i++) {
		const struct packet *p = &run->s->packet[run->packet[i]];

		contributions_add(&run->contributions, p->from, p->to, p->step, p->fold);
	}
	return contributions_check(&run->contributions, after, wrong);
}

/* Checks a piece, and tells of its wrong sums. Beyond the room for violations only the first wrong
 * sum of a piece counts. */
static int check_piece(struct folds_run *run, size_t piece, bool *ended)
{
	struct miscount wrong;
	int error = follow_piece(run, piece, &wrong);

	while (!error && wrong.node >= 0 && !*ended) {
		*ended = !tell_wrong(run, piece, &wrong);
		if (is_only_counted(run->check))
			break;
		contributions_next(&run->contributions, &wrong);
	}
	return error;
}

static int check_pieces(struct folds_run *run)
{
	struct judgement *judgement = run->check->judgement;
	bool ended = false;
	int error = 0;

	for (size_t piece = 0; piece < run->pieces && !ended && !error; piece++)
		error = check_piece(run, piece, &ended);
	if (error != -EINVAL || !judgement->found)
		return error;
	judgement->unfinished = true; /* too long to count, but wrong */
	return 0;
}

int verify_folds(const struct verification *check)
{
	const struct schedule *s = check->s;
	struct folds_run run = {
		.check = check, .s = s, .contributions = contributions_of(s->problem.net.nodes)
	};
	int error = cells_open(&run.cells, s, CELLS_FOLLOWED);

	if (error)
		return error;
	error = order_packets(&run);
	if (!error)
		error = deal_packets(&run);
	if (error)
		error = why(ENOMEM, "no memory to verify a schedule of %zu packets", s->packets);
	else
		error = check_pieces(&run);
	free(run.order);
	free(run.first);
	free(run.packet);
	contributions_free(&run.contributions);
	cells_close(&run.cells);
	return error;
}
