/* Writes packets by clicks: a node, then a neighbour, and a line is in the plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { holdingAt } from "../plans/holdings.mjs";
import { nodeText } from "../plans/packet_text.mjs";
import { insertPacket } from "../plans/plan_lines.mjs";

const FOLDS = ["reduce", "reducescatter", "allreduce"];
const OPEN = "To write a packet by mouse, click a node in the network, then a neighbour.";

/* The block that a node has from the beginning for another: -1 if it has none. */
function blockFor({ collective, nodes, root }, from, to) {
	switch (collective) {
	case "broadcast": case "send": return from === root ? 0 : -1;
	case "reduce": case "allreduce": return 0;
	case "scatter": return from === root ? to : -1;
	case "alltoall": return from * nodes + to;
	case "scan": case "exscan": return from * (nodes + 1);
	default: return from;
	}
}

/* Returns the pieces that a node holds before a step and the other lacks; a block that is in no packet yet is whole. */
export function piecesToSend({ holdings, problem, ...model }, from, to, step) {
	const things = holdings?.things ?? [];
	const share = (node, thing) => holdingAt({ holdings, problem, ...model }, node, thing, { step: step - 1 }).share;
	const held = things.filter((_, thing) => share(from, thing) > 0 && (FOLDS.includes(problem.collective) || share(to, thing) < 1));
	const block = blockFor(problem, from, to);

	return block < 0 || things.some((thing) => thing[0] === block) ? held : [...held, [block, 0, problem.bytes]];
}

/* Takes a click on a node of the network; change(text) gets the new text of the plan. */
export async function nodeClicked(element, state, node, change) {
	const { model } = state;
	const from = Number(element.dataset.from ?? -1), step = Math.max(0, state.step);
	const say = (text) => { element.textContent = text; };

	delete element.dataset.from;
	if (node === from)
		return say(OPEN);
	if (!model.network.neighbours[from]?.includes(node)) {
		element.dataset.from = node;
		return say(`Step ${step}, from ${nodeText(model, node)}: click a neighbour.`);
	}
	const pieces = piecesToSend(model, from, node, step);

	if (!pieces.length && model.problem.collective !== "barrier")
		return say(`In step ${step}, ${nodeText(model, from)} holds nothing that ${nodeText(model, node)} lacks.`);
	await change(insertPacket(model.text, { step, from, to: node, op: FOLDS.includes(model.problem.collective) ? "fold" : "copy", pieces }).text);
	state.set({ step, clock: "steps" });
	return say(`The packet is in step ${step}; its line can be changed. ${OPEN}`);
}

/* Says how packets are written. */
export function openWrite(element) {
	element.textContent = OPEN;
}
