/* Opens the standard streams that were closed when the command was started. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <unistd.h>
#include "tool/output/standard_streams.h"

/* A file that is opened takes the least free number. With the number of standard error it would
 * receive the command's messages, and so would the files of the programs that the command starts.
 * Input and output that are closed stay of no use: a read and a write fail as before. */
void standard_streams_open(void)
{
	static const int ways[] = { O_WRONLY, O_RDONLY, O_WRONLY };

	for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
		if (fcntl(stream, F_GETFD) < 0)
			open("/dev/null", ways[stream]);
}
