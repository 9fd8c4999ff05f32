/* Finds the calibrated machine at the distance at which the cores are now. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/monotonic.h"
#include "library/machine/bare_line.h"
#include "library/machine/distance.h"
#include "library/machine/machine_files.h"
#include "runtime/machine/cpus.h"
#include "base/process.h"
#include "runtime/node/team_state.h"

/* The last measured trip. */
static struct {
	double trip, at; /* 0: not measured yet */
	int cpus[2];
} last;

bool team_cpus(const struct team *team, int cpus[2])
{
	cpus[0] = cpus[1] = -1;
	if (team->threads == 1 || team->cores < 2)
		return false;
	cpus[0] = team_pinned(team, 0);
	cpus[1] = team_pinned(team, 1);
	return true;
}

static bool is_known(const int cpus[2], double age)
{
	return last.trip > 0 && monotonic_seconds() - last.at <= age &&
	       (cpus[0] < 0 || (cpus[0] == last.cpus[0] && cpus[1] == last.cpus[1]));
}

static int measure(const int cpus[2])
{
	double trip;
	int error = bare_line_trip(cpus, &trip);

	if (error)
		return error;
	last.trip = trip;
	last.at = monotonic_seconds();
	last.cpus[0] = cpus[0];
	last.cpus[1] = cpus[1];
	return 0;
}

int distance_trip(double *trip, const int cpus[2], double age)
{
	static const int any[] = { -1, -1 };
	int error = 0;

	if (!cpus)
		cpus = any;
	process_lock(LOCK_DISTANCE);
	if (!is_known(cpus, age))
		error = measure(cpus);
	*trip = last.trip;
	process_unlock(LOCK_DISTANCE);
	return error;
}

int distance_machine(const struct machine **machine, const int cpus[2], double age)
{
	const struct calibration *calibration;
	int error = machine_files_calibration(&calibration);
	double trip = 0;

	*machine = NULL;
	if (error || !calibration)
		return error;
	if (calibration->count > 1 && cores_usable() > 1)
		error = distance_trip(&trip, cpus, age);
	if (!error)
		*machine = calibration_nearest(calibration, trip);
	return error;
}
