/* Reads structs that begin with their size: an application may know fewer or more fields. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SIZED_STRUCT_H
#define LIBRARY_SIZED_STRUCT_H

enum sized_struct {
	SIZED_TEAM_OPTIONS,
	SIZED_PROBLEM,
	SIZED_OPERATION,
	SIZED_PLAN_OPTIONS
};

/* Copies the application's struct into this library's version of the struct. Fields that the
 * application does not have become 0. Returns 0, or -EINVAL: the size is impossible, or a field is
 * set that this library does not know. */
int sized_read(enum sized_struct which, void *own, const void *theirs);

#endif
