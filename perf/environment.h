/* Reads the properties of the machine and of the build that a measurement must state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_ENVIRONMENT_H
#define PERF_ENVIRONMENT_H

#include <stddef.h>

enum {
	ENVIRONMENT_TEXT = 256
};

/* The environment of a measurement. Texts are "" and sizes 0 if the system does not tell. */
struct environment {
	char date[32];			  /* "2026-01-31T12:00:00Z" */
	char version[32];		  /* of grove */
	char compiler[ENVIRONMENT_TEXT];  /* "gcc (Debian 12.2.0) 12.2.0" */
	char flags[ENVIRONMENT_TEXT];	  /* "-O3 -g" */
	char kernel[ENVIRONMENT_TEXT];	  /* "Linux 6.1.0 x86_64" */
	char cpu_model[ENVIRONMENT_TEXT]; /* "AMD EPYC" */
	char hypervisor[64];		  /* "kvm"; "none" on bare metal */
	char governor[32];		  /* "performance" */
	char huge_pages[16];		  /* transparent huge pages: "always", "madvise", "never" */
	char clock[32];			  /* "tsc" or "clock_gettime" */
	int cores, cpus;		  /* of the machine */
	int usable_cpus;		  /* of this process: its affinity and quota */
	double cache_bytes[3];		  /* of a core's L1 data and L2 cache, and of an L3 cache */
	double frequency_max_Hz;
	double clock_cost_s; /* of a reading; the least so far is subtracted from each sample */
	double load_average[3];
};

void environment_read(struct environment *environment);

#endif
