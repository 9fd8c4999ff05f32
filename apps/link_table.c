/* Prints the links of a network with their bytes, busy times and bandwidths. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "apps/figure_text.h"
#include "apps/link_table.h"

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

void link_table_print(const struct link_table *table)
{
	char busy[FIGURE_TEXT], rate[FIGURE_TEXT], share[FIGURE_TEXT];

	printf("\n  %9s %12s %8s %9s %11s  of bare copies\n", "link", "bytes", "packets", "busy",
		"bandwidth");
	for (size_t i = 0; i < table->count; i++) {
		const struct app_link *link = &table->link[i];

		if (link->packets)
			printf("  %3d -> %-3d %11zu %8zu %9s %11s  %s\n", link->from, link->to,
				link->bytes, link->packets, figure_seconds(busy, link->busy),
				figure_rate(rate, link_rate(link)),
				figure_percent(share, link_share(link)));
	}
}
