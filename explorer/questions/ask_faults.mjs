/* Questions about a plan with a fault or without its last step. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { findFault, makeMutant, takeLastStep } from "./mutants.mjs";
import { askJson, linkText, readNumber, refusal } from "./ask_answers.mjs";

const LONG = 400;	/* lines */

/* A plan that is long is no exercise. */
export const short = (make) => (model, ...rest) =>
	model.text.split("\n").length <= LONG ? make(model, ...rest) : null;

/* ---- Which line is the fault? ---- */

export async function makeFault(model, { seed, grove }) {
	const mutant = await makeMutant(grove, model, seed);

	return mutant && { plan: mutant, shown: true, text: "This plan has one fault. In which line?" };
}

export async function checkFault(grove, { plan }, answer) {
	const { line, text } = await findFault(grove, plan);
	const guess = readNumber(answer);

	return guess === null ? refusal("The answer is the number of a line, such as 4.") : {
		right: guess === line, text: guess === line ? "Right." : `No: line ${guess} is not where the first fault begins.`,
		why: `The judge says: ${text}.`,
	};
}

/* ---- Finish the schedule. ---- */

export function makeFinish(model) {
	const begun = takeLastStep(model);

	return begun && { plan: begun, steps: model.steps, whole: true,
		text: `The packets of step ${model.steps - 1} are taken away. Write packets so that the plan is right in ${model.steps} steps.` };
}

const packetKey = ({ step, from, to, op, pieces }) => JSON.stringify([step, from, to, op, pieces]);

const headingOf = (text) => text.split("\n").find((line) => /^\s*[^#\s]/.test(line))?.trim();

export async function checkFinish(grove, { plan, steps }, answer) {
	const given = await askJson(grove, ["plan", "-"], plan);
	let written, verdict;

	try {
		written = await askJson(grove, ["plan", "-"], answer);
		verdict = await askJson(grove, ["verify", "-"], answer);
	} catch (error) {
		return refusal(`No: ${error.message}`);
	}
	const kept = new Set(written.transfers.map(packetKey));
	const lost = given.transfers.find((each) => !kept.has(packetKey(each)));
	const fault = headingOf(answer) !== headingOf(plan) ? "the heading has changed"
		: lost ? `the packet ${linkText([lost.from, lost.to])} of step ${lost.step} is gone`
		: !verdict.ok ? verdict.violations[0].text
		: verdict.steps > steps ? `the plan takes ${verdict.steps} steps, ${steps} are enough` : null;

	return {
		right: !fault, text: fault ? `No: ${fault}.` : "Right.",
		why: fault ? "" : `The plan has ${verdict.steps} steps and ${verdict.packets} packets.`,
	};
}
