/* Prints the addresses of the functions that a warm broadcast of 8 bytes calls at a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "grove.h"

/* walk NODE: for a library that was compiled with -finstrument-functions. The shortest of the
 * broadcasts is printed: the others waited for the other node. */
enum {
	WARM = 1000,
	BROADCASTS = 200,
	MOST = 1 << 16
};

static _Thread_local int counts;
static _Thread_local void **called;
static _Thread_local size_t calls;
static void *shortest[MOST];
static size_t least = MOST;

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
	(void)site;
	if (counts && calls < MOST)
		called[calls++] = function;
}

void __cyg_profile_func_exit(void *function, void *site)
{
	(void)function;
	(void)site;
}

static void keep_shortest(void)
{
	if (calls >= least)
		return;
	least = calls;
	for (size_t i = 0; i < calls; i++)
		shortest[i] = called[i];
}

static int body(struct grove_node *me, void *watched)
{
	int error = 0, counting = grove_node_number(me) == *(const int *)watched;
	double buffer = 0;

	called = counting ? calloc(MOST, sizeof *called) : NULL;
	for (int i = 0; i < WARM + BROADCASTS && !error; i++) {
		calls = 0;
		counts = called && i >= WARM;
		error = grove_broadcast(me, &buffer, sizeof buffer, 0);
		counts = 0;
		if (called && i >= WARM)
			keep_shortest();
	}
	free(called);
	return error;
}

int main(int count, char **word)
{
	struct grove_team *team;
	int node = count > 1 ? atoi(word[1]) : 0;
	int error = grove_team_open(&team, &(struct grove_team_options){ .network = "cube:1" });

	error = error ? error : grove_team_run(team, body, &node);
	if (error)
		puts(grove_why());
	for (size_t i = 0; i < least && !error; i++)
		printf("%p\n", shortest[i]);
	return error != 0;
}
