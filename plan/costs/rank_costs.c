/* Finds, joins and fits the costs of messages between the ranks of an MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "plan/costs/rank_costs.h"

enum {
	LEAST_MESSAGE = 8,
	FACTOR = 8
};

static const char *const links[RANK_LINKS] = { "same-host", "other-host" };
static const char *const cores_names[RANK_CORES] = { "own", "common", "few" };

const char *rank_link_name(enum rank_link link)
{
	return links[link];
}

const char *rank_cores_name(enum rank_cores cores)
{
	return cores_names[cores];
}

int rank_cores_named(const char *name)
{
	for (int i = 0; i < RANK_CORES; i++)
		if (!strcmp(cores_names[i], name))
			return i;
	return -1;
}

size_t message_size(int i)
{
	size_t bytes = LEAST_MESSAGE;

	while (i-- > 0)
		bytes *= FACTOR;
	return bytes;
}

/* Each message counts alike, since errors are relative: a time t of b bytes gives the equation
 * beta / t + tau b / t = 1. Times that grow in proportion to the size, or not at all, would make a
 * cost negative: then the smallest message is the start-up, and the largest tells the rate. */
bool rank_link_fit(const struct rank_table *table, enum rank_link link, double *beta, double *tau)
{
	const struct quantity *message = table->message[link];
	double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0, largest;

	*beta = *tau = 0;
	if (!(message[0].seconds > 0))
		return false;
	for (int i = 0; i < MESSAGE_SIZES; i++) {
		double x = 1 / message[i].seconds, y = (double)message_size(i) * x;

		xx += x * x;
		xy += x * y;
		yy += y * y;
		x1 += x;
		y1 += y;
	}
	*beta = (x1 * yy - y1 * xy) / (xx * yy - xy * xy);
	*tau = (xx * y1 - xy * x1) / (xx * yy - xy * xy);
	if (*beta > 0 && *tau > 0)
		return true;
	*beta = message[0].seconds;
	largest = message[MESSAGE_SIZES - 1].seconds;
	*tau = (largest > *beta ? largest - *beta : largest) /
	       (double)message_size(MESSAGE_SIZES - 1);
	return true;
}

static int find(const struct rank_costs *costs, const char *mpi, enum rank_cores cores)
{
	int i = 0;

	while (i < costs->count &&
		(costs->table[i].cores != cores || strcmp(costs->table[i].mpi, mpi) != 0))
		i++;
	return i;
}

const struct rank_table *rank_costs_find(
	const struct rank_costs *costs, const char *mpi, enum rank_cores cores)
{
	int i = find(costs, mpi, cores);

	return i < costs->count ? &costs->table[i] : NULL;
}

/* The newest table is the last. */
void rank_costs_add(struct rank_costs *costs, const struct rank_table *table)
{
	int at = find(costs, table->mpi, table->cores);
	struct rank_table joined = *table;

	for (int link = 0; link < RANK_LINKS && at < costs->count; link++)
		if (!(joined.message[link][0].seconds > 0))
			memcpy(joined.message[link], costs->table[at].message[link],
				sizeof joined.message[link]);
	if (at == RANK_TABLES)
		at = 0;
	if (at < costs->count)
		memmove(&costs->table[at], &costs->table[at + 1],
			(size_t)(--costs->count - at) * sizeof *costs->table);
	costs->table[costs->count++] = joined;
}
