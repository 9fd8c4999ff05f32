/* Proves of a program that it never writes bytes that it has lent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/program.h"

/* The memory of a node is cut at every end of any extent; each piece between two cuts counts how
 * many packets have lent it and are not back. A write wants zero. Every packet counts as lent, also
 * those small enough to be copied into the ring: what holds for all sizes needs no case.      */

struct spot {
	uint32_t space;
	size_t offset;
};

/* A packet that has lent its extents: the nth that was sent through its port. */
struct lent {
	const struct instruction *send;
	uint32_t nth;
};

struct check {
	const struct program *program;
	size_t inline_bytes;
	struct spot *spot;
	size_t spots;
	uint32_t *lent;	  /* [spots] how often */
	uint32_t *sent;	  /* [ports] packets so far */
	struct lent *out; /* not back yet */
	size_t outs;
};

static int compare_spots(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	if (x->space != y->space)
		return x->space < y->space ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static size_t spot_at(const struct check *c, uint32_t space, size_t offset)
{
	struct spot key = { space, offset };
	const struct spot *found = bsearch(&key, c->spot, c->spots, sizeof key, compare_spots);

	return (size_t)(found - c->spot);
}

static int make_spots(struct check *c)
{
	const struct program *p = c->program;
	size_t n = 0, ports = 0;

	for (size_t i = 0; i < p->instructions; i++)
		if (p->instruction[i].port >= ports)
			ports = (size_t)p->instruction[i].port + 1;
	c->spot = malloc((p->extents * 2 + 1) * sizeof *c->spot);
	c->lent = calloc(p->extents * 2 + 1, sizeof *c->lent);
	c->sent = calloc(ports + 1, sizeof *c->sent);
	c->out = malloc((p->instructions + 1) * sizeof *c->out);
	if (!c->spot || !c->lent || !c->sent || !c->out)
		return why(ENOMEM, "no memory to check a program");
	for (size_t i = 0; i < p->extents; i++) {
		const struct extent *e = &p->extent[i];

		c->spot[n++] = (struct spot){ e->space, e->offset };
		c->spot[n++] = (struct spot){ e->space, e->offset + e->bytes };
	}
	qsort(c->spot, n, sizeof *c->spot, compare_spots);
	for (size_t i = 0; i < n; i++)
		if (!c->spots || compare_spots(&c->spot[c->spots - 1], &c->spot[i]))
			c->spot[c->spots++] = c->spot[i];
	return 0;
}

/* Adds to the count of every piece of an instruction's extents; false when they must be free, and
 * some piece is lent. */
static bool count(struct check *c, const struct instruction *i, int change, bool must_be_free)
{
	for (uint32_t k = 0; k < i->count; k++) {
		const struct extent *e = &c->program->extent[i->extents + k];
		size_t last = spot_at(c, e->space, e->offset + e->bytes);

		for (size_t s = spot_at(c, e->space, e->offset); s < last; s++) {
			if (must_be_free && c->lent[s])
				return false;
			c->lent[s] += (uint32_t)change;
		}
	}
	return true;
}

static void send(struct check *c, const struct instruction *i)
{
	uint32_t nth = ++c->sent[i->port];

	if (i->bytes <= c->inline_bytes)
		return;
	c->out[c->outs++] = (struct lent){ i, nth };
	count(c, i, 1, false);
}

/* The first packets of that port are back. */
static void give_back(struct check *c, const struct instruction *await)
{
	size_t kept = 0;

	for (size_t k = 0; k < c->outs; k++)
		if (c->out[k].send->port == await->port && c->out[k].nth <= await->count)
			count(c, c->out[k].send, -1, false);
		else
			c->out[kept++] = c->out[k];
	c->outs = kept;
}

static bool check_all(struct check *c)
{
	const struct program *p = c->program;

	for (const struct instruction *i = p->instruction; i < p->instruction + p->instructions;
		i++)
		if (i->action == SEND_PACKET)
			send(c, i);
		else if (i->action == AWAIT_RETURN)
			give_back(c, i);
		else if (i->action != DROP_PACKET && !count(c, i, 0, true))
			return false;
	return c->outs == 0;
}

int program_check(const struct program *program, size_t inline_bytes)
{
	struct check c = { .program = program, .inline_bytes = inline_bytes };
	int error = make_spots(&c);

	if (!error && !check_all(&c))
		error = why(EINVAL, "hazard: a program overwrites bytes that are lent, or ends "
				    "before they are back");
	free(c.spot);
	free(c.lent);
	free(c.sent);
	free(c.out);
	return error;
}
