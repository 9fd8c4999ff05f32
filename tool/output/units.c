/* Writes times, sizes and rates with three digits and a suitable unit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "tool/output/units.h"

struct unit {
	double value;
	const char *name;
};

static const struct unit times[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" },
	{ 0, NULL } };
static const struct unit rates[] = { { 1e9, "GB/s" }, { 1e6, "MB/s" }, { 1e3, "kB/s" },
	{ 1, "B/s" }, { 0, NULL } };
static const struct unit counts[] = { { 1e9, "G/s" }, { 1e6, "M/s" }, { 1e3, "k/s" }, { 1, "/s" },
	{ 0, NULL } };

/* Writes three digits without an exponent: "1.23", "12.3", "123". */
static const char *write(char text[UNITS_TEXT], double number, const struct unit *unit)
{
	double scaled;

	if (!isfinite(number)) {
		snprintf(text, UNITS_TEXT, "-");
		return text;
	}
	/* A value that rounds to 1000 of a unit is 1.00 of the next unit. */
	while (unit[1].name && fabs(number) < unit->value * 0.9995)
		unit++;
	scaled = number / unit->value;
	if (number == 0)
		snprintf(text, UNITS_TEXT, "0 %s", unit->name);
	else
		snprintf(text, UNITS_TEXT, "%.*f %s",
			fabs(scaled) < 9.995 ? 2 : fabs(scaled) < 99.95, scaled, unit->name);
	return text;
}

const char *time_text(char text[UNITS_TEXT], double seconds)
{
	return write(text, seconds, times);
}

const char *rate_text(char text[UNITS_TEXT], double bytes_per_second)
{
	return write(text, bytes_per_second, rates);
}

const char *count_text(char text[UNITS_TEXT], double per_second)
{
	return write(text, per_second, counts);
}

const char *size_text(char text[UNITS_TEXT], size_t bytes)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	int unit = 0;

	for (; bytes && bytes % 1024 == 0 && unit < 4; unit++)
		bytes /= 1024;
	snprintf(text, UNITS_TEXT, "%zu %s", bytes, names[unit]);
	return text;
}

const char *share_text(char text[UNITS_TEXT], double part, double whole)
{
	if (!isfinite(part) || !isfinite(whole) || whole <= 0)
		snprintf(text, UNITS_TEXT, "-");
	else
		snprintf(text, UNITS_TEXT, "%.0f %%", 100 * part / whole);
	return text;
}
