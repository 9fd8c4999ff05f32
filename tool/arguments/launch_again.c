/* Starts this command once more, as a launch that hands records over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "tool/arguments/launch_again.h"

int launch_again(struct launch *launch, const struct options *options)
{
	char **word = array_zeros((size_t)options->arguments + 3, sizeof *word);
	int error;

	if (!word)
		return why(ENOMEM, "no memory for the arguments of a launch");
	word[0] = (char[]){ "grove" };
	word[1] = (char *)options->command->name;
	for (int i = 0; i < options->arguments; i++)
		word[i + 2] = options->argument[i];
	error = launch_begin(launch, word);
	free(word);
	return error ? why(EIO, "no process for a launch: %s", strerror(-error)) : 0;
}
