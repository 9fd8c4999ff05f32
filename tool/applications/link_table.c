/* Prints the links of a network with their bytes, busy times and bandwidths. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "tool/applications/link_table.h"
#include "tool/output/json_out.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

static const double PEAK_MOST = 1.05;

double share_of_bare(double bare, double seconds)
{
	double share = bare / seconds;

	return share > 0 && share <= PEAK_MOST ? share : NAN;
}

double link_rate(const struct app_link *link)
{
	return link->bytes ? (double)link->bytes / link->busy : NAN;
}

double link_share(const struct app_link *link)
{
	return share_of_bare(link->bytes ? link->bare : NAN, link->busy);
}

void link_table_print(const struct link_table *links)
{
	static const char *const headings[] = { "link", "bytes", "packets", "busy", "bandwidth",
		"of bare copies", NULL };
	struct table table;

	putchar('\n');
	table_open(&table, headings);
	for (size_t i = 0; i < links->count; i++) {
		const struct app_link *link = &links->link[i];

		if (!link->packets)
			continue;
		table_row(&table,
			(const char *const[]){ short_text("%d -> %d", link->from, link->to),
				short_text("%zu", link->bytes), short_text("%zu", link->packets),
				time_text(link->busy), rate_text(link_rate(link)),
				share_text(link_share(link), 1) });
	}
	table_close(&table);
}

void link_table_write(const struct link_table *links)
{
	json_open("links", '[');
	for (size_t i = 0; i < links->count; i++) {
		const struct app_link *link = &links->link[i];

		json_open(NULL, '{');
		json_whole("from", link->from);
		json_whole("to", link->to);
		json_size("bytes", link->bytes);
		json_size("packets", link->packets);
		json_real("busy_s", link->busy);
		json_real("link_Bps", link_rate(link));
		json_real("peak_Bps", link_rate(link) / link_share(link));
		json_real("peak_percent", 100 * link_share(link));
		json_close('}');
	}
	json_close(']');
}
