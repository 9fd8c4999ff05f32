/* Scales, ticks and axes of small charts. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { escaped, short, tag } from "../plans/svg_text.mjs";

/* Returns f(value) in pixels, on a scale with equal steps. */
export function linearScale([low, high], [begin, end]) {
	const span = high - low || 1;

	return (value) => begin + (end - begin) * (value - low) / span;
}

/* Returns f(value) in pixels, on a scale with equal factors; values are above 0. */
export function logScale([low, high], range) {
	const inner = linearScale([Math.log(low), Math.log(high)], range);

	return (value) => inner(Math.log(value));
}

/* Returns about `count` round numbers from 0 to `end`. */
export function linearTicks(end, count = 6) {
	if (!(end > 0))
		return [0];
	const power = 10 ** Math.floor(Math.log10(end / count));
	const size = [1, 2, 5, 10].find((m) => m * power * count >= end) * power;

	return Array.from({ length: Math.floor(end / size * (1 + 1e-9)) + 1 }, (_, i) => i * size);
}

/* Returns powers of a base from `low` to `high`, at most about `count`. */
export function logTicks([low, high], base = 10, count = 7) {
	const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
	const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
	const stride = Math.max(1, Math.ceil((last - first + 1) / count));
	const ticks = [];

	for (let i = first; i <= last; i += stride)
		ticks.push(base ** i);
	return ticks;
}

/* The axis below a chart: line, ticks with words, title. */
export function axisBelow({ x, y, from, to, ticks, text, title }) {
	return tag("g", { class: "below" },
		tag("line", { x1: short(from), x2: short(to), y1: short(y), y2: short(y) }),
		ticks.map((t) => tag("line", { x1: short(x(t)), x2: short(x(t)), y1: short(y), y2: short(y + 4) }) +
			tag("text", { x: short(x(t)), y: short(y + 17) }, escaped(text(t)))).join(""),
		tag("text", { x: short((from + to) / 2), y: short(y + 34) }, escaped(title)));
}

/* The axis at the left of a chart, with a thin line across for each tick. */
export function axisLeft({ y, x, across, ticks, text, title }) {
	return tag("g", { class: "left" },
		ticks.map((t) => tag("line", { x1: short(x), x2: short(across), y1: short(y(t)), y2: short(y(t)), class: "rule" }) +
			tag("text", { x: short(x - 5), y: short(y(t) + 4), class: "row" }, escaped(text(t)))).join(""),
		tag("text", { x: 2, y: 13, class: "title" }, escaped(title)));
}
