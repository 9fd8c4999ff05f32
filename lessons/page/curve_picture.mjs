/* Draws the time of a plan over a choice, as over the size of its packets; a point is chosen by a click. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { linearTicks } from "../../explorer/panels/svg_axes.mjs";
import { leastText } from "./layout.mjs";

const UNITS = { packet: "bytes of a packet", bytes: "bytes of the message", beta: "start-up in seconds", tau: "seconds for a byte" };

/* lines: [{ name, points: [{ value, time }] }]; the first line has the chosen point. */
export function drawCurve(element, { lines, name, chosen }) {
	const width = Math.max(220, element.clientWidth - 16), height = Math.max(160, element.clientHeight - 16);
	const size = leastText() || 14, zoom = size / 14;
	const values = lines[0].points.map(({ value }) => value);
	const times = lines.flatMap(({ points }) => points.map(({ time }) => time));
	const low = Math.min(...times), high = Math.max(...times), room = (high - low || high) * 0.12;
	const left = 62 * zoom, foot = height - 52 * zoom, top = 46 * zoom;
	const place = (value) => Math.log(value / values[0]) / Math.log(values.at(-1) / values[0]);
	const X = (value) => left + (width - left - 30 * zoom) * place(value);
	const Y = (time) => foot - (foot - top) * (time - low + room) / (high - low + 2 * room);
	const body = linearTicks(high + room, 4 * (high + room) / (high - low + 2 * room)).filter((time) => time >= low - room).map((time) => `<line class="grid" x1="${left - 10}" x2="${width}" y1="${Y(time)}" y2="${Y(time)}"/>` +
		`<text class="row-name" font-size="${size}" x="${left - 14}" y="${Y(time) + 4}">${time}</text>`);

	lines.forEach(({ name: line, points }, tone) => {
		body.push(`<path class="curve tone${tone}" d="M${points.map(({ value, time }) => `${X(value).toFixed(1)} ${Y(time).toFixed(1)}`).join("L")}"/>`);
		if (lines.length > 1)
			body.push(`<text class="curve-name tone${tone}" font-size="${size}" x="${width - 4}" y="${top - 12 * zoom + tone * 18 * zoom - 14 * zoom}">${line}</text>`);
		for (const { value, time } of points)
			body.push(`<circle class="point tone${tone}${value === chosen && !tone ? " chosen" : ""}" ${tone ? "" : `data-value="${value}" role="button" tabindex="0" aria-label="${UNITS[name] ?? name}: ${value}, ${time} seconds"`} ` +
				`cx="${X(value)}" cy="${Y(time)}" r="${(value === chosen && !tone ? 9 : 6) * zoom}"/>`);
	});
	for (const value of values)
		body.push(`<text class="axis" font-size="${size}" x="${X(value)}" y="${foot + 22 * zoom}">${value}</text>`);
	element.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="Time over ${UNITS[name] ?? name}">` +
		`<text class="axis start" font-size="${size}" x="4" y="${16 * zoom}">seconds</text>${body.join("")}` +
		`<text class="axis" font-size="${size}" x="${(left + width) / 2}" y="${height - 6}">${UNITS[name] ?? name}</text></svg>`;
}
