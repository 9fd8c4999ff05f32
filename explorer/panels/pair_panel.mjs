/* Compares two plans that go by one clock: time, steps, packets, volume and load. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { bytesText, escaped, secondsText } from "../plans/svg_text.mjs";

const lines = [
	["steps", (m) => m.verdict.steps, String],
	["packets", (m) => m.verdict.packets, String],
	["volume", (m) => m.verdict.volume_bytes, bytesText],
	["busiest link", (m) => m.verdict.busiest_link_bytes, bytesText],
	["links used", (m) => m.verdict.links_used, String],
	["time in steps", (m) => m.figures?.time_sync_s, secondsText],
	["time, as early as can be", (m) => m.figures?.time_async_s, secondsText],
	["no schedule ends before", (m) => m.figures?.bound_s, secondsText],
];

/* Returns [{ name, a, b, ratio }] as texts; a plan that is wrong has dashes. */
export function comparePair(a, b) {
	const read = (model, get) => model.verdict?.ok ? get(model) ?? null : null;

	return lines.map(([name, get, say]) => {
		const [x, y] = [read(a, get), read(b, get)];

		return {
			name, a: x === null ? "–" : say(x), b: y === null ? "–" : say(y),
			ratio: x > 0 && y !== null ? (y / x).toFixed(2) : "–",
		};
	});
}

/* Draws the table, if there are two plans. */
export function drawPair(element, state) {
	const [a, b] = state.models;

	if (!a || !b) {
		element.innerHTML = "";
		return;
	}
	element.innerHTML = `<table><caption>Plan A: ${escaped(a.name)}; plan B: ${escaped(b.name)}</caption>` +
		`<thead><tr><td></td><th scope="col">A</th><th scope="col">B</th><th scope="col">B / A</th></tr></thead><tbody>` +
		comparePair(a, b).map((row) => `<tr><th scope="row">${row.name}</th><td>${row.a}</td>` +
			`<td>${row.b}</td><td>${row.ratio}</td></tr>`).join("") + `</tbody></table>`;
}
