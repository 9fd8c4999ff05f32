/* Gives the library's own computing plain surroundings, whatever those of its caller are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/surroundings.h"

/* The C library keeps the locale "C" itself: newlocale takes no memory, and there is nothing to
 * free. The locale belongs to the thread, unlike that of setlocale. */
struct surroundings surroundings_plain(void)
{
	struct surroundings callers;

	fegetenv(&callers.arithmetic);
	fesetenv(FE_DFL_ENV);
	callers.locale = uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
	return callers;
}

void surroundings_restore(const struct surroundings *callers)
{
	uselocale(callers->locale);
	fesetenv(&callers->arithmetic);
}
