/* Evaluates the text of a formula: the text that users see is the formula that tests compare. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/error.h"
#include "analysis/formulas/formula_letters.h"
#include "analysis/formulas/formula_text.h"

enum {
	INDICES = 4
};

struct formula_reader {
	const char *text, *at; /* all of the text, and the rest */
	const struct problem *problem;
	const struct formula_numbers *numbers;
	double beta, tau;
	char index[INDICES + 1]; /* letters of the enclosing sums */
	double value[INDICES];	 /* the letters' current values */
	double largest;
	bool wrong;
};

static double sum(struct formula_reader *r);
static double term(struct formula_reader *r);

static bool take(struct formula_reader *r, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(r->at, word, length) != 0)
		return false;
	r->at += length;
	return true;
}

static void need(struct formula_reader *r, const char *word)
{
	if (!take(r, word))
		r->wrong = true;
}

static double number(struct formula_reader *r)
{
	double value = 0;

	while (isdigit((unsigned char)*r->at))
		value = 10 * value + (*r->at++ - '0');
	return value;
}

/* ---- Letters ---- */

/* Evaluates a letter that the text defines: "g" in "..., g = ceil(M/B)". */
static double defined(struct formula_reader *r, const char *name, size_t length)
{
	const char *back = r->at, *found = r->text;
	double value;

	while ((found = strstr(found, ", ")) != NULL) {
		found += 2;
		if (!strncmp(found, name, length) && !strncmp(found + length, " = ", 3))
			break;
	}
	if (!found) {
		r->wrong = true;
		return NAN;
	}
	r->at = found + length + 3;
	value = sum(r);
	r->at = back;
	return value;
}

static double letter(struct formula_reader *r, const char *name)
{
	double value;

	return formula_letter(&value, *name, r->problem, r->numbers) ? value : defined(r, name, 1);
}

/* Reads a subscript, after an underscore: a number, a letter, or anything in parentheses. */
static int subscript(struct formula_reader *r)
{
	double value;

	if (isdigit((unsigned char)*r->at))
		return (int)number(r);
	if (take(r, "(")) {
		value = sum(r);
		need(r, ")");
		return (int)value;
	}
	for (int i = 0; r->index[i]; i++)
		if (r->index[i] == *r->at) {
			r->at++;
			return (int)r->value[i];
		}
	if (!*r->at) {
		r->wrong = true;
		return 0;
	}
	return (int)letter(r, r->at++);
}

/* Evaluates k_a, or k_a..k_b. */
static double radices(struct formula_reader *r, int first)
{
	double product = 1;
	int last = first;

	if (take(r, "..k_"))
		last = subscript(r);
	for (int i = first; i <= last; i++)
		product *= formula_indexed('k', i, &r->problem->net);
	return product;
}

static double name(struct formula_reader *r)
{
	const char *name = r->at++;
	int i;

	for (int k = 0; r->index[k]; k++)
		if (r->index[k] == *name)
			return r->value[k];
	if (!take(r, "_"))
		return letter(r, name);
	if (!strchr("kKNp", *name)) {
		r->at += *r->at != 0;
		return defined(r, name, 3);
	}
	i = subscript(r);
	return *name == 'k' ? radices(r, i) : formula_indexed(*name, i, &r->problem->net);
}

/* ---- Factors ---- */

static double argument(struct formula_reader *r, const char *end)
{
	double value = sum(r);

	need(r, end);
	return value;
}

/* Evaluates "{i=a..b} term", or "{i<b} term", or "{i<=b} term". */
static double repeated(struct formula_reader *r, bool largest)
{
	size_t depth = strlen(r->index);
	double first = 0, last, before_last = 0, all = 0, before = r->largest;
	char index = *r->at;
	const char *body;

	if (depth == INDICES || !index) {
		r->wrong = true;
		return NAN;
	}
	r->at++;
	if (take(r, "="))
		first = argument(r, "..");
	else if (!take(r, "<="))
		need(r, "<"), before_last = 1;
	last = argument(r, "} ") - before_last;
	r->index[depth] = index;
	body = r->at;
	for (double i = first; (i <= last || i == first) && !r->wrong; i++) {
		double value;

		r->at = body;
		r->value[depth] = i;
		value = term(r);
		if (i <= last)
			all = largest ? fmax(all, value) : all + value;
	}
	if (last < first)
		r->largest = before;
	r->index[depth] = 0;
	return all;
}

/* Evaluates "a", or 1 or 0 for "a<b" and the like. */
static double comparison(struct formula_reader *r, bool *compared)
{
	double a = sum(r);
	const char *sign = r->at;

	*compared = strchr("<>=", *sign) && *sign;
	if (!*compared)
		return a;
	r->at += sign[1] == '=' ? 2 : 1;
	switch (*sign) {
	case '<':
		return sign[1] == '=' ? a <= sum(r) : a < sum(r);
	case '>':
		return sign[1] == '=' ? a >= sum(r) : a > sum(r);
	default:
		return a == sum(r);
	}
}

