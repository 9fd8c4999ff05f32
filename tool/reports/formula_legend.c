/* Prints and writes the letters of a formula with their meanings and values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "analysis/formulas/formula_letters.h"
#include "tool/reports/formula_legend.h"
#include "tool/output/json_out.h"

static const struct {
	char letter;
	const char *meaning;
} letters[] = {
	{ 'M', "bytes of a block" },
	{ 'B', "bytes of a packet, at most" },
	{ 'N', "nodes" },
	{ 'n', "digits of a label: dimensions, or symbols (star)" },
	{ 'd', "dimension of the network" },
	{ 'k', "radix of a digit; k_i: of digit i" },
	{ 'D', "diameter: links to the farthest node" },
	{ 'p', "ports of a node; p_i: rounds of pairs in digit i" },
	{ 'h', "links from the root to the destination" },
	{ 'q', "parts of a block" },
	{ 'K', "K_j: the sum over k = 0 ... j of 1/C(j,k)" },
};

enum {
	LETTERS = sizeof letters / sizeof letters[0]
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_known(char c)
{
	for (int i = 0; i < LETTERS; i++)
		if (letters[i].letter == c)
			return true;
	return false;
}

/* Returns true if the word of that length is a product of letters, as in nB, and no name, as in
 * ceil. */
static bool is_product(const char *word, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!is_known(word[i]))
			return false;
	return length <= 2;
}

/* A letter below a sum, as k in sum_{k<n}, counts and stands for nothing else. */
static bool is_counter(const char *text, char letter)
{
	const char counter[] = { '_', '{', letter, 0 };

	return strstr(text, counter);
}

static bool has_letter(const char *text, char letter)
{
	size_t length;

	if (is_counter(text, letter))
		return false;
	for (const char *at = text; *at; at += length ? length : 1) {
		for (length = 0; is_letter(at[length]);)
			length++;
		if (length && is_product(at, length) && memchr(at, letter, length))
			return true;
	}
	return false;
}

/* Finds the letter's value. Returns false where the value depends on an index, or on the
 * formula. */
static bool find_value(double *value, char letter, const struct schedule *s)
{
	const struct formula_numbers numbers = { (double)s->bytes, (double)s->packet_bytes, 0 };

	if (letter == 'q' || (letter == 'B' && !s->packet_bytes))
		return false;
	return formula_letter(value, letter, &s->problem, &numbers);
}

void formula_legend_print(const char *text, const struct schedule *schedule)
{
	char number[32];
	double value;

	for (int i = 0; i < LETTERS; i++) {
		if (!has_letter(text, letters[i].letter))
			continue;
		strcpy(number, letters[i].letter == 'B' ? "no limit" : "-");
		if (find_value(&value, letters[i].letter, schedule))
			snprintf(number, sizeof number, "%.0f", value);
		printf("      %c %17s  %s\n", letters[i].letter, number, letters[i].meaning);
	}
}

void formula_legend_write(const char *text, const struct schedule *schedule)
{
	double value;

	json_open("formula_letters", '[');
	for (int i = 0; i < LETTERS; i++) {
		const char letter[] = { letters[i].letter, 0 };

		if (!has_letter(text, letters[i].letter))
			continue;
		json_open(NULL, '{');
		json_text("letter", letter);
		if (find_value(&value, letters[i].letter, schedule))
			json_real("value", value);
		else
			json_null("value");
		json_text("meaning", letters[i].meaning);
		json_close('}');
	}
	json_close(']');
}
