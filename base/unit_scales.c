/* Lists the units of figures for people, and chooses the unit of a number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/unit_scales.h"

const struct unit *units_of(enum quantity quantity)
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

const struct unit *unit_for(enum quantity quantity, double number, double part)
{
	const struct unit *unit = units_of(quantity);

	while (unit[1].name && number >= unit[1].value * part)
		unit++;
	return unit;
}
