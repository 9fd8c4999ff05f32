/* Says packets in words. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { bytesText, secondsText } from "./svg_text.mjs";
import { wayText } from "./ways.mjs";

/* A node as number and label: 2 (010). */
export function nodeText(model, v) {
	const label = model.network?.labels[v];

	return label === undefined || label === String(v) ? String(v) : `${v} (${label})`;
}

export function pieceText([block, begin, end]) {
	return `bytes ${begin} to ${end} of block ${block}`;
}

const SHOWN = 3;

/* The pieces of a packet; many are counted. */
export function piecesText(pieces) {
	if (!pieces.length)
		return "news";
	const rest = pieces.length - SHOWN;

	return pieces.slice(0, SHOWN).map(pieceText).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/* A packet in one line. */
export function packetText(model, i) {
	const transfer = model.transfers[i];
	const { step, from, to, op, pieces, bytes } = transfer;
	const time = model.times
		? `; as early as can be: ${secondsText(model.times.start[i])} to ${secondsText(model.times.end[i])}` : "";

	return `step ${step}: ${nodeText(model, from)} → ${nodeText(model, to)}, ${bytesText(bytes)}` +
		`${op === "fold" ? ", combined" : ""}: ${piecesText(pieces)}; ${model.ways.by} ${wayText(transfer)}${time}`;
}
