/* Asks the command, and reads the answers of the student: numbers, links. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* Returns the command's answer; a refusal is thrown. */
export async function askJson(grove, words, text = "") {
	const answer = await grove([...words, "--json"], text);

	try {
		return JSON.parse(answer.out);
	} catch {
		throw new Error(answer.err.trim() || "the command gave no answer");
	}
}

export const choose = (list, seed) => list[seed % list.length];
export const linkText = ([from, to]) => `${from} -> ${to}`;
export const stepText = (step) => step < 0 ? "before the first step" : `in step ${step}`;
export const refusal = (text) => ({ right: false, text, why: "" });

/* Reads a whole number; null if the answer is none. */
export function readNumber(answer) {
	return /^\s*\d+\s*$/.test(answer) ? Number(answer) : null;
}

/* Reads links such as "0 -> 1, 2-3"; null if the answer is none. */
export function readLinks(answer) {
	const link = /(\d+)\s*-+>?\s*(\d+)/g;

	return /^[\s,;]*$/.test(answer.replace(link, ""))
		? [...answer.matchAll(link)].map(([, from, to]) => linkText([from, to])) : null;
}
