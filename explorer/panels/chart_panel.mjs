/* Draws the space-time chart once; afterwards a step moves only the marker. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { findRows, spanOf } from "../plans/chart_rows.mjs";
import { pathsOfParts } from "../plans/geometry.mjs";
import { packetText } from "../plans/packet_text.mjs";
import { escaped, secondsText, short, tag } from "../plans/svg_text.mjs";
import { WAY_COLOURS, wayText } from "../plans/ways.mjs";

const WIDTH = 640;
const RIGHT = 16;
const AXIS = 34;
const LETTER = 6.9;
const MOST_DRAWN = 12000;

const charts = new WeakMap();

const sameChart = (chart, state, model) => chart && chart.transfers === model.transfers &&
	chart.times === model.times && chart.rows === state.rows && chart.clock === clockOf(state, model) &&
	chart.end === endOf(state, model);

function clockOf(state, model) {
	return state.clock === "seconds" && model.times ? "seconds" : "steps";
}

/* The end of the axis: the same for two plans, so that both go by one clock. */
function endOf(state, model) {
	const shown = state.models.filter((other) => other);

	return clockOf(state, model) === "seconds"
		? Math.max(...shown.map((m) => m.times?.last ?? 0), model.figures?.bound_s ?? 0) || 1
		: Math.max(1, ...shown.map((m) => m.steps));
}

function ticksOf(end, clock) {
	const rough = end / 7;
	const power = 10 ** Math.floor(Math.log10(rough));
	const size = Math.max([1, 2, 5, 10].find((m) => m * power >= rough) * power,
		clock === "steps" ? 1 : 0);
	const ticks = [];

	for (let t = 0; t <= end * (1 + 1e-9); t += size)
		ticks.push(t);
	return ticks;
}

function axisText(chart) {
	const { left, x, end, clock } = chart;
	const title = clock === "steps" ? "step" : "time, each packet as early as can be";
	const middle = clock === "steps" ? 0.5 : 0;
	const ticks = ticksOf(clock === "steps" ? end - 1 : end, clock);

	return tag("svg", { viewBox: `0 0 ${WIDTH} ${AXIS}`, class: "axis", "aria-hidden": "true" },
		tag("text", { x: left, y: 11, class: "title" }, title),
		ticks.map((t) => tag("text", { x: short(x(t + middle)), y: 28, class: "tick" },
			clock === "steps" ? t : secondsText(t))).join(""));
}

/* Places the rows below one another. */
function placeRows(rows) {
	const slim = rows.length > 60;
	let y = 4;

	for (const row of rows) {
		row.y = y;
		row.lane_height = row.lanes > 1 ? Math.max(4, Math.min(14, 84 / row.lanes)) : slim ? 11 : 16;
		row.height = row.lanes * row.lane_height;
		y += row.height + (row.lanes > 1 ? 6 : 2);
	}
	return y + 4;
}

/* The parts of a packet's bar, side by side. */
function held(parts, { x, width, ...rest }) {
	let begin = x;

	return parts.map(({ way, share }) => {
		const end = begin + width * share;
		const part = tag("rect", { x: short(begin), width: short(end - begin), ...rest, class: `held way-${way % WAY_COLOURS}` });

		begin = end;
		return part;
	}).join("");
}

function bar(chart, row, k) {
	const i = row.packets[k];
	const transfer = chart.model.transfers[i];
	const { op, parts } = transfer;
	const [begin, end] = spanOf(chart.model, i, chart.clock);
	const x = chart.x(begin);
	const width = Math.max(1, chart.x(end) - x - 1);
	const y = row.y + row.lane[k] * row.lane_height;
	const height = row.lane_height - 1;
	const start = chart.clock === "seconds" ? Math.min(width, chart.x(begin + chart.beta) - x) : 0;
	const number = height >= 10 && width - start >= 12;

	chart.boxes[i] = { x, y, width, height };
	return tag("g", { "data-packet": i, class: `bar${op === "fold" ? " fold" : ""}` },
		held(parts, { x: x + start, width: width - start, y: short(y), height: short(height) }),
		start > 0 ? tag("rect", { x: short(x), y: short(y), width: short(start), height: short(height), class: "startup" }) : "",
		number ? tag("text", { x: short(x + start + (width - start) / 2), y: short(y + height / 2 + 4) }, wayText(transfer)) : "");
}

function rowsText(chart) {
	return chart.list.map((row) =>
		tag("text", { x: chart.left - 6, y: short(row.y + row.height / 2 + 4), class: "row" }, escaped(row.label)) +
		tag("line", { x1: chart.left, x2: WIDTH - RIGHT, y1: short(row.y + row.height + 0.5), y2: short(row.y + row.height + 0.5), class: "rule" }) +
		row.packets.map((_, k) => bar(chart, row, k)).join("")).join("");
}

