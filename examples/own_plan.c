/* A plan of your own: a reduce whose farthest node sends half by either way.
 *
 *	cc own_plan.c $(pkg-config --cflags --libs grove)
 *
 * A plan is text: `grove explore`, an editor or another program writes such texts, and `grove
 * verify` judges them as grove_plan_refusals does. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <grove.h>

static const char wrong[] = "reduce either-way cube:2 bytes=16\n"
			    "step 0\n"
			    "  3 -> 1 fold 0[0:8]\n"
			    "step 1\n"
			    "  1 -> 0 fold 0[0:16]\n"
			    "  2 -> 0 fold 0[0:16]\n"
			    "  3 -> 0 fold 0[8:12]  # no link of a cube, and half of the bytes\n";

static const char right[] = "reduce either-way cube:2 bytes=16\n"
			    "step 0\n"
			    "  3 -> 1 fold 0[0:8]\n"
			    "  3 -> 2 fold 0[8:16]\n"
			    "step 1\n"
			    "  1 -> 0 fold 0[0:16]\n"
			    "  2 -> 0 fold 0[0:16]\n";

/* Prints all rules that a plan breaks. Returns how many. */
static size_t judge(const char *text)
{
	struct grove_refusal refusals[10];
	size_t count = 10;

	if (grove_plan_refusals(text, strlen(text), refusals, &count))
		printf("%s\n", grove_why());
	for (size_t i = 0; i < count && i < 10; i++) {
		if (refusals[i].line)
			printf("line %d: ", refusals[i].line);
		printf("%s: %s\n", refusals[i].rule, refusals[i].text);
	}
	return count;
}

/* Node 0 gets the sums of two numbers of each node. */
static int body(struct grove_node *me, void *argument)
{
	const struct grove_plan *plan = argument; /* all nodes share the plan */
	int node = grove_node_number(me);
	double mine[2] = { node + 1, (node + 1) * 10 }, sums[2];
	int error = grove_execute(me, plan, mine, sums, sizeof mine);

	if (!error && node == grove_plan_heading(plan)->root)
		printf("%s: the sums are %g and %g\n", grove_plan_heading(plan)->algorithm, sums[0],
			sums[1]);
	return error;
}

static int run(struct grove_plan *plan)
{
	struct grove_team_options options = { .network = grove_plan_heading(plan)->network };
	struct grove_team *team;
	int error = grove_team_open(&team, &options);

	if (error)
		return error;
	error = grove_team_run(team, body, plan);
	return error ? error : grove_team_free(team);
}

static int print(const struct grove_plan *plan)
{
	size_t length;
	char *text;
	int error = grove_plan_write(plan, grove_plan_heading(plan)->bytes, "json", &text, &length);

	if (!error)
		fputs(text, stdout);
	free(text);
	return error;
}

int main(void)
{
	const struct grove_plan_options options = { .type = GROVE_F64 };
	struct grove_plan *plan;
	int error;

	if (!judge(wrong) || judge(right))
		return 1;
	error = grove_plan_read(&plan, right, strlen(right), &options);
	if (!error)
		error = run(plan);
	if (!error)
		error = print(plan);
	if (error)
		fprintf(stderr, "own_plan: %s\n", grove_why());
	grove_plan_free(plan);
	return error != 0;
}
