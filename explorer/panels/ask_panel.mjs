/* Asks about the plan: first a prediction, then the judge's answer and the explanation. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { checkAnswer, kinds, makeQuestion } from "../questions/ask.mjs";
import { replaceHtml } from "./replace_html.mjs";
import { escaped } from "../plans/svg_text.mjs";

const asked = new WeakMap();

const openText = `<p><label>question <select name="kind">${Object.keys(kinds).map((kind) =>
	`<option value="${kind}">${kinds[kind].title}</option>`).join("")}</select></label> ` +
	`<button type="button" data-do="next">another question</button></p>` +
	`<div class="question"></div><div class="answer" aria-live="polite"></div>`;

function planText(plan) {
	return `<pre class="given" tabindex="0" aria-label="plan with a fault">${plan.trimEnd().split("\n").map((line, i) =>
		`${String(i + 1).padStart(3)}  ${escaped(line)}`).join("\n")}</pre>`;
}

/* The question with a place for the prediction. */
export function questionText(question) {
	if (!question)
		return "<p>This plan gives no question of this kind.</p>";
	const field = question.whole
		? `<textarea name="guess" rows="10" aria-label="your plan" spellcheck="false">${escaped(question.plan)}</textarea>`
		: `<input name="guess" autocomplete="off" aria-label="your prediction">`;

	return `<p>${escaped(question.text)}</p>${question.shown ? planText(question.plan) : ""}` +
		`<p>${field} <button type="button" data-do="check">answer</button></p>`;
}

/* The answer; a prediction that is wrong may be tried again before the explanation is opened. */
export function answerText({ right, text, why }) {
	const explanation = !why ? "" : right ? `<p>${escaped(why)}</p>`
		: `<details><summary>explanation</summary><p>${escaped(why)}</p></details>`;

	return `<p><strong>${escaped(text)}</strong></p>${explanation}`;
}

async function next(element, state) {
	const memory = asked.get(element);
	const kind = element.querySelector("[name=kind]").value;
	const rival = state.models[1 - state.active]?.request ?? null;
	const turn = ++memory.turn;
	const question = await makeQuestion(state.grove, state.model, kind, memory.seed++, rival);

	if (turn !== memory.turn)
		return;
	memory.question = question;
	replaceHtml(element.querySelector(".question"), questionText(question));
	replaceHtml(element.querySelector(".answer"), "");
}

async function check(element, state) {
	const memory = asked.get(element);
	const { question } = memory;
	const answer = await checkAnswer(state.grove, question, element.querySelector("[name=guess]").value);

	if (question === memory.question)
		replaceHtml(element.querySelector(".answer"), answerText(answer));
}

function open(element, state) {
	element.innerHTML = openText;
	asked.set(element, { seed: 1, turn: 0, text: null, question: null });
	element.addEventListener("click", (event) => {
		const what = event.target.closest("[data-do]")?.dataset.do;

		if (what === "next")
			next(element, state);
		else if (what === "check")
			check(element, state);
	});
	element.addEventListener("change", (event) => event.target.name === "kind" && next(element, state));
	element.addEventListener("keydown", (event) =>
		event.key === "Enter" && event.target.matches("input") && check(element, state));
}

export function drawAsk(element, state) {
	if (!asked.has(element))
		open(element, state);
	const memory = asked.get(element);

	if (memory.text === (state.model?.text ?? ""))
		return;
	memory.text = state.model?.text ?? "";
	next(element, state);
}
