/* A task: a plan written by clicks or as text, judged by the command against the task's own problem. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { insertPacket, removeLine } from "../../explorer/plans/plan_lines.mjs";
import { figuresOf, meets } from "./figures.mjs";

const UNFINISHED = new Set(["delivery", "contribution"]);
const SAME = ["collective", "network", "root", "destination", "bytes", "permutation"];

/* Pieces of a block that are moved by clicks: `size` bytes each. */
function piecesOfBlock(block, bytes, size) {
	return Array.from({ length: Math.ceil(bytes / size) }, (_, i) => [block, i * size, Math.min(bytes, (i + 1) * size)]);
}

/* Which blocks a node has at the beginning. */
function blocksAt({ collective, nodes, root }, node) {
	const others = Array.from({ length: nodes }, (_, v) => v);

	switch (collective) {
	case "allgather": return [node];
	case "reduce": case "allreduce": return [0];
	case "scatter": return node === root ? others.filter((v) => v !== root) : [];
	case "alltoall": return others.filter((v) => v !== node).map((v) => node * nodes + v);
	default: return node === root ? [0] : [];
	}
}

const covers = (outer, inner) => outer[0] === inner[0] && outer[1] <= inner[1] && inner[2] <= outer[2];

/* Returns the pieces that a node can send in a step: what it has from the beginning, and what arrived before. */
export function piecesAt(problem, transfers, size, node, step) {
	const blocks = new Set(blocksAt(problem, node));
	const came = transfers.filter((packet) => packet.to === node && packet.step < step);

	for (const { pieces } of came)
		for (const [block] of pieces)
			blocks.add(block);
	return [...blocks].sort((a, b) => a - b).flatMap((block) => piecesOfBlock(block, problem.bytes, size))
		.filter((piece) => blocksAt(problem, node).includes(piece[0]) || came.some(({ pieces }) => pieces.some((each) => covers(each, piece))));
}

/* Whose contributions a node holds of a piece before a step. */
function contributorsAt({ nodes }, transfers, node, piece, step) {
	let held = Array.from({ length: nodes }, (_, v) => new Set([v]));

	for (let now = 0; now < step; now++) {
		const before = held;

		held = before.slice();
		for (const { from, to, op, pieces } of transfers.filter((packet) => packet.step === now))
			if (pieces.some((each) => covers(each, piece)))
				held[to] = new Set([...op === "fold" ? held[to] : [], ...before[from]]);
	}
	return held[node];
}

/* Is a piece folded into what its receiver holds? A sum that is complete is copied. */
function isFolded(problem, transfers, { step, from, piece }) {
	return problem.collective === "reduce" || problem.collective === "allreduce" &&
		contributorsAt(problem, transfers, from, piece, step).size < problem.nodes;
}

/* Returns the text with a piece more; pieces of a step on one link are a packet. */
export function addPiece(text, problem, transfers, move) {
	const { step, from, to, piece } = move;
	const op = isFolded(problem, transfers, move) ? "fold" : "copy";
	const same = transfers.find((packet) => packet.step === step && packet.from === from && packet.to === to);
	const pieces = same ? [...same.pieces, piece] : [piece];

	return insertPacket(same ? removeLine(text, same.line) : text, { step, from, to, op, pieces }).text;
}

/* What the heading of a text says otherwise than the task's heading, as sentences. */
export function otherProblem(task, problem) {
	return SAME.filter((name) => String(task[name] ?? "") !== String(problem[name] ?? ""))
		.map((name) => `${name} is ${problem[name] ?? "not given"}, and the task says ${task[name] ?? "nothing of it"}`);
}

function conditionsOf(judge, verdict) {
	return judge.split(", ").filter((text) => text !== "right").map((text) => {
		const [name, relation, limit] = text.split(" ");
		const found = figuresOf(verdict)[name];

		return { text, found, met: meets(found, relation, limit) };
	});
}

/* How many of the promised pieces are there, of which so many are promised: from what the command says is lacking. */
function progressText(verdict) {
	const [first] = verdict.violations;
	const more = verdict.violations_found > 1 ? `, and ${verdict.violations_found - 1} more` : "";

	return `${first.text[0].toUpperCase()}${first.text.slice(1)}${more}.`.replace(/\bnode\b/gi, (word) => word === "Node" ? "Machine" : "machine");
}

/* The text with another heading: its first line that is not a comment. */
function withTask(text, heading) {
	const lines = text.split("\n");
	const at = lines.findIndex((line) => line.trim() && !line.trim().startsWith("#"));

	if (at >= 0)
		lines[at] = heading;
	return lines.join("\n");
}

/* Judges a text: { state: "empty", "unfinished", "broken", "short" or "right", text, line, conditions, problem, transfers }.
 * task: { heading, judge }. The heading of the task replaces that of the text, as in
 * `grove grade`; a text for another problem is refused. */
export async function judgeText(grove, task, text) {
	const json = async (words, input) => JSON.parse((await grove(words, input)).out);
	const given = await json(["verify", "-", "--json"], text);
	const verdict = await json(["verify", "-", "--json"], withTask(text, task.heading));
	const plain = { conditions: [], line: null };

	if (given.rule === "format")
		return { ...plain, state: "broken", text: given.text.replace("standard input: ", ""),
			line: Number(/line (\d+)/.exec(given.text)?.[1]) || null };
	const [own, plan] = [await json(["plan", "-", "--json"], `${task.heading}\n`), await json(["plan", "-", "--json"], text)];
	const others = otherProblem(own, plan);
	const shown = { ...plain, problem: own, transfers: plan.transfers, steps: plan.steps };

	if (others.length)
		return { ...shown, state: "broken", line: 1, text: `This is another problem: ${others[0]}.` };
	if (!plan.transfers.length)
		return { ...shown, state: "empty", text: "Click a piece, then a neighbour." };
	if (!verdict.ok) {
		const fault = verdict.violations.find(({ rule }) => !UNFINISHED.has(rule));
		const twice = verdict.violations.find(({ text: said }) => said.includes("twice"));

		return fault ? { ...shown, state: "broken", text: `Rule "${fault.rule}": ${fault.text}.`, line: fault.line }
			: twice ? { ...shown, state: "broken", text: `${twice.text}.` }
				: { ...shown, state: "unfinished", text: progressText(verdict) };
	}
	const conditions = conditionsOf(task.judge, verdict);
	const unmet = conditions.filter(({ met }) => !met);

	return { ...shown, conditions, verdict, state: unmet.length ? "short" : "right",
		text: unmet.length ? `All arrives. But the task says ${unmet.map((each) => `${each.text}, and here it is ${each.found}`).join("; ")}.`
			: "Right: all arrives, and every condition is met." };
}
