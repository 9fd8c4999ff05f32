/* Asks the command for costs over the packet size B and over the message size M. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { splitWords, withOptions } from "./plan_request.mjs";

const MOST_PACKETS = 30000;	/* a curve ends at a plan with more */
const HALVINGS = 7;

/* Returns the command's figures, or null; gives the page time to draw. */
async function askSimulate(grove, words) {
	const answer = await grove(["simulate", ...words, "--json"], "");

	await new Promise((done) => setTimeout(done, 0));
	return answer.status === 0 ? JSON.parse(answer.out) : null;
}

/* The figures of a plan that was made by name: formula, letters, B_opt and T_min. */
export async function askFormula(grove, request, { beta, tau }) {
	return askSimulate(grove, withOptions(splitWords(request), { beta, tau }));
}

/* Returns the sizes low, low * factor ... as whole numbers, each once, up to and with high. */
export function sizesBetween(low, high, factor) {
	const sizes = [];

	for (let size = low; size < high; size *= factor)
		sizes.push(Math.round(size));
	return [...new Set([...sizes, high])];
}

/* Returns [{ packet, startups, volume }] for packets of many sizes, from small to large. S and V do
 * not depend on beta and tau: with beta 1 and tau 0 the time is S. Each size is given as it is. */
export async function sweepPackets(grove, request, bytes) {
	const points = [];

	for (const packet of sizesBetween(Math.max(1, bytes / 256), bytes, Math.SQRT2).reverse()) {
		const words = withOptions(splitWords(request), { bytes, packet, beta: 1, tau: 0 });
		const figures = await askSimulate(grove, words);

		if (figures)
			points.push({ packet, startups: figures.time_sync_s, volume: figures.volume_bytes });
		if (figures?.packets > MOST_PACKETS)
			break;
	}
	return points.reverse();
}

/* Returns f(M): the time in steps of the plan with the packets that suit the machine best. */
function timeOver(grove, request, machine) {
	return async (bytes) => {
		const words = withOptions(splitWords(request), { bytes, packet: "auto", ...machine });
		const figures = await askSimulate(grove, words);

		return { time: figures?.time_sync_s ?? null, packets: figures?.packets ?? 0 };
	};
}

/* Returns a curve for each request: [[{ bytes, time }]]. */
export async function sweepMessages(grove, requests, sizes, machine) {
	const curves = [];

	for (const request of requests) {
		const ask = timeOver(grove, request, machine);
		const curve = [];

		for (const bytes of sizes) {
			const { time, packets } = await ask(bytes);

			if (time !== null)
				curve.push({ bytes, time });
			if (packets > MOST_PACKETS)
				break;
		}
		curves.push(curve);
	}
	return curves;
}

/* Returns the neighbouring sizes between which the faster of two curves changes:
 * [{ low, high, before, after }], where before and after are 0 or 1, the curve that is lower. */
export function findCrossings([first, second]) {
	const other = new Map(second.map(({ bytes, time }) => [bytes, time]));
	const signs = first.filter(({ bytes }) => other.has(bytes))
		.map(({ bytes, time }) => ({ bytes, sign: Math.sign(time - other.get(bytes)) }))
		.filter(({ sign }) => sign);
	const lower = (sign) => sign < 0 ? 0 : 1;

	return signs.slice(1).flatMap(({ bytes, sign }, i) => sign === signs[i].sign ? [] : [{
		low: signs[i].bytes, high: bytes, before: lower(signs[i].sign), after: lower(sign),
	}]);
}

/* Narrows a crossing by asking the command in between. */
export async function narrowCrossing(grove, requests, crossing, machine) {
	const [first, second] = requests.map((request) => timeOver(grove, request, machine));
	let { low, high } = crossing;

	for (let i = 0; i < HALVINGS && high - low > 1; i++) {
		const middle = Math.round(Math.sqrt(low * high));
		const [a, b] = [await first(middle), await second(middle)];

		if (middle === low || middle === high || a.time === null || b.time === null)
			break;
		if ((a.time < b.time ? 0 : 1) === crossing.before)
			low = middle;
		else
			high = middle;
	}
	return { ...crossing, low, high };
}
