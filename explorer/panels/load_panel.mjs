/* Draws the load: links over steps, the largest packet of each step, all bytes of each link. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { countLoads } from "../plans/load_counts.mjs";
import { axisBelow, linearScale, linearTicks } from "./svg_axes.mjs";
import { bytesText, escaped, short, tag } from "../plans/svg_text.mjs";

const WIDTH = 470;
const TOP = 78;		/* height of the bars of steps */
const BARS = 84;	/* width of the bars of links */
const MOST_CELLS = 12000;

const drawn = new WeakMap();

function layOut({ model, loads }) {
	const used = loads.links.filter((link) => link.packets);
	const row = Math.max(2, Math.min(14, 520 / Math.max(1, used.length)));
	const left = 16 + 6.4 * Math.max(6, ...used.map(({ from, to }) => linkText(model, from, to).length));
	const right = WIDTH - BARS - 14;

	return { used, row, left, right, step: (right - left) / Math.max(1, model.steps),
		bottom: TOP + row * used.length };
}

function linkText(model, from, to) {
	return `${model.network.labels[from]}→${model.network.labels[to]}`;
}

/* The bars above: the largest packet, which is the price of the step. */
function stepBars({ loads, place }) {
	const most = Math.max(1, ...loads.steps.map((step) => step.largest));
	const height = linearScale([0, most], [0, TOP - 26]);

	return tag("text", { x: 2, y: 13, class: "title" }, `largest packet of each step, at most ${bytesText(most)}`) +
		loads.steps.map(({ largest, packets, bytes }, i) => tag("rect", {
			x: short(place.left + i * place.step + 0.5), width: short(Math.max(1, place.step - 1)),
			y: short(TOP - 4 - height(largest)), height: short(height(largest)), class: "load",
		}, tag("title", {}, `step ${i}: ${packets} packets, ${bytesText(bytes)}; ` +
			`the largest has ${bytesText(largest)}`))).join("");
}

function cell({ model, loads, place, rows, most }, i) {
	const { step, from, to, bytes } = model.transfers[i];
	const row = rows.get(`${from} ${to}`);
	const idle = bytes > 0 && loads.redundant?.[i] === bytes;

	return row === undefined ? "" : tag("rect", {
		x: short(place.left + step * place.step + 0.5), width: short(Math.max(1, place.step - 1)),
		y: short(TOP + row * place.row), height: short(Math.max(1, place.row - 1)),
		class: idle ? "load idle" : "load", "fill-opacity": (0.25 + 0.75 * bytes / most).toFixed(2),
	});
}

function heat(chart) {
	const { model } = chart;

	return model.transfers.length > MOST_CELLS ? ""
		: model.transfers.map((_, i) => cell(chart, i)).join("");
}

/* The bars at the right: all bytes of a link, with those that bring nothing new hollow. */
function linkBars({ model, place }) {
	const most = Math.max(1, ...place.used.map((link) => link.bytes));
	const width = linearScale([0, most], [0, BARS - 8]);
	const x = place.right + 8;

	return tag("text", { x: short(x), y: TOP - 8, class: "title" }, `to ${bytesText(most)}`) +
		place.used.map((link, i) => {
			const at = { x: short(x), y: short(TOP + i * place.row), height: short(Math.max(1, place.row - 1)) };
			const name = place.row >= 9 ? tag("text", { x: short(place.left - 5),
				y: short(TOP + (i + 0.5) * place.row + 4), class: "row" },
			escaped(linkText(model, link.from, link.to))) : "";

			return name + tag("rect", { ...at, width: short(width(link.bytes)), class: "load" },
				tag("title", {}, escaped(linkTitle(model, link)))) +
				(link.redundant ? tag("rect", { ...at, width: short(width(link.redundant)), class: "load idle" }) : "");
		}).join("");
}

function linkTitle(model, { from, to, bytes, packets, redundant }) {
	return `${linkText(model, from, to)}: ${packets} packets, ${bytesText(bytes)}` +
		(redundant ? `, ${bytesText(redundant)} nothing new` : "");
}

/* Returns the sentences above the picture. */
export function loadText(model, loads) {
	const used = loads.links.filter((link) => link.packets).length;
	const all = loads.links.length;
	const slots = all * Math.max(1, loads.steps.length);
	const sent = loads.links.reduce((sum, link) => sum + link.packets, 0);
	const idle = loads.redundant === null ? ""
		: ` ${loads.redundantPackets} of ${model.transfers.length} packets bring nothing new.`;

	return `${used} of ${all} directed links carry packets; ${sent} of ${slots} places ` +
		`(a link in a step) are used, ${Math.round(100 * sent / slots)} %.${idle}`;
}

/* Returns the picture as text of SVG. */
export function loadPicture(model, loads) {
	const place = layOut({ model, loads });
	const rows = new Map(place.used.map(({ from, to }, i) => [`${from} ${to}`, i]));
	const most = Math.max(1, ...model.transfers.map((t) => t.bytes));
	const chart = { model, loads, place, rows, most };
	const ticks = linearTicks(Math.max(1, model.steps - 1)).filter(Number.isInteger);

	return tag("svg", { viewBox: `0 0 ${WIDTH} ${short(place.bottom + 40)}`, class: "chart loads", role: "img",
		"aria-label": loadText(model, loads) },
	tag("g", { class: "now" }, ""), stepBars(chart), heat(chart), linkBars(chart),
	axisBelow({ x: (t) => place.left + (t + 0.5) * place.step, y: place.bottom, from: place.left,
		to: place.right, ticks, text: String, title: "step; a row is a link, its bytes at the right" }));
}

/* Moves the marker of the step. */
function markStep(element, { model, place }, step) {
	element.querySelector(".now").innerHTML = step < 0 || step >= model.steps ? "" : tag("rect", {
		x: short(place.left + step * place.step), width: short(place.step),
		y: 20, height: short(place.bottom - 20) });
}

export function drawLoad(element, state) {
	const { model } = state;
	let chart = drawn.get(element);

	if (!model?.network || !model.transfers.length) {
		element.innerHTML = "<p>There are no packets to count.</p>";
		drawn.delete(element);
		return;
	}
	if (chart?.model.transfers !== model.transfers) {
		chart = { model, loads: countLoads(model) };
		chart.place = layOut(chart);
		element.innerHTML = `<p>${escaped(loadText(model, chart.loads))}</p>` +
			`<p class="key"><span class="swatch load"></span> brings something new ` +
			`<span class="swatch load idle"></span> hollow: nothing new; darker: more bytes</p>` +
			`<div class="sheet" tabindex="0" role="region" aria-label="Chart of the load">` +
			`${loadPicture(model, chart.loads)}</div>`;
		drawn.set(element, chart);
	}
	markStep(element, chart, state.clock === "steps" ? state.step : -1);
}
