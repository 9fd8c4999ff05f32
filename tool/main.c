/* Starts the command. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/command_line.h"
#include "tool/json_memory.h"

int main(int argc, char **argv)
{
	json_memory_guard();
	return command_line(argc, argv);
}
