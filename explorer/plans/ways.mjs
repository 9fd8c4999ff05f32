/* The colours of packets: the ways of their pieces, or the origins where all pieces have one way. */
/* SPDX-License-Identifier: BSD-2-Clause */

export const WAY_COLOURS = 8;

/* Returns the only node that has each thing at the beginning; null if a thing has several such nodes,
 * or if all things come from the same node. */
function originsOf({ begin, things }) {
	const origin = new Array(things.length).fill(-1);

	for (const [node, thing] of begin) {
		if (origin[thing] >= 0)
			return null;
		origin[thing] = node;
	}
	return new Set(origin).size > 1 && !origin.includes(-1) ? origin : null;
}

function thingsByBlock(things) {
	const inside = new Map();

	things.forEach(([block], i) => inside.set(block, [...inside.get(block) ?? [], i]));
	return inside;
}

/* Returns the bytes of a packet by way, as a Map, in the order of the pieces. */
function bytesByWay(pieces, things, inside, ofThing) {
	const bytes = new Map();

	for (const [block, begin, end] of pieces)
		for (const i of inside.get(block) ?? []) {
			const common = Math.min(end, things[i][2]) - Math.max(begin, things[i][1]);

			if (common > 0)
				bytes.set(ofThing[i], (bytes.get(ofThing[i]) ?? 0) + common);
		}
	return bytes;
}

/* Gives each packet its least way, and its parts [{ way, share }] by colour; more than eight ways share
 * the eight colours. */
function colourPackets(transfers, { things }, ofThing) {
	const inside = thingsByBlock(things);

	for (const transfer of transfers) {
		const bytes = bytesByWay(transfer.pieces, things, inside, ofThing);
		const all = [...bytes.values()].reduce((sum, each) => sum + each, 0);
		const shares = new Map();

		for (const [way, count] of bytes)
			shares.set(way % WAY_COLOURS, (shares.get(way % WAY_COLOURS) ?? 0) + count / all);
		if (!shares.size)
			continue;
		transfer.ways = [...bytes.keys()].sort((a, b) => a - b);
		transfer.way = transfer.ways[0];
		transfer.parts = [...shares].map(([way, share]) => ({ way, share }));
	}
}

/* Returns { by, count, ofThing[] } by what the command says of packets (plan --json) and things (plan
 * --holds): by "way", or by "origin" if there is a single way and the origins differ. */
export function findWays(transfers, holds) {
	const ways = holds?.ways ?? [];
	const last = transfers.reduce((most, { way = 0, ways: all = [] }) => Math.max(most, way, ...all), 0);
	const origins = last === 0 && holds ? originsOf(holds) : null;
	const ofThing = origins ?? ways;

	for (const transfer of transfers)
		transfer.parts = [{ way: transfer.way, share: 1 }];
	if (origins || last > 0 && holds)
		colourPackets(transfers, holds, ofThing);
	return { by: origins ? "origin" : "way", count: Math.max(last, ...origins ?? []) + 1, ofThing };
}

/* Returns the number of a packet's way, with + if the packet has more. */
export function wayText({ way = 0, ways }) {
	return ways?.length > 1 ? `${way}+` : String(way);
}

/* Returns what the colours mean, as a sentence. */
export function coloursText({ by }) {
	const meaning = by === "origin"
		? "Colour, dash and number show the origin of a packet's pieces, a node: all pieces have one way"
		: "Colour, dash and number show the way of a packet: pieces that cross the same links have the same way";

	return `${meaning}. A packet of several ${by}s has a part in each colour, as long as its share of the bytes, ` +
		"and + after its number.";
}
