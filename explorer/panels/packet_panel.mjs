/* Lists the packets of the moment, and tells the causes of the chosen packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { causesText } from "../plans/causes.mjs";
import { packetsAt } from "../plans/holdings.mjs";
import { packetText } from "../plans/packet_text.mjs";
import { escaped } from "../plans/svg_text.mjs";

const MOST_LISTED = 500;
const MOST_SENTENCES = 40;

export function openPacket(element, state) {
	element.innerHTML = `<label>packet <select id="chosen-packet"></select></label>` +
		`<div id="causes" aria-live="polite"></div>`;
	element.querySelector("select").addEventListener("change", (event) =>
		state.set({ selected: Number(event.target.value) }));
}

function listText(state, model, packets) {
	const option = (i) => `<option value="${i}"${i === state.selected ? " selected" : ""}>` +
		`${escaped(packetText(model, i))}</option>`;

	return `<option value="-1">choose a packet to see its causes</option>` +
		packets.slice(0, MOST_LISTED).map(option).join("");
}

export function drawPacket(element, state) {
	const { model } = state;

	element.hidden = !model?.transfers.length;
	if (element.hidden)
		return;
	const now = packetsAt(state, model);
	const chosen = state.selected >= 0 && state.selected < model.transfers.length;
	const packets = chosen && !now.includes(state.selected) ? [state.selected, ...now] : now;
	const select = element.querySelector("select");

	if (document.activeElement !== select || !packets.includes(Number(select.value)))
		select.innerHTML = listText(state, model, packets);
	select.value = String(chosen ? state.selected : -1);
	const sentences = chosen ? causesText(model, state.selected) : [];
	const rest = sentences.length - MOST_SENTENCES;

	element.querySelector("#causes").innerHTML = sentences.length
		? `<ol reversed>${sentences.slice(0, MOST_SENTENCES).map((s) => `<li>${escaped(s)}</li>`).join("")}</ol>` +
			(rest > 0 ? `<p>and ${rest} packets before</p>` : "") : "";
}
