#!/bin/sh
# The page of a lesson: its judge, cuts, time, progress, keys and barriers.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive judges_the_tasks_problem cuts_in_the_picture moves_packets saves_pictures shows_the_plan_as_text keeps_progress turns_by_keys opens_at_once opens_the_explorer is_embedded prints has_no_barriers_in_light \
	has_no_barriers_in_the_dark
