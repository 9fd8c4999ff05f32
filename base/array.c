/* Arrays that grow, by doubling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"

int array_reserve(void *array, size_t *room, size_t needed, size_t bytes)
{
	size_t enough = *room ? *room : 32;
	void *old, *grown;

	if (needed <= *room)
		return 0;
	while (enough < needed)
		enough *= 2;
	memcpy(&old, array, sizeof old);
	grown = reallocarray(old, enough, bytes);
	if (!grown)
		return why(ENOMEM, "no memory for %zu things of %zu bytes", enough, bytes);
	memcpy(array, &grown, sizeof grown);
	*room = enough;
	return 0;
}
