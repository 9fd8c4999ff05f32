/* Draws the network, the packets that travel at the moment, and what each node holds. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { cellAt, chooseCells } from "../plans/cells.mjs";
import { faultOf } from "../plans/faults.mjs";
import { linkPath, openGeometry, packetPath, pathsOfParts } from "../plans/geometry.mjs";
import { momentOf, packetsAt } from "../plans/holdings.mjs";
import { packetText } from "../plans/packet_text.mjs";
import { escaped, short, tag } from "../plans/svg_text.mjs";
import { WAY_COLOURS, wayText } from "../plans/ways.mjs";

const STRIP = 9;	/* the height of the strip of cells */
const NUMBERED = 400;	/* with more packets at a moment, numbers would cover one another */
const ROOTED = ["broadcast", "reduce", "scatter", "gather", "send"];

const sheets = new WeakMap();

function openSheet(element, model) {
	const cells = chooseCells(model);
	const geometry = openGeometry(model.network, cells.length);
	const sheet = { model, cells, geometry };

	element.innerHTML = tag("svg", {
		viewBox: `0 0 ${short(geometry.width)} ${short(geometry.height)}`, role: "img",
		class: "network", style: `--full: ${Math.round(geometry.width * 1.3)}px`,
	}, tag("g", { class: "links" }, links(sheet)), tag("g", { class: "faults" }, ""),
	tag("g", { class: "packets" }, ""), tag("g", { class: "nodes" }, nodes(sheet)),
	tag("g", { class: "holdings" }, ""));
	sheet.svg = element.firstElementChild;
	for (const layer of ["faults", "packets", "nodes", "holdings"])
		sheet[layer] = sheet.svg.querySelector(`.${layer}`);
	sheets.set(element, sheet);
	return sheet;
}

/* A link with a wide path that the mouse hits. */
function link(d, name) {
	return tag("g", { "data-link": name }, tag("title", {}, `break or mend ${name}`),
		tag("path", { class: "reach", d }), tag("path", { class: "line", d }));
}

function links({ model, geometry }) {
	return model.network.neighbours.flatMap((list, v) => list.filter((u) => v < u)
		.map((u) => link(linkPath(geometry.route(v, u)), `${v}-${u}`)))
		.join("");
}

function nodeBox({ box }, [x, y], label, attributes) {
	return tag("g", attributes,
		tag("rect", { x: short(x - box.width / 2), y: short(y - box.height / 2),
			width: short(box.width), height: box.height, rx: 9 }),
		tag("text", { x: short(x), y: short(y - 3) }, escaped(label)));
}

function nodes({ model, geometry }) {
	const { labels } = model.network;
	const root = ROOTED.includes(model.problem.collective) ? model.problem.root : -1;

	return labels.map((label, v) => nodeBox(geometry, geometry.at[v], label,
		{ class: v === root ? "node root" : "node", "data-node": v })).join("") +
		geometry.images.map(({ v, at }) => nodeBox(geometry, at, labels[v],
			{ class: "node image", "data-node": v })).join("");
}

function shafts(points, parts) {
	return pathsOfParts(points, parts).map(({ way, d }) => tag("path", { class: `shaft way-${way % WAY_COLOURS}`, d })).join("");
}

function arrow(sheet, i, numbered, chosen) {
	const transfer = sheet.model.transfers[i];
	const { points, shaft, tip, middle, angle } = packetPath(sheet.geometry, transfer.from, transfer.to);

	return tag("g", {
		class: `packet way-${transfer.parts.at(-1).way % WAY_COLOURS}${chosen.has(i) ? " chosen" : ""}`,
		"data-packet": i,
	}, tag("title", {}, escaped(packetText(sheet.model, i))),
	tag("path", { class: "reach", d: shaft }), shafts(points, transfer.parts),
	tag("path", { class: "head", d: "M2 0L-9 -5L-9 5Z",
		transform: `translate(${short(tip[0])} ${short(tip[1])}) rotate(${short(angle * 180 / Math.PI)})` }),
	numbered ? tag("text", { x: short(middle[0]), y: short(middle[1] + 4) }, wayText(transfer)) : "");
}

function strip(sheet, v, moment) {
	const { box, at } = sheet.geometry;
	const left = at[v][0] - sheet.cells.length * box.cell / 2;
	const top = at[v][1] + 4;

	return sheet.cells.map((cell, i) => {
		const { share, arrived } = cellAt(sheet.model, v, cell, moment);
		const height = short(STRIP * share);
		const place = { x: short(left + i * box.cell), width: short(box.cell - 1) };

		const whole = { ...place, y: short(top), height: STRIP };

		return tag("rect", { ...whole, class: "cell" }) +
			(share > 0 ? tag("rect", { ...place, y: short(top + STRIP - height), height,
				class: `held way-${cell.way % WAY_COLOURS}` }) : "") +
			(arrived ? tag("rect", { ...whole, class: "arrived" }) : "");
	}).join("");
}

function drawFault(sheet, fault) {
	for (const node of sheet.nodes.children)
		node.classList.toggle("faulty", fault.nodes.includes(Number(node.dataset.node)));
	sheet.faults.innerHTML = fault.link
		? tag("path", { d: linkPath(sheet.geometry.route(...fault.link)) }) : "";
}

function describe(model, count) {
	return `${model.network.network}: ${model.network.nodes} nodes; ` +
		`${count} packets travel at this moment`;
}

/* Draws a plan's network into an element; chosen is a set of packets to light up. */
export function drawNetwork(element, state, model, chosen) {
	if (!model.network?.places) {
		element.innerHTML = "<p>This network is too large for a picture, or unknown.</p>";
		sheets.delete(element);
		return;
	}
	const old = sheets.get(element);
	const fits = old?.model.transfers === model.transfers;
	const sheet = fits ? Object.assign(old, { model }) : openSheet(element, model);
	const moment = momentOf(state, model);
	const travelling = packetsAt(state, model);
	const shown = [...new Set([...travelling, ...chosen])];

	sheet.packets.innerHTML = shown.map((i) =>
		arrow(sheet, i, shown.length <= NUMBERED, chosen)).join("");
	sheet.packets.classList.toggle("some-chosen", chosen.size > 0);
	sheet.holdings.innerHTML = model.network.labels.map((_, v) =>
		strip(sheet, v, moment)).join("");
	sheet.svg.setAttribute("aria-label", describe(model, travelling.length));
	drawFault(sheet, faultOf(model, state.fault));
}
