/* Opens the plans and the moment of the address, and keeps both in the address. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { faultChosen } from "./panels/verdict_panel.mjs";
import { splitWords } from "./plans/plan_request.mjs";
import { addressOf, readAddress, unpackText } from "./state/address.mjs";
import { inside, makePlan, readPlan } from "./state/page_plans.mjs";

const FIRST = "broadcast nesbt cube:3 --bytes 24 --packet 4";
const REST = 300;	/* milliseconds */

let writing = null;

export function keepAddress(page) {
	clearTimeout(writing);
	writing = setTimeout(async () => {
		page.address = `#${await addressOf(page.state, page.given, page.defaults)}`;
		if (location.hash !== page.address)
			history.replaceState(null, "", page.address);
	}, REST);
}

async function openWord(page, word, side) {
	const number = /^@(\d+)$/.exec(word);
	const given = number && page.given[Number(number[1])];
	const text = word.startsWith("z:") ? await unpackText(word.slice(2)) : given?.text;

	if (text !== null && text !== undefined) {
		await readPlan(page, side, { name: given?.name ?? "my plan", text, request: given?.request });
		return "";
	}
	return word.startsWith("z:") || number ? "the plan of the address is damaged"
		: makePlan(page, splitWords(word), side);
}

/* The same; says a refusal, in whose place another plan comes. */
async function openOr(page, word, side, other) {
	const refusal = await openWord(page, word, side);

	document.getElementById("make").querySelector(".refusal").textContent = refusal;
	if (refusal && other)
		await openWord(page, other, side);
}

/* Opens the plans and the moment of an address. Without an address a wrong plan opens at its first
 * fault. */
export async function openAddress(page, hash) {
	const { plans, patch } = readAddress(hash);
	const [first, second] = page.given.length ? page.given.map((_, i) => `@${i}`) : [FIRST];
	const machine = { beta: patch.beta ?? page.defaults.beta, tau: patch.tau ?? page.defaults.tau };

	page.state.set({ ...page.defaults, ...machine });
	await openOr(page, plans[0] ?? first, 0, first);
	if (plans[1] ?? (plans[0] ? null : second))
		await openOr(page, plans[1] ?? second, 1);
	if (!page.state.models[1])
		delete patch.active;
	if (page.state.model) {
		const moment = hash ? patch : { ...faultChosen(page.state, 0).patch, ...patch };

		page.state.set({ ...moment, ...inside({ ...page.state, ...moment }, page.state.model) });
	}
}
