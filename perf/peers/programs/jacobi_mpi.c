/* Relaxes the plate of examples/jacobi.c by MPI: each rank has a band, and exchanges its edges. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include "perf/peers/programs/jacobi_plate.h"
#include "perf/peers/programs/told_time.h"

/* The band of a rank, with requests that are made once and started in each step: those of the
 * buffer that the step reads. */
struct band {
	int first, rows, up, down;
	double *now[2];
	MPI_Request edge[2][4];
};

static void edges_open(struct band *band, int width)
{
	for (int i = 0; i < 2; i++) {
		double *top = band->now[i], *bottom = top + (size_t)band->rows * (size_t)width;
		MPI_Request *edge = band->edge[i];

		MPI_Recv_init(top, width, MPI_DOUBLE, band->up, 0, MPI_COMM_WORLD, &edge[0]);
		MPI_Recv_init(
			bottom + width, width, MPI_DOUBLE, band->down, 0, MPI_COMM_WORLD, &edge[1]);
		MPI_Send_init(
			top + width, width, MPI_DOUBLE, band->up, 0, MPI_COMM_WORLD, &edge[2]);
		MPI_Send_init(bottom, width, MPI_DOUBLE, band->down, 0, MPI_COMM_WORLD, &edge[3]);
	}
}

static void band_open(struct band *band, int side)
{
	int me, all;

	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &all);
	band->first = 1 + side * me / all;
	band->rows = 1 + side * (me + 1) / all - band->first;
	band->up = me ? me - 1 : MPI_PROC_NULL;
	band->down = me < all - 1 ? me + 1 : MPI_PROC_NULL;
	for (int i = 0; i < 2; i++) {
		band->now[i] =
			malloc(sizeof(double) * ((size_t)band->rows + 2) * ((size_t)side + 2));
		if (!band->now[i])
			MPI_Abort(MPI_COMM_WORLD, 1);
		rim_set(band->now[i], band->first - 1, band->rows + 2, side);
	}
	edges_open(band, side + 2);
}

static double band_run(struct band *band, int side, long steps, int persistent)
{
	size_t width = (size_t)side + 2, bottom = (size_t)band->rows * width;
	double begun;

	MPI_Barrier(MPI_COMM_WORLD);
	begun = program_now();
	for (long step = 0; step < steps; step++) {
		double *now = band->now[step & 1];

		if (persistent) {
			MPI_Startall(4, band->edge[step & 1]);
			MPI_Waitall(4, band->edge[step & 1], MPI_STATUSES_IGNORE);
		} else {
			MPI_Sendrecv(now + width, (int)width, MPI_DOUBLE, band->up, 0,
				now + bottom + width, (int)width, MPI_DOUBLE, band->down, 0,
				MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Sendrecv(now + bottom, (int)width, MPI_DOUBLE, band->down, 0, now,
				(int)width, MPI_DOUBLE, band->up, 0, MPI_COMM_WORLD,
				MPI_STATUS_IGNORE);
		}
		rows_relax(now, band->now[~step & 1], 1, band->rows + 1, width);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	return program_now() - begun;
}

/* Both ways to exchange edges; the faster one counts. */
int main(int arguments, char **argument)
{
	int side = (int)program_number(arguments, argument, 1, 64), me, right, all;
	long steps = program_number(arguments, argument, 2, 1000);
	size_t cells = ((size_t)side + 2) * ((size_t)side + 2);
	double *check[2] = { malloc(sizeof(double) * cells), malloc(sizeof(double) * cells) };
	double pairs, requests;
	struct band band;

	MPI_Init(&arguments, &argument);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	band_open(&band, side);
	pairs = band_run(&band, side, steps, 0);
	for (int i = 0; i < 2; i++)
		rim_set(band.now[i], band.first - 1, band.rows + 2, side);
	requests = band_run(&band, side, steps, 1);
	if (!check[0] || !check[1])
		MPI_Abort(MPI_COMM_WORLD, 1);
	right = plate_right(
		band.now[steps & 1] + side + 2, band.first, band.rows, side, steps, check);
	MPI_Reduce(&right, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
	if (me == 0)
		program_end(
			"jacobi, MPI", all, (pairs < requests ? pairs : requests) / (double)steps);
	MPI_Finalize();
	return me == 0 && !all;
}
