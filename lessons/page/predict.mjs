/* Asks for a prediction: options, a node of the picture, or the packets of the next step; each mistake has its reason. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { escaped } from "../../explorer/plans/svg_text.mjs";
import { inlineHtml } from "./words.mjs";

export const questionType = ({ kind }) => kind.startsWith("draw ") ? "draw" : / (node|message)/.test(kind) ? "node" : "options";

/* Returns the option for a guess: the one with that value, or the one for all others. */
export function optionFor({ options }, guess) {
	return options.find(({ value }) => value === guess) ?? options.find(({ value }) => value === "other");
}

export const isRight = ({ answer }, guess) => answer.includes(guess);

/* Judges drawn packets: { right, why }. */
export function judgeDrawn({ answer, options }, drawn) {
	const missing = answer.filter((link) => !drawn.includes(link));
	const extra = drawn.filter((link) => !answer.includes(link));
	const say = (value, rest) => `${options.find((each) => each.value === value)?.reason ?? ""} ${rest}`.trim();

	if (extra.length)
		return { right: false, why: say("extra", `(${extra.map(arrow).join(", ")} does not leave in this step.)`) };
	if (missing.length)
		return { right: false, why: say("missing", `(${drawn.length} of ${answer.length} so far.)`) };
	return { right: true, why: say("right", "") };
}

const arrow = (link) => link.replace(">", " → ");

function optionsHtml(question, tried) {
	return `<div class="options">${question.options.filter(({ value }) => value !== "other").map(({ value, label }) => {
		const state = tried.includes(value) ? isRight(question, value) ? "yes" : "no" : "";

		return `<button type="button" data-guess="${escaped(value)}" class="${state}">${inlineHtml(label)}</button>`;
	}).join("")}</div>`;
}

function drawHtml(drawn, done) {
	const links = drawn.map((link) => `<button type="button" data-undraw="${link}">${arrow(link)} ✕</button>`).join(" ");

	return `<p>Click a sender in the picture, then a receiver. ${done ? "" : links}</p>` +
		(done ? "" : `<p><button type="button" data-do="check">Check my drawing</button></p>`);
}

/* Draws the question into its place. memory: { tried[], drawn[], why, right }. */
export function drawQuestion(element, question, memory) {
	const type = questionType(question);
	const body = type === "options" ? optionsHtml(question, memory.tried)
		: type === "node" ? `<p>Click a machine in the picture.</p>` : drawHtml(memory.drawn, memory.right);

	element.innerHTML = `<fieldset class="question"><legend>Your guess</legend><p class="asked">${inlineHtml(question.text)}</p>${body}` +
		`</fieldset>`;
	if (!element.nextElementSibling?.classList.contains("why"))
		element.insertAdjacentHTML("afterend", `<p class="why" role="status"></p>`);
	const why = element.nextElementSibling;
	const text = memory.why ? `${memory.right ? "Right." : "Not quite."} ${memory.why}` : "";

	why.className = `why ${memory.why ? memory.right ? "yes" : "no" : ""}`;
	if (why.dataset.text !== text) {
		why.dataset.text = text;
		why.innerHTML = text ? inlineHtml(text) : "";
	}
}

/* Takes a guess into the memory. */
export function guess(question, memory, value) {
	const option = optionFor(question, value);

	if (memory.right)
		return;
	memory.tried.push(value);
	memory.right = isRight(question, value);
	memory.why = option?.reason ?? "Try again.";
}
