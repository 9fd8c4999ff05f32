/* Draws a task: the pieces that each node can send in a step, and the packets that the student has written. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { openLayout, roomIn } from "./layout.mjs";
import { cablesOf, markersHtml, nameHtml } from "./network_picture.mjs";
import { escaped } from "../../explorer/plans/svg_text.mjs";
import { piecesAt } from "./task.mjs";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/* A piece is a letter, by its place in the message; where blocks differ, the block's number comes first. */
export function pieceName({ collective, bytes }, size, [block, begin]) {
	const single = ["broadcast", "send", "reduce", "allreduce"].includes(collective);
	const letter = size < bytes ? LETTERS[begin / size] : "";

	return single ? letter || "m" : `${block}${letter}`;
}

/* The boxes of nodes with room for so many pieces, in rows; in a hall, letters are larger in the room that there is,
 * or there is no text. */
function boxesOf({ nodes, labels }, most, letters) {
	const digits = String(nodes - 1).length;
	const name = nodes <= 8 ? Math.max(...labels.map((label) => label.length)) : 0;
	const box = (font, piece, row, more) => {
		const wide = letters * piece * 0.66 + 9;
		const across = Math.max(font * (digits * 0.7 + 0.6), row * wide) + 10;

		return { font, piece, row, wide, small: 0, gap: 40, width: across,
			height: font + 12 + Math.ceil(most / row) * (piece + 11), ...more };
	};
	const rows = [Math.min(most, 4), Math.max(2, Math.ceil(Math.sqrt(most)))];

	return [box(19, 14, rows[0], { small: name <= 4 ? 11.4 : 0, gap: nodes > 16 ? 18 : 50 }),
		...rows.map((row) => box(20, 20, row)), box(20, 20, rows[1], { gap: 10 }), box(19, 14, rows[0], { mute: true })]
		.map((each) => ({ ...each, width: Math.max(each.width, each.small ? 64 : 0) }));
}

/* The name of a piece or packet, where the room is enough for text. */
const textHtml = ({ piece, mute }, name) => mute ? "" : `<text font-size="${piece}" y="${(piece * 0.36).toFixed(1)}">${escaped(name)}</text>`;

function packetsHtml(task, layout, { transfers, step, fault }) {
	const { piece: font } = layout.box;

	return transfers.filter((packet) => packet.step === step).map(({ from, to, pieces, line }) => {
		const known = layout.at[from] && layout.at[to];

		if (!known)
			return "";
		const [x, y] = layout.lane(from, to, 0.5, 12);
		const name = pieces.map((piece) => pieceName(task.problem, task.size, piece)).join("");
		const wide = Math.max(26, name.length * font * 0.7 + 12);

		return `<path class="lane ${fault === line ? "idle" : "tone0"}" marker-end="url(#arrow-${fault === line ? "bad" : "tone0"})" ` +
			`d="${layout.lanePath(from, to, 7)}"/><g class="packet tone0" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">` +
			`<rect class="shape" x="${-wide / 2}" y="${-font / 2 - 6}" width="${wide}" height="${font + 12}" rx="13"/>` +
			`${textHtml(layout.box, name)}</g>`;
	}).join("");
}

function piecesHtml(task, layout, node, hand) {
	const pieces = hand.empty ? [] : piecesAt(task.problem, hand.transfers, task.size, node, hand.step);
	const [x, y] = layout.at[node];
	const { font, piece: size, row, wide, height } = layout.box;
	const tall = size + 11;

	return pieces.map((piece, i) => {
		const chosen = hand.chosen?.node === node && hand.chosen.piece.join() === piece.join();
		const name = pieceName(task.problem, task.size, piece);
		const first = Math.floor(i / row) * row, inRow = Math.min(row, pieces.length - first);
		const left = x + (i - first - (inRow - 1) / 2) * wide;
		const middle = y - height / 2 + font + 8 + tall * (first / row + 0.5);

		return `<g class="piece${chosen ? " chosen" : ""}" role="button" tabindex="0" data-piece="${piece.join()}" data-of="${node}" ` +
			`aria-pressed="${chosen}" aria-label="piece ${name} of machine ${node}" transform="translate(${left.toFixed(1)} ${middle.toFixed(1)})">` +
			`<rect x="${1 - wide / 2}" y="${1 - tall / 2}" width="${wide - 2}" height="${tall - 2}" rx="6"/>` +
			`${textHtml(layout.box, name)}</g>`;
	}).join("");
}

function nodeHtml(task, network, layout, node, hand) {
	const { width, height } = layout.box;
	const [x, y] = layout.at[node];
	const can = hand.chosen && network.neighbours[hand.chosen.node].includes(node);

	return `<g class="node${can ? " can" : ""}${node === task.problem.destination ? " root" : ""}" ` +
		(can ? `data-to="${node}" role="button" tabindex="0" aria-label="send to machine ${node}"` : "") + `>` +
		`<rect class="box" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="10"/>` +
		`${layout.box.mute ? "" : nameHtml(layout.box, [x, y], node, network.labels[node], true)}${piecesHtml(task, layout, node, hand)}</g>`;
}

/* Draws the task. hand: { step, chosen: { node, piece } or null, transfers, fault: line of a broken rule,
 * empty: no piece is drawn }. */
export function drawTask(element, task, network, hand) {
	const held = Array.from({ length: network.nodes }, (_, v) => piecesAt(task.problem, hand.transfers, task.size, v, Infinity));
	const letters = Math.max(1, ...held.flat().map((piece) => pieceName(task.problem, task.size, piece).length));
	const boxes = boxesOf(network, Math.max(1, ...held.map(({ length }) => length)), letters);
	const layout = openLayout(network, boxes, element.clientWidth ? roomIn(element) : undefined);

	element.innerHTML = `<svg viewBox="0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}" role="group" ` +
		`aria-label="Task: step ${hand.step}"><defs>${markersHtml()}</defs>` +
		cablesOf(network).map(([v, u]) => `<path class="cable" d="${layout.path(v, u)}"/>`).join("") +
		`${packetsHtml(task, layout, hand)}${layout.at.map((_, v) => nodeHtml(task, network, layout, v, hand)).join("")}</svg>`;
}
