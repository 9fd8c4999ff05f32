/* Draws a task: the pieces that each node can send in a step, and the packets that the student has written. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { openLayout } from "./layout.mjs";
import { cablesOf, markersHtml } from "./network_picture.mjs";
import { escaped } from "../../explorer/plans/svg_text.mjs";
import { piecesAt } from "./task.mjs";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/* A piece is a letter, by its place in the message; where blocks differ, the block's number comes first. */
export function pieceName({ collective, bytes }, size, [block, begin]) {
	const single = ["broadcast", "send", "reduce", "allreduce"].includes(collective);
	const letter = size < bytes ? LETTERS[begin / size] : "";

	return single ? letter || "m" : `${block}${letter}`;
}

function packetsHtml(task, layout, { transfers, step, fault }) {
	return transfers.filter((packet) => packet.step === step).map(({ from, to, pieces, line }) => {
		const known = layout.at[from] && layout.at[to];

		if (!known)
			return "";
		const [x, y] = layout.lane(from, to, 0.5, 12);
		const name = pieces.map((piece) => pieceName(task.problem, task.size, piece)).join("");
		const wide = Math.max(26, name.length * 10 + 12);

		return `<path class="lane ${fault === line ? "idle" : "tone0"}" marker-end="url(#arrow-${fault === line ? "bad" : "tone0"})" ` +
			`d="${layout.lanePath(from, to, 7)}"/><g class="packet tone0" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">` +
			`<rect class="shape" x="${-wide / 2}" y="-13" width="${wide}" height="26" rx="13"/><text font-size="14" y="5">${escaped(name)}</text></g>`;
	}).join("");
}

function piecesHtml(task, layout, node, hand) {
	const pieces = piecesAt(task.problem, hand.transfers, task.size, node, hand.step);
	const [x, y] = layout.at[node];
	const wide = Math.min(24, (layout.box.width - 6) / Math.max(1, pieces.length));

	return pieces.map((piece, i) => {
		const chosen = hand.chosen?.node === node && hand.chosen.piece.join() === piece.join();
		const name = pieceName(task.problem, task.size, piece);

		return `<g class="piece${chosen ? " chosen" : ""}" role="button" tabindex="0" data-piece="${piece.join()}" data-of="${node}" ` +
			`aria-pressed="${chosen}" aria-label="piece ${name} of machine ${node}" ` +
			`transform="translate(${(x + (i - (pieces.length - 1) / 2) * wide).toFixed(1)} ${y + layout.box.height / 2 - 15})">` +
			`<rect x="${-wide / 2 + 1}" y="-11" width="${wide - 2}" height="22" rx="6"/>` +
			`<text font-size="${Math.min(14, wide * 0.62)}" y="5">${escaped(name)}</text></g>`;
	}).join("");
}

function nodeHtml(task, network, layout, node, hand) {
	const { width, height, font } = layout.box;
	const [x, y] = layout.at[node];
	const can = hand.chosen && network.neighbours[hand.chosen.node].includes(node);
	const name = network.labels[node] === String(node) || network.nodes > 8 ? "" : network.labels[node];

	return `<g class="node${can ? " can" : ""}${node === task.problem.destination ? " root" : ""}" ` +
		(can ? `data-to="${node}" role="button" tabindex="0" aria-label="send to machine ${node}"` : "") + `>` +
		`<rect class="box" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="10"/>` +
		`<text class="number" font-size="${font}" x="${name ? x - 12 : x}" y="${y - height / 2 + font + 2}">${node}</text>` +
		(name ? `<text class="label" font-size="${font * 0.6}" x="${x + 14}" y="${y - height / 2 + font + 1}">${escaped(name)}</text>` : "") +
		`${piecesHtml(task, layout, node, hand)}</g>`;
}

/* Draws the task. hand: { step, chosen: { node, piece } or null, transfers, fault: line of a broken rule }. */
export function drawTask(element, task, network, hand) {
	const most = Math.max(1, ...Array.from({ length: network.nodes }, (_, v) =>
		piecesAt(task.problem, hand.transfers, task.size, v, Infinity).length));
	const layout = openLayout(network, most * 1.7);

	element.innerHTML = `<svg viewBox="0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}" role="group" ` +
		`aria-label="Task: step ${hand.step}"><defs>${markersHtml()}</defs>` +
		cablesOf(network).map(([v, u]) => `<path class="cable" d="${layout.path(v, u)}"/>`).join("") +
		`${packetsHtml(task, layout, hand)}${layout.at.map((_, v) => nodeHtml(task, network, layout, v, hand)).join("")}</svg>`;
}
