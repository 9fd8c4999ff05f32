/* Writes times, sizes and rates with three digits and a suitable unit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "tool/output/units.h"

enum quantity {
	BYTES,
	SECONDS,
	BYTES_PER_SECOND,
	PER_SECOND
};

struct unit {
	double value;
	const char *name;
};

/* Returns the units of a quantity, the smallest first; the last has no name. */
static const struct unit *units_of(enum quantity quantity)
{
	static const struct unit units[][6] = {
		[BYTES] = { { 1, "B" }, { 1024, "KiB" }, { 1048576, "MiB" }, { 1073741824, "GiB" },
			{ 1099511627776, "TiB" }, { 0 } },
		[SECONDS] = { { 1e-9, "ns" }, { 1e-6, "us" }, { 1e-3, "ms" }, { 1, "s" }, { 0 } },
		[BYTES_PER_SECOND] = { { 1, "B/s" }, { 1e3, "kB/s" }, { 1e6, "MB/s" },
			{ 1e9, "GB/s" }, { 1e12, "TB/s" }, { 0 } },
		[PER_SECOND] = { { 1, "/s" }, { 1e3, "k/s" }, { 1e6, "M/s" }, { 1e9, "G/s" },
			{ 0 } },
	};

	return units[quantity];
}

/* Returns the largest unit of which the number has at least `part`; of a smaller number the
 * smallest unit. */
static const struct unit *unit_for(enum quantity quantity, double number, double part)
{
	const struct unit *unit = units_of(quantity);

	while (unit[1].name && number >= unit[1].value * part)
		unit++;
	return unit;
}

enum {
	TEXTS = 32, /* that are valid together */
	LENGTH = 96
};

const char *short_text(const char *format, ...)
{
	static char texts[TEXTS][LENGTH];
	static unsigned used;
	char *text = texts[used++ % TEXTS];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, LENGTH, format, arguments);
	va_end(arguments);
	return text;
}

/* Writes three digits without an exponent: "1.23", "12.3", "123". A value that rounds to 1000 of a
 * unit is 1.00 of the next unit. */
static const char *write(double number, enum quantity quantity)
{
	const struct unit *unit = unit_for(quantity, fabs(number), 0.9995);
	double scaled = number / unit->value;

	if (!isfinite(number))
		return "-";
	if (number == 0)
		return short_text("0 %s", unit->name);
	return short_text(
		"%.*f %s", fabs(scaled) < 9.995 ? 2 : fabs(scaled) < 99.95, scaled, unit->name);
}

const char *time_text(double seconds)
{
	return write(seconds, SECONDS);
}

const char *rate_text(double bytes_per_second)
{
	return write(bytes_per_second, BYTES_PER_SECOND);
}

const char *count_text(double per_second)
{
	return write(per_second, PER_SECOND);
}

const char *size_text(size_t bytes)
{
	const struct unit *unit = units_of(BYTES);

	for (; bytes && bytes % 1024 == 0 && unit[1].name; unit++)
		bytes /= 1024;
	return short_text("%zu %s", bytes, unit->name);
}

const char *share_text(double part, double whole)
{
	if (!isfinite(part) || !isfinite(whole) || whole <= 0)
		return "-";
	return short_text("%.0f %%", 100 * part / whole);
}

const char *ranks_text(int processes)
{
	return processes > 1 ? short_text(" of %d ranks", processes) : "";
}

const char *cpus_text(const char *cpus)
{
	return cpus[strspn(cpus, "-,.")] ? short_text("cpus %s", cpus) : "not pinned";
}

const char *name_or_dash(const char *name)
{
	return name && name[0] ? name : "-";
}
