/* What crew_test holds also holds where the C library's swapcontext changes the stacks. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* These functions come before the library's own. */
#undef GROVE_BOOST_CONTEXT
#include "runtime/fiber/fiber_ucontext.c"
#define LARGEST "cube:8"
#include "tests/runtime/crew_test.c"
