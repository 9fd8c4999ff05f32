/* Replays what each node holds at any moment, from the JSON of `plan --holds`. */
/* SPDX-License-Identifier: BSD-2-Clause */

const overlaps = (piece, thing) =>
	piece[0] === thing[0] && piece[1] < thing[2] && thing[1] < piece[2];

/* Returns { things, contributors, nodes, entries, wanted }: entries[node * things + thing] lists
 * { step, contributors } for the beginning (step -1) and each arrival, and wanted is the set of such
 * places that lack bytes in the end. Null if the command refused. */
export function openHoldings(holds, transfers, nodes) {
	if (!holds)
		return null;
	const { things, contributors } = holds;
	const entries = new Array(nodes * things.length);
	const wanted = new Set((holds.lacks ?? []).map(([node, thing]) => node * things.length + thing));
	const add = (step) => ([node, thing, ...who]) => {
		const place = node * things.length + thing;

		(entries[place] ??= []).push({ step, contributors: contributors ? who : null });
	};

	holds.begin.forEach(add(-1));
	holds.steps.forEach(({ step, arrived }) => arrived.forEach(add(step)));
	return { things, contributors, nodes, entries, wanted, brought: packetsByStep(transfers) };
}

/* Packets by step and receiver. */
function packetsByStep(transfers) {
	const brought = new Map();

	transfers.forEach((transfer, i) => {
		const key = `${transfer.step} ${transfer.to}`;

		if (!brought.has(key))
			brought.set(key, []);
		brought.get(key).push(i);
	});
	return brought;
}

/* The second at which an entry is there: the end of the last packet that brings the thing. */
function findEnd(model, node, thing, entry) {
	const { holdings, transfers, times } = model;
	let last = 0;

	if (entry.step < 0)
		return -1;
	for (const i of holdings.brought.get(`${entry.step} ${node}`) ?? []) {
		const { pieces } = transfers[i];

		if (!pieces.length || pieces.some((p) => overlaps(p, holdings.things[thing])))
			last = Math.max(last, times.end[i]);
	}
	return last;
}

/* The same, kept until the times change. */
function endOfEntry(model, node, thing, entry) {
	if (entry.times !== model.times) {
		entry.times = model.times;
		entry.end = findEnd(model, node, thing, entry);
	}
	return entry.end;
}

/* Returns the last entry that is there at a moment, { step } or { seconds }. */
function entryAt(model, node, thing, moment) {
	const list = model.holdings.entries[node * model.holdings.things.length + thing] ?? [];

	for (let i = list.length - 1; i >= 0; i--) {
		if (moment.seconds === undefined && list[i].step <= moment.step)
			return list[i];
		if (moment.seconds === undefined)
			continue;
		if (endOfEntry(model, node, thing, list[i]) <= moment.seconds * (1 + 1e-9))
			return list[i];
	}
	return null;
}

/* Does a node ever hold a thing, or lack the thing in the end? */
export function concerns({ things, entries, wanted }, node, thing) {
	const place = node * things.length + thing;

	return entries[place] !== undefined || wanted.has(place);
}

/* Returns for a thing on a node at a moment: { share of its contributors (0: nothing held),
 * contributors, arrived: just now }. */
export function holdingAt(model, node, thing, moment) {
	const entry = entryAt(model, node, thing, moment);

	if (!entry)
		return { share: 0, contributors: [], arrived: false };
	const arrived = moment.seconds === undefined
		? entry.step >= 0 && entry.step === moment.step
		: entry.end >= 0 && entry.end >= moment.before;
	const who = entry.contributors;

	return {
		share: who ? Math.min(1, new Set(who).size / model.holdings.nodes) : 1,
		contributors: who ?? [], arrived,
	};
}

/* Returns the moment that the page shows, for holdingAt. Just now is the last 2 % of the time. */
export function momentOf(state, model) {
	if (state.clock === "seconds" && model.times)
		return { seconds: state.seconds, before: state.seconds * (1 - 1e-9) - 0.02 * model.times.last };
	return { step: state.step };
}

/* Returns the numbers of the packets that travel at the moment. */
export function packetsAt(state, model) {
	const travelling = state.clock === "seconds" && model.times
		? (t, i) => model.times.start[i] <= state.seconds && state.seconds < model.times.end[i]
		: (t) => t.step === state.step;
	const found = [];

	model.transfers.forEach((transfer, i) => {
		if (travelling(transfer, i))
			found.push(i);
	});
	return found;
}
