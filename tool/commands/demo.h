/* The chapters of `grove demo`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_DEMO_H
#define TOOL_COMMANDS_DEMO_H

/* Each prints its part, and returns how many checks failed. What cannot be done here it says. */
int demo_machine(void);
int demo_schedule(void);
int demo_measure(void);
int demo_simulate(void);
int demo_paced(void);
int demo_applications(void);

/* A heading; bold on a terminal. */
void demo_title(const char *title);

#endif
