/* Asks the command for all that the page shows of a plan: the model of the plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { linesOfPackets } from "./plan_lines.mjs";
import { openHoldings } from "./holdings.mjs";
import { findWays } from "./ways.mjs";

const networks = new Map();

async function askJson(grove, words, text) {
	const answer = await grove(words, text);
	try {
		return JSON.parse(answer.out);
	} catch {
		return null;
	}
}

/* Returns nodes, labels, neighbours and places of a network; null if there is no such network. */
export async function askNetwork(grove, name) {
	if (!networks.has(name))
		networks.set(name, await askJson(grove, ["network", name, "--json"], ""));
	return networks.get(name);
}

function bytesOf(transfer) {
	return transfer.pieces.reduce((sum, [, begin, end]) => sum + end - begin, 0);
}

/* Start and end of each packet in seconds, in the order of the transfers, from the time line. */
function timesOf(trace) {
	const events = trace.traceEvents.filter((event) => event.ph === "X");
	const start = events.map((event) => event.ts * 1e-6);
	const end = events.map((event) => (event.ts + event.dur) * 1e-6);

	return { start, end, last: end.reduce((most, t) => Math.max(most, t), 0) };
}

/* Adds the times on a machine, which only a right plan has. */
export async function timeModel(grove, model, beta, tau) {
	const machine = ["--beta", String(beta), "--tau", String(tau)];
	const right = model.verdict?.ok;
	const figures = right
		? await askJson(grove, ["simulate", "-", "--json", ...machine], model.text) : null;
	const trace = right
		? await askJson(grove, ["plan", "-", "--trace", ...machine], model.text) : null;

	return { ...model, figures, times: trace && timesOf(trace) };
}

/* The plan's packets, its network, and what its nodes hold. */
async function showModel(grove, model) {
	const plan = await askJson(grove, ["plan", "-", "--json"], model.text);

	if (!plan)
		return model;
	const network = await askNetwork(grove, plan.network);
	const holds = await askJson(grove, ["plan", "-", "--holds", "--json"], model.text);
	const { transfers, ...problem } = plan;

	for (const transfer of transfers)
		Object.assign(transfer, { bytes: bytesOf(transfer), way: transfer.way ?? 0 });
	linesOfPackets(model.text, transfers);
	Object.assign(model, { problem, transfers, network, steps: plan.steps });
	model.holdings = openHoldings(holds, transfers, network.nodes);
	model.ways = findWays(transfers, holds);
	return model;
}

/* Has the command write JSON as text. JSON that is not a plan stays as it is, for a verdict. */
async function textOf(grove, given) {
	if (!given.trimStart().startsWith("{"))
		return given;
	const { status, out } = await grove(["plan", "-", "--text"], given);

	return status === 0 ? out : given;
}

/* A model of a plan as text; JSON becomes text. Without a plan that can be read, the model has text and verdict:
 *	name, text, verdict (verify --json)
 *	problem (the heading of plan --json), steps, transfers ({ step, from, to, op, pieces, bytes,
 *	line, way, ways, parts }), network (network --json), holdings (holdings.mjs), ways (ways.mjs)
 *	figures (simulate --json), times ({ start[], end[], last }): null if the plan is wrong */
export async function readModel(grove, name, given, { beta, tau }) {
	const text = await textOf(grove, given);
	const verdict = await askJson(grove, ["verify", "-", "--json"], text);
	const model = {
		name, text, verdict, problem: null, steps: 0, transfers: [], network: null,
		holdings: null, ways: { by: "way", count: 0, ofThing: [] }, figures: null, times: null,
	};

	return timeModel(grove, await showModel(grove, model), beta, tau);
}
