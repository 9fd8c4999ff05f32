/* Calibrates the links between ranks, by messages of a team in rounds of all sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include "base/error.h"
#include "grove_mpi.h"
#include "perf/calibration/message_looks.h"
#include "perf/timing/stats.h"
#include "tool/mpi/link_rounds.h"
#include "tool/mpi/ranks.h"

/* The sizes take turns in each round, so that a disturbed moment hits all alike. A measurement ends
 * after some time, because ranks that share cores may wait for long. */
enum {
	FEWEST_LOOKS = 3,
	FEWEST_ROUNDS = 8,
	MOST_ROUNDS = 1000,
	PAUSE_NS = 30000000, /* after which the ranks may be on other cores */
	TRIPS = 8,	     /* of a small message, in a row: a clock is coarse */
	SMALL = 1 << 12
};
static const double LOOK = 0.2; /* seconds */

struct messaging {
	int pair[2], done;
	bool parts; /* the ranks may use each other's cores */
	double sample[MESSAGE_SIZES][MOST_ROUNDS];
};

static unsigned char buffer[LARGEST_MESSAGE];

static int trips_of(size_t bytes)
{
	return bytes <= SMALL ? TRIPS : 1;
}

/* Sends a message of the first rank to the other one and back. The first byte tells if another
 * round follows. */
static int round_trips(struct grove_node *me, struct messaging *r, int number)
{
	size_t bytes = message_size(number);
	bool asks = grove_node_number(me) == r->pair[0];
	int other = r->pair[asks], turns = 2 * trips_of(bytes), error = 0;
	double begun = MPI_Wtime();

	for (int turn = 0; turn < turns && !error; turn++)
		error = (turn % 2 == 0) == asks
				? grove_send(me, buffer, bytes, other, number)
				: grove_recv(me, buffer, bytes, other, number, NULL);
	r->sample[number][r->done] = (MPI_Wtime() - begun) / turns;
	return error;
}

/* Keeps the two ranks on different cores if the ranks may use several, as a quiet machine does: on
 * a busy machine two ranks can stay on one core for seconds. */
static void part(bool first, cpu_set_t *usable)
{
	int at = first ? 0 : CPU_SETSIZE - 1;
	cpu_set_t own;

	CPU_ZERO(usable);
	CPU_ZERO(&own);
	sched_getaffinity(0, sizeof *usable, usable);
	while (at >= 0 && at < CPU_SETSIZE && !CPU_ISSET(at, usable))
		at += first ? 1 : -1;
	if (at < 0 || at >= CPU_SETSIZE)
		return;
	CPU_SET(at, &own);
	sched_setaffinity(0, sizeof own, &own);
}

static int look(struct grove_node *me, void *argument)
{
	struct messaging *r = argument;
	int v = grove_node_number(me), error = 0;
	double begun = MPI_Wtime();
	bool measures = v == r->pair[0] || v == r->pair[1], more = measures;
	cpu_set_t usable;

	if (measures && r->parts)
		part(v == r->pair[0], &usable);
	for (r->done = 0; more && !error; r->done++) {
		if (v == r->pair[0])
			buffer[0] = r->done + 1 < FEWEST_ROUNDS ||
				    (r->done + 1 < MOST_ROUNDS && MPI_Wtime() - begun < LOOK);
		for (int i = 0; i < MESSAGE_SIZES && !error; i++)
			error = round_trips(me, r, i);
		more = buffer[0];
	}
	if (measures && r->parts && CPU_COUNT(&usable))
		sched_setaffinity(0, sizeof usable, &usable);
	return error;
}

/* The rank that asked tells all ranks the least times and the medians. */
static int add_look(struct message_looks *looks, enum rank_link link, struct messaging *r)
{
	double told[2][MESSAGE_SIZES] = { { 0 } };

	for (int i = 0; i < MESSAGE_SIZES && ranks_own() == r->pair[0]; i++) {
		struct stats stats = stats_of(r->sample[i], (size_t)r->done);

		told[0][i] = stats.min;
		told[1][i] = stats.median;
	}
	if (MPI_Bcast(told, 2 * MESSAGE_SIZES, MPI_DOUBLE, r->pair[0], MPI_COMM_WORLD))
		return why(EIO, "the ranks could not compare times");
	message_looks_add(looks, link, told[0], told[1]);
	return 0;
}

/* Looks once at each kind of link. */
static int look_at_all(struct message_looks *looks, const struct mpi_hosts *hosts, bool parts,
	struct grove_team *team)
{
	int error = 0;

	for (int link = 0; link < RANK_LINKS && !error; link++) {
		static struct messaging r;

		r.parts = parts;
		if (!mpi_hosts_pair(hosts, (enum rank_link)link, r.pair))
			continue;
		error = grove_team_run(team, look, &r);
		if (!error)
			error = add_look(looks, (enum rank_link)link, &r);
	}
	return error;
}

/* A ring has a node for each rank, and few links. */
int link_rounds(struct rank_table *table, const struct mpi_hosts *hosts)
{
	const struct timespec pause = { 0, PAUSE_NS };
	static struct message_looks looks;
	struct grove_team *team = NULL;
	char ring[32];
	int error;

	snprintf(ring, sizeof ring, "ring:%d", hosts->ranks);
	error = grove_mpi_open(&team, MPI_COMM_WORLD,
		&(struct grove_mpi_options){ .team = { .network = ring, .threads = 1 } });
	for (int k = 0; k < MESSAGE_LOOKS && !error; k++) {
		if (k >= FEWEST_LOOKS && message_looks_agree(&looks))
			break;
		nanosleep(&pause, NULL);
		error = look_at_all(&looks, hosts, table->cores == CORES_COMMON, team);
	}
	if (team)
		grove_team_free(team);
	return error ? error : message_looks_judge(&looks, table);
}
