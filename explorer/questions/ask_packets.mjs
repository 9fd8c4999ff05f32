/* Questions about the packets of a plan: when does a piece come, which links carry a step, which most. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { pieceText } from "../plans/packet_text.mjs";
import { askJson, choose, linkText, readLinks, readNumber, refusal, stepText } from "./ask_answers.mjs";

/* ---- In which step does a node have a piece? ---- */

export function makeArrival(model, { seed }) {
	const { holdings } = model;
	const places = holdings ? [...holdings.entries.keys()].filter((place) =>
		holdings.entries[place]?.some(({ step }) => step >= 0)) : [];

	if (!places.length)
		return null;
	const place = choose(places, seed);
	const count = holdings.things.length;
	const [node, thing] = [Math.floor(place / count), holdings.things[place % count]];
	const piece = thing[2] ? pieceText(thing) : "news";

	return {
		node, thing, text: holdings.contributors
			? `In which step does the last contribution to ${piece} come to node ${node}?`
			: `In which step do ${piece} first come to node ${node}?`,
	};
}

export async function checkArrival(grove, { plan, node, thing }, answer) {
	const holds = await askJson(grove, ["plan", "-", "--holds"], plan);
	const number = holds.things.findIndex((each) => each.join() === thing.join());
	const steps = holds.steps.filter(({ arrived }) =>
		arrived.some(([v, i]) => v === node && i === number)).map(({ step }) => step);
	const step = holds.contributors ? steps.at(-1) : steps[0];
	const guess = readNumber(answer);

	return guess === null ? refusal("The answer is a number of a step, such as 2.") : {
		right: guess === step,
		text: guess === step ? "Right." : `No: what comes to node ${node} in step ${guess} is ` +
			(steps.includes(guess) ? "not the last contribution." : "something else, or nothing."),
		why: `Node ${node} gets these bytes ${stepText(step)}; ` +
			`a node can send what comes in a step in the next step.`,
	};
}

/* ---- Which links carry packets in a step? ---- */

export function makeLinks(model, { seed }) {
	const step = choose([...new Set(model.transfers.map((each) => each.step))], seed);

	return { step, text: `Which links carry packets in step ${step}? Write links as 0 -> 1, 2 -> 3.` };
}

export async function checkLinks(grove, { plan, step }, answer) {
	const { transfers } = await askJson(grove, ["plan", "-"], plan);
	const used = transfers.filter((each) => each.step === step).map(({ from, to }) => linkText([from, to]));
	const guess = readLinks(answer);

	if (!guess?.length)
		return refusal("The answer is a list of links, such as 0 -> 1, 2 -> 3.");
	const extra = guess.filter((link) => !used.includes(link));
	const missing = used.filter((link) => !guess.includes(link));
	const faults = [...extra.length ? [`${extra.join(", ")} carries nothing in step ${step}`] : [],
		...missing.length ? [`${missing.length} more of the links carry packets`] : []];

	return {
		right: !faults.length, text: faults.length ? `No: ${faults.join("; ")}.` : "Right.",
		why: `Step ${step} has ${used.length} packets: ${used.join(", ")}.`,
	};
}

/* ---- Which link carries most? ---- */

export const makeBusiest = () => ({ text: "Which link carries most bytes, all steps together? Write a link as 0 -> 1." });

export async function checkBusiest(grove, { plan }, answer) {
	const { transfers } = await askJson(grove, ["plan", "-"], plan);
	const loads = new Map();

	for (const { from, to, pieces } of transfers) {
		const link = linkText([from, to]);
		const bytes = pieces.reduce((sum, [, begin, end]) => sum + end - begin, 0);

		loads.set(link, (loads.get(link) ?? 0) + bytes);
	}
	const most = Math.max(...loads.values());
	const guess = readLinks(answer);

	if (guess?.length !== 1)
		return refusal("The answer is one link, such as 0 -> 1.");
	const bytes = loads.get(guess[0]) ?? 0;
	const best = [...loads.keys()].filter((link) => loads.get(link) === most);

	return {
		right: bytes === most, text: bytes === most ? "Right." : `No: ${guess[0]} carries ${bytes} B, another link more.`,
		why: `${most} B is the most, on ${best.length} links, first ${best[0]}.`,
	};
}
