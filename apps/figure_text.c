/* Writes figures with three digits and a unit; what would round to 1000 takes the next unit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "apps/figure_text.h"

const char *figure_seconds(char text[FIGURE_TEXT], double seconds)
{
	if (!isfinite(seconds))
		snprintf(text, FIGURE_TEXT, "-");
	else if (seconds < 0.9995e-3)
		snprintf(text, FIGURE_TEXT, "%.3g us", seconds * 1e6);
	else if (seconds < 0.9995)
		snprintf(text, FIGURE_TEXT, "%.3g ms", seconds * 1e3);
	else
		snprintf(text, FIGURE_TEXT, "%.3g s", seconds);
	return text;
}

const char *figure_rate(char text[FIGURE_TEXT], double rate)
{
	if (!isfinite(rate))
		snprintf(text, FIGURE_TEXT, "-");
	else if (rate < 0.9995e6)
		snprintf(text, FIGURE_TEXT, "%.3g kB/s", rate / 1e3);
	else if (rate < 0.9995e9)
		snprintf(text, FIGURE_TEXT, "%.3g MB/s", rate / 1e6);
	else
		snprintf(text, FIGURE_TEXT, "%.3g GB/s", rate / 1e9);
	return text;
}

/* Writes a share with its sign before, or `unknown`. */
static const char *write_share(
	char text[FIGURE_TEXT], const char *sign, double share, const char *unknown)
{
	if (isfinite(share))
		snprintf(text, FIGURE_TEXT, "%s%.*f %%", sign, share < 0.0995, 100 * share);
	else
		snprintf(text, FIGURE_TEXT, "%s", unknown);
	return text;
}

const char *figure_percent(char text[FIGURE_TEXT], double share)
{
	return write_share(text, "", share, "-");
}

const char *figure_spread(char text[FIGURE_TEXT], double share)
{
	if (isfinite(share) && share >= 0.995)
		return strcpy(text, ">99 %");
	return write_share(text, "+-", share, "");
}

const char *figure_part(char text[FIGURE_TEXT], double share)
{
	return write_share(text, "", share, "");
}
