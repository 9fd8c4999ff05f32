/* How the threads of a team wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_WAITING_H
#define RUNTIME_DRIVE_WAITING_H

enum waiting {
	WAIT_AUTO,
	WAIT_SPIN,
	WAIT_YIELD,
	WAIT_PARK
};

#endif
