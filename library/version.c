/* Says which version of grove this is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove.h"

#define TEXT(x) #x
#define VERSION(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)

const char *grove_version(void)
{
	return VERSION(GROVE_VERSION_MAJOR, GROVE_VERSION_MINOR, GROVE_VERSION_PATCH);
}
