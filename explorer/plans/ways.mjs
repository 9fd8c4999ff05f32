/* The colours of ways: pieces that cross the same links have the same way, and one colour. */
/* SPDX-License-Identifier: BSD-2-Clause */

export const WAY_COLOURS = 8;

/* Returns { count, ofThing[] } by what the command says of packets and things. */
export function findWays(transfers, ofThing) {
	let last = 0;

	for (const { way = 0, ways = [] } of transfers)
		last = Math.max(last, way, ...ways);
	return { count: last + 1, ofThing };
}

/* Returns the number of a packet's way, with + if the packet has more. */
export function wayText({ way = 0, ways }) {
	return ways?.length > 1 ? `${way}+` : String(way);
}
