/* Finds the causes of a packet: the packets that brought its bytes, back to the beginning. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { holdingAt } from "./holdings.mjs";
import { nodeText, piecesText } from "./packet_text.mjs";

const meet = (a, b) => a[0] === b[0] && a[1] < b[2] && b[1] < a[2];

/* A block of a scan is the fold of nodes a to c: block a * nodes + c. */
function isWithin(inner, outer, nodes) {
	const first = (block) => Math.floor(block / nodes);

	return first(inner[0]) >= first(outer[0]) && inner[0] % nodes <= outer[0] % nodes &&
		inner[1] < outer[2] && outer[1] < inner[2];
}

const isScan = ({ problem }) => ["scan", "exscan"].includes(problem.collective);

/* Does a packet bring something that the other carries on? */
function feeds(model, before, after) {
	const { nodes } = model.problem;
	const joins = isScan(model) ? (a, b) => isWithin(a, b, nodes) : meet;

	return !before.pieces.length ||
		before.pieces.some((a) => after.pieces.some((b) => joins(a, b)));
}

/* Copies of the same bytes are not needed twice: only the first that comes is a cause. */
function firstCopies(model, found, packet) {
	const { transfers } = model;
	const missing = packet.pieces.map((piece) => [piece]);

	return found.filter((i) => {
		let used = false;

		for (const list of missing)
			for (const own of transfers[i].pieces)
				used = removePiece(list, own) || used;
		return used;
	});
}

/* Takes the bytes of a piece out of a list of pieces. Returns whether there were any. */
function removePiece(list, own) {
	let used = false;

	for (let k = list.length - 1; k >= 0; k--) {
		if (!meet(list[k], own))
			continue;
		const [block, begin, end] = list[k];

		used = true;
		list.splice(k, 1);
		if (begin < own[1])
			list.push([block, begin, own[1]]);
		if (own[2] < end)
			list.push([block, own[2], end]);
	}
	return used;
}

const combines = ["reduce", "reducescatter", "allreduce", "barrier", "scan", "exscan"];

/* Returns the packets that directly caused a packet, earliest first. */
export function directCauses(model, i) {
	const { transfers, problem } = model;
	const packet = transfers[i];
	const found = [];

	transfers.forEach((before, k) => {
		if (before.step < packet.step && before.to === packet.from && feeds(model, before, packet))
			found.push(k);
	});
	return combines.includes(problem.collective) ? found : firstCopies(model, found, packet);
}

/* Returns all packets that a packet depends on, with the packet, as a sorted array. */
export function causesOf(model, i) {
	const seen = new Set([i]);
	const open = [i];

	while (open.length)
		for (const cause of directCauses(model, open.pop()))
			if (!seen.has(cause)) {
				seen.add(cause);
				open.push(cause);
			}
	return [...seen].sort((a, b) => a - b);
}

/* Does a node hold all that a packet carries when its step begins? In a scan the node makes the
 * pieces. */
function holdsBefore(model, { step, from, pieces }) {
	const { holdings } = model;

	return !holdings || isScan(model) || pieces.every((piece) => holdings.things.every((thing, i) =>
		!meet(piece, thing) || holdingAt(model, from, i, { step: step - 1 }).share > 0));
}

function originText(model, k, causes) {
	const { transfers } = model;

	if (!holdsBefore(model, transfers[k]))
		return "does not hold yet";
	return causes.length ? `got ${causes.map((c) =>
		`from ${nodeText(model, transfers[c].from)} in step ${transfers[c].step}`).join(" and ")}`
		: "had from the beginning";
}

/* Returns the causes in words, one sentence for each packet, the last packet first. */
export function causesText(model, i) {
	const { transfers } = model;

	return causesOf(model, i).reverse().map((k) => {
		const { step, from, to, pieces } = transfers[k];
		const origin = originText(model, k, directCauses(model, k));

		return `Step ${step}: ${nodeText(model, from)} sends to ${nodeText(model, to)} ` +
			`${piecesText(pieces)}, which ${nodeText(model, from)} ${origin}.`;
	});
}
