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

/* A processor predicts returns by a stack of the calls before. jump_fcontext leaves by a jump and
 * not by a return, so after a call of it all returns on the way out would be predicted one call too
 * early, in every switch. Here it is entered by a jump as well, and the call ends by a return. */
#if defined(__x86_64__)
struct transfer fiber_jump(void *to, void *data);
__asm__(".text\n"
	".hidden fiber_jump\n"
	".globl fiber_jump\n"
	".type fiber_jump, @function\n"
	"fiber_jump:\n\t"
	"leaq 1f(%rip), %r8\n\t"
	"pushq %r8\n\t"
	"jmp jump_fcontext@PLT\n"
	"1:\tret\n"
	".size fiber_jump, . - fiber_jump\n");
#else
#define fiber_jump jump_fcontext
#endif

struct fiber *context_switch(struct fiber *from, struct fiber *to)
{
	struct transfer transfer = fiber_jump(to->context, from);
	struct fiber *other = transfer.data;

	other->context = transfer.context;
	return other;
}

#endif
