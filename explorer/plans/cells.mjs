/* Chooses the cells of the strip in a node: a cell for each thing, each way, or all things. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { concerns, holdingAt } from "./holdings.mjs";

const MOST_THINGS = 16;
const MOST_WAYS = 12;

/* Returns [{ way, things[] }]; [] without holdings. */
export function chooseCells({ holdings, ways }) {
	if (!holdings?.things.length)
		return [];
	const all = holdings.things.map((_, thing) => thing);
	if (all.length <= MOST_THINGS)
		return all.map((thing) => ({ way: ways.ofThing[thing], things: [thing] }))
			.sort((a, b) => a.way - b.way);
	if (ways.count <= MOST_WAYS)
		return Array.from({ length: ways.count }, (_, way) =>
			({ way, things: all.filter((thing) => ways.ofThing[thing] === way) }));
	return [{ way: 0, things: all }];
}

/* Returns the share of a cell that a node holds, of all that concerns the node, and whether some of
 * it has just arrived. */
export function cellAt(model, node, cell, moment) {
	let share = 0;
	let all = 0;
	let arrived = false;

	for (const thing of cell.things) {
		if (!concerns(model.holdings, node, thing))
			continue;
		const held = holdingAt(model, node, thing, moment);

		all++;
		share += held.share;
		arrived ||= held.arrived;
	}
	return { share: all ? share / all : 0, arrived };
}
