/* Damages a right plan in one line, or takes its last step away. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { packetLines, removeLine } from "../plans/plan_lines.mjs";

const TRIES = 12;

/* The line with another receiver, to which the sender has no link; null if all nodes are neighbours. */
function bendLine(model, text, { line, from }) {
	const near = model.network.neighbours[from];
	const far = model.network.neighbours.findIndex((_, v) => v !== from && !near.includes(v));

	if (far < 0)
		return null;
	const lines = text.split("\n");

	lines[line - 1] = lines[line - 1].replace(/->\s*\d+/, `-> ${far}`);
	return lines.join("\n");
}

/* The line one step earlier, before the sender has the bytes. */
function hurryLine(model, text, { line, step }) {
	const lines = text.split("\n");
	const before = lines.findIndex((each) => new RegExp(`^\\s*step\\s+${step}\\b`).test(each));

	if (step === 0 || before < 0)
		return null;
	const [packet] = lines.splice(line - 1, 1);

	lines.splice(before, 0, packet);
	return lines.join("\n");
}

/* Returns { line, text } of the fault: the violations of the first wrong step stand in one line.
 * Null if the plan is right or has faults in several lines there, as two packets that collide. */
export async function findFault(grove, plan) {
	const { violations } = JSON.parse((await grove(["verify", "-", "--json"], plan)).out);
	const placed = (violations ?? []).filter(({ line }) => line > 0);
	const first = placed.filter(({ step }) => step === Math.min(...placed.map((each) => each.step)));
	const lines = new Set(first.flatMap(({ line, other_line: other }) => other ? [line, other] : [line]));

	return lines.size === 1 ? first[0] : null;
}

/* Returns the text of a plan with one fault that the judge finds in one line; null if no try gives one. */
export async function makeMutant(grove, model, seed) {
	const lines = packetLines(model.text);

	for (let i = 0; i < TRIES; i++) {
		const change = (seed + i) % 2 ? hurryLine : bendLine;
		const text = change(model, model.text, lines[(seed * 7 + i) % lines.length]);

		if (text && await findFault(grove, text))
			return text;
	}
	return null;
}

/* Returns the text without the packets of the last step; null for a plan of one step. */
export function takeLastStep({ text, steps }) {
	const lines = packetLines(text).filter(({ step }) => step === steps - 1);

	return steps < 2 ? null : lines.reverse().reduce((left, { line }) => removeLine(left, line), text);
}
