/* How an operation of a benchmark is called: phased or SPMD, with sizes, or as messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/prepared.h"
#include "perf/timing/verb_form.h"

const char *messages_name(enum messages messages)
{
	static const char *const names[] = { NULL, "pingpong", "stream", "exchange" };

	return names[messages];
}

const char *verb_form_name(const struct verb_form *form, enum collective collective)
{
	if (form->messages)
		return messages_name(form->messages);
	return form->sizes.kind ? sized_name(collective) : collective_name(collective);
}

bool verb_form_sizable(enum collective collective)
{
	return sized_name(collective);
}

/* ---- Sizes ---- */

struct sizing {
	const struct verb_form *form;
	const struct problem *problem;
	size_t bytes, element;
};

/* Two nodes exchange messages, or all pairs of neighbours do. */
static size_t message_bytes(const struct sizing *s, int from, int to)
{
	const struct problem *problem = s->problem;
	bool there = from == problem->root && to == problem->destination;
	bool back = to == problem->root && from == problem->destination;

	switch (s->form->messages) {
	case MESSAGES_EXCHANGE:
		return from != to && network_port_to(&problem->net, from, to) >= 0 ? s->bytes : 0;
	case MESSAGES_STREAM:
		return there ? STREAM_WINDOW * s->bytes : 0;
	default:
		return there || back ? s->bytes : 0;
	}
}

static size_t size_between(const void *context, int from, int to)
{
	const struct sizing *s = context;

	return s->form->messages
		       ? message_bytes(s, from, to)
		       : size_by_rule(s->problem, s->form->sizes, s->bytes, s->element, from, to);
}

int verb_form_sizes(struct row_sizes **sizes, const struct verb_form *form,
	const struct problem *problem, size_t bytes, size_t element)
{
	const struct sizing sizing = { form, problem, bytes, element };
	size_t nodes = (size_t)problem->net.nodes, most;

	*sizes = NULL;
	if (!verb_form_sized(form))
		return 0;
	if (!size_multiply(&most, nodes * nodes + STREAM_WINDOW, bytes) || most > BUFFER_MOST)
		return why(ENOMEM, "%s: %zu nodes with blocks of %zu bytes are larger than memory",
			verb_form_name(form, problem->collective), nodes, bytes);
	return row_sizes_open(sizes, problem, size_between, &sizing);
}
