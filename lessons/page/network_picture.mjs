/* Draws the network of a scene, and moves its packets to where they are at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { boxesOf, leastText, openLayout, roomIn } from "./layout.mjs";
import { shareAt } from "./picture_plan.mjs";
import { escaped, secondsText } from "../../explorer/plans/svg_text.mjs";
import { placeAt, stepAt } from "./timing.mjs";

const SHAPES = ["M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", "M-11-11h22v22h-22z", "M0-16L16 0L0 16L-16 0z",
	"M0-14L14 11L-14 11z", "M-14-8h28v16h-28z", "M-7-13h14l7 13l-7 13h-14l-7-13z"];
const ROOTED = new Set(["broadcast", "send", "scatter", "gather", "reduce"]);
const CROWD = 70;	/* packets in a step; more are drawn as dots */
const MOST_BARS = 32;	/* nodes; more are shades */
const LETTERED = 0.12;	/* in a hall, packets with letters cover at most so much of the picture */

/* Cables, both directions once. */
export function cablesOf({ neighbours }) {
	return neighbours.flatMap((list, v) => list.filter((u) => v < u).map((u) => [v, u]));
}

/* The heads of arrows, in each tone. */
export function markersHtml() {
	const tones = [0, 1, 2, 3, 4, 5].map((tone) => [`tone${tone}`, `var(--t${tone})`]);

	return [...tones, ["bad", "var(--bad)"], ["draw", "var(--accent)"]].map(([name, fill]) =>
		`<marker id="arrow-${name}" markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="11" refX="10" refY="5.5" ` +
		`orient="auto"><path d="M0 0L11 5.5L0 11z" fill="${fill}"/></marker>`).join("");
}

function cellsHtml(model, layout, node, [x, y]) {
	const { width, height } = layout.box;
	const list = model.arrivals[node] ?? [];

	if (model.problem.nodes > MOST_BARS)
		return list.length ? `<rect class="bar-held shade" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="5"/>` : "";
	if (layout.box.tight)
		return list.length ? `<rect class="bar-held pale" data-room="${width}" x="${x - width / 2}" y="${y - height / 2}" width="0" height="${height}" rx="5"/>` : "";
	if (!model.cells)
		return list.length ? `<rect class="bar-back" x="${x - width / 2 + 4}" y="${y + height / 2 - 9}" width="${width - 8}" height="5"/>` +
			`<rect class="bar-held" data-room="${width - 8}" x="${x - width / 2 + 4}" y="${y + height / 2 - 9}" width="0" height="5"/>` : "";
	const wide = Math.min(22, (width - 10) / model.cells);
	const tall = height * 0.3;

	return list.map(({ thing }, i) => {
		const left = x - wide * list.length / 2 + i * wide;
		const tone = model.ways.ofThing[thing] ?? 0;

		return `<rect class="cell-back" x="${left + 1}" y="${y + height / 2 - tall - 5}" width="${wide - 2}" height="${tall}" rx="2"/>` +
			`<rect class="cell tone${tone % 6}" data-cell="${i}" data-tall="${tall}" data-foot="${y + height / 2 - 5}" x="${left + 1}" ` +
			`y="0" width="${wide - 2}" height="0" rx="2"/>`;
	}).join("");
}

/* The number of a node, and its name beside it; in the upper half of the box if the lower has something. */
export function nameHtml({ height, font, small }, [x, y], node, label, upper) {
	const base = (upper ? y - height / 2 + font + 2 : y + font * 0.36).toFixed(1);
	const name = small && label !== String(node) ? label : "";
	const begin = x - (String(node).length * font * 0.66 + name.length * small * 0.62 + (name ? 5 : 0)) / 2;
	const middle = (begin + String(node).length * font * 0.33).toFixed(1);
	const end = (begin + String(node).length * font * 0.66 + 5 + name.length * small * 0.31).toFixed(1);

	return (font ? `<text class="number" font-size="${font}" x="${middle}" y="${base}">${node}</text>` : "") +
		(name ? `<text class="label" font-size="${small.toFixed(1)}" x="${end}" y="${base}">${escaped(name)}</text>` : "");
}

function nodeHtml(model, layout, node, at) {
	const { width, height } = layout.box;
	const [x, y] = at;
	const has = !layout.box.tight && model.problem.nodes <= MOST_BARS && (model.cells || model.arrivals[node]?.length);

	return `<g class="node${node === model.problem.root && ROOTED.has(model.problem.collective) ? " root" : ""}" data-node="${node}">` +
		`<rect class="box" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${height / 5}"/>` +
		`${cellsHtml(model, layout, node, at)}${nameHtml(layout.box, at, node, model.network.labels[node], has)}</g>`;
}

/* The lanes that the plan uses; "idle" shows those that it does not use. */
function lanesHtml(model, layout, { lanes, idle }) {
	const tone = new Map(model.transfers.map((packet) => [`${packet.from}-${packet.to}`, packet.tone]));
	const all = cablesOf(model.network).flatMap(([v, u]) => [[v, u], [u, v]]);

	return all.map(([from, to]) => {
		const key = `${from}-${to}`;
		const used = tone.has(key);

		if (!(used ? lanes : idle))
			return "";
		return `<path class="lane ${used ? `tone${tone.get(key)}` : "idle"}" data-lane="${key}" ` +
			`marker-end="url(#arrow-${used ? `tone${tone.get(key)}` : "bad"})" d="${layout.lanePath(from, to, 6)}"/>`;
	}).join("");
}

