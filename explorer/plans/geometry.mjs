/* Finds the places of nodes, links and packets in the picture of a network, in pixels. */
/* SPDX-License-Identifier: BSD-2-Clause */

const MARGIN = 14;
const LETTER = 8.2;	/* the width of a letter of a label */
const BESIDE = 5;	/* a packet's distance from the line of its link */
const FEW = 32;		/* nodes; more nodes are drawn closer together */

const few = { gap: 26, unit: 84, seen: 50, height: 38, strip: 110 };
const many = { gap: 7, unit: 30, seen: 0, height: 32, strip: 48 };

/* The centres of linked boxes are that far from each border on the line between them. */
function insideOf(box, dx, dy) {
	const length = Math.hypot(dx, dy) || 1;

	return Math.min(box.width / 2 * length / Math.abs(dx || 1e-9),
		box.height / 2 * length / Math.abs(dy || 1e-9));
}

/* Returns the least pixels for each unit with which no boxes touch, and with which links can be seen. linked is the gap
 * between boxes with a link. */
export function findUnit({ places, neighbours }, box, { unit, gap, linked = gap, seen = 0 }) {
	for (let v = 0; v < places.length; v++)
		for (let u = 0; u < v; u++) {
			const dx = Math.abs(places[v][0] - places[u][0]);
			const dy = Math.abs(places[v][1] - places[u][1]);
			const isLink = neighbours[v].includes(u);
			const between = isLink ? linked : gap;

			unit = Math.max(unit, Math.min((box.width + between) / dx, (box.height + between) / dy));
			if (seen && isLink)
				unit = Math.max(unit, (seen + 2 * insideOf(box, dx, dy)) / Math.hypot(dx, dy));
		}
	return unit;
}

/* Returns the size of a picture with such boxes, and where nodes, their images and the points of links are. */
export function placeNetwork(network, box, unit, margin) {
	const put = ([x, y]) => [margin + box.width / 2 + x * unit, margin + box.height / 2 + y * unit];
	const at = network.places.map(put);
	const routes = new Map();

	for (const [v, u, ...numbers] of network.routes ?? []) {
		const points = [];

		for (let i = 0; i < numbers.length; i += 2)
			points.push(put(numbers.slice(i, i + 2)));
		routes.set(`${v} ${u}`, points);
		routes.set(`${u} ${v}`, points.slice().reverse());
	}
	return {
		box, at, unit,
		width: network.width * unit + box.width + 2 * margin,
		height: Math.max(network.height, network.wrap ?? 0) * unit + box.height + 2 * margin,
		images: network.wrap > 0
			? network.places.map(([x, y], v) => ({ v, y, at: put([x, y + network.wrap]) })).filter((image) => image.y <= 0) : [],
		route: (from, to) => routes.get(`${from} ${to}`) ?? [at[from], at[to]],
	};
}

/* The box of a node: its label above a strip of cells. */
function boxOf(network, cells, space) {
	const letters = Math.max(...network.labels.map((label) => label.length));
	const cell = cells ? Math.max(3, Math.min(11, space.strip / cells)) : 0;

	return { width: Math.max(34, letters * LETTER + 10, cells * cell + 10), height: space.height, cell };
}

/* Returns the box of nodes, the size of the picture, and where things are. */
export function openGeometry(network, cells) {
	const space = network.nodes <= FEW ? few : many;
	const box = boxOf(network, cells, space);

	return placeNetwork(network, box, findUnit(network, box, space), MARGIN);
}

/* Returns the part of the way from the border of a box to its centre, as a fraction of (dx, dy). */
function insideBox(box, dx, dy) {
	return Math.min((box.width / 2 + 3) / Math.abs(dx || 1e-9),
		(box.height / 2 + 3) / Math.abs(dy || 1e-9), 0.45);
}

/* A bend in the middle of a route is the control point of a quadratic curve. */
function pointOn([a, ...rest], t) {
	const b = rest[rest.length - 1];
	const c = rest.length > 1 ? rest[0] : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
	const mix = (i) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * c[i] + t * t * b[i];

	return [mix(0), mix(1)];
}

/* Returns the point at a share of the way from box to box, to the right of the middle of the link. */
export function lanePoint({ box, route }, from, to, share, beside) {
	const points = route(from, to), [a, b] = [points[0], points.at(-1)];
	const inside = insideBox(box, b[0] - a[0], b[1] - a[1]);
	const t = inside + (1 - 2 * inside) * share;
	const [x, y] = pointOn(points, t), [x1, y1] = pointOn(points, t + 1e-3);
	const length = Math.hypot(x1 - x, y1 - y) || 1;

	return [x - (y1 - y) / length * beside, y + (x1 - x) / length * beside];
}

/* Returns the path of a link, which may have a bend, as the text of SVG. */
export function linkPath(points) {
	const xy = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

	return points.length === 3
		? `M${xy(points[0])}Q${xy(points[1])} ${xy(points[2])}`
		: `M${points.map(xy).join("L")}`;
}

/* Returns the points of a route between two of its places, from 0 at the begin to 1 at the end. */
function partOf(points, from, to) {
	const last = points.length - 1;
	const at = (t) => {
		const i = Math.min(last - 1, Math.floor(t * last));
		const rest = t * last - i;

		return [0, 1].map((k) => points[i][k] * (1 - rest) + points[i + 1][k] * rest);
	};

	return [at(from), ...points.filter((_, i) => i > from * last && i < to * last), at(to)];
}

/* Returns a path for each part of a packet, one after the other: [{ way, d }]. */
export function pathsOfParts(points, parts) {
	let begin = 0;

	return parts.map(({ way, share }) => {
		const end = Math.min(1, begin + share);
		const d = linkPathOf(partOf(points, begin, end));

		begin = end;
		return { way, d };
	});
}

/* Returns the place of a packet beside its link: its points, shaft (a path), its end with direction,
 * and the middle, for a number. */
export function packetPath(geometry, from, to) {
	const samples = geometry.route(from, to).length > 2 ? 8 : 1;
	const moved = Array.from({ length: samples + 1 }, (_, i) => lanePoint(geometry, from, to, i / samples, BESIDE));
	const tip = moved[samples];
	const before = moved[samples - 1];
	const third = samples === 1
		? [0, 1].map((i) => moved[0][i] * 0.6 + moved[1][i] * 0.4) : moved[3];

	return { points: moved, shaft: linkPathOf(moved), tip, middle: third,
		angle: Math.atan2(tip[1] - before[1], tip[0] - before[0]) };
}

export function linkPathOf(points) {
	return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}
