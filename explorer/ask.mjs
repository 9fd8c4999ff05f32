/* Makes questions from a plan, and has the command answer: no question carries its answer. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { splitWords } from "./make_form.mjs";
import { pieceText } from "./packet_text.mjs";
import { optionOf, withOptions } from "./plan_request.mjs";
import { findFault, makeMutant, takeLastStep } from "./mutants.mjs";

const SIZES = [64, 4096, 262144, 16777216];
const MACHINE = { beta: 1, tau: 0.001 };
const LONG = 400;	/* lines: a longer plan is no exercise */

async function askJson(grove, words, text = "") {
	const answer = await grove([...words, "--json"], text);

	try {
		return JSON.parse(answer.out);
	} catch {
		throw new Error(answer.err.trim() || "the command gave no answer");
	}
}

const choose = (list, seed) => list[seed % list.length];
const linkText = ([from, to]) => `${from} -> ${to}`;
const stepText = (step) => step < 0 ? "before the first step" : `in step ${step}`;
const refusal = (text) => ({ right: false, text, why: "" });

/* Reads a whole number; null if the answer is none. */
function readNumber(answer) {
	return /^\s*\d+\s*$/.test(answer) ? Number(answer) : null;
}

/* Reads links such as "0 -> 1, 2-3"; null if the answer is none. */
function readLinks(answer) {
	const link = /(\d+)\s*-+>?\s*(\d+)/g;

	return /^[\s,;]*$/.test(answer.replace(link, ""))
		? [...answer.matchAll(link)].map(([, from, to]) => linkText([from, to])) : null;
}

/* ---- In which step does a node have a piece? ---- */

function makeArrival(model, seed) {
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

async function checkArrival(grove, { plan, node, thing }, answer) {
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

function makeLinks(model, seed) {
	const step = choose([...new Set(model.transfers.map((each) => each.step))], seed);

	return { step, text: `Which links carry packets in step ${step}? Write links as 0 -> 1, 2 -> 3.` };
}

async function checkLinks(grove, { plan, step }, answer) {
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

const makeBusiest = () => ({ text: "Which link carries most bytes, all steps together? Write a link as 0 -> 1." });

async function checkBusiest(grove, { plan }, answer) {
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

/* ---- How many steps with packets of another size? ---- */

function makeSteps(model, seed) {
	const { bytes } = model.problem;
	const packets = choose([1, 2, 3, 4, 8], seed);

	if (!model.request || bytes < packets)
		return null;
	const packet = Math.ceil(bytes / packets);
	const words = withOptions(splitWords(model.request), { bytes, packet });

	return { words, text: `How many steps does the same way take if a packet has at most ${packet} of the ${bytes} bytes of a block?` };
}

async function checkSteps(grove, { words }, answer) {
	const { steps, time_sync_s: startups } = await askJson(grove, ["simulate", ...words, "--beta", "1", "--tau", "0"]);
	const guess = readNumber(answer);

	return guess === null ? refusal("The answer is a number of steps, such as 5.") : {
		right: guess === steps, text: guess === steps ? "Right." : `No: it takes ${guess < steps ? "more" : "fewer"} steps than ${guess}.`,
		why: `grove plan ${words.join(" ")} has ${steps} steps, ${Math.round(startups)} with packets.`,
	};
}

/* ---- Which of two ends first? ---- */

function makeFirst(model, seed, rival) {
	const own = splitWords(model.request ?? "");
	const other = rival ? splitWords(rival) : own[1] !== "bfs" ? [own[0], "bfs", ...own.slice(2)] : null;

	if (!model.request || !other)
		return null;
	const bytes = choose(SIZES, seed);
	const pair = [own, other].map((words) =>
		withOptions(words, { bytes, packet: optionOf(words, "packet") && "auto", ...MACHINE }));
	const shown = pair.map((words, i) => `${"AB"[i]}: ${words.join(" ")}`).join("; ");

	return { pair, bytes, text: `Which ends first with ${bytes} B, A, B or same? ${shown}` };
}

async function checkFirst(grove, { pair }, answer) {
	const guess = answer.trim().toLowerCase();

	if (!["a", "b", "same"].includes(guess))
		return refusal("The answer is A, B or same.");
	const [a, b] = await Promise.all(pair.map((words) => askJson(grove, ["simulate", ...words])));
	const close = Math.abs(a.time_sync_s - b.time_sync_s) <= 1e-9 * a.time_sync_s;
	const first = close ? "same" : a.time_sync_s < b.time_sync_s ? "a" : "b";
	const costs = ({ time_sync_s: time, steps, volume_bytes: volume }) =>
		`${time} s (${steps} steps, largest packets ${volume} B together)`;

	return { right: guess === first, text: guess === first ? "Right." : "No.", why: `A takes ${costs(a)}, B ${costs(b)}.` };
}

/* ---- Which line is the fault? ---- */

async function makeFault(model, seed, rival, grove) {
	const mutant = await makeMutant(grove, model, seed);

	return mutant && { plan: mutant, shown: true, text: "This plan has one fault. In which line?" };
}

async function checkFault(grove, { plan }, answer) {
	const { line, text } = await findFault(grove, plan);
	const guess = readNumber(answer);

	return guess === null ? refusal("The answer is the number of a line, such as 4.") : {
		right: guess === line, text: guess === line ? "Right." : `No: line ${guess} is not where the first fault begins.`,
		why: `The judge says: ${text}.`,
	};
}

/* ---- Finish the schedule. ---- */

function makeFinish(model) {
	const begun = takeLastStep(model);

	return begun && { plan: begun, steps: model.steps, whole: true,
		text: `The packets of step ${model.steps - 1} are taken away. Write packets so that the plan is right in ${model.steps} steps.` };
}

const packetKey = ({ step, from, to, op, pieces }) => JSON.stringify([step, from, to, op, pieces]);

const headingOf = (text) => text.split("\n").find((line) => /^\s*[^#\s]/.test(line))?.trim();

async function checkFinish(grove, { plan, steps }, answer) {
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

/* ---- All kinds ---- */

/* A plan that is long or written as JSON has no lines to ask about. */
const short = (make) => (model, ...rest) =>
	model.text.split("\n").length <= LONG && !model.text.trimStart().startsWith("{") ? make(model, ...rest) : null;

export const kinds = {
	arrival: { title: "When does a piece come?", make: makeArrival, check: checkArrival },
	links: { title: "Which links carry a step?", make: makeLinks, check: checkLinks },
	busiest: { title: "Which link carries most?", make: makeBusiest, check: checkBusiest },
	steps: { title: "How many steps?", make: makeSteps, check: checkSteps },
	first: { title: "Which ends first?", make: makeFirst, check: checkFirst },
	fault: { title: "Where is the fault?", make: short(makeFault), check: checkFault },
	finish: { title: "Finish the schedule", make: short(makeFinish), check: checkFinish },
};

/* Makes a question of a kind from a right plan: { kind, text, plan ... }. Null if the plan gives no such
 * question. `rival`: the request of a second plan, or null. */
export async function makeQuestion(grove, model, kind, seed, rival = null) {
	if (!model?.verdict?.ok || !model.transfers.length)
		return null;
	const question = await kinds[kind].make(model, seed, rival, grove);

	return question && { plan: model.text, ...question, kind };
}

/* Has the command judge an answer: { right, text: what is wrong, why: the explanation }. */
export async function checkAnswer(grove, question, answer) {
	try {
		return await kinds[question.kind].check(grove, question, answer);
	} catch (error) {
		return refusal(error.message);
	}
}
