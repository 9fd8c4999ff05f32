/* Sorts the packets of a plan into the rows of the space-time chart. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* Returns each node's distance from a node. */
export function distancesFrom(neighbours, root) {
	const distance = new Array(neighbours.length).fill(-1);
	let front = [root];

	distance[root] = 0;
	for (let d = 1; front.length; d++) {
		const next = [];

		for (const v of front)
			for (const u of neighbours[v])
				if (distance[u] < 0) {
					distance[u] = d;
					next.push(u);
				}
		front = next;
	}
	return distance;
}

function label(model, v) {
	return model.network?.labels[v] ?? String(v);
}

/* For each folding: the key of a packet's row, which sorts the rows, and the label of the row. */
const foldings = {
	link: (model) => ({
		key: ({ from, to }) => from * 1e6 + to,
		label: ({ from, to }) => `${label(model, from)} → ${label(model, to)}`,
	}),
	node: (model) => ({
		key: ({ from }) => from,
		label: ({ from }) => label(model, from),
	}),
	level: (model) => {
		const distance = distancesFrom(model.network?.neighbours ?? [], model.problem.root ?? 0);

		return {
			key: ({ to }) => distance[to] ?? -1,
			label: ({ to }) => `distance ${distance[to] ?? "?"}`,
		};
	},
	way: ({ ways }) => ({
		key: ({ way }) => way,
		label: ({ way }) => `${ways.by} ${way}`,
	}),
};

/* Puts spans [start, end) into the fewest lanes; returns the lane of each and the number of lanes. */
export function findLanes(spans) {
	const ends = [];
	const order = spans.map((_, i) => i).sort((a, b) => spans[a][0] - spans[b][0]);
	const lane = new Array(spans.length);

	for (const i of order) {
		let free = ends.findIndex((end) => end <= spans[i][0] + 1e-12);

		if (free < 0)
			free = ends.length;
		ends[free] = spans[i][1];
		lane[i] = free;
	}
	return { lane, lanes: Math.max(1, ends.length) };
}

/* Returns the begin and the end of a packet on the axis. */
export function spanOf(model, i, clock) {
	return clock === "seconds" && model.times
		? [model.times.start[i], model.times.end[i]]
		: [model.transfers[i].step, model.transfers[i].step + 1];
}

/* Returns [{ label, packets[], lane[], lanes }], sorted. */
export function findRows(model, folding, clock) {
	const { key, label: name } = foldings[folding](model);
	const rows = new Map();

	model.transfers.forEach((transfer, i) => {
		const at = key(transfer);

		if (!rows.has(at))
			rows.set(at, { at, label: name(transfer), packets: [] });
		rows.get(at).packets.push(i);
	});
	return [...rows.values()].sort((a, b) => a.at - b.at).map((row) =>
		({ ...row, ...findLanes(row.packets.map((i) => spanOf(model, i, clock))) }));
}
