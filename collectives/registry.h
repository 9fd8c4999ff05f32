/* Makes a verified plan from a problem, by the name of an algorithm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_REGISTRY_H
#define COLLECTIVES_REGISTRY_H

#include "plan/plan.h"

/* A line of the table of algorithms. The name of the algorithm is the name of a tree family
 * followed by `suffix`, or `name` if the algorithm has no families. */
struct algorithm {
	enum collective collective;
	const char *name;   /* NULL: FAMILY followed by the suffix */
	const char *suffix; /* "" or "-rb" */
	int (*build)(struct plan **plan, const struct problem *problem); /* not finalized */
	const char *text, *citation;
	const char *networks; /* for humans; NULL: any, or any that has FAMILY */
	/* bit p: port model p has a schedule of its own; 0: all models have. Other models spread
	 * the steps of a looser model. */
	unsigned ports;
	/* Without families: returns 0 if the network fits, or -EINVAL without an error line. NULL:
	 * any network fits. */
	int (*applies)(const struct network *net);
	/* Returns 0 if the algorithm is for the destination or the permutation, or -EINVAL with
	 * why. NULL: the algorithm serves all. */
	int (*serves)(const struct problem *problem);
	const char *permutation; /* the usual permutation; NULL: inversion */
	const char *order;	 /* an order that `auto` considers beside the usual order */
	bool by_name;		 /* another is the same or faster: left out by `auto` */
	bool one_link;		 /* but may win with one link at a time, on few nodes */
	bool balances;		 /* spreads the load of links: costs much to plan */
	int dimensions;		 /* `auto` considers cubes of at most this dimension; 0: all */
	bool composes;		 /* the name is "A+B" and the suffix, of these collectives: */
	enum collective composed[2];
};

/* Returns the i-th algorithm, or NULL after the last. */
const struct algorithm *algorithm_at(int i);

/* Returns the algorithm that a problem names, or NULL with the existing algorithms as why. */
const struct algorithm *algorithm_of(const struct problem *problem);

/* A walk over the algorithms of a collective on a network that are not composed: `algorithm`, and
 * `family` if the algorithm has families. The walk begins as zeros. */
struct algorithm_walk {
	const struct algorithm *algorithm;
	const struct family *family;
	int row, families; /* the next places after these two */
};

/* Goes to the next algorithm. Returns false after the last. */
bool algorithm_next(
	struct algorithm_walk *walk, enum collective collective, const struct network *net);
void algorithm_walk_name(char name[ALGORITHM_NAME], const struct algorithm_walk *walk);

/* Writes the i-th name for this collective on this network; i counts families and fixed names.
 * Returns 0, or -ENOENT after the last name. Some algorithms serve only some destinations or
 * permutations: algorithm_serves. */
int algorithm_name_at(
	char name[ALGORITHM_NAME], enum collective collective, const struct network *net, int i);

/* Returns 0, or -EINVAL with why if the problem's algorithm is for other networks, destinations or
 * permutations. */
int algorithm_serves(const struct problem *problem);

/* Composed algorithms. composed_part makes part i of a problem, a problem of its own but for the
 * size, and returns 0 or -EINVAL with why. composed_name joins the names of algorithm and order of
 * two parts, and returns 0, or -EINVAL if the names are too long. */
int composed_part(struct problem *part, const struct problem *problem, int i);
int composed_name(struct problem *problem, const struct problem part[2], const char *suffix);

/* Returns true if a plan can be a part: its own parts are equal, and no stream. */
bool composed_takes(const struct plan *plan);

/* Returns 0, or -EINVAL with why if the plans of the parts have too many hops to be written out for
 * every node. */
int composed_fits(const struct problem *problem, struct plan *const part[2]);

/* Makes and finalizes the plan of a problem, whose algorithm is a name and never "auto". Returns 0,
 * or -errno with why: no such algorithm there, ports or an order that the algorithm does not have,
 * or more hops than memory. */
int collective_plan(struct plan **plan, const struct problem *problem);

/* The builders of the table. A builder that serves several collectives looks at the problem's. */
int build_broadcast(struct plan **plan, const struct problem *problem);
int build_waves(struct plan **plan, const struct problem *problem);
int build_send(struct plan **plan, const struct problem *problem);
int build_scatter(struct plan **plan, const struct problem *problem);
int build_scatter_flow(struct plan **plan, const struct problem *problem);
int build_scatter_twophase(struct plan **plan, const struct problem *problem);
int build_allgather(struct plan **plan, const struct problem *problem);
int build_doubling(struct plan **plan, const struct problem *problem);
int build_allreduce_rb(struct plan **plan, const struct problem *problem);
int build_barrier_rb(struct plan **plan, const struct problem *problem);
int build_alltoall(struct plan **plan, const struct problem *problem);
int build_permute(struct plan **plan, const struct problem *problem);
int build_permuted_send(struct plan **plan, const struct problem *problem);
int build_ocsend1(struct plan **plan, const struct problem *problem);
int build_ocsend2(struct plan **plan, const struct problem *problem);
int build_ocsend3(struct plan **plan, const struct problem *problem);
int build_ocsend4(struct plan **plan, const struct problem *problem);
int build_xocsend1(struct plan **plan, const struct problem *problem);
int build_xocsend2(struct plan **plan, const struct problem *problem);
int build_arbitrary2(struct plan **plan, const struct problem *problem);
int build_arbitrary3(struct plan **plan, const struct problem *problem);
int build_distribute1(struct plan **plan, const struct problem *problem);
int build_distribute2(struct plan **plan, const struct problem *problem);
int build_complete_broadcast(struct plan **plan, const struct problem *problem);
int build_ring(struct plan **plan, const struct problem *problem);
int build_ring2(struct plan **plan, const struct problem *problem);
int build_rings(struct plan **plan, const struct problem *problem);
int build_complete_exchange(struct plan **plan, const struct problem *problem);
int build_corner_exchange(struct plan **plan, const struct problem *problem);
int build_arbitrary_exchange(struct plan **plan, const struct problem *problem);
int build_inversion(struct plan **plan, const struct problem *problem);
int build_transposition(struct plan **plan, const struct problem *problem);
int build_histogram(struct plan **plan, const struct problem *problem);
int build_scan_updown(struct plan **plan, const struct problem *problem);
int build_scan_chain(struct plan **plan, const struct problem *problem);
int build_scan_doubling(struct plan **plan, const struct problem *problem);
int build_ordered_reduce(struct plan **plan, const struct problem *problem);
int build_ordered_allreduce(struct plan **plan, const struct problem *problem);
int build_ordered_halving(struct plan **plan, const struct problem *problem);
int build_ordered_slices(struct plan **plan, const struct problem *problem);
int build_composed(struct plan **plan, const struct problem *problem);

/* For the columns `applies` and `serves`. */
int applies_to_rings(const struct network *net);
int applies_to_square_cubes(const struct network *net);
int applies_to_radices_of_two(const struct network *net);
int applies_to_digits(const struct network *net);
int applies_to_few_digits(const struct network *net);
int applies_to_bracket_digits(const struct network *net);
int applies_to_few_nodes(const struct network *net);
int serves_transposition(const struct problem *problem);
int serves_doubling(const struct problem *problem);
int serves_opposite_corners(const struct problem *problem);
int serves_other_corners(const struct problem *problem);
int serves_inversion(const struct problem *problem);
int serves_corners(const struct problem *problem);
int serves_a_pair(const struct problem *problem);

#endif
