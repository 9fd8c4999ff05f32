/* Finds the places of nodes and links in the picture of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */

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

/* The first box whose text is large enough in the room that there is. */
function fit(network, boxes, { room, least }) {
	const depth = Math.max(network.height, network.wrap ?? 0);
	const tried = boxes.map((box) => {
		const unit = unitOf(network, box);
		const width = network.width * unit + box.width + 2 * MARGIN, height = depth * unit + box.height + 2 * MARGIN;

		return { box, unit, width, height, scale: room ? Math.min(room.width / width, room.height / height) : 1 };
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
	const { box, unit, width, height, scale } = fit(network, boxes, place);
	const put = ([x, y]) => [MARGIN + box.width / 2 + x * unit, MARGIN + box.height / 2 + y * unit];
	const at = network.places.map(put);
	const routes = new Map();

	for (const [v, u, ...numbers] of network.routes ?? []) {
		const points = [];

		for (let i = 0; i < numbers.length; i += 2)
			points.push(put(numbers.slice(i, i + 2)));
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

	return { box, at, lane, path, lanePath, width, height, least: place.least / scale,
		images: network.wrap > 0
			? network.places.map(([x, y], v) => ({ v, y, at: put([x, y + network.wrap]) })).filter((each) => each.y <= 0)
			: [] };
}
