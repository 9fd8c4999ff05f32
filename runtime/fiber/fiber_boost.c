/* Changes stacks by the functions of Boost.Context, which are written for each processor. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/fiber/fiber_internal.h"

#ifdef GROVE_BOOST_CONTEXT

/* Boost declares these functions of C in a header of C++, boost/context/detail/fcontext.hpp. A
 * function that was jumped to gets the context of the function that jumped, and that function's
 * data. */
struct transfer {
	void *context;
	void *data;
};
struct transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *top, size_t bytes, void (*first)(struct transfer));

static void first_function(struct transfer transfer)
{
	struct fiber *from = transfer.data;

	from->context = transfer.context;
	fiber_enter(from->to, from);
}

void context_make(struct fiber *fiber)
{
	char *top = (char *)(size_t)fiber->stack + fiber->bytes;

	fiber->context = make_fcontext(top, fiber->bytes, first_function);
}

struct fiber *context_switch(struct fiber *from, struct fiber *to)
{
	struct transfer transfer = jump_fcontext(to->context, from);
	struct fiber *other = transfer.data;

	other->context = transfer.context;
	return other;
}

#endif
