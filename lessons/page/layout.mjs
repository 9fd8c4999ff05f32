/* Finds the places of nodes and links in the picture of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { findUnit, lanePoint, linkPath, linkPathOf, placeNetwork } from "../../explorer/plans/geometry.mjs";

const MARGIN = 12;

/* Text on a projector is at least so many pixels high; elsewhere each picture chooses. */
export const leastText = () => document.body.classList.contains("lecture") ? innerHeight * 0.031 : 0;

/* The boxes of nodes that there may be, the one with most text first: number and name, the number alone, the number over a
 * bar, no text.
 * Boxes shrink as nodes come: eight nodes are read from the last row, 64 are seen as shades. */
export function boxesOf({ nodes, labels }, cells) {
	const letters = Math.max(...labels.map((label) => label.length));
	const digits = String(nodes - 1).length;
	const size = nodes <= 8 ? { width: 64, height: 52, font: 19, gap: 62 }
		: nodes <= 16 ? { width: 50, height: 42, font: 15, gap: 36 }
			: nodes <= 32 ? { width: 40, height: 32, font: 13, gap: 18 }
				: { width: 26, height: 22, font: 10, gap: 9 };
	const strip = (wide) => nodes <= 8 ? Math.min(cells, 8) * wide + 12 : 0;
	const large = (width, more) => ({ width: Math.max(width, strip(7)), height: 44, font: 20, small: 0, gap: 34, ...more });

	const named = nodes <= 24 && letters <= 4;

	return [{ ...size, small: named ? size.font * 0.66 : 0, width: Math.max(size.width + (named && nodes > 8 ? 12 : 0), strip(13)) },
		...nodes <= 8 && letters <= 4 ? [large(12 * (digits + letters) + 20, { small: 20 })] : [],
		large(13 * digits + 12), large(13 * digits + 12, { gap: 20 }),
		...[20, 8].map((gap) => large(0, { gap, width: 13 * digits + 10, height: 27, tight: true })),
		{ ...size, font: 0, small: 0 }];
}

/* The first box whose text is large enough in the room that there is. */
function fit(network, boxes, { room, least }) {
	const tried = boxes.map((box) => {
		const picture = placeNetwork(network, box, findUnit(network, box, { unit: 10, gap: 8, linked: box.gap }), MARGIN);

		return { ...picture, scale: room ? Math.min(room.width / picture.width, room.height / picture.height) : 1 };
	});

	return tried.find(({ box, scale }) => (box.small || box.font) * scale >= least) ?? tried.at(-1);
}

/* Is the network so wide that the chart stands better below it? */
export const isWide = ({ width, height, wrap }) => (width + 0.8) / (Math.max(height, wrap ?? 0) + 0.8) > 1.8;

/* The room of an element for a picture, in pixels, and the least size of its text. */
export const roomIn = (element) => ({ room: { width: element.clientWidth - 16, height: element.clientHeight - 16 }, least: leastText() || 9 });

/* Returns { width, height, box, least, at[], lane(from, to, share, beside), path(from, to) }. boxes: those to choose
 * from; place: from roomIn. least is the least size of text in the picture's own units. */
export function openLayout(network, boxes, place = { least: 0 }) {
	const picture = fit(network, boxes, place);
	const lane = (from, to, share, beside) => lanePoint(picture, from, to, share, beside);
	const lanePath = (from, to, beside) => {
		const samples = picture.route(from, to).length > 2 ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 1];

		return linkPathOf(samples.map((share) => lane(from, to, share, beside)));
	};

	return { ...picture, lane, lanePath, path: (from, to) => linkPath(picture.route(from, to)), least: place.least / picture.scale };
}
