/* Declares the readers of option values, a reader for each row of the table of options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_OPTION_VALUES_H
#define TOOL_ARGUMENTS_OPTION_VALUES_H

#include "tool/arguments/options.h"

/* Each reader returns 0, or -EINVAL with why. */
typedef int option_reader(struct options *options, const char *text);

option_reader read_root, read_destination, read_bytes, read_packet, read_ports, read_duplex,
	read_colour, read_rows, read_step, read_tree, read_order, read_broken, read_permutation, read_type,
	read_fold, read_machine, read_beta, read_tau, read_plan, read_lesson, read_output,
	read_hostfile, read_threads, read_pin, read_wait, read_timeout, read_clock, read_forward,
	read_data, read_style, read_sizes, read_message_size, read_min_bytes, read_max_bytes,
	read_factor, read_runs, read_iterations, read_warmup, read_check, read_units, read_plot,
	read_limit, read_task, read_course, read_columns, read_marks, read_feedback, read_jobs,
	read_layout, read_turn, read_bins, read_range, read_ways, read_network, read_seconds,
	read_picture;

#endif
