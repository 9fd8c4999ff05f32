# Writes times, rates and sizes with the unit that suits them, as the command does.
# SPDX-License-Identifier: BSD-2-Clause

import math


def three_digits(number, units):
    """Never an exponent: "1.23 us", "12.3 us", "123 us". 999.6 ns is 1.00 us."""
    if not math.isfinite(number):
        return "-"
    if number == 0:
        return f"0 {units[-1][1]}"
    value, name = next((unit for unit in units if number >= unit[0] * 0.9995), units[-1])
    scaled = number / value
    return f"{scaled:.{2 if scaled < 9.995 else 1 if scaled < 99.95 else 0}f} {name}"


def time_text(seconds):
    return three_digits(seconds, [(1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")])


def rate_text(rate):
    return three_digits(rate, [(1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"), (1, "B/s")])


def size_text(count):
    names = ["B", "KiB", "MiB", "GiB", "TiB"]
    while count and count % 1024 == 0 and len(names) > 1:
        count //= 1024
        names.pop(0)
    return f"{count} {names[0]}"


def share_text(part, whole):
    return f"{100 * part / whole:.0f} %" if math.isfinite(part) and whole > 0 else "-"
