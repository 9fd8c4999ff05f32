/* Hamiltonian circuits: a walk through all nodes of a network that ends beside its beginning. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_HAMILTONIAN_CIRCUIT_H
#define TOPOLOGY_HAMILTONIAN_CIRCUIT_H

#include "topology/network.h"

/* Whether the network has three nodes or more and a circuit that is known here. */
bool circuit_exists(const struct network *net);

/* The nodes in their order on the circuit, at node[nodes]; the first one is node 0. For networks on
 * which circuit_exists. */
void circuit_walk(const struct network *net, int *node);

/* Where that is, for humans; and for families.h's column `applies`: 0, or -EINVAL without a line. */
#define CIRCUIT_NETWORKS "cube:n, gh:.. or butterfly:d of 3 nodes or more"
int circuit_applies(const struct network *net);

#endif
