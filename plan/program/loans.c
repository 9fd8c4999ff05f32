/* Keeps the loans of a program that are not back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/program/loans.h"

int loans_open(struct loans *loans, const struct program *program)
{
	size_t ports = 0;

	for (size_t i = 0; i < program->instructions; i++)
		if (program->instruction[i].port >= ports)
			ports = (size_t)program->instruction[i].port + 1;
	loans->program = program;
	loans->outs = 0;
	loans->out = malloc((program->instructions + 1) * sizeof *loans->out);
	loans->sent = calloc(ports + 1, sizeof *loans->sent);
	if (!loans->out || !loans->sent)
		return why(ENOMEM, "no memory to look at a program of %zu instructions",
			program->instructions);
	return 0;
}

void loans_close(struct loans *loans)
{
	free(loans->out);
	free(loans->sent);
}

void loans_send(struct loans *loans, size_t i, bool lends)
{
	uint32_t nth = ++loans->sent[loans->program->instruction[i].port];

	if (lends)
		loans->out[loans->outs++] = (struct lent_packet){ (uint32_t)i, nth };
}

/* An await is for the first packets of a port. */
int loans_end(struct loans *loans, size_t await,
	int (*back)(void *owner, size_t await, uint32_t instruction), void *owner)
{
	const struct instruction *first = loans->program->instruction, *wait = &first[await];
	size_t kept = 0;
	int error = 0;

	for (size_t k = 0; k < loans->outs; k++) {
		struct lent_packet loan = loans->out[k];

		if (first[loan.instruction].port != wait->port || loan.nth > wait->count)
			loans->out[kept++] = loan;
		else if (!error)
			error = back(owner, await, loan.instruction);
	}
	loans->outs = kept;
	return error;
}
