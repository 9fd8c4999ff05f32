/* Says the judge's verdict, and lists the violations and notes. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { faultOf } from "../plans/faults.mjs";
import { bytesText, escaped, secondsText } from "../plans/svg_text.mjs";

function rightText({ verdict, figures }) {
	const time = figures ? `; ${secondsText(figures.time_sync_s)} in steps, ` +
		`${secondsText(figures.time_async_s)} as early as can be; no schedule ends before ` +
		secondsText(figures.bound_s) : "";

	return `<strong>Right.</strong> ${verdict.steps} steps, ${verdict.packets} packets, volume ` +
		`${bytesText(verdict.volume_bytes)}${time}.`;
}

function wrongText(verdict) {
	const count = verdict.violations_found;
	const more = count > verdict.violations.length ? `, the first ${verdict.violations.length}` : "";

	return `<strong>Wrong.</strong> ${count} ${count === 1 ? "violation" : "violations"}${more}:`;
}

function linesText({ line, other_line: other }) {
	return !line ? "" : other ? `lines ${Math.min(line, other)} and ${Math.max(line, other)}: ` : `line ${line}: `;
}

function violationText(violation, i, chosen) {
	const hint = violation.hint ? `<br><em>${escaped(violation.hint)}</em>` : "";

	return `<li><button type="button" data-fault="${i}" aria-pressed="${i === chosen}">` +
		`<b>${escaped(violation.rule)}</b> ${linesText(violation)}${escaped(violation.text)}${hint}</button></li>`;
}

function notesText(notes) {
	return notes?.length
		? `<ul class="notes">${notes.map((note) => `<li>${escaped(note.text)}</li>`).join("")}</ul>` : "";
}

/* Builds the box; choose(number) is called when a violation is chosen. */
export function openVerdict(element, state, choose) {
	element.innerHTML = `<p class="said" role="status" aria-live="polite"></p><div class="list"></div>`;
	element.addEventListener("click", (event) => {
		const button = event.target.closest("[data-fault]");

		if (button)
			choose(Number(button.dataset.fault));
	});
}

/* Returns what changes when a violation is chosen, whose step becomes the moment, and its line. */
export function faultChosen(state, number) {
	const { step, line } = faultOf(state.model, number);

	return { line, patch: step >= 0 ? { fault: number, step, clock: "steps" } : { fault: number } };
}

export function drawVerdict(element, state) {
	const { verdict } = state.model ?? {};
	const said = element.querySelector(".said");
	const list = element.querySelector(".list");

	element.className = !verdict ? "unknown" : verdict.ok ? "right" : "wrong";
	const html = !verdict ? "No verdict: the plan could not be read."
		: verdict.ok ? rightText(state.model) : wrongText(verdict);

	if (said.dataset.html !== html) {
		said.dataset.html = html; /* a live region speaks only when the words change */
		said.innerHTML = html;
	}
	list.innerHTML = !verdict ? "" : verdict.ok ? notesText(verdict.notes)
		: `<ol>${verdict.violations.map((v, i) => violationText(v, i, state.fault)).join("")}</ol>` +
			notesText(verdict.notes);
}
