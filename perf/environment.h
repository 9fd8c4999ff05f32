/* The environment: what a measurement must say about the machine and the build it was made on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_ENVIRONMENT_H
#define PERF_ENVIRONMENT_H

#include <stddef.h>

enum {
	ENVIRONMENT_TEXT = 256
};

/* Texts are "" and sizes 0 where the system does not say. */
struct environment {
	char date[32];			  /* "2026-01-31T12:00:00Z" */
	char version[32];		  /* grove's */
	char compiler[ENVIRONMENT_TEXT];  /* "gcc (Debian 12.2.0) 12.2.0" */
	char flags[ENVIRONMENT_TEXT];	  /* "-O3 -g" */
	char kernel[ENVIRONMENT_TEXT];	  /* "Linux 6.1.0 x86_64" */
	char cpu_model[ENVIRONMENT_TEXT]; /* "AMD EPYC" */
	char hypervisor[64];		  /* "kvm"; "none" on bare metal */
	char governor[32];		  /* "performance" */
	char huge_pages[16];		  /* transparent ones: "always", "madvise", "never" */
	char clock[32];			  /* what times: "tsc", "clock_gettime" */
	int cores, cpus;		  /* of the machine */
	int usable_cpus;		  /* by this process: binding and quota */
	double cache_bytes[3];		  /* L1 data, L2, L3: of one of each */
	double frequency_max_Hz;
	double tsc_Hz;	     /* 0 when that is not the clock */
	double clock_cost_s; /* of one reading: taken off each sample */
	double load_average[3];
};

void environment_read(struct environment *environment);

#endif