/* Draws the picture into an element. options: { lanes, idle, cut: Set of cables }. */
export function drawNetwork(element, model, options = {}) {
	const layout = openLayout(model.network, boxesOf(model.network, model.cells), element.clientWidth ? roomIn(element) : undefined);
	const cables = cablesOf(model.network).map(([v, u]) => {
		const gone = options.cut?.has(`${v}-${u}`);
		const [x, y] = layout.at[v], [X, Y] = layout.at[u];
		const cross = gone ? `<path class="cross" d="M${(x + X) / 2 - 9} ${(y + Y) / 2 - 9}l18 18m0-18l-18 18"/>` : "";

		return `<path class="cable${gone ? " gone" : ""}" data-cable="${v}-${u}" d="${layout.path(v, u)}"/>${cross}`;
	});
	const images = layout.images.map(({ v, at }) => `<g class="image">${nodeHtml({ ...model, arrivals: [] }, layout, v, at)}</g>`);

	element.innerHTML = `<svg viewBox="0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}" role="group" ` +
		`aria-label="Network ${escaped(model.network.network)}: ${model.problem.nodes} machines"><defs>${markersHtml()}</defs>` +
		`<g class="cables">${cables.join("")}</g><g class="lanes">${lanesHtml(model, layout, options)}</g>` +
		`${images.join("")}${layout.at.map((at, v) => nodeHtml(model, layout, v, at)).join("")}` +
		`<g class="packets"></g><g class="hands"></g></svg>`;
	return { element, model, layout, step: null, options };
}

function packetHtml(model, i, { dots, scale, letters }) {
	const { tone, name } = model.transfers[i];

	return `<g class="packet tone${tone}" data-packet="${i}">` + (dots ? `<circle r="${4.5 * scale}"/>`
		: `<path transform="scale(${scale})" d="${SHAPES[tone]}"/>` +
			(letters ? `<text font-size="${14 * scale}" y="${5 * scale}">${escaped(name)}</text>` : "")) + `</g>`;
}

/* How packets are drawn: as dots, as shapes, or with their letters, which in a hall need room. */
function looksOf({ model, layout }) {
	const perStep = new Map();

	for (const { step } of model.transfers)
		perStep.set(step, (perStep.get(step) ?? 0) + 1);
	const most = Math.max(0, ...perStep.values());
	const usual = Math.max(0.5, (layout.box.font || 8) / 19);
	const scale = Math.max(usual, layout.least / 14);
	const letters = scale === usual && !leastText() || most * (26 * scale) ** 2 < LETTERED * layout.width * layout.height;

	return { dots: most > CROWD, letters, scale: letters ? scale : usual * 0.75 };
}

/* The packets of another step come. */
function drawPackets(picture, step) {
	const { model } = picture;
	const moving = model.transfers.flatMap((packet, i) => packet.step === step ? [i] : []);

	picture.step = step;
	picture.looks ??= looksOf(picture);
	picture.element.querySelector(".packets").innerHTML = moving.map((i) => packetHtml(model, i, picture.looks)).join("");
}

function movePackets({ element, model, layout }, t) {
	for (const group of element.querySelectorAll(".packets .packet")) {
		const packet = model.transfers[group.dataset.packet];
		const { phase, share } = placeAt(model.timing, packet, t);
		const [x, y] = layout.lane(packet.from, packet.to, share, 10);

		group.setAttribute("visibility", phase === "wait" || phase === "travel" ? "visible" : "hidden");
		group.classList.toggle("wait", phase === "wait");
		group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
	}
}

function fillNode(layout, group, list, t) {
	const held = list.map((each) => shareAt(each, t));
	const bar = group.querySelector(".bar-held");

	if (bar) {
		const share = held.reduce((sum, each) => sum + each, 0) / held.length;

		bar.setAttribute("fill-opacity", bar.dataset.room ? 1 : 0.55 * share);
		bar.setAttribute("width", bar.dataset.room ? bar.dataset.room * share : layout.box.width);
	}
	for (const cell of group.querySelectorAll(".cell")) {
		const tall = held[cell.dataset.cell] * cell.dataset.tall;

		cell.setAttribute("height", tall);
		cell.setAttribute("y", cell.dataset.foot - tall);
	}
}

/* Shows the picture at a time. */
export function frameNetwork(picture, t) {
	const { element, model } = picture;
	const step = stepAt(model.timing, t);

	if (step !== picture.step)
		drawPackets(picture, step);
	movePackets(picture, t);
	for (const group of element.querySelectorAll(":scope > svg > .node"))
		fillNode(picture.layout, group, model.arrivals[group.dataset.node] ?? [], t);
}

/* What the picture shows, in words. */
export function momentText(model, t) {
	const { timing, transfers, problem } = model;
	const step = stepAt(timing, t);
	const ordinal = ["first", "second", "third", "fourth", "fifth", "sixth"][step] ?? `${step + 1}th`;

	if (!transfers.length)
		return "No packet travels in this plan yet.";
	if (t <= 1e-9)
		return "Before step 0. Press ▶, or drag the time.";
	if (step === timing.steps)
		return `After ${timing.steps} step${timing.steps > 1 ? "s" : ""} and ${secondsText(timing.end)}: ` +
			(problem.collective === "broadcast" ? "every machine has the message." : "all is where it belongs.");
	const count = transfers.filter((packet) => packet.step === step).length;
	const waits = t - timing.starts[step] < timing.beta - 1e-9;

	return `Step ${step}, the ${ordinal} of ${timing.steps}: ${count} packet${count > 1 ? "s" : ""}, ` +
		(waits ? "start-up: no byte moves yet." : "bytes on the way.");
}

