/* Finds the reason why a stream could not be written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include "tool/output/stream_error.h"

/* The stream does not keep the reason of an earlier failure. A further byte on a stream that is
 * already broken finds the reason again. */
int stream_error(FILE *file)
{
	bool before = ferror(file);

	errno = 0;
	if (!fflush(file) && !before)
		return 0;
	if (!errno && putc('\n', file) != EOF)
		fflush(file);
	return errno ? errno : EIO;
}
