/* Lets the first rank alone write. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <unistd.h>
#include "mpi/mpi_carrier.h"
#include "tool/mpi/ranks.h"

/* Simulated ranks are threads of one process, and share the streams of the process. A stream
 * without a buffer writes at once, while the rank that prints runs. */

static ssize_t write_first(int descriptor, const char *bytes, size_t count)
{
	return ranks_own() ? (ssize_t)count : write(descriptor, bytes, count);
}

static ssize_t write_out(void *cookie, const char *bytes, size_t count)
{
	(void)cookie;
	return write_first(STDOUT_FILENO, bytes, count);
}

static ssize_t write_error(void *cookie, const char *bytes, size_t count)
{
	(void)cookie;
	return write_first(STDERR_FILENO, bytes, count);
}

static int replace(FILE **stream, cookie_write_function_t *write)
{
	FILE *own = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = write });

	if (!own || setvbuf(own, NULL, _IONBF, 0) || fflush(*stream))
		return -1;
	*stream = own;
	return 0;
}

int rank_output_join(void)
{
	if (SIMULATED_RANKS && ranks_own())
		return 0;
	if (SIMULATED_RANKS)
		return replace(&stdout, write_out) || replace(&stderr, write_error) ? -1 : 0;
	if (!ranks_own())
		return 0;
	return freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr) ? 0 : -1;
}
