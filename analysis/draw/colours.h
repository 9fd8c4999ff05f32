/* Hues: what the colours of a drawn schedule mean. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_HUES_H
#define PLAN_HUES_H

#include "analysis/draw/origins.h"

/* Colours say which tree bytes go along, by the port of their first (or last) node. Where there is
 * one tree only they say which block it is; in an all-reduce, which part of the block. */
struct hues {
	const struct schedule *schedule;
	struct origins origins;
	enum meaning {
		BY_PORT,
		BY_BLOCK,
		BY_PART
	} meaning;
};

/* 0 or -ENOMEM; hues_free takes one that is all zeros. */
int hues_open(struct hues *hues, const struct schedule *schedule);
void hues_free(struct hues *hues);

/* The number of the colour, from 0. */
int hue_of(const struct hues *hues, const struct range *range);

/* What a legend says in front of the numbers. */
const char *hues_text(const struct hues *hues);

#endif
