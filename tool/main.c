/* Starts the command. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/command_line.h"

int main(int argc, char **argv)
{
	return command_line(argc, argv);
}
