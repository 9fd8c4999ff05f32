/* Reads sizes as people write them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/size_text.h"
#include "base/error.h"

static const struct {
	const char *text;
	size_t value;
} units[] = {
	{ "", 1 },
	{ "K", (size_t)1 << 10 },
	{ "M", (size_t)1 << 20 },
	{ "G", (size_t)1 << 30 },
	{ "kB", 1000 },
	{ "MB", 1000 * 1000 },
	{ "GB", 1000 * 1000 * 1000 },
};

static int no_size(const char *text)
{
	return why(EINVAL, "'%s' is not a size: write 64, 16K, 1M, 2G or 1kB, 1MB, 1GB", text);
}

static int too_large(const char *text)
{
	if (SIZE_MAX > UINT32_MAX)
		return why(EINVAL, "'%s' is more than this machine can count", text);
	return why(EINVAL,
		"'%s' is too large: a page, or a machine of 32 bits, counts to 4 GiB - 1; the "
		"command on 64 bits takes more",
		text);
}

int size_parse(size_t *size, const char *text)
{
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (!isdigit((unsigned char)text[0]) || (text[0] == '0' && isdigit((unsigned char)text[1])))
		return no_size(text);
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (!strcmp(end, units[i].text))
			return errno || __builtin_mul_overflow(value, units[i].value, size)
				       ? too_large(text)
				       : 0;
	return no_size(text);
}
