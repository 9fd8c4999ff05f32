/* Finds the places of nodes and links in the picture of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */

const MARGIN = 8;

/* Boxes shrink as nodes come: eight nodes are read from the last row, 64 are seen as shades. */
function boxOf(network, cells) {
	const letters = Math.max(...network.labels.map((label) => label.length));
	const size = network.nodes <= 8 ? { width: 64, height: 52, font: 19, gap: 62 }
		: network.nodes <= 16 ? { width: 50, height: 42, font: 15, gap: 36 }
			: network.nodes <= 32 ? { width: 40, height: 32, font: 13, gap: 18 }
				: { width: 26, height: 22, font: 10, gap: 9 };
	const few = network.nodes <= 8;

	return { ...size, label: few && letters <= 4,
		width: Math.max(size.width, few ? Math.min(cells, 8) * 13 + 12 : 0) };
}

/* The least unit with which no two boxes touch, and the boxes of a link are a gap apart. */
function unitOf({ places, neighbours }, box) {
	let unit = 10;

	for (let v = 0; v < places.length; v++)
		for (let u = 0; u < v; u++) {
			const dx = Math.abs(places[v][0] - places[u][0]);
			const dy = Math.abs(places[v][1] - places[u][1]);
			const gap = neighbours[v].includes(u) ? box.gap : 8;

			unit = Math.max(unit, Math.min((box.width + gap) / dx, (box.height + gap) / dy));
		}
	return unit;
}

/* Points on a straight line, or on a curve through a bend. */
function pointOn([a, ...rest], t) {
	const b = rest.at(-1);
	const c = rest.length > 1 ? rest[0] : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

	return [0, 1].map((i) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * c[i] + t * t * b[i]);
}

/* How far from the centre, as a share of the way, the border of the box is. */
function insideOf(box, [x, y], [X, Y]) {
	const across = (box.width / 2 + 4) / Math.abs(X - x || 1e-9);
	const along = (box.height / 2 + 4) / Math.abs(Y - y || 1e-9);

	return Math.min(across, along, 0.42);
}

/* Returns { width, height, box, at[], lane(from, to, share, beside), path(from, to) }. */
export function openLayout(network, cells) {
	const box = boxOf(network, cells);
	const unit = unitOf(network, box);
	const place = ([x, y]) => [MARGIN + box.width / 2 + x * unit, MARGIN + box.height / 2 + y * unit];
	const at = network.places.map(place);
	const routes = new Map();

	for (const [v, u, ...numbers] of network.routes ?? []) {
		const points = [];

		for (let i = 0; i < numbers.length; i += 2)
			points.push(place(numbers.slice(i, i + 2)));
		routes.set(`${v} ${u}`, points);
		routes.set(`${u} ${v}`, points.slice().reverse());
	}
	const points = (from, to) => routes.get(`${from} ${to}`) ?? [at[from], at[to]];

	/* A point of a lane, which lies to the right of the middle of its cable. */
	function lane(from, to, share, beside = 7) {
		const way = points(from, to);
		const inside = insideOf(box, way[0], way.at(-1));
		const t = inside + (1 - 2 * inside) * share;
		const [x, y] = pointOn(way, t);
		const [x1, y1] = pointOn(way, t + 1e-3);
		const length = Math.hypot(x1 - x, y1 - y) || 1;

		return [x - (y1 - y) / length * beside, y + (x1 - x) / length * beside];
	}

	const text = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
	const path = (from, to) => {
		const way = points(from, to);

		return way.length === 3 ? `M${text(way[0])}Q${text(way[1])} ${text(way[2])}` : `M${way.map(text).join("L")}`;
	};
	const lanePath = (from, to, beside) => {
		const bent = points(from, to).length > 2;
		const samples = bent ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 1];

		return `M${samples.map((share) => text(lane(from, to, share, beside))).join("L")}`;
	};
	const depth = Math.max(network.height, network.wrap ?? 0);

	return { box, at, lane, path, lanePath,
		width: network.width * unit + box.width + 2 * MARGIN,
		height: depth * unit + box.height + 2 * MARGIN,
		images: network.wrap > 0
			? network.places.map(([x, y], v) => ({ v, y, at: place([x, y + network.wrap]) })).filter((each) => each.y <= 0)
			: [] };
}
