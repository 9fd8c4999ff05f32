/* Reads the links of a graph from a file, in any of several formats. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_GRAPH_FILE_H
#define TOPOLOGY_NETWORKS_GRAPH_FILE_H

#include "topology/networks/adjacency.h"

/* Adds the links of a file to an empty list. The content tells the format. Labels are written where
 * nodes are not numbered from 0; the caller frees them. Returns 0, -ENOMEM, or -EINVAL with why: a
 * file that can be meant in two ways is refused. */
int graph_file_read(struct link_list *list, const char *file);

#endif
