/* Writes a packet by mouse or keyboard: source, target, piece; then a line is in the plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { holdingAt } from "../plans/holdings.mjs";
import { nodeText, pieceText } from "../plans/packet_text.mjs";
import { insertPacket } from "../plans/plan_lines.mjs";
import { escaped } from "../plans/svg_text.mjs";

const MOST_NODES = 1024;
const MOST_PIECES = 256;

/* The pieces that a node holds before a step: of the things that packets carry, or, before there
 * are packets, the whole block that the collective gives. */
export function piecesToSend(model, node, step) {
	const { holdings, problem } = model;
	const block = { alltoall: node * (problem?.nodes ?? 0), scatter: 0, broadcast: 0, send: 0,
		reduce: 0, allreduce: 0, scan: node * ((problem?.nodes ?? 0) + 1),
		exscan: node * ((problem?.nodes ?? 0) + 1) }[problem?.collective] ?? node;
	const whole = [block, 0, problem?.bytes ?? 0];

	if (problem?.collective === "barrier")
		return [];
	const held = (holdings?.things ?? []).filter((_, thing) =>
		holdingAt(model, node, thing, { step: step - 1 }).share > 0);

	return joined([...held, whole]).slice(0, MOST_PIECES);
}

/* The pieces, each once, sorted. */
function joined(pieces) {
	const seen = new Map(pieces.map((piece) => [piece.join(":"), piece]));

	return [...seen.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

function fill(select, options, value) {
	const html = options.map(([key, words]) => `<option value="${key}">${escaped(words)}</option>`).join("");

	if (select.dataset.html !== html) {
		select.dataset.html = html;
		select.innerHTML = html;
	}
	if (options.some(([key]) => String(key) === String(value)))
		select.value = value;
}

const folds = ["reduce", "reducescatter", "allreduce"];

/* Builds the row of fields; change(text) gets the new text of the plan. */
export function openCompose(element, state, change) {
	element.innerHTML = `<details><summary>Write a packet by mouse</summary>
<p>Click a node, then a neighbour, choose the pieces, and add the line.</p>
<label>step <input id="send-step" type="number" min="0" value="0"></label>
<label>from <select id="send-from"></select></label>
<label>to <select id="send-to"></select></label>
<label>pieces <select id="send-piece" multiple size="4"></select></label>
<label><input id="send-fold" type="checkbox"> fold</label>
<button type="button" id="send-add">add the line</button></details>`;
	element.querySelector("#send-from").addEventListener("change", () => drawCompose(element, state));
	element.querySelector("#send-step").addEventListener("input", () => drawCompose(element, state));
	element.querySelector("#send-add").addEventListener("click", async () => {
		const packet = packetOf(element);

		if (!state.model?.problem || !packet)
			return;
		await change(insertPacket(state.model.text, packet).text);
		state.set({ step: packet.step, clock: "steps" });
	});
}

function packetOf(element) {
	const value = (name) => element.querySelector(`#send-${name}`).value;
	const chosen = [...element.querySelector("#send-piece").selectedOptions];

	if (value("from") === "" || value("to") === "")
		return null;
	return {
		step: Math.max(0, Math.floor(Number(value("step")) || 0)),
		from: Number(value("from")), to: Number(value("to")),
		op: element.querySelector("#send-fold").checked ? "fold" : "copy",
		pieces: chosen.map((option) => option.value.split(":").map(Number)),
	};
}

/* A click on a node of the picture: the source first, then the target. */
export function nodeClicked(element, state, node) {
	const from = element.querySelector("#send-from");
	const to = element.querySelector("#send-to");
	const neighbours = state.model.network.neighbours[Number(from.value)] ?? [];

	element.querySelector("details").open = true;
	if (element.dataset.next === "to" && neighbours.includes(node)) {
		to.value = String(node);
		element.dataset.next = "from";
		element.querySelector("#send-piece").focus();
	} else {
		from.value = String(node);
		element.dataset.next = "to";
		drawCompose(element, state);
	}
}

/* Shows the nodes and pieces that there are. */
export function drawCompose(element, state) {
	const { model } = state;
	const field = (name) => element.querySelector(`#send-${name}`);

	element.hidden = !model?.network || model.network.nodes > MOST_NODES;
	if (element.hidden || !model.problem)
		return;
	if (element.dataset.step !== String(state.step)) {
		element.dataset.step = state.step;
		field("step").value = Math.max(0, state.step);
	}
	const names = model.network.labels.map((_, v) => [v, nodeText(model, v)]);

	fill(field("from"), names, field("from").value);
	const from = Number(field("from").value);

	fill(field("to"), model.network.neighbours[from].map((v) => names[v]), field("to").value);
	fill(field("piece"), piecesToSend(model, from, Number(field("step").value))
		.map((piece) => [piece.join(":"), pieceText(piece)]), field("piece").value);
	if (!field("piece").value)
		field("piece").selectedIndex = 0;
	field("fold").closest("label").hidden = !folds.includes(model.problem.collective);
}
