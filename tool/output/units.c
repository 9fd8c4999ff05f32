/* Writes times, sizes and rates with three digits and a suitable unit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "base/unit_scales.h"
#include "tool/output/units.h"

/* Writes three digits without an exponent: "1.23", "12.3", "123". A value that rounds to 1000 of a
 * unit is 1.00 of the next unit. */
static const char *write(char text[UNITS_TEXT], double number, enum quantity quantity)
{
	const struct unit *unit = unit_for(quantity, fabs(number), 0.9995);
	double scaled = number / unit->value;

	if (!isfinite(number))
		snprintf(text, UNITS_TEXT, "-");
	else if (number == 0)
		snprintf(text, UNITS_TEXT, "0 %s", unit->name);
	else
		snprintf(text, UNITS_TEXT, "%.*f %s",
			fabs(scaled) < 9.995 ? 2 : fabs(scaled) < 99.95, scaled, unit->name);
	return text;
}

const char *time_text(char text[UNITS_TEXT], double seconds)
{
	return write(text, seconds, SECONDS);
}

const char *rate_text(char text[UNITS_TEXT], double bytes_per_second)
{
	return write(text, bytes_per_second, BYTES_PER_SECOND);
}

const char *count_text(char text[UNITS_TEXT], double per_second)
{
	return write(text, per_second, PER_SECOND);
}

const char *size_text(char text[UNITS_TEXT], size_t bytes)
{
	const struct unit *unit = units_of(BYTES);

	for (; bytes && bytes % 1024 == 0 && unit[1].name; unit++)
		bytes /= 1024;
	snprintf(text, UNITS_TEXT, "%zu %s", bytes, unit->name);
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

const char *ranks_text(char text[UNITS_TEXT], int processes)
{
	text[0] = 0;
	if (processes > 1)
		snprintf(text, UNITS_TEXT, " of %d ranks", processes);
	return text;
}
