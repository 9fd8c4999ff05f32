/* Sizes and plan files where a size_t has 32 bits: built and run by narrow_test.sh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/size_text.h"
#include "base/error.h"
#include "plan/format/plan_text.h"
#include "plan/verify/verify_schedule.h"

#define PACKETS                                                                                    \
	"step 0\n"                                                                                 \
	"  0 -> 1  0[0:1024]\n"                                                                    \
	"  0 -> 2  0[0:1024]\n"                                                                    \
	"step 1\n"                                                                                 \
	"  1 -> 3  0[0:1024]\n"

static int number;

static void ok(int good, const char *sentence)
{
	printf("%sok %d - narrow: %s\n", good ? "" : "not ", ++number, sentence);
	if (!good)
		printf("# %s\n", why_text());
}

static int reads(const char *text)
{
	struct schedule *schedule = NULL;
	struct verdict verdict;
	int good = !schedule_read(&schedule, text, strlen(text)) &&
		   !schedule_verify(schedule, &verdict) && verdict.ok;

	schedule_free(schedule);
	return good;
}

static int refused(const char *text, const char *reason)
{
	struct schedule *schedule = NULL;
	int error = schedule_read(&schedule, text, strlen(text));

	schedule_free(schedule);
	return error && strstr(why_text(), reason);
}

int main(void)
{
	size_t size = 0;

	printf("1..5\n");
	ok(reads("broadcast mine cube:2 root=0 bytes=1024 packet=1024 ports=all "
		 "duplex=full\n" PACKETS),
		"a plan file is read and found right");
	ok(refused("broadcast mine cube:2 root=0 bytes=4G ports=all duplex=full\n" PACKETS,
		   "bytes: '4G' is too large: a page, or a machine of 32 bits, counts to "
		   "4 GiB - 1"),
		"a plan of 4 GiB is refused, not taken for one of none");
	ok(refused("broadcast mine cube:2 root=4294967296 bytes=1 ports=all duplex=full\n",
		   "beyond 2^32 - 1"),
		"a root beyond 2^32 is refused, not taken for 0");
	ok(!size_parse(&size, "4294967295") && size == 4294967295u, "the largest size is one");
	ok(size_parse(&size, "4294967297") &&
			strstr(why_text(), "counts to 4 GiB - 1"),
		"a size of 2^32 + 1 is not taken for 1");
	return 0;
}
