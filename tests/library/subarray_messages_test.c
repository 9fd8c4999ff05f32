/* Messages of subarrays: columns and parts of arrays from node to node, of every size and way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/library/requests_help.h"

/* ---- Subarrays of one message ---- */

enum {
	ROOM = 1 << 18,
	LENGTHS = 9
};

/* In the slot, in the slot's buffer, and lent. */
static const size_t lengths[LENGTHS] = { 0, 8, 40, 48, 240, 2048, 2400, 24000, 48000 };

static size_t place_of(const struct grove_subarray *s, size_t i)
{
	size_t row = i / s->bytes;

	return s->at + row / s->rows * s->plane_stride + row % s->rows * s->stride + i % s->bytes;
}

/* Rows that differ from node to node: one piece, columns, rows, and planes of rows. */
static struct grove_subarray shape(int number, size_t bytes)
{
	size_t half = bytes / 16;

	switch (number % 4) {
	case 1:
		return (struct grove_subarray){ 24, 8, bytes / 8, 40, 0, 0 };
	case 2:
		return (struct grove_subarray){ 3, bytes / 4, 4, bytes / 4 + 5, 0, 0 };
	case 3:
		if (bytes % 16)
			break;
		return (struct grove_subarray){ 8, 8, half, 24, 2, 24 * half + 8 };
	}
	return (struct grove_subarray){ 8, bytes, 1, 0, 0, 0 };
}

static void put(unsigned char *memory, const struct grove_subarray *s, size_t bytes, int from,
	int to, size_t round)
{
	for (size_t i = 0; i < bytes; i++)
		memory[place_of(s, i)] = byte_of(from, to, round, i);
}

/* Only the bytes of the message have changed. */
static bool holds(const unsigned char *memory, const struct grove_subarray *s, size_t bytes,
	int from, int to, size_t round)
{
	FREED unsigned char *right = calloc(1, ROOM);

	put(right, s, bytes, from, to, round);
	return !memcmp(memory, right, ROOM);
}

/* ---- To the next node, and from the node before ---- */

static int ring_by(
	struct grove_node *me, unsigned char *out, unsigned char *in, size_t bytes, int way)
{
	int v = grove_node_number(me), n = nodes_of(me), next = (v + 1) % n,
	    before = (v + n - 1) % n;
	struct grove_subarray sent = shape(v + way, bytes),
			      received = shape(before + way / 2, bytes);
	struct grove_operation send = { .verb = "send",
		.in = out,
		.count = bytes,
		.node = next,
		.tag = 3,
		.in_subarrays = &sent };
	struct grove_operation recv = { .verb = "recv",
		.out = in,
		.count = bytes,
		.node = before,
		.tag = 3,
		.out_subarrays = &received };
	struct grove_neighbour both[] = { { .node = next, .out = out, .out_subarray = &sent },
		{ .node = before, .in = in, .in_subarray = &received } };
	struct grove_request *request[2];

	memset(in, 0, ROOM);
	put(out, &sent, bytes, v, next, (size_t)way);
	if (way % 3 == 0 && n > 2) {
		TRY(grove_exchange(me, both, 2));
	} else if (way % 3 == 1) {
		TRY(grove_start(me, &send, &request[0]));
		TRY(grove_start(me, &recv, &request[1]));
		TRY(grove_wait_all(request, 2));
	} else {
		TRY(v % 2 ? grove_call(me, &recv) : grove_start(me, &send, &request[0]));
		TRY(v % 2 ? grove_call(me, &send) : grove_call(me, &recv));
		TRY(v % 2 ? 0 : grove_wait(&request[0]));
	}
	HOLDS(holds(in, &received, bytes, before, v, (size_t)way));
	return 0;
}

NODES_TEST("subarrays go from node to node",
	(run_all(body, NULL), run_helped("gh:2", NULL, body, NULL)))
{
	FREED unsigned char *out = malloc(ROOM), *in = malloc(ROOM);

	for (int i = 0; i < LENGTHS; i++)
		for (int way = 0; way < 12; way++)
			TRY(ring_by(me, out, in, lengths[i], way));
	return 0;
}

/* ---- The borders of a plate in tiles ---- */

enum {
	TILE = 40,
	WIDTH = TILE + 2
};

static struct grove_subarray part(int row, int column, int rows, int columns)
{
	return (struct grove_subarray){ .at = sizeof(double) * (size_t)(row * WIDTH + column),
		.bytes = sizeof(double) * (size_t)columns,
		.rows = (size_t)rows,
		.stride = sizeof(double) * WIDTH };
}

static double value_of(int tile, int row, int column)
{
	return tile * 10000 + row * 100 + column;
}

