/* Reads whole numbers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include "base/size.h"
#include "base/error.h"

int number_parse(int *number, const char *text, int low, int high)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (end == text || *end || errno || isspace((unsigned char)text[0]))
		return why(EINVAL, "'%s' is not a whole number", text);
	if (text[0] == '0' && text[1])
		return why(EINVAL,
			"'%s' begins with a 0: labels are not read; write the number %ld", text,
			value);
	if (value < low || value > high)
		return why(EINVAL, "%s is out of range: %d to %d", text, low, high);
	*number = (int)value;
	return 0;
}
