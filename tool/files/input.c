/* Reads a whole file into memory, so that the file cannot shrink during the work and may be
 * overwritten. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "tool/files/need.h"
#include "tool/files/input.h"

/* Opens a regular file; does not wait for the writer of a FIFO. */
static int open_regular(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat status;

	if (fd < 0 || fstat(fd, &status))
		end_command(STATUS_REFUSED, "%s: %s", path, strerror(errno));
	if (!S_ISREG(status.st_mode))
		end_command(STATUS_REFUSED, "%s is %s, no regular file", path,
			S_ISDIR(status.st_mode)	   ? "a directory"
			: S_ISFIFO(status.st_mode) ? "a FIFO"
						   : "a device or a socket");
	if (!status.st_size)
		end_command(STATUS_REFUSED, "%s is empty", path);
	*size = (size_t)status.st_size;
	return fd;
}

void input_read(struct input *input, const char *path)
{
	double begin = monotonic_seconds();
	size_t done = 0, size;
	int fd = open_regular(path, &size);
	unsigned char *bytes = need_memory(size, 1);

	while (done < size) {
		ssize_t got = read(fd, bytes + done, size - done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			end_command(STATUS_REFUSED, "%s: %s", path, strerror(errno));
		if (!got)
			end_command(STATUS_REFUSED, "%s became shorter while it was read", path);
		done += (size_t)got;
	}
	close(fd);
	*input = (struct input){ path, bytes, size, monotonic_seconds() - begin };
}
