/* The demo's second chapter: one broadcast, packet by packet, in the terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "plan/schedule.h"
#include "tool/commands/demo.h"

enum {
	NODES = 8,
	PACKETS = 6
};

/* A message of six bytes in packets of one: byte k is the packet with the k-th letter. */
static int make(struct schedule **schedule, const char *algorithm)
{
	struct problem problem = { .collective = BROADCAST, .ports = ALL, .duplex = FULL };
	struct binding binding = { .bytes = PACKETS, .element = 1, .packet = 1 };
	struct plan *plan;
	int error = network_open(&problem.net, "cube:3");

	strcpy(problem.algorithm, algorithm);
	if (!error)
		error = collective_plan(&plan, &problem);
	if (error)
		return error;
	error = plan_schedule(schedule, plan, &binding);
	plan_free(plan);
	return error;
}

static void show_holdings(const char *step, char held[NODES][PACKETS + 1])
{
	printf("  %-5s", step);
	for (int v = 0; v < NODES; v++)
		printf("  %s", held[v]);
	putchar('\n');
}

/* What arrives in a step is marked as a capital letter in its line. */
static void receive(const struct schedule *s, int step, char held[NODES][PACKETS + 1])
{
	for (size_t k = 0; k < s->packets; k++) {
		const struct packet *p = &s->packet[k];

		for (uint32_t i = 0; p->step == step && i < p->count; i++)
			for (size_t b = s->range[p->first + i].begin;
				b < s->range[p->first + i].end; b++)
				held[p->to][b] = (char)('A' + b);
	}
}

static void settle(char held[NODES][PACKETS + 1])
{
	for (int v = 0; v < NODES; v++)
		for (int b = 0; b < PACKETS; b++)
			if (held[v][b] != '.')
				held[v][b] = (char)('a' + b);
}

static void show_steps(const struct schedule *s)
{
	char held[NODES][PACKETS + 1], step[16];

	for (int v = 0; v < NODES; v++)
		strcpy(held[v], v ? "......" : "abcdef");
	fputs("  node ", stdout);
	for (int v = 0; v < NODES; v++)
		printf("  %-6d", v);
	puts("");
	show_holdings("first", held);
	for (int t = 0; t < s->steps; t++) {
		receive(s, t, held);
		snprintf(step, sizeof step, "%d", t);
		show_holdings(step, held);
		settle(held);
	}
}

int demo_schedule(void)
{
	struct schedule *many, *one;
	struct figures figures, alone;

	if (make(&many, "nesbt")) {
		printf("  %s\n", why_text());
		return 1;
	}
	if (make(&one, "sbt")) {
		schedule_free(many);
		printf("  %s\n", why_text());
		return 1;
	}
	puts("Eight nodes are the corners of a cube (cube:3); each has three links. Node 0\n"
	     "has a message of six packets, a to f, for all. `nesbt` sends a and d along\n"
	     "the first of three trees, b and e along the second, c and f along the third.\n"
	     "No two trees use the same link in the same direction, so all run at once.\n"
	     "Below, what each node holds after each step; capitals have just arrived.\n");
	show_steps(many);
	if (!schedule_figures(many, &figures) && !schedule_figures(one, &alone))
		printf("\nThree trees need %d steps and use %d of the cube's 24 links. One tree "
		       "(sbt)\n"
		       "needs %d steps and uses %d. With long messages three trees are three "
		       "times\n"
		       "as fast as one, and on a cube of n dimensions n trees are n times as fast\n"
		       "(Johnsson & Ho 1986).\n",
			many->steps, (int)figures.links_used, one->steps, (int)alone.links_used);
	schedule_free(many);
	schedule_free(one);
	return 0;
}
