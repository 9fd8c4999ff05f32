/* Finds the ways of a plan: pieces that cross the same links have the same way, and one colour. */
/* SPDX-License-Identifier: BSD-2-Clause */

export const WAY_COLOURS = 8;

function keyOf(piece) {
	return piece.join(":");
}

/* The cells of all pieces: the things of the holdings, or the pieces as they stand. */
function thingsOf(transfers) {
	const seen = new Map();

	for (const { pieces } of transfers)
		for (const piece of pieces)
			seen.set(keyOf(piece), piece);
	return [...seen.values()];
}

/* Things by block, sorted by their first byte. */
function indexOf(things) {
	const index = new Map();

	things.forEach(([block, begin, end], thing) => {
		if (!index.has(block))
			index.set(block, []);
		index.get(block).push({ thing, begin, end });
	});
	return index;
}

/* Calls visit(thing) for each thing within a piece. */
function visitThings(index, [block, begin, end], visit) {
	for (const cell of index.get(block) ?? [])
		if (cell.begin >= begin && cell.end <= end)
			visit(cell.thing);
}

function linksOfThings(transfers, things, index) {
	const links = things.map(() => new Set());

	for (const { from, to, pieces } of transfers)
		for (const piece of pieces)
			visitThings(index, piece, (thing) => links[thing].add(`${from}>${to}`));
	return links;
}

/* Returns { count, ofThing[] } and gives each transfer the `way` of its first piece and `ways`, the
 * number of different ways in the packet. The transfers may have ways already. */
export function findWays(transfers, given) {
	const things = given?.length ? given : thingsOf(transfers);
	const index = indexOf(things);
	const names = new Map();
	const ofThing = linksOfThings(transfers, things, index).map((links) => {
		const name = [...links].sort().join(" ");

		if (!names.has(name))
			names.set(name, names.size);
		return names.get(name);
	});

	for (const transfer of transfers) {
		const inside = new Set();

		for (const piece of transfer.pieces)
			visitThings(index, piece, (thing) => inside.add(ofThing[thing]));
		transfer.way = inside.size ? Math.min(...inside) : 0;
		transfer.ways = inside.size;
	}
	return { count: Math.max(1, names.size), ofThing };
}
