/* Shows what `grove calibrate` measured, as tables or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_CALIBRATION_REPORT_H
#define TOOL_OUTPUT_CALIBRATION_REPORT_H

#include "plan/model/copy_costs.h"

/* Print or write the costs of a calibrated machine, and the name of its file. */
void calibration_report_print(const struct machine *machine, const char *path);
void calibration_report_write(const struct machine *machine, const char *path);

#endif
