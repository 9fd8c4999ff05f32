/* The plan as text with line numbers; undo, redo, open and save. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { faultOf } from "../plans/faults.mjs";
import { recallText } from "../state/undo.mjs";

const LINE = 18;	/* the height of a line in pixels, as in page.css */
const MOST_MARKED = 100;

let shownLines = 0;

function numberLines(element, text) {
	let lines = 1;

	for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1))
		lines++;
	if (lines === shownLines)
		return;
	shownLines = lines;
	element.querySelector(".numbers").textContent =
		Array.from({ length: lines }, (_, i) => i + 1).join("\n");
}

function save(text) {
	const link = document.createElement("a");

	link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
	link.download = "my.plan";
	link.click();
	URL.revokeObjectURL(link.href);
}

async function openFile(input, change) {
	const [file] = input.files;

	if (file)
		change(await file.text(), file.name);
	input.value = "";
}

/* Builds the editor; change(text, name) is called with each new text. */
export function openText(element, state, change) {
	element.innerHTML = `<div class="tools">
<button type="button" data-do="undo">undo</button><button type="button" data-do="redo">redo</button>
<button type="button" data-do="save">save</button>
<label class="button">open<input type="file" id="file" class="hidden" accept=".plan,.txt,.json,text/plain,application/json"></label>
<span role="group" aria-label="The plan that is edited"><button type="button" data-plan="0">plan A</button><button type="button" data-plan="1">plan B</button></span>
<button type="button" data-do="close">close B</button></div>
<div class="editor"><div class="gutter" aria-hidden="true"><pre class="numbers"></pre><div class="marked"></div></div>
<textarea id="plan" spellcheck="false" autocomplete="off" wrap="off" aria-label="The text of the plan"></textarea></div>`;
	const area = element.querySelector("textarea");
	const back = (which) => {
		const text = recallText(state.active, which);

		if (text !== null)
			change(text);
	};
	const actions = {
		undo: () => back("undo"), redo: () => back("redo"), save: () => save(area.value),
		close: () => state.set({ models: [state.models[0], null], active: 0, selected: -1 }),
	};

	for (const button of element.querySelectorAll("[data-do]"))
		button.addEventListener("click", actions[button.dataset.do]);
	area.addEventListener("input", () => change(area.value));
	area.addEventListener("scroll", () => {
		element.querySelector(".gutter").scrollTop = area.scrollTop;
	});
	area.addEventListener("keydown", (event) => {
		const redo = event.key === "y" || event.key === "Z";

		if ((event.ctrlKey || event.metaKey) && (redo || event.key === "z")) {
			event.preventDefault();
			back(redo ? "redo" : "undo");
		}
	});
	element.querySelector("#file").addEventListener("change", (e) => openFile(e.target, change));
	for (const button of element.querySelectorAll("[data-plan]"))
		button.addEventListener("click", () => {
			const side = Number(button.dataset.plan);
			const models = [...state.models];

			models[side] ??= { ...state.models[0] };
			state.set({ models, active: side, selected: -1, fault: 0 });
		});
}

/* Scrolls to a line of the text and puts the cursor there. */
export function showLine(element, line) {
	const area = element.querySelector("textarea");

	area.scrollTop = Math.max(0, (line - 5) * LINE);
}

function drawMarks(element, state) {
	const { model } = state;
	const marks = [];

	(model?.verdict?.violations ?? []).slice(0, MOST_MARKED).forEach((_, i) => {
		for (const line of faultOf(model, i).lines)
			marks.push(`<i class="${i === state.fault ? "fault" : ""}" style="top:${(line - 1) * LINE}px"></i>`);
	});
	const line = model?.transfers[state.selected]?.line;

	if (line)
		marks.push(`<i class="selected" style="top:${(line - 1) * LINE}px"></i>`);
	element.querySelector(".marked").innerHTML = marks.join("");
}

const drawnFor = ["models", "active", "fault", "selected"];

/* Shows the active plan's text with its marks. A step changes neither, and to ask for the scrolled
 * place would lay out the whole page. */
export function drawText(element, state) {
	if (!drawnFor.some((name) => state.changed.has(name)))
		return;
	const area = element.querySelector("textarea");
	const text = state.model?.text ?? "";

	if (area.value !== text)
		area.value = text;
	numberLines(element, text);
	for (const button of element.querySelectorAll("[data-plan]"))
		button.setAttribute("aria-pressed", String(Number(button.dataset.plan) === state.active));
	element.querySelector("[data-do=close]").hidden = !state.models[1];
	drawMarks(element, state);
	element.querySelector(".gutter").scrollTop = area.scrollTop;
}
