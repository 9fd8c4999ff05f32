"""Writes figures as the pages of measurements show them."""
# SPDX-License-Identifier: BSD-2-Clause


def time_text(seconds):
    """Three digits, in us, ms or s."""
    for factor, unit in ((1e6, "us"), (1e3, "ms"), (1, "s")):
        if seconds * factor < 999.5 or unit == "s":
            value = seconds * factor
            return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {unit}"
    return ""
