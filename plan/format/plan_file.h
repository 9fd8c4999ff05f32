/* Declares the rules of plan files that hold for both forms, text and JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORMAT_PLAN_FILE_H
#define PLAN_FORMAT_PLAN_FILE_H

#include "plan/schedule.h"

/* Limits of a file, so that no text makes us allocate without bound. */
#define FILE_TEXT ((size_t)64 << 20) /* bytes of text */
/* The largest number. JSON readers round larger numbers, and a size_t counts bytes. */
#if SIZE_MAX > UINT32_MAX
#define FILE_NUMBER ((int64_t)1 << 53)
#define FILE_NUMBER_NAME "2^53"
#else
#define FILE_NUMBER ((int64_t)SIZE_MAX)
#define FILE_NUMBER_NAME "2^32 - 1"
#endif
enum {
	FILE_NODES = 1 << 20,
	FILE_LINKS = 1 << 25, /* of the network: nodes times ports */
	FILE_PAIRS = 1 << 16, /* of `links` */
	FILE_STEP = 1 << 30,  /* every step is less */
	FILE_PACKETS = 1 << 22,
	FILE_RANGES = 1 << 23,
	FILE_WORD = 128 /* a name and its zero */
};

/* The fields of a file's header, in the order of the header line. */
enum field {
	FIELD_COLLECTIVE,
	FIELD_ALGORITHM,
	FIELD_NETWORK,
	FIELD_ORDER,
	FIELD_ROOT,
	FIELD_DESTINATION,
	FIELD_NODES,
	FIELD_BYTES,
	FIELD_PACKET,
	FIELD_PORTS,
	FIELD_DUPLEX,
	FIELD_STEPS,
	FIELD_PERMUTATION,
	FIELD_LINKS, /* of graph:NAME: a plan stands alone, and no plan opens another file */
	FIELDS
};

enum field_type {
	FIELD_WORD,
	FIELD_NUMBER,
	FIELD_NUMBERS,
	FIELD_PAIRS
};

struct plan_header {
	bool given[FIELDS];
	char word[FIELDS][FILE_WORD];
	int64_t number[FIELDS];
	int *permutation; /* the header owns the array */
	size_t permuted;
	int64_t (*link)[2]; /* the header owns the array */
	size_t links, links_room;
	enum field wrong; /* the field because of which plan_header_open refuses the header */
};

const char *field_name(enum field field);
enum field_type field_type(enum field field);

/* Sets a word. Returns 0, or -EINVAL with why: too long, control characters, not UTF-8. */
int plan_header_word(
	struct plan_header *heading, enum field field, const char *text, size_t length);

/* Sets the permutation. The caller ensures that `count` is at most FILE_NODES. */
int plan_header_permute(struct plan_header *heading, const int64_t *number, size_t count);

/* Adds a link. Returns 0, -ENOMEM, or -EINVAL with why. */
int plan_header_link(struct plan_header *heading, int64_t u, int64_t v);

/* Makes an empty schedule for that header. Returns 0, -ENOMEM, or -EINVAL with why ("root: 9 is no
 * node of cube:3") and `wrong`. */
int plan_header_open(struct schedule **schedule, struct plan_header *heading);
void plan_header_free(struct plan_header *heading);

/* Fills in the header that both forms print for a schedule, to be freed by plan_header_free. Except
 * for FIELD_STEPS, both forms read the same fields. */
int plan_header_of(struct plan_header *heading, const struct schedule *schedule);

/* Each returns 0, or -EINVAL with why ("9 is not a node of cube:3"). */
int plan_file_step(int64_t step);
int plan_file_node(const struct network *net, int64_t v);
int plan_file_range(struct range *range, const struct schedule *schedule, const int64_t piece[3]);

/* Adds a packet after finding its port, and notes the line on which the packet begins. Returns 0,
 * -ENOMEM, or -EINVAL with why. */
int plan_file_add(
	struct schedule *schedule, struct packet packet, const struct range *range, int line);

/* Sorts the schedule with its lines, and compares `steps`, if the file has that field. */
int plan_file_close(struct schedule *schedule, struct plan_header *heading);

#endif