/* Evaluates the text after "(": "a)", or "a<b: x; else y)". */
static double parentheses(struct formula_reader *r)
{
	bool compared;
	double value = comparison(r, &compared), yes, no;

	if (compared) {
		need(r, ": ");
		yes = argument(r, "; else ");
		no = sum(r);
		value = value > 0 ? yes : no;
	}
	need(r, ")");
	return value;
}

static double condition(struct formula_reader *r)
{
	bool compared;
	double value = comparison(r, &compared);

	need(r, "]");
	return value;
}

enum word {
	BETA,
	TAU,
	CEIL,
	FLOOR,
	MIN,
	MAX,
	COMMON,
	CHOOSE,
	WAYS,
	SUM,
	LARGEST,
	PARENTHESES,
	CONDITION,
	WORDS
};

static const struct {
	const char *text;
	int arguments;
} words[] = { { "beta" }, { "tau" }, { "ceil(", 1 }, { "floor(", 1 }, { "min(", 2 }, { "max(", 2 },
	{ "gcd(", 2 }, { "C(", 2 }, { "e(", 3 }, { "sum_{" }, { "max_{" }, { "(" }, { "[" } };

/* Rounds up. A value that is whole except for rounding errors of divisions stays the same. */
static double round_up(struct formula_reader *r, double value)
{
	r->largest = fmax(r->largest, value);
	return ceil(value * (1 - 4e-15));
}

static double call(struct formula_reader *r, enum word word)
{
	double a[3];

	for (int i = 0; i < words[word].arguments; i++)
		a[i] = argument(r, i + 1 < words[word].arguments ? "," : ")");
	switch (word) {
	case CEIL:
		return round_up(r, a[0]);
	case FLOOR:
		return floor(a[0]);
	case MIN:
		return fmin(a[0], a[1]);
	case MAX:
		return fmax(a[0], a[1]);
	case COMMON:
		return (double)common_divisor((size_t)a[0], (size_t)a[1]);
	case CHOOSE:
		return binomial((int)a[0], (int)a[1]);
	default:
		return formula_ways(&r->problem->net, (int)a[0], (int)a[1], (int)a[2]);
	}
}

static double read_word(struct formula_reader *r, enum word word)
{
	switch (word) {
	case BETA:
		return r->beta;
	case TAU:
		return r->tau;
	case SUM:
	case LARGEST:
		return repeated(r, word == LARGEST);
	case PARENTHESES:
		return parentheses(r);
	case CONDITION:
		return condition(r);
	default:
		return call(r, word);
	}
}

static double atom(struct formula_reader *r)
{
	if (isdigit((unsigned char)*r->at))
		return number(r);
	for (enum word word = 0; word < WORDS; word++)
		if (take(r, words[word].text))
			return read_word(r, word);
	if (isalpha((unsigned char)*r->at))
		return name(r);
	r->wrong = true;
	return NAN;
}

/* ---- Products and sums ---- */

static bool begins_factor(const char *at)
{
	return isalnum((unsigned char)*at) || (*at && strchr("([", *at));
}

static double power(struct formula_reader *r)
{
	double base = atom(r);

	return take(r, "^") ? pow(base, atom(r)) : base;
}

/* Evaluates factors without a space: 2n, N(N-1). */
static double factor(struct formula_reader *r)
{
	double value = power(r);

	while (begins_factor(r->at) && !r->wrong)
		value *= power(r);
	return value;
}

static double term(struct formula_reader *r)
{
	double value = factor(r);

	while (!r->wrong) {
		if (take(r, "/"))
			value /= factor(r);
		else if (take(r, " mod "))
			value = fmod(value, factor(r));
		else if (*r->at == ' ' && begins_factor(r->at + 1) && r->at++)
			value *= factor(r);
		else
			break;
	}
	return value;
}

static double sum(struct formula_reader *r)
{
	double value = term(r);

	while (!r->wrong) {
		if (take(r, "+") || take(r, " + "))
			value += term(r);
		else if (take(r, "-") || take(r, " - "))
			value -= term(r);
		else
			break;
	}
	return value;
}

static double evaluate(struct formula_reader *r, double beta, double tau)
{
	double value;

	r->at = r->text;
	r->beta = beta;
	r->tau = tau;
	take(r, "at most ");
	value = sum(r);
	if (*r->at && *r->at != ',')
		r->wrong = true;
	return value;
}

double formula_groups(
	const char *text, const struct problem *problem, const struct formula_numbers *numbers)
{
	struct formula_reader r = { .text = text, .problem = problem, .numbers = numbers };

	return strstr(text, ", g = ") ? defined(&r, "g", 1) : 1;
}

int formula_evaluate(struct formula_value *value, const char *text, const struct problem *problem,
	const struct formula_numbers *numbers)
{
	struct formula_reader r = { .text = text, .problem = problem, .numbers = numbers };

	value->steps = evaluate(&r, 1, 0);
	value->volume = evaluate(&r, 0, 1);
	value->seconds = evaluate(&r, numbers->beta, numbers->tau);
	value->largest = r.largest;
	return r.wrong ? why(EINVAL, "%s: no formula", text) : 0;
}
