/* Collectives: from a problem to a verified plan, by name or by choice. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_REGISTRY_H
#define COLLECTIVES_REGISTRY_H

#include "plan/plan.h"

/* One line of the table of algorithms. Its name is that of a tree family followed by `suffix`, or,
 * when it has no families, `name` alone. */
struct algorithm {
	enum collective collective;
	const char *name;   /* NULL: FAMILY followed by the suffix */
	const char *suffix; /* "" or "-rb" */
	int (*build)(struct plan **plan, const struct problem *problem); /* not finalized */
	const char *text, *citation;
	const char *networks; /* where it applies, for humans; NULL: any, or any that has FAMILY */
	unsigned ports;	      /* bit p: port model p has a schedule of its own; 0: all models have.
			       * In the others the steps of a looser model are spread */
	/* Of one without families: whether its networks are these, 0 or -EINVAL, without a line;
	 * NULL: any. */
	int (*applies)(const struct network *net);
	/* Whether the destination or the permutation is one that it is for; 0, or -EINVAL with why.
	 * NULL: it serves all. */
	int (*serves)(const struct problem *problem);
	const char *permutation; /* the usual one; NULL: inversion */
	const char *order;	 /* one more that `auto` may take */
	bool by_name;		 /* another one is the same or faster: `auto` leaves it out */
	bool one_link;		 /* but with one link at a time it may win, on few nodes */
	int dimensions;		 /* `auto` plans it on cubes of no more; 0: on all */
	bool composes;		 /* its name is "A+B" followed by the suffix: an algorithm of each of: */
	enum collective composed[2];
};

/* The i-th algorithm, NULL behind the last. */
const struct algorithm *algorithm_at(int i);

/* The algorithm that a problem names. NULL, with the ones that there are as why. */
const struct algorithm *algorithm_of(const struct problem *problem);

/* The i-th name that can be asked for on this network, by which i counts families and fixed names
 * of this collective; 0, or -ENOENT behind the last. Some serve only some destinations or
 * permutations: algorithm_serves. */
int algorithm_name_at(
	char name[ALGORITHM_NAME], enum collective collective, const struct network *net, int i);

/* 0, or -EINVAL with why: the problem's algorithm is for other networks, destinations or
 * permutations. */
int algorithm_serves(const struct problem *problem);

/* Of a problem whose algorithm is composed: the i-th part as a problem of its own, but for its size. 0, or
 * -EINVAL with why. The other way round: the names of algorithm and order of two parts, as the whole has
 * them; -EINVAL: they are too long. */
int composed_part(struct problem *part, const struct problem *problem, int i);
int composed_name(struct problem *problem, const struct problem part[2], const char *suffix);

/* Whether an algorithm can be a part: 0, or -EINVAL with why, that its parts are not equal, say. */
int composed_serves(const struct problem *part);

/* Makes and finalizes the plan that the problem asks for; its algorithm is a name, never "auto". 0, or
 * -errno with why: an algorithm that does not exist there, ports or an order that it does not
 * have, more hops than memory. */
int collective_plan(struct plan **plan, const struct problem *problem);

/* The builders, one for each line of the table. */
int build_broadcast(struct plan **plan, const struct problem *problem);
int build_waves(struct plan **plan, const struct problem *problem);
int build_waves_back(struct plan **plan, const struct problem *problem);
int build_waves_both(struct plan **plan, const struct problem *problem);
int build_reduce(struct plan **plan, const struct problem *problem);
int build_send(struct plan **plan, const struct problem *problem);
int build_scatter(struct plan **plan, const struct problem *problem);
int build_gather(struct plan **plan, const struct problem *problem);
int build_scatter_flow(struct plan **plan, const struct problem *problem);
int build_gather_flow(struct plan **plan, const struct problem *problem);
int build_scatter_twophase(struct plan **plan, const struct problem *problem);
int build_gather_twophase(struct plan **plan, const struct problem *problem);
int build_allgather(struct plan **plan, const struct problem *problem);
int build_reducescatter(struct plan **plan, const struct problem *problem);
int build_allreduce(struct plan **plan, const struct problem *problem);
int build_doubling(struct plan **plan, const struct problem *problem);
int build_allreduce_rb(struct plan **plan, const struct problem *problem);
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
int build_collect1(struct plan **plan, const struct problem *problem);
int build_collect2(struct plan **plan, const struct problem *problem);
int build_complete_broadcast(struct plan **plan, const struct problem *problem);
int build_ring(struct plan **plan, const struct problem *problem);
int build_ring2(struct plan **plan, const struct problem *problem);
int build_complete_exchange(struct plan **plan, const struct problem *problem);
int build_corner_exchange(struct plan **plan, const struct problem *problem);
int build_arbitrary_exchange(struct plan **plan, const struct problem *problem);
int build_inversion(struct plan **plan, const struct problem *problem);
int build_transposition(struct plan **plan, const struct problem *problem);
int build_histogram(struct plan **plan, const struct problem *problem);
int build_scan_updown(struct plan **plan, const struct problem *problem);
int build_scan_doubling(struct plan **plan, const struct problem *problem);
int build_barrier(struct plan **plan, const struct problem *problem);
int build_composed(struct plan **plan, const struct problem *problem);

/* For the columns `applies` and `serves`. */
int applies_to_square_cubes(const struct network *net);
int applies_to_radices_of_two(const struct network *net);
int applies_to_digits(const struct network *net);
int serves_transposition(const struct problem *problem);
int serves_doubling(const struct problem *problem);
int serves_opposite_corners(const struct problem *problem);
int serves_other_corners(const struct problem *problem);
int serves_inversion(const struct problem *problem);
int serves_corners(const struct problem *problem);
int serves_a_pair(const struct problem *problem);

#endif
