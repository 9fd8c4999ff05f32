/* The headers of .npy files: what is read, and what is refused. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "tool/files/npy.h"

static unsigned char file[1 << 16];

/* A file of version major.0 with that dictionary; its size. */
static size_t file_with(int major, const char *text)
{
	size_t width = major == 1 ? 2 : 4, length = strlen(text);

	memcpy(file, "\x93NUMPY", 6);
	file[6] = (unsigned char)major;
	file[7] = 0;
	for (size_t i = 0; i < width; i++)
		file[8 + i] = (unsigned char)(length >> (8 * i));
	memcpy(file + 8 + width, text, length);
	return 8 + width + length;
}

static const char *read_text(struct npy *npy, const char *text)
{
	return npy_read(npy, file, file_with(1, text));
}

/* The size of an element of that type, -1 when it is refused. */
static long item_of(const char *descr)
{
	struct npy npy;
	char text[8192];

	snprintf(text, sizeof text, "{'descr': %s, 'fortran_order': False, 'shape': (2, 3), }\n",
		descr);
	return read_text(&npy, text) ? -1 : (long)npy.item;
}

TEST("npy: the header is read in all three versions")
{
	struct npy npy;

	for (int major = 1; major <= 3; major++) {
		size_t size = file_with(major, "{'descr': '>f4', 'fortran_order': True, "
					       "'shape': (31, 7), }     \n");

		assert_null(npy_read(&npy, file, size));
		assert_int_equal(npy.begin, size);
		assert_int_equal(npy.kind, 'f');
		assert_int_equal(npy.item, 4);
		assert_true(npy.big);
		assert_true(npy.fortran);
		assert_int_equal(npy.dimensions, 2);
		assert_int_equal(npy.shape[0], 31);
		assert_int_equal(npy.shape[1], 7);
		assert_int_equal(npy.count, 217);
		assert_memory_equal(file + npy.number[0].begin, "31, 7)", 6);
		assert_int_equal(npy.number[0].end - npy.number[0].begin, 2);
		assert_memory_equal(file + npy.number[1].begin, "7)", 2);
		assert_int_equal(npy.number[1].end - npy.number[1].begin, 1);
	}
}

/* NumPy pads with spaces, and some versions leave room in which the first index may grow. */
TEST("npy: spaces after the dictionary do not matter")
{
	static const char *const texts[] = {
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }                  \n",
	};
	struct npy npy;

	for (int i = 0; i < COUNT(texts); i++) {
		assert_null(read_text(&npy, texts[i]));
		assert_int_equal(npy.item, 4);
		assert_false(npy.big);
		assert_false(npy.fortran);
		assert_int_equal(npy.count, 6);
	}
}

/* The same in another spelling is a dictionary of Python's, which NumPy does not write. */
TEST("npy: headers that NumPy does not write are refused")
{
	static const char *const texts[] = {
		"{'descr':'<f4','fortran_order':False,'shape':(2,3)}\n",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }\n",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2,3), }\n",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3,), }\n",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } \n ",
		"{'descr': '<f4', 'shape': (2, 3), 'fortran_order': False, }\n",
		"{u'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
	};
	struct npy npy;

	for (int i = 0; i < COUNT(texts); i++)
		assert_non_null(strstr(read_text(&npy, texts[i]), "NumPy"));
}

TEST("npy: elements of every type have their size")
{
	static const struct {
		const char *descr;
		long item;
	} types[] = { { "'|b1'", 1 }, { "'|u1'", 1 }, { "'<i2'", 2 }, { ">i4", -1 }, { "'>u8'", 8 },
		{ "'<f2'", 2 }, { "'<f16'", 16 }, { "'<c8'", 8 }, { "'<c32'", 32 }, { "'|S7'", 7 },
		{ "'<U5'", 20 }, { "'|V3'", 3 }, { "'|S0'", 0 }, { "'<M8[ns]'", 8 },
		{ "'<m8[25us]'", 8 }, { "[('x', '<f4')]", 4 },
		{ "[('x', '<f4'), ('y', '|u1')]", 5 }, { "[('x', '<i2', (3,))]", 6 },
		{ "[('x', '<i2', (3, 5))]", 30 }, { "[('x', '<i2', (4,))]", 8 },
		{ "[('x', '<i2', ())]", 2 }, { "[('x', '<i2', (3, 0))]", 0 },
		{ "[(('a title', 'x'), '<f8')]", 8 }, { "[('', '|V7'), ('y', '<f8')]", 15 },
		{ "[('x', [('p', '<f8'), ('q', '|S7')], (2,)), ('y', '<i2')]", 32 },
		{ "[('it\\'s', '<f4'), ('\xc3\xbc]', '<f4')]", 8 }, { "[]", 0 } };

	for (int i = 0; i < COUNT(types); i++)
		if (item_of(types[i].descr) != types[i].item)
			fail_msg("%s: %ld", types[i].descr, item_of(types[i].descr));
}

