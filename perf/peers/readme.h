/* The README's part about measurements, written from a comparison. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_README_H
#define PERF_PEERS_README_H

#include <stdio.h>
#include "perf/row_comparison.h"

/* The text, as Markdown: the machine, the tables, the targets. */
void readme_text(FILE *out, const struct bench_file *file);

/* Puts the text between the lines README_BEGIN and README_END of the file, which stay. 0, or -EIO or
 * -EINVAL (no such lines) with why; then the file is as it was. */
#define README_BEGIN "<!-- measured: written by `ninja readme` -->"
#define README_END "<!-- measured: end -->"
int readme_write(const char *path, const struct bench_file *file);

#endif
