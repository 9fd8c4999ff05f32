/* Computes logarithmic axes of plots, with ticks at round sizes, times and rates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "analysis/draw/log_axis.h"

void log_axis_include(struct log_axis *axis, double value)
{
	if (!(value > 0) || !isfinite(value))
		return;
	axis->low = axis->low > 0 ? fmin(axis->low, value) : value;
	axis->high = fmax(axis->high, value);
}

/* Ticks are numbered: tick n is 2^n bytes; in other quantities 1, 2 and 5 times powers of ten
 * follow one another. */
static double numbered(const struct log_axis *axis, int n)
{
	static const double mantissa[] = { 1, 2, 5 };
	int power = (int)floor(n / 3.0);

	return axis->quantity == BYTES ? exp2(n) : mantissa[n - 3 * power] * pow(10, power);
}

/* Returns the number of the last tick that is not above the value. */
static int number_below(const struct log_axis *axis, double value)
{
	int n = (int)floor(axis->quantity == BYTES ? log2(value) : 3 * log10(value)) - 2;

	while (numbered(axis, n + 1) <= value * (1 + 1e-9))
		n++;
	return n;
}

static int number_above(const struct log_axis *axis, double value)
{
	int n = number_below(axis, value);

	return numbered(axis, n) >= value * (1 - 1e-9) ? n : n + 1;
}

bool log_axis_round(struct log_axis *axis)
{
	int low, high;

	if (!(axis->low > 0))
		return false;
	low = number_below(axis, axis->low);
	high = number_above(axis, axis->high);
	if (low == high) {
		low--;
		high++;
	}
	axis->low = numbered(axis, low);
	axis->high = numbered(axis, high);
	return true;
}

double log_axis_at(const struct log_axis *axis, double value)
{
	return axis->from +
	       (axis->to - axis->from) * log(value / axis->low) / log(axis->high / axis->low);
}

static void write_tick(const struct log_axis *axis, double value, char text[TICK_TEXT])
{
	const struct unit *unit = unit_for(axis->quantity, value, 1 - 1e-9);

	snprintf(text, TICK_TEXT, "%g %s", value / unit->value, unit->name);
}

/* Ticks stand as close as TICKS allow: at each number, or at every third (powers of ten, or of 8
 * bytes), or still farther apart. */
double log_axis_tick(const struct log_axis *axis, int i, char text[TICK_TEXT])
{
	int first = number_above(axis, axis->low), last = number_below(axis, axis->high);
	int apart = 1, n;

	while ((last - first) / apart >= TICKS)
		apart = apart == 1 ? 3 : apart + 3;
	n = (int)ceil((double)first / apart) * apart + i * apart;
	if (n > last)
		return 0;
	write_tick(axis, numbered(axis, n), text);
	return numbered(axis, n);
}
