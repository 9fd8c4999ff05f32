/* Draws the costs: S beta + V tau as bars, and the curves over B and over M. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { axisBelow, axisLeft, linearScale, linearTicks, logScale, logTicks } from "./svg_axes.mjs";
import { bytesText, escaped, secondsText, short, tag } from "../plans/svg_text.mjs";

const WIDTH = 470;
const LEFT = 66;
const RIGHT = 14;
const HEIGHT = 220;
const BOTTOM = HEIGHT - 44;
const ROW = 30;

/* Bars on one scale: [{ name, startup, transfer, bound }] in seconds; bound 0: not known. */
export function costBars(costs) {
	const end = Math.max(...costs.map((c) => Math.max(c.startup + c.transfer, c.bound))) || 1;
	const x = linearScale([0, end], [34, WIDTH - RIGHT]);
	const height = ROW * costs.length + 6;

	return tag("svg", { viewBox: `0 0 ${WIDTH} ${height + 42}`, class: "chart cost", role: "img",
		"aria-label": costs.map((c) => `plan ${c.name}: ${costText(c)}`).join("; ") },
	costs.map((cost, i) => bar(cost, x, 4 + i * ROW)).join(""),
	axisBelow({ x, y: height, from: 34, to: WIDTH - RIGHT, ticks: linearTicks(end, 5), text: secondsText, title: "time in steps; dashed: no schedule ends before" }));
}

function costText({ startup, transfer }) {
	return `${secondsText(startup)} of start-ups and ${secondsText(transfer)} of transfer`;
}

function bar({ name, startup, transfer, bound }, x, y) {
	const part = (from, to, className, text) => tag("rect", { x: short(x(from)), y,
		width: short(Math.max(0, x(to) - x(from))), height: ROW - 8, class: className }) +
		(x(to) - x(from) > 34 ? tag("text", { x: short((x(from) + x(to)) / 2), y: y + 15, class: "part" }, text) : "");

	return tag("text", { x: 28, y: y + 15, class: "row" }, escaped(name)) +
		part(0, startup, "startup", "S β") + part(startup, startup + transfer, "load", "V τ") +
		(bound > 0 ? tag("line", { x1: short(x(bound)), x2: short(x(bound)), y1: y - 3, y2: y + ROW - 5, class: "least" }) : "");
}

/* The range of some values above 0, a little wider. */
function rangeOf(values) {
	const above = values.filter((value) => value > 0 && Number.isFinite(value));
	const [low, high] = [Math.min(...above), Math.max(...above)];

	return above.length ? [low / 1.15, high * 1.15] : [0.5, 2];
}

/* Ticks of seconds: powers of 10 or 2, or where the range is narrow round numbers. */
function timeTicks(range) {
	const [decades, doublings] = [logTicks(range), logTicks(range, 2)];

	return decades.length > 2 ? decades : doublings.length > 2 ? doublings
		: linearTicks(range[1], 8).filter((t) => t >= range[0]);
}

function curvePath(points, x, y) {
	return `M${points.map(([px, py]) => `${short(x(px))} ${short(y(py))}`).join("L")}`;
}

/* Curves [{ name, points: [[bytes, seconds]] }] over bytes, both axes with equal factors; marks are
 * lines across at { bytes, text }. */
export function curveChart(curves, title, marks) {
	const points = curves.flatMap((curve) => curve.points).filter(([, time]) => time > 0);

	if (points.length < 2)
		return "";
	const xs = rangeOf(points.map(([bytes]) => bytes));
	const ys = rangeOf(points.map(([, time]) => time));
	const x = logScale(xs, [LEFT, WIDTH - RIGHT]);
	const y = logScale(ys, [BOTTOM, 24]);
	const frame = axisLeft({ y, x: LEFT, across: WIDTH - RIGHT, text: secondsText, title: "time in steps",
		ticks: timeTicks(ys) }) +
		axisBelow({ x, y: BOTTOM, from: LEFT, to: WIDTH - RIGHT, ticks: logTicks(xs, 2), text: bytesText, title });

	return tag("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart curves", role: "img",
		"aria-label": `${title}: ${marks.map((mark) => mark.text).join("; ")}` }, frame,
	curves.map((curve, i) => curveText(curve, i, x, y)).join(""),
	marks.filter(({ bytes }) => bytes >= xs[0] && bytes <= xs[1])
		.map((mark, i) => markText(mark, x, i)).join(""));
}

function curveText({ name, points }, i, x, y) {
	const drawn = points.filter(([, time]) => time > 0);
	const [bytes, time] = drawn[drawn.length - 1] ?? [1, 1];

	return tag("path", { d: curvePath(drawn, x, y), class: `shaft way-${i}` }) +
		drawn.map(([b, t]) => tag("circle", { cx: short(x(b)), cy: short(y(t)), r: 2.4, class: `head way-${i}` },
			tag("title", {}, `${bytesText(b)}: ${secondsText(t)}`))).join("") +
		(name ? tag("text", { x: short(x(bytes) - 9), y: short(y(time) - 7) }, escaped(name)) : "");
}

function markText({ bytes, text }, x, i) {
	const left = x(bytes) > WIDTH / 2;

	return tag("line", { x1: short(x(bytes)), x2: short(x(bytes)), y1: 20, y2: BOTTOM, class: "least" }) +
		tag("text", { x: short(x(bytes) + (left ? -5 : 5)), y: 32 + 15 * i, class: left ? "row" : "title" }, escaped(text));
}
