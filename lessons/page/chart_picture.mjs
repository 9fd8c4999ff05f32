/* Draws the space-time chart of a scene: a row is a lane, time goes to the right. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { linearTicks } from "../../explorer/panels/svg_axes.mjs";
import { distancesFrom } from "../../explorer/plans/chart_rows.mjs";
import { escaped, secondsText } from "../../explorer/plans/svg_text.mjs";
import { leastText } from "./layout.mjs";

const MOST_ROWS = 26;

const linkRows = { key: ({ from, to }) => `${from}-${to}`, name: ({ from, to }) => `${from} → ${to}`,
	order: (a, b) => a.tone - b.tone || a.step - b.step || a.from - b.from || a.to - b.to };

/* Many links are one row for each sender, or for each distance from the root. */
function foldRows(model) {
	const { root = 0, nodes } = model.problem;

	if (nodes <= 16)
		return { key: ({ from }) => from, name: ({ from }) => `from ${from}`, order: (a, b) => a.from - b.from };
	const distance = distancesFrom(model.network.neighbours, root);

	return { key: ({ to }) => distance[to], name: ({ to }) => `${distance[to]} away`,
		order: (a, b) => distance[a.to] - distance[b.to] };
}

/* Returns [{ key, name, tone, bars: [{ step, packets[], bytes }] }]. */
export function rowsOf(model) {
	const links = new Set(model.transfers.map(linkRows.key));
	const { key, name, order } = links.size <= MOST_ROWS ? linkRows : foldRows(model);
	const rows = new Map();
	const sorted = model.transfers.map((packet, i) => ({ packet, i })).sort((a, b) => order(a.packet, b.packet));

	for (const { packet, i } of sorted) {
		const at = String(key(packet));

		if (!rows.has(at))
			rows.set(at, { key: at, name: name(packet), tone: packet.tone, bars: new Map() });
		const { bars } = rows.get(at);

		if (!bars.has(packet.step))
			bars.set(packet.step, { step: packet.step, packets: [], bytes: 0 });
		bars.get(packet.step).packets.push(i);
		bars.get(packet.step).bytes = Math.max(bars.get(packet.step).bytes, packet.bytes);
	}
	return [...rows.values()].map((row) => ({ ...row, bars: [...row.bars.values()] }));
}

/* The text of a bar, where it fits into the bar. */
function barText(text, { begin, middle, end, top, tall, X, size, pale }) {
	const font = Math.min(size, tall * 0.9);
	const [from, to] = end - middle > middle - begin ? [middle, end] : [begin, middle];
	const fits = tall > 7 && font >= leastText() && text.length * font * 0.66 < X(to) - X(from);

	return fits ? `<text class="${pale && from === middle ? "pale" : ""}" font-size="${font.toFixed(1)}" x="${X((from + to) / 2).toFixed(1)}" ` +
		`y="${(top + tall / 2 + font * 0.36).toFixed(1)}" visibility="hidden">${escaped(text)}</text>` : "";
}

function barHtml(model, { tone }, bar, { X, top, tall, most, size }) {
	const { starts, beta, tau } = model.timing;
	const begin = starts[bar.step], middle = begin + beta, end = middle + bar.bytes * tau;
	const single = bar.packets.length === 1;
	const first = model.transfers[bar.packets[0]];
	const shade = single ? 1 : 0.12 + 0.26 * bar.packets.length / most;
	const part = (name, from, to, more = "") => `<rect class="${name}" x="${X(from).toFixed(1)}" y="${top.toFixed(1)}" ` +
		`width="${Math.max(0, X(to) - X(from) - 0.6).toFixed(1)}" height="${tall.toFixed(1)}" ${more}/>`;

	return `<g class="bar tone${single ? first.tone : tone}" data-bar="${bar.packets.join(" ")}" data-begin="${begin}" data-middle="${middle}" ` +
		`data-end="${end}">${part("start ghost", begin, middle)}${part("bytes ghost", middle, end)}` +
		`${part("start grows", begin, begin)}${part("bytes grows", middle, middle, `fill-opacity="${shade.toFixed(2)}"`)}` +
		barText(single ? first.name : String(bar.packets.length), { begin, middle, end, top, tall, X, size, pale: !single }) +
		`${part("frame", begin, end)}</g>`;
}

