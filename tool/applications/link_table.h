/* Declares the table of links: bytes, busy times, and the times of bare copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_LINK_TABLE_H
#define TOOL_APPLICATIONS_LINK_TABLE_H

#include <stddef.h>

/* A directed link of the network, in one operation. */
struct app_link {
	int from, to;
	size_t bytes, packets;
	double busy; /* seconds; NAN: too short for the clock */
	double bare; /* seconds of bare copies of the same bytes between the same threads; or NAN */
};

struct link_table {
	struct app_link *link; /* NULL: not measured */
	size_t count;
};

/* Returns the time of bare copies as a share of the time of the same bytes over links: the
 * bandwidth of links as a share of the peak. NAN: not known, or the bare copies took longer by more
 * than 5 %, so they are not a peak. */
double share_of_bare(double bare, double seconds);

/* Returns the bytes of the link in a second of its busy time, or NAN; and its share of the peak. */
double link_rate(const struct app_link *link);
double link_share(const struct app_link *link);

/* Prints a row for each link that was used. */
void link_table_print(const struct link_table *table);

/* Writes all links as the member "links" of a JSON object. */
void link_table_write(const struct link_table *table);

#endif
