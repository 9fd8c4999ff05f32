/* Reads the beginning of a small file into the caller's memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include "base/small_file.h"

/* The end of a line is found without another read. */
static int begin_read(char *text, size_t size, const char *path, bool line)
{
	int file = open(path, O_RDONLY | O_CLOEXEC), error = file < 0 ? -errno : 0;
	size_t length = 0;
	ssize_t got = 1;

	while (!error && got && length + 1 < size) {
		got = read(file, text + length, size - 1 - length);
		if (got > 0)
			length += (size_t)got;
		if (got > 0 && line && memchr(text + length - got, '\n', (size_t)got))
			break;
		if (got < 0 && errno != EINTR)
			error = -errno;
	}
	if (file >= 0)
		close(file);
	text[error ? 0 : length] = '\0';
	return error ? error : (int)length;
}

int small_file_read(char *text, size_t size, const char *path)
{
	return begin_read(text, size, path, false);
}

int small_file_line(char *text, size_t size, const char *path)
{
	int length = begin_read(text, size, path, true);

	text[strcspn(text, "\n")] = '\0';
	return length < 0 ? length : (int)strlen(text);
}
