/* Numbers in the text that the reader can change, and numbers that follow them. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { choicesOf } from "./lesson_text.mjs";

const FIGURES = { steps: "steps", volume: "volume_bytes", packets: "packets", busiest: "busiest_link_bytes", bound: "bound_s" };
const NAMES = { packet: "bytes of a packet", bytes: "bytes of the message", beta: "start-up", tau: "time of a byte" };

/* The first value of each choice. */
export function firstChoices(scene) {
	return Object.fromEntries(choicesOf(scene).map(({ name, first }) => [name, first]));
}

/* Draws the buttons and values of a scene's choices; once, so that the focus stays. */
export function drawChoices(element, scene, chosen) {
	for (const place of element.querySelectorAll("[data-choose]")) {
		const name = place.dataset.choose;

		if (!place.firstChild)
			place.innerHTML = `<button type="button" data-change="${name}" data-by="-1" aria-label="less: ${NAMES[name] ?? name}">−</button>` +
				`<output></output><button type="button" data-change="${name}" data-by="1" aria-label="more: ${NAMES[name] ?? name}">+</button>`;
		place.querySelector("output").textContent = chosen[name];
	}
}

/* Fills the numbers that follow the choices: figures is simulate --json. */
export function drawLive(element, figures) {
	for (const output of element.querySelectorAll("[data-live]")) {
		const name = output.dataset.live;
		const value = name === "time" ? figures.time_sync_s ?? figures.time_s : figures[FIGURES[name]];

		output.textContent = Number(value.toPrecision(4));
	}
}

/* Moves a choice by one place in its list; returns whether it moved. */
export function moveChoice(scene, chosen, name, by) {
	const { values } = choicesOf(scene).find((each) => each.name === name);
	const next = values[values.indexOf(chosen[name]) + by];

	if (next === undefined)
		return false;
	chosen[name] = next;
	return true;
}
