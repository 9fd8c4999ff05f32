/* Declares how the values of options are read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_OPTION_VALUES_H
#define TOOL_ARGUMENTS_OPTION_VALUES_H

#include "tool/arguments/options.h"

/* Reads the value of an option into its place. Returns 0, or -EINVAL with why. */
int option_value_read(struct options *options, const struct option_value *value, const char *text);

/* Readers of values that are more than a number, a text or a word. Each returns 0, or -EINVAL with
 * why. */
typedef int option_reader(struct options *options, const char *text);

option_reader read_packet, read_ports, read_duplex, read_step, read_type, read_fold,
	read_machine, read_forward, read_data, read_sizes, read_message_size, read_range;

#endif
