/* Shows what `grove calibrate` measured, as tables or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_CALIBRATION_REPORT_H
#define TOOL_REPORTS_CALIBRATION_REPORT_H

#include "plan/costs/calibration.h"

/* Print or write what was measured, the distances of the cores that the file has now, and the name
 * of the file. */
void calibration_report_print(
	const struct calibration *measured, const struct calibration *kept, const char *path);
void calibration_report_write(
	const struct calibration *measured, const struct calibration *kept, const char *path);

#endif
