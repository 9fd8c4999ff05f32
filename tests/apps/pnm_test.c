/* The headers of PGM and PPM pictures: what is read, and what is refused. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "tool/files/pnm.h"

static const char *read_text(struct pnm *pnm, const char *text)
{
	return pnm_read(pnm, (const unsigned char *)text, strlen(text));
}

TEST("pnm: headers are read, with comments and any white space")
{
	static const struct {
		const char *text;
		size_t width, height, pixel, behind;
	} headers[] = { { "P5 3 2 255\nxxxxxx", 3, 2, 1, 6 }, { "P6\n12\n7\n1\n", 12, 7, 3, 0 },
		{ "P5\t3\t2\t256 ", 3, 2, 2, 0 }, { "P6\r\n3 2\r\n65535\n", 3, 2, 6, 0 },
		{ "P5\n# made by 1 2 3\n3 2\n255\n", 3, 2, 1, 0 },
		{ "P5#\n3#width\n #height: \n2#\n#\n\n255#x\n", 3, 2, 1, 0 },
		{ "P5 3 2 255\n#\n", 3, 2, 1, 2 }, { "P5 003 02 0255 \n", 3, 2, 1, 1 } };
	struct pnm pnm;

	for (int i = 0; i < COUNT(headers); i++) {
		assert_null(read_text(&pnm, headers[i].text));
		assert_int_equal(pnm.width, headers[i].width);
		assert_int_equal(pnm.height, headers[i].height);
		assert_int_equal(pnm.pixel, headers[i].pixel);
		assert_int_equal(strlen(headers[i].text) - pnm.begin, headers[i].behind);
	}
}

TEST("pnm: the places of width and height are known")
{
	const char *text = "P5 #7\n 31 #9\n 8 255\n";
	struct pnm pnm;

	assert_null(read_text(&pnm, text));
	assert_memory_equal(text + pnm.width_number.begin, "31", 2);
	assert_int_equal(pnm.width_number.end - pnm.width_number.begin, 2);
	assert_memory_equal(text + pnm.height_number.begin, "8", 1);
	assert_int_equal(pnm.height_number.end - pnm.height_number.begin, 1);
}

TEST("pnm: pictures of other kinds are refused")
{
	static const char *const texts[] = { "P1 2 2\n", "P2 2 2 255\n", "P3 2 2 255\n", "P4 2 2\n",
		"P7\nWIDTH 2\n", "P8 2 2 255\n", "Pf 2 2 -1\n", "JFIF", "P", "" };
	struct pnm pnm;

	for (int i = 0; i < COUNT(texts); i++)
		if (!read_text(&pnm, texts[i]))
			fail_msg("%s was not refused", texts[i]);
}

TEST("pnm: malformed headers and sizes that overflow are refused")
{
	static const char *const texts[] = { "P53 2 255\n", "P5 0 2 255\n", "P5 3 0 255\n",
		"P5 3 2 0\n", "P5 3 2 65536\n", "P5 -3 2 255\n", "P5 3 x 255\n", "P5 3 2 255x",
		"P5 3L 2 255\n", "P5 3 2 255L\n", "P5 99999999999999999999 2 255\n",
		"P6 4294967296 4294967296 255\n", "P6 9223372036854775807 1 255\n" };
	struct pnm pnm;

	for (int i = 0; i < COUNT(texts); i++)
		if (!read_text(&pnm, texts[i]))
			fail_msg("%s was not refused", texts[i]);
}

TEST("pnm: a header that is cut short anywhere is refused")
{
	static const char text[] = "P6 # a comment\n 31 17 65535#\n";
	struct pnm pnm;

	for (size_t part = 0; part < sizeof text - 1; part++) {
		unsigned char *copy = test_malloc(part + 1);

		memcpy(copy + 1, text, part);
		assert_non_null(pnm_read(&pnm, copy + 1, part));
		test_free(copy);
	}
	assert_null(read_text(&pnm, text));
}
