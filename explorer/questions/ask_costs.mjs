/* Questions about what a plan costs: how many steps, which of two plans ends first. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { optionOf, splitWords, withOptions } from "../plans/plan_request.mjs";
import { askJson, choose, readNumber, refusal } from "./ask_answers.mjs";

const SIZES = [64, 4096, 262144, 16777216];
const MACHINE = { beta: 1, tau: 0.001 };

/* ---- How many steps with packets of another size? ---- */

export function makeSteps(model, { seed }) {
	const { bytes } = model.problem;
	const packets = choose([1, 2, 3, 4, 8], seed);

	if (!model.request || bytes < packets)
		return null;
	const packet = Math.ceil(bytes / packets);
	const words = withOptions(splitWords(model.request), { bytes, packet });

	return { words, text: `How many steps does the same way take if a packet has at most ${packet} of the ${bytes} bytes of a block?` };
}

export async function checkSteps(grove, { words }, answer) {
	const { steps, time_sync_s: startups } = await askJson(grove, ["simulate", ...words, "--beta", "1", "--tau", "0"]);
	const guess = readNumber(answer);

	return guess === null ? refusal("The answer is a number of steps, such as 5.") : {
		right: guess === steps, text: guess === steps ? "Right." : `No: it takes ${guess < steps ? "more" : "fewer"} steps than ${guess}.`,
		why: `grove plan ${words.join(" ")} has ${steps} steps, ${Math.round(startups)} with packets.`,
	};
}

/* ---- Which of two ends first? ---- */

export function makeFirst(model, { seed, rival }) {
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

export async function checkFirst(grove, { pair }, answer) {
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
