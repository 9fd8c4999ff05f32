/* Shows no progress in a page: the command in a page has no terminal and no timer. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/output/progress.h"

void progress_watch(const char *command)
{
	(void)command;
}

void progress_stage(const char *stage)
{
	(void)stage;
}

void progress_end(void)
{
}

void progress_output(void)
{
}