function axisHtml(model, { X, top, foot, size, most }) {
	const { starts, steps } = model.timing;
	const every = Math.max(1, Math.ceil(1.5 * size * steps / (X(starts[steps]) - X(0))));
	const lines = starts.map((second, step) => `<line class="grid" x1="${X(second)}" x2="${X(second)}" y1="${top - 4}" y2="${foot}"/>` +
		(step < steps && step % every === 0
			? `<text class="axis" font-size="${size}" x="${(X(second) + X(starts[step + 1])) / 2}" y="${top - 9}">${step}</text>` : ""));

	for (const second of linearTicks(most, Math.min(5, (X(most) - X(0)) / size / 4)))
		lines.push(`<text class="axis" font-size="${size}" x="${X(second)}" y="${foot + size + 4}">${Number(second.toPrecision(4))}</text>`);
	return lines.join("");
}

function rowsHtml(model, rows, { X, top, tall, left, width, size }) {
	const packets = Math.max(1, ...rows.flatMap(({ bars }) => bars.map((bar) => bar.packets.length)));
	const font = Math.max(leastText(), Math.min(size, tall * 0.95));
	const every = Math.ceil(0.95 * font / tall);

	return rows.map((row, i) => {
		const y = top + i * tall;

		return `<rect class="row-back" data-row="${row.key}" x="0" y="${y}" width="${width}" height="${tall}"/>` +
			(i % every ? "" : `<text class="row-name" font-size="${font}" x="${left - 6}" y="${y + tall / 2 + font * 0.34}">${escaped(row.name)}</text>`) +
			row.bars.map((bar) => barHtml(model, row, bar, { X, top: y + tall * 0.1, tall: tall * 0.8, most: packets, size })).join("");
	}).join("");
}

/* The text of another plan's end stands on that side of its line where there is room; without room, its time alone. */
function lineHtml({ at, text: all }, { X, top, bottom, size, width }) {
	const before = X(at) > width / 2, room = before ? X(at) : width - X(at);
	const text = all.length * size * 0.62 < room ? all : all.replace(/.*: /, "");

	return `<line class="other" x1="${X(at)}" x2="${X(at)}" y1="${top - 1.9 * size}" y2="${bottom}"/>` +
		`<text class="other-text${before ? "" : " after"}" font-size="${size}" x="${X(at) + (before ? -5 : 5)}" y="${top - 1.9 * size}">${escaped(text)}</text>`;
}

/* Draws the chart. line: { at: seconds, text } is another plan's end; least: the axis shows at least so much. */
export function drawChart(element, model, { line, least = 0 } = {}) {
	const width = Math.max(220, element.clientWidth - 16), height = Math.max(150, element.clientHeight - 16);
	const size = leastText() || 13, rows = rowsOf(model);
	const left = Math.max(4.4, ...rows.map(({ name }) => name.length * 0.56 + 0.7)) * size;
	const top = (line ? 3.5 : 2.1) * size, foot = height - 1.6 * size;
	const tall = Math.min(4.5 * size, (foot - top) / Math.max(1, rows.length));
	const most = Math.max(model.timing.end, line?.at ?? 0, least) * 1.02 || 1;
	const X = (second) => left + (width - left - 8) * second / most;
	const bottom = top + tall * rows.length;

	element.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Chart: ${model.transfers.length} packets, ` +
		`${model.timing.steps} steps, ${secondsText(model.timing.end)}">` +
		`<text class="axis before" font-size="${size}" x="${left - 6}" y="${top - 9}">step</text>` +
		`<text class="axis before" font-size="${size}" x="${left - 14}" y="${bottom + size + 4}">time</text>` +
		`${axisHtml(model, { X, top, foot: bottom, size, most })}${rowsHtml(model, rows, { X, top, tall, left, width, size })}` +
		(line ? lineHtml(line, { X, top, bottom, size, width }) : "") +
		`<line class="now" y1="${top - 6}" y2="${bottom + 3}" x1="${X(0)}" x2="${X(0)}"/></svg>`;
	return { element, X, model };
}

/* Shows the chart at a time. */
export function frameChart({ element, X }, t) {
	for (const bar of element.querySelectorAll(".bar")) {
		const { begin, middle, end } = bar.dataset;
		const grow = (rect, from, to) => rect.setAttribute("width", Math.max(0, X(Math.min(t, to)) - X(from) - 0.6));
		const [start, bytes] = bar.querySelectorAll(".grows");

		grow(start, Number(begin), Number(middle));
		grow(bytes, Number(middle), Number(end));
		bar.querySelector("text")?.setAttribute("visibility", t >= Number(end) - 1e-9 ? "visible" : "hidden");
	}
	const now = element.querySelector(".now");

	now?.setAttribute("x1", X(t));
	now?.setAttribute("x2", X(t));
}
