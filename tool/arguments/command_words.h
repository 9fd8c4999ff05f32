/* Words that the help of several sub-commands shares. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_COMMAND_WORDS_H
#define TOOL_ARGUMENTS_COMMAND_WORDS_H

#include "tool/arguments/command.h"

#define PROBLEM "COLLECTIVE ALGORITHM NET"
#define FILE_OR "FILE|-  or  "
#define FILES_ARE "FILE: a plan as text or as JSON, from `grove plan` or from elsewhere\n"
#define NETWORKS_ARE                                                                               \
	"NET: cube:3, gh:2x3x4, gh:6 (complete), star:4, ccc:3, butterfly:3, ring:5,\n"            \
	"  torus:3x4, mesh:3x3, machine:8 (8 nodes on the cores here), graph:FILE with a\n"        \
	"  line 'u v' for each link, or in DOT, GML, GraphML, METIS or Matrix Market;\n"           \
	"  `grove list networks`\n"
#define COLLECTIVES_ARE                                                                            \
	"COLLECTIVE: broadcast reduce scatter gather allgather reducescatter allreduce\n"          \
	"  alltoall send permute transpose histogram barrier scan exscan\n"                        \
	"ALGORITHM: a tree family such as nesbt, or auto; `grove list algorithms`\n" NETWORKS_ARE

#endif