/* A torus of 2 x 3 tiles. */
NODES_TEST("tiles exchange their borders",
	(run("torus:2x3", NULL, body, NULL), run_on(2, "gh:6", body, NULL)))
{
	static double plates[6][WIDTH][WIDTH];
	int v = grove_node_number(me), i = v / 3, j = v % 3;
	int up = (1 - i) * 3 + j, left = i * 3 + (j + 2) % 3, right = i * 3 + (j + 1) % 3;
	double(*plate)[WIDTH] = plates[v];
	const struct grove_subarray top = part(1, 1, 1, TILE), below = part(WIDTH - 1, 1, 1, TILE);
	const struct grove_subarray bottom = part(TILE, 1, 1, TILE), above = part(0, 1, 1, TILE);
	const struct grove_subarray first = part(1, 1, TILE, 1), before = part(1, 0, TILE, 1);
	const struct grove_subarray last = part(1, TILE, TILE, 1);
	const struct grove_subarray after = part(1, WIDTH - 1, TILE, 1);
	const struct grove_neighbour list[] = {
		{ up, plate, 0, plate, 0, &top, &below },
		{ up, plate, 0, plate, 0, &bottom, &above },
		{ left, plate, 0, plate, 0, &first, &before },
		{ right, plate, 0, plate, 0, &last, &after },
		{ GROVE_NOBODY, NULL, 0, NULL, 0, &top, &top },
	};

	for (int r = 1; r <= TILE; r++)
		for (int c = 1; c <= TILE; c++)
			plate[r][c] = value_of(v, r, c);
	for (int round = 0; round < 20; round++)
		TRY(grove_exchange(me, list, 5));
	for (int k = 1; k <= TILE; k++) {
		HOLDS(plate[0][k] == value_of(up, TILE, k));
		HOLDS(plate[WIDTH - 1][k] == value_of(up, 1, k));
		HOLDS(plate[k][0] == value_of(left, k, TILE));
		HOLDS(plate[k][WIDTH - 1] == value_of(right, k, 1));
	}
	return 0;
}

/* ---- Less than the receiver has room for, and a long list ---- */

NODES_TEST("messages may be shorter", run("gh:2", NULL, body, NULL))
{
	static unsigned char out[4800], in[ROOM];
	struct grove_subarray column = { 8, 8, 600, 16, 0, 0 };
	struct grove_message message;

	if (grove_node_number(me) == 0) {
		fill(out, sizeof out, 0, 1, 0);
		TRY(grove_send(me, out, 2400, 1, 7));
		return grove_send(me, out, 16, 1, 8);
	}
	for (int i = 0; i < 2; i++) {
		memset(in, 0, sizeof in);
		TRY(grove_call(me,
			OPERATION(.verb = "recv", .out = in, .count = 4800, .node = GROVE_ANY,
				.tag = GROVE_ANY, .message = &message, .out_subarrays = &column)));
		HOLDS(message.from == 0 && message.tag == 7 + i);
		HOLDS(message.bytes == (i ? 16 : 2400));
		HOLDS(holds(in, &column, message.bytes, 0, 1, 0));
	}
	return 0;
}

NODES_TEST("lists may be long", run("gh:2", NULL, body, NULL))
{
	static unsigned char out[2][40 * 16], in[2][40 * 16];
	struct grove_subarray sent[40], got[40];
	struct grove_neighbour list[40];
	int v = grove_node_number(me);

	fill(out[v], sizeof out[v], v, v, 0);
	for (size_t k = 0; k < 40; k++) {
		sent[k] = (struct grove_subarray){ k * 16, 4, 2, 8, 0, 0 };
		got[k] = (struct grove_subarray){ k * 16, 8, 1, 0, 0, 0 };
		list[k] = (struct grove_neighbour){ k % 2 ? GROVE_NOBODY : v, out[v], 0, in[v], 0,
			&sent[k], &got[k] };
	}
	TRY(grove_exchange(me, list, 40));
	for (size_t k = 0; k < 40; k += 2)
		HOLDS(!memcmp(in[v] + k * 16, out[v] + k * 16, 4) &&
			!memcmp(in[v] + k * 16 + 4, out[v] + k * 16 + 8, 4));
	return 0;
}

/* ---- Ends that differ, and a team that fails ---- */

NODES_TEST("ends that differ are named",
	(assert_int_equal(attempt("gh:2", NULL, 5, body, NULL), -EINVAL),
		assert_non_null(strstr(reason, "80")), assert_non_null(strstr(reason, "88")),
		assert_non_null(strstr(reason, "node 1"))))
{
	static double plate[2][100];
	int v = grove_node_number(me);
	struct grove_subarray column = { 0, 8, v ? 11 : 10, 16, 0, 0 };

	return grove_exchange(me,
		&(struct grove_neighbour){ 1 - v, plate[v], 0, plate[v] + 1, 0, &column, &column },
		1);
}

NODES_TEST("a receiver fails while rows are lent",
	assert_int_equal(attempt("gh:2", NULL, 5, body, NULL), -EBADMSG))
{
	struct grove_subarray column = { 0, 8, 1000, 16, 0, 0 };
	FREED unsigned char *plate = NULL;

	if (grove_node_number(me) == 1)
		return -EBADMSG;
	plate = calloc(1, 16000);
	return grove_call(me, OPERATION(.verb = "send", .in = plate, .count = 8000, .node = 1,
				      .in_subarrays = &column));
}