TEST("npy: types that are no plain data are refused")
{
	static const char *const types[] = { "'|O'", "'|O8'", "[('x', '|O')]", "'<i3'", "'<f3'",
		"'<q8'", "'<f'", "''", "'<'", "'<f4", "<f4", "4", "[('x')]", "[('x', '<f4']",
		"[('x', '<f4' (2,))]", "('<f4', (2,))", "[('x', '<f4'),,]", "[['x', '<f4']]",
		"[('x', '<f4', (2 3))]", "[('x', '<f4', (-2,))]", "{'x': '<f4'}",
		"'|S99999999999999999999'", "'<U9223372036854775807'",
		"[('x', '|S9223372036854775807', (3,))]", "'=f8'", "'f8'", "'<i4x'",
		"[('x', '<i2', 4)]", "[('x', '<f4'), ]",
		"[('x', '|S18446744073709551615'), ('y', '<f4')]" };

	for (int i = 0; i < COUNT(types); i++)
		if (item_of(types[i]) != -1)
			fail_msg("%s was not refused", types[i]);
}

TEST("npy: a byte of zero is no kind of type")
{
	struct npy npy;
	size_t size = file_with(1, "{'descr': '|?4', 'fortran_order': False, 'shape': (2, 3), }\n");

	*(char *)memchr(file, '?', size) = '\0';
	assert_non_null(npy_read(&npy, file, size));
}

/* Recursion that follows a file must have an end. */
TEST("npy: structures that are too deep are refused")
{
	char text[8192] = "";

	for (int depth = 0; depth < 500; depth++)
		strcat(text, "[('x', ");
	strcat(text, "'<f4'");
	for (int depth = 0; depth < 500; depth++)
		strcat(text, ")]");
	assert_int_equal(item_of(text), -1);
	strcpy(text, "[('x', [('x', [('x', [('x', '<f4')])])])]");
	assert_int_equal(item_of(text), 4);
}

TEST("npy: elements are counted for every shape")
{
	static const struct {
		const char *shape;
		int dimensions;
		size_t count;
	} shapes[] = { { "()", 0, 1 }, { "(5,)", 1, 5 }, { "(2, 3, 4)", 3, 24 }, { "(0, 7)", 2, 0 },
		{ "(4611686018427387904, 9, 0)", 3, 0 } };
	struct npy npy;
	char text[256];

	for (int i = 0; i < COUNT(shapes); i++) {
		snprintf(text, sizeof text,
			"{'descr': '<f8', 'fortran_order': False, 'shape': %s, }\n",
			shapes[i].shape);
		assert_null(read_text(&npy, text));
		assert_int_equal(npy.dimensions, shapes[i].dimensions);
		assert_int_equal(npy.count, shapes[i].count);
	}
}

TEST("npy: malformed headers and counts that overflow are refused")
{
	static const char *const texts[] = { "", "{", "{}", "}", "junk",
		"{'descr': '<f8', 'fortran_order': False, }\n",
		"{'descr': '<f8', 'fortran_order': 0, 'shape': (1,), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': [1, 2], }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1, -2), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1,, 2), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), ",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), } x\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), 'more': 1, }\n",
		"{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999, 2), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }\n",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952, 1), }\n" };
	struct npy npy;

	for (int i = 0; i < COUNT(texts); i++)
		if (!read_text(&npy, texts[i]))
			fail_msg("%s was not refused", texts[i]);
}

TEST("npy: more dimensions than NumPy has are refused")
{
	char text[1024] = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
	struct npy npy;

	strcat(text, "1,");
	for (int d = 1; d < 65; d++)
		strcat(text, d == 1 ? " 1" : ", 1");
	strcat(text, "), }\n");
	assert_string_equal(read_text(&npy, text), "has more than 64 dimensions");
}

/* In memory of just that size, where a sanitizer sees each byte read beyond it. */
TEST("npy: a header that is cut short anywhere is refused")
{
	struct npy npy;

	for (int major = 1; major <= 3; major++) {
		size_t size = file_with(major, "{'descr': [('x', '<f4', (2,))], "
					       "'fortran_order': False, 'shape': (2, 3), }\n");

		for (size_t part = 0; part < size; part++) {
			unsigned char *copy = test_malloc(part + 1);

			memcpy(copy + 1, file, part);
			assert_non_null(npy_read(&npy, copy + 1, part));
			test_free(copy);
		}
	}
}

TEST("npy: other files and versions are refused")
{
	struct npy npy;
	size_t size = file_with(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n");

	assert_false(npy_is((const unsigned char *)"\x93NUMPX", 6));
	assert_false(npy_is((const unsigned char *)"\x93NUM", 4));
	file[6] = 4;
	assert_non_null(npy_read(&npy, file, size));
	file[6] = 1, file[7] = 1;
	assert_non_null(npy_read(&npy, file, size));
	file[7] = 0, file[0] = 'N';
	assert_non_null(npy_read(&npy, file, size));
}
