/* Counts the load of links and steps, and the deliveries that bring nothing new. */
/* SPDX-License-Identifier: BSD-2-Clause */

const within = (thing, piece) =>
	thing[0] === piece[0] && thing[1] >= piece[1] && thing[2] <= piece[2];

/* The step at which a node first holds a thing; -1: from the beginning. */
function firstSteps({ holdings }) {
	return holdings.entries.map((entries) => entries[0].step);
}

/* Counts for each packet the bytes that its receiver has anyway; null where nodes combine, since
 * there a second packet is a second contribution. */
export function findRedundant(model) {
	const { holdings, transfers } = model;

	if (!holdings || holdings.contributors)
		return null;
	const first = firstSteps(model);
	const brought = new Set();

	return transfers.map(({ step, to, pieces }) => {
		let bytes = 0;

		holdings.things.forEach((thing, i) => {
			const place = to * holdings.things.length + i;

			if (!pieces.some((piece) => within(thing, piece)))
				return;
			if (first[place] === undefined)
				return; /* the sender did not have the thing */
			if (first[place] < step || brought.has(place))
				bytes += thing[2] - thing[1];
			brought.add(place);
		});
		return bytes;
	});
}

function openLinks(network) {
	const links = new Map();

	network.neighbours.forEach((list, from) => [...list].sort((a, b) => a - b).forEach((to) =>
		links.set(`${from} ${to}`, { from, to, bytes: 0, packets: 0, redundant: 0 })));
	return links;
}

/* Returns { links: [{ from, to, bytes, packets, redundant }], steps: [{ largest, bytes, packets }],
 * redundant: bytes of each packet, or null, redundantPackets }. Links that are absent are left out. */
export function countLoads(model) {
	const links = openLinks(model.network);
	const steps = Array.from({ length: model.steps }, () => ({ largest: 0, bytes: 0, packets: 0 }));
	const redundant = findRedundant(model);
	let redundantPackets = 0;

	model.transfers.forEach(({ from, to, step, bytes }, i) => {
		const link = links.get(`${from} ${to}`);

		if (link) {
			link.bytes += bytes;
			link.packets++;
			link.redundant += redundant?.[i] ?? 0;
		}
		steps[step].largest = Math.max(steps[step].largest, bytes);
		steps[step].bytes += bytes;
		steps[step].packets++;
		redundantPackets += redundant && bytes > 0 && redundant[i] === bytes ? 1 : 0;
	});
	return { links: [...links.values()], steps, redundant, redundantPackets };
}

/* Returns S and V: the steps that carry packets, and the largest packets of all steps together. */
export function countCosts(model) {
	const { steps } = countLoads(model);

	return {
		startups: steps.filter((step) => step.packets > 0).length,
		volume: steps.reduce((sum, step) => sum + step.largest, 0),
	};
}
