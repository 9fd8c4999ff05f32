/* Collectives: from a problem to a verified plan, by name or by choice. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_COLLECTIVE_H
#define COLLECTIVES_COLLECTIVE_H

#include "plan/plan.h"

/* One line of the table of algorithms. Its name is that of a tree family followed by `suffix`, or,
 * when it has no families, `name` alone. */
struct algorithm {
	enum collective collective;
	const char *name;   /* NULL: FAMILY followed by the suffix */
	const char *suffix; /* "" or "-rb" */
	int (*build)(struct plan **plan, const struct problem *problem); /* not sealed */
	const char *text, *citation;
};

/* The i-th algorithm, NULL behind the last. */
const struct algorithm *algorithm_at(int i);

/* The algorithm that a problem names. NULL, with the ones that there are as why. */
const struct algorithm *algorithm_of(const struct problem *problem);

/* The i-th name that can be asked for on this network, by which i counts families and fixed names
 * of this collective; 0, or -ENOENT behind the last. */
int algorithm_name_at(
	char name[ALGORITHM_NAME], enum collective collective, const struct network *net, int i);

/* Makes and seals the plan that the problem asks for; its algorithm is a name, never "auto". 0, or
 * -errno with why: an algorithm that does not exist there, ports or an order that it does not
 * have, more hops than memory. */
int collective_plan(struct plan **plan, const struct problem *problem);

/* The builders, one for each line of the table. */
int build_broadcast(struct plan **plan, const struct problem *problem);
int build_reduce(struct plan **plan, const struct problem *problem);
int build_send(struct plan **plan, const struct problem *problem);
int build_scatter(struct plan **plan, const struct problem *problem);
int build_gather(struct plan **plan, const struct problem *problem);
int build_allgather(struct plan **plan, const struct problem *problem);
int build_reducescatter(struct plan **plan, const struct problem *problem);
int build_allreduce(struct plan **plan, const struct problem *problem);
int build_allreduce_rb(struct plan **plan, const struct problem *problem);
int build_alltoall(struct plan **plan, const struct problem *problem);
int build_permute(struct plan **plan, const struct problem *problem);
int build_permuted_send(struct plan **plan, const struct problem *problem);
int build_barrier(struct plan **plan, const struct problem *problem);

#endif
