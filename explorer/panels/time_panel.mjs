/* Draws the controls of time: slider, step, step back, play, and the keys. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { atEnd, clockChanged, moved, movedToEnd } from "../state/clock.mjs";
import { secondsOf, stepsOf } from "../state/state.mjs";
import { secondsText } from "../plans/svg_text.mjs";

const PACE = 900;	/* milliseconds for each step of play */
const FINE = 1000;	/* places of the slider in seconds */

let timer = null;

function stopPlay(element) {
	clearInterval(timer);
	timer = null;
	if (element)
		element.querySelector("[data-do=play]").textContent = "▶ play";
}

function togglePlay(element, state) {
	if (timer)
		return stopPlay(element);
	if (atEnd(state))
		state.set(movedToEnd(state, -1));
	element.querySelector("[data-do=play]").textContent = "❚❚ pause";
	timer = setInterval(() => {
		state.set(moved(state, 1));
		if (atEnd(state))
			stopPlay(element);
	}, PACE);
	return undefined;
}

const actions = {
	first: (element, state) => state.set(movedToEnd(state, -1)),
	back: (element, state) => state.set(moved(state, -1)),
	play: togglePlay,
	next: (element, state) => state.set(moved(state, 1)),
	last: (element, state) => state.set(movedToEnd(state, 1)),
};

const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

function typed(element, state, event) {
	const inField = event.target.closest?.("input, textarea, select, button, summary, a, [contenteditable], [tabindex]");

	if (inField && inField.id !== "moment" || event.ctrlKey || event.metaKey || event.altKey)
		return;
	if (!keys[event.key])
		return;
	event.preventDefault();
	actions[keys[event.key]](element, state);
}

function slid(state, value) {
	state.set(state.clock === "steps" ? { step: Number(value) }
		: { seconds: Number(value) / FINE * secondsOf(state) });
}

/* Builds the controls; once. */
export function openTime(element, state) {
	const button = (name, words, text) =>
		`<button type="button" data-do="${name}" aria-label="${words}">${text}</button>`;

	element.innerHTML = button("first", "to the beginning", "|◀") +
		button("back", "step back", "◀ back") +
		`<button type="button" data-do="play">▶ play</button>` +
		button("next", "step", "step ▶") + button("last", "to the end", "▶|") +
		`<input type="range" id="moment" aria-label="Moment">` +
		`<output id="now" for="moment"></output>` +
		`<label>clock <select id="clock"><option value="steps">steps</option>` +
		`<option value="seconds">seconds</option></select></label>` +
		`<label>β <input id="beta" type="number" min="0" step="any"> s</label>` +
		`<label>τ <input id="tau" type="number" min="0" step="any"> s/B</label>`;
	for (const each of element.querySelectorAll("[data-do]"))
		each.addEventListener("click", () => actions[each.dataset.do](element, state));
	element.querySelector("#moment").addEventListener("input", (e) => slid(state, e.target.value));
	element.querySelector("#clock").addEventListener("change", (e) =>
		state.set(clockChanged(state, e.target.value)));
	for (const name of ["beta", "tau"])
		element.querySelector(`#${name}`).addEventListener("change", (e) => {
			if (e.target.value !== "" && Number(e.target.value) >= 0)
				state.set({ [name]: Number(e.target.value) });
		});
	document.addEventListener("keydown", (event) => typed(element, state, event));
}

/* Returns the moment in words. */
export function momentText(state) {
	if (state.clock === "seconds")
		return `${secondsText(state.seconds)} of ${secondsText(secondsOf(state))}`;
	const steps = stepsOf(state);
	if (steps === 1)
		return state.step < 0 ? "before step 0 (1 step)" : "step 0, the only one";
	return state.step < 0 ? `before step 0 (${steps} steps)`
		: `step ${state.step} of 0..${steps - 1}`;
}

/* Shows the moment in the controls. */
export function drawTime(element, state) {
	const slider = element.querySelector("#moment");
	const steps = state.clock === "steps";
	const field = (id) => element.querySelector(`#${id}`);

	slider.min = steps ? -1 : 0;
	slider.max = steps ? stepsOf(state) - 1 : FINE;
	slider.value = steps ? state.step : Math.round(FINE * state.seconds / (secondsOf(state) || 1));
	slider.setAttribute("aria-valuetext", momentText(state));
	field("now").textContent = momentText(state);
	field("clock").value = state.clock;
	field("clock").disabled = !state.model?.times && steps;
	for (const name of ["beta", "tau"])
		if (document.activeElement !== field(name))
			field(name).value = state[name];
}