/* Lamport's diagram: a line for each node, and a slanted arrow for each packet. */
function arrowsText(chart) {
	const { labels } = chart.model.network;
	const gap = Math.max(9, Math.min(34, 640 / labels.length));
	const y = (v) => 12 + v * gap;

	chart.height = y(labels.length - 1) + 14;
	return labels.map((label, v) =>
		tag("text", { x: chart.left - 6, y: short(y(v) + 4), class: "row" }, escaped(label)) +
		tag("line", { x1: chart.left, x2: WIDTH - RIGHT, y1: short(y(v)), y2: short(y(v)), class: "life" })).join("") +
		chart.model.transfers.map((t, i) => {
			const [begin, end] = spanOf(chart.model, i, chart.clock);
			const [x1, x2] = [chart.x(begin), chart.x(end) - 3];

			chart.boxes[i] = { x1, y1: y(t.from), x2, y2: y(t.to) };
			return tag("g", { "data-packet": i, class: `lamport way-${t.parts.at(-1).way % WAY_COLOURS}` },
				tag("path", { class: "reach", d: `M${short(x1)} ${short(y(t.from))}L${short(x2)} ${short(y(t.to))}` }),
				pathsOfParts([[x1, y(t.from)], [x2, y(t.to)]], t.parts).map(({ way, d }) =>
					tag("path", { class: `shaft way-${way % WAY_COLOURS}`, d })).join(""),
				tag("circle", { class: "head", cx: short(x2), cy: short(y(t.to)), r: 2.6 }));
		}).join("");
}

function boundText({ model, clock, x, height }) {
	const bound = model.figures?.bound_s;

	if (clock !== "seconds" || !(bound > 0))
		return "";
	return tag("g", { class: "bound" },
		tag("line", { x1: short(x(bound)), x2: short(x(bound)), y1: 0, y2: short(height) }),
		tag("title", {}, `no schedule ends before ${secondsText(bound)}`));
}

function openChart(element, state, model) {
	const clock = clockOf(state, model);
	const lamport = state.rows === "node";
	const list = lamport ? [] : findRows(model, state.rows, clock);
	const names = lamport ? model.network.labels : list.map((row) => row.label);
	const left = 16 + LETTER * Math.max(4, ...names.map((name) => name.length));
	const end = endOf(state, model);
	const chart = {
		model, clock, list, left, end, transfers: model.transfers, times: model.times,
		rows: state.rows, beta: state.beta, boxes: [],
		x: (t) => left + (WIDTH - RIGHT - left) * t / end,
	};

	chart.height = placeRows(list);
	const body = lamport ? arrowsText(chart) : rowsText(chart);

	element.innerHTML = axisText(chart) + tag("svg", {
		viewBox: `0 0 ${WIDTH} ${short(chart.height)}`, class: "chart", role: "img",
		"aria-label": `${model.transfers.length} packets in ${list.length || names.length} rows`,
	}, tag("g", { class: "now" }, ""), tag("g", { class: "body" }, body), boundText(chart),
	tag("g", { class: "marks" }, ""));
	chart.now = element.querySelector(".now");
	chart.marks = element.querySelector(".marks");
	charts.set(element, chart);
	return chart;
}

/* A step is a band behind the packets, a second a line in front. */
function moveMarker(chart, state) {
	const band = chart.clock === "steps" && state.step >= 0;

	chart.now.innerHTML = band ? tag("rect", { x: short(chart.x(state.step)), y: 0,
		width: short(chart.x(1) - chart.x(0) - 1), height: short(chart.height) }) : "";
	return chart.clock === "steps" ? "" : tag("rect", { class: "moment",
		x: short(chart.x(state.seconds) - 1.5), y: 0, width: 3, height: short(chart.height) });
}

function boxText({ x, y, width, height, x1, y1, x2, y2 }) {
	return x1 === undefined
		? tag("rect", { x: short(x), y: short(y), width: short(width), height: short(height) })
		: tag("line", { x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2) });
}

/* Shows the words of a packet under the pointer: a title for each of thousands is slow. */
export function chartTitle(element, i) {
	const chart = charts.get(element);

	return chart && i >= 0 ? packetText(chart.model, i) : "";
}

/* Draws a plan's chart into an element; chosen is a set of packets to light up. */
export function drawChart(element, state, model, chosen) {
	if (!model.transfers.length || model.transfers.length > MOST_DRAWN || !model.network) {
		element.innerHTML = model.transfers.length > MOST_DRAWN
			? `<p>${model.transfers.length} packets are too many for a chart (at most ${MOST_DRAWN}).</p>` : "";
		charts.delete(element);
		return;
	}
	const old = charts.get(element);
	const chart = sameChart(old, state, model) ? old : openChart(element, state, model);

	chart.marks.innerHTML = moveMarker(chart, state) +
		[...chosen].map((i) => boxText(chart.boxes[i])).join("");
}
