/* Transforms the square of examples/fft.c by FFTW's own two-dimensional transform on OpenMP's
 * threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#include <omp.h>
#include <fftw3.h>
#include "perf/peers/programs/told_time.h"

static void items_write(fftw_complex *items, size_t count)
{
#pragma omp parallel for schedule(static)
	for (size_t k = 0; k < count; k++) {
		unsigned x = (unsigned)k * 0x9e3779b9u;

		x = (x ^ x >> 15) * 0x85ebca6bu;
		items[k] =
			(double)(x >> 16) / 65536 - 0.5 + I * ((double)(x & 0xffff) / 65536 - 0.5);
	}
}

static fftw_plan plan_of(fftw_complex *items, long side, unsigned how)
{
	return fftw_plan_dft_2d((int)side, (int)side, items, items, FFTW_FORWARD, how);
}

/* Returns 1 if one thread gets the same items, apart from rounding. */
static int items_right(const fftw_complex *items, long side)
{
	size_t count = (size_t)(side * side);
	fftw_complex *own = fftw_malloc(sizeof *own * count);
	double most = 0, largest = 0;

	if (!own)
		return 0;
	fftw_plan_with_nthreads(1);
	items_write(own, count);
	fftw_execute(plan_of(own, side, FFTW_ESTIMATE));
	for (size_t k = 0; k < count; k++) {
		double off = cabs(own[k] - items[k]), size = cabs(own[k]);

		most = off > most || off != off ? off : most;
		largest = size > largest ? size : largest;
	}
	return most < 1e-12 * largest;
}

int main(int arguments, char **argument)
{
	long side = program_number(arguments, argument, 1, 512);
	long times = program_number(arguments, argument, 3, 5);
	fftw_complex *items = fftw_malloc(sizeof *items * (size_t)(side * side));
	double best = 1e9;
	fftw_plan plan;

	if (!items || !fftw_init_threads())
		return 1;
	fftw_plan_with_nthreads(omp_get_max_threads());
	plan = plan_of(items, side, FFTW_MEASURE);
	for (long k = 0; k < times; k++) {
		double begun;

		items_write(items, (size_t)(side * side));
		begun = program_now();
		fftw_execute(plan);
		begun = program_now() - begun;
		best = begun < best ? begun : best;
	}
	return program_end("FFT, FFTW", items_right(items, side), best);
}
