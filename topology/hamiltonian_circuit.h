/* A Hamiltonian circuit is a walk through all nodes of a network that ends beside its beginning. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_HAMILTONIAN_CIRCUIT_H
#define TOPOLOGY_HAMILTONIAN_CIRCUIT_H

#include "topology/network.h"

/* Writes the nodes of the circuit, in order, to node[nodes]; the first is node 0. Only for networks
 * for which circuit_applies returns 0. */
void circuit_walk(const struct network *net, int *node);

/* CIRCUIT_NETWORKS names, for humans, the networks of three nodes or more with a circuit that this
 * file can find. circuit_applies is for the column `applies` of families.h: 0, or -EINVAL without a
 * line. */
#define CIRCUIT_NETWORKS "cube:n, gh:.., butterfly:d, ring:n or torus:.. of 3 nodes or more"
int circuit_applies(const struct network *net);

#endif
