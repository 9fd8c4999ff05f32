/* Starts the command. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/command_line.h"
#include "tool/output/standard_streams.h"

int main(int argc, char **argv)
{
	standard_streams_open();
	return command_line(argc, argv);
}
