/* A task farm: node 0 hands out pieces of work, and each other node asks for more when it is done.
 *
 *	cc task_farm.c $(pkg-config --cflags --libs grove)
 *
 * The pieces take very different times: each worker counts the steps of the Collatz sequences of a
 * range of numbers. Node 0 receives from any node, and the tag says whether a result comes with the
 * request. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <grove.h>

enum {
	PIECES = 200,
	NUMBERS = 1000 /* of a piece */
};

enum tag {
	REQUEST, /* from a worker, without a result */
	RESULT,	 /* from a worker */
	PIECE,	 /* from node 0 */
	END	 /* from node 0 */
};

static long steps_of(long piece)
{
	long steps = 0;

	for (long n = piece * NUMBERS + 1; n <= (piece + 1) * NUMBERS; n++)
		for (unsigned long long x = (unsigned long long)n; x != 1; steps++)
			x = x % 2 ? 3 * x + 1 : x / 2;
	return steps;
}

static int hand_out(struct grove_node *me, long *sum)
{
	int workers = grove_team_nodes(grove_node_team(me)) - 1, error = 0;

	for (long piece = 0; workers && !error;) {
		struct grove_message message;
		long result;

		error = grove_recv(me, &result, sizeof result, GROVE_ANY, GROVE_ANY, &message);
		if (error)
			return error;
		if (message.tag == RESULT)
			*sum += result;
		workers -= piece == PIECES;
		error = grove_send(
			me, &piece, sizeof piece, message.from, piece == PIECES ? END : PIECE);
		piece += piece < PIECES;
	}
	return error;
}

static int work(struct grove_node *me)
{
	long piece = 0, result = 0;
	enum tag tag = REQUEST;

	for (;;) {
		struct grove_message message;
		int error = grove_send(me, &result, sizeof result, 0, tag);

		if (!error)
			error = grove_recv(me, &piece, sizeof piece, 0, GROVE_ANY, &message);
		if (error || message.tag == END)
			return error;
		result = steps_of(piece);
		tag = RESULT;
	}
}

static int body(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 0 ? hand_out(me, argument) : work(me);
}

int main(void)
{
	struct grove_team *team;
	long sum = 0, expected = 0;

	if (grove_team_open(&team, &(struct grove_team_options){ .network = "gh:4" }) ||
		grove_team_run(team, body, &sum) || grove_team_free(team)) {
		fprintf(stderr, "task_farm: %s\n", grove_why());
		return 1;
	}
	for (long piece = 0; piece < PIECES; piece++)
		expected += steps_of(piece);
	printf("%ld steps\n", sum);
	return sum != expected;
}
