/* Numbers of a histogram's file: each type of element in both orders of bytes, and files that are
 * refused. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/files/need.h"
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/test.h"
#include "tool/files/numbers.h"

enum {
	HEADER = 128
};

static unsigned char bytes[1024];
static struct input file = { .path = "a.npy", .bytes = bytes };

/* A file of that many elements, whose bytes follow the header. */
static void make_file(const char *descr, int count, const void *elements, size_t size)
{
	int length = HEADER - 10;

	memset(bytes, 0, sizeof bytes);
	memcpy(bytes, "\x93NUMPY\1", 8);
	bytes[8] = (unsigned char)length;
	snprintf((char *)bytes + 10, (size_t)length,
		"{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", descr, count);
	for (int i = (int)strlen((char *)bytes + 10); i < length; i++)
		bytes[10 + i] = i == length - 1 ? '\n' : ' ';
	memcpy(bytes + HEADER, elements, size);
	file.size = HEADER + size;
}

/* Two elements in the order of the least byte first. */
struct type {
	const char *name;
	size_t item;
	unsigned char at[16];
	double number[2];
};

static const struct type types[] = {
	{ "b1", 1, { 0, 1 }, { 0, 1 } },
	{ "u1", 1, { 3, 200 }, { 3, 200 } },
	{ "i1", 1, { 3, 200 }, { 3, -56 } },
	{ "u2", 2, { 1, 2, 0, 255 }, { 0x201, 0xff00 } },
	{ "i2", 2, { 1, 2, 0, 255 }, { 0x201, -0x100 } },
	{ "u4", 4, { 1, 0, 2, 0, 0, 0, 0, 255 }, { 0x20001, 0xff000000 } },
	{ "i4", 4, { 1, 0, 2, 0, 0, 0, 0, 255 }, { 0x20001, -0x1000000 } },
	{ "u8", 8, { 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128 }, { 8589934593, 0x1p63 } },
	{ "i8", 8, { 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128 }, { 8589934593, -0x1p63 } },
	{ "f2", 2, { 0, 0x3c, 1, 0xc2 }, { 1, -3.001953125 } },
	{ "f2", 2, { 1, 0, 0xff, 0x83 }, { 0x1p-24, -1023 * 0x1p-24 } },
	{ "f2", 2, { 0, 0x7c, 0, 0xfc }, { INFINITY, -INFINITY } },
	{ "f4", 4, { 0, 0, 128, 63, 0, 0, 32, 192 }, { 1, -2.5 } },
	{ "f8", 8, { 0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0, 0, 0, 0, 4, 192 }, { 1, -2.5 } },
};

static void load_type(const struct type *type, bool big)
{
	unsigned char element[16];
	struct numbers numbers;
	double number[2];
	char descr[8];

	for (size_t i = 0; i < 2 * type->item; i++)
		element[i] =
			type->at[big ? i / type->item * type->item + type->item - 1 - i % type->item
				     : i];
	snprintf(descr, sizeof descr, "%c%s", big ? '>' : '<', type->name);
	make_file(descr, 2, element, 2 * type->item);
	numbers_of_npy(&numbers, &file);
	assert_int_equal(numbers.count, 2);
	for (size_t first = 0; first < 2; first++) {
		numbers_load(&numbers, number, first, 2 - first);
		for (size_t i = first; i < 2; i++)
			if (number[i - first] < type->number[i] ||
				number[i - first] > type->number[i])
				fail_msg("%s: %g, not %g", descr, number[i - first],
					type->number[i]);
	}
}

TEST("each type is read in both orders")
{
	for (int i = 0; i < COUNT(types); i++) {
		load_type(&types[i], false);
		load_type(&types[i], true);
	}
}

TEST("a half may be no number")
{
	struct numbers numbers;
	double number;

	make_file("<f2", 1, "\1\x7c", 2);
	numbers_of_npy(&numbers, &file);
	numbers_load(&numbers, &number, 0, 1);
	assert_true(isnan(number));
}

/* The program ends with the status of a refusal and that line. */
static void assert_refused(const char *reason)
{
	char said[512] = "";
	struct numbers numbers;
	int out[2], status;
	ssize_t got;
	pid_t child;

	assert_int_equal(pipe(out), 0);
	child = fork();
	if (!child) {
		dup2(out[1], STDERR_FILENO);
		numbers_of_npy(&numbers, &file);
		_exit(0);
	}
	close(out[1]);
	for (size_t at = 0; at < sizeof said - 1; at += (size_t)got) {
		got = read(out[0], said + at, sizeof said - 1 - at);
		if (got <= 0)
			break;
	}
	close(out[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), STATUS_REFUSED);
	if (!strstr(said, reason))
		fail_msg("not '%s', but '%s'", reason, said);
}

TEST("other files are refused")
{
	make_file("<f4", 2, "12345678", 7);
	assert_refused("a.npy is truncated: 7 bytes of the array are there, of 8");
	make_file("<f4", 2, "123456789", 9);
	assert_refused("a.npy goes on for 1 bytes after the array");
	make_file("<c8", 1, "12345678", 8);
	assert_refused("a.npy does not hold numbers that can be put in bins");
	bytes[0] = 0;
	assert_refused("a.npy ");
}

TEST("bytes are numbers")
{
	struct numbers numbers;
	double number[3];

	memcpy(bytes, "\0\177\377", 3);
	file.size = 3;
	numbers_of_bytes(&numbers, &file);
	assert_int_equal(numbers.count, 3);
	numbers_load(&numbers, number, 0, 3);
	assert_true(number[0] == 0 && number[1] == 127 && number[2] == 255);
}
