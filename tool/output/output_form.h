/* Lists the forms of output that a sub-command may have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_OUTPUT_FORM_H
#define TOOL_OUTPUT_OUTPUT_FORM_H

enum form {
	FORM_TEXT,
	FORM_JSON,
	FORM_CSV,
	FORM_DOT,
	FORM_SVG,
	FORM_MOVING,
	FORM_HOLDS,
	FORM_HOLDS_JSON,
	FORM_TRACE,
	FORM_GOAL,
	FORM_MSCCL
};

#endif
