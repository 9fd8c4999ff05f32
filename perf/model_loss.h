/* The loss of the model: the errors of its predictions, and the time that auto's choices lose. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_MODEL_LOSS_H
#define PERF_MODEL_LOSS_H

#include "perf/candidate_sweep.h"
#include "plan/costs/data_state.h"

/* A measured candidate. The candidates of a point have the same problem, size, state and way to
 * forward. */
struct loss_row {
	const char *collective;
	char network[NETWORK_NAME];
	size_t bytes;
	enum data_state data;
	enum forward forward;
	int point;
	bool chosen; /* by auto; one candidate of each point */
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
	size_t packet;		    /* 0: no limit */
	double predicted, measured; /* seconds; predicted NAN: not known */
};

/* Rows belong to groups, by these properties. LOSS_ALL is a single group. */
enum loss_key {
	LOSS_ALL,
	LOSS_COLLECTIVE,
	LOSS_NETWORK,
	LOSS_BYTES,
	LOSS_DATA,
	LOSS_FORWARD,
	LOSS_KEYS
};

/* The figures of a group. The error of a row is max(p/m, m/p), of what was predicted and measured.
 * The loss of a point is the time of auto's choice divided by the time of the fastest candidate.
 * Figures without rows are NAN. */
struct loss_figures {
	int rows, points;			  /* rows with predictions */
	double error, error_95, loss, worst_loss; /* error and loss: geometric means */
};

/* Returns the error of a row, NAN if nothing was predicted. */
double loss_error(const struct loss_row *row);

/* Returns the loss of the point of row[chosen]. */
double loss_of(const struct loss_row *row, int rows, int chosen);

bool loss_same_group(const struct loss_row *a, const struct loss_row *b, enum loss_key key);

/* Computes the figures of all rows in the group of row[example]. Returns 0, or -ENOMEM with why. */
int loss_figures(struct loss_figures *figures, const struct loss_row *row, int rows, int example,
	enum loss_key key);

#endif
