/* Cuts cables: replays what a plan still brings, and says who is cut off. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* Does a packet leave: is its cable there, and does its sender hold what it carries? */
function leaves(packet, cut, holds) {
	const { from, to, step, things } = packet;

	return !cut.has(`${Math.min(from, to)}-${Math.max(from, to)}`) &&
		things.every((thing) => (holds.get(`${from} ${thing}`) ?? Infinity) < step);
}

/* Returns holds, when each node first holds each thing (Map of "node thing" to step), and alive, the packets that leave. */
function replay(model, cut) {
	const holds = new Map();
	const alive = new Set();

	model.arrivals.forEach((list, node) => list.forEach(({ thing, gets }) => {
		if (gets[0]?.at < 0)
			holds.set(`${node} ${thing}`, -1);
	}));
	const order = model.transfers.map((packet, i) => ({ packet, i })).sort((a, b) => a.packet.step - b.packet.step);

	for (const { packet, i } of order)
		if (leaves(packet, cut, holds)) {
			alive.add(i);
			for (const thing of packet.things)
				if (!holds.has(`${packet.to} ${thing}`))
					holds.set(`${packet.to} ${thing}`, packet.step);
		}
	return { holds, alive };
}

/* The trees all of whose cables are there; null without trees. */
function wholeTrees({ trees }, cut) {
	if (!trees)
		return null;
	const hit = new Set([...trees].filter(([key]) => {
		const [from, to] = key.split("-").map(Number);

		return cut.has(`${Math.min(from, to)}-${Math.max(from, to)}`);
	}).map(([, tree]) => tree));

	return [...new Set(trees.values())].filter((tree) => !hit.has(tree)).sort();
}

/* Returns { lost: nodes that lack something in the end, alive: numbers of packets that still leave, whole: trees whose
 * cables are all there, or null }. cut: a set of cables, as "0-1". */
export function findCut(model, cut) {
	const { holds, alive } = replay(model, cut);
	const lost = model.arrivals.flatMap((list, node) => list.every(({ thing }) => holds.has(`${node} ${thing}`)) ? [] : [node]);

	return { lost, alive, whole: wholeTrees(model, cut) };
}

/* Says in a sentence what the cuts do. */
export function cutText(model, cut, { lost, whole }, treeName) {
	if (!cut.size)
		return "Click a cable to cut it.";
	const trees = whole ? ` Whole trees left: ${whole.map(treeName).join(", ") || "none"}.` : "";

	return lost.length ? `Cut off: ${lost.join(", ")}.${trees}`
		: `${cut.size} ${cut.size > 1 ? "cuts" : "cut"}, and all ${model.problem.nodes} machines still get the message.${trees}`;
}
