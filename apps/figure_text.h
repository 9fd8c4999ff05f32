/* Declares figures as texts for people. What is not known is a dash. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_FIGURE_TEXT_H
#define APPS_FIGURE_TEXT_H

enum {
	FIGURE_TEXT = 32
};

/* Return the text: "1.5 ms", "1.5 GB/s", "85 %". */
const char *figure_seconds(char text[FIGURE_TEXT], double seconds);
const char *figure_rate(char text[FIGURE_TEXT], double bytes_per_second);
const char *figure_percent(char text[FIGURE_TEXT], double share);

/* Return "+-3.1 %" and "85 %"; nothing if the share is not known. */
const char *figure_spread(char text[FIGURE_TEXT], double share);
const char *figure_part(char text[FIGURE_TEXT], double share);

#endif
