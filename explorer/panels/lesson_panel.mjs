/* Draws the lesson of the page, part by part: a prediction, then the answer; a task and its judge. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { answerOf, beginningOf, blocksOf, judgeTask, readLesson } from "../questions/lesson.mjs";
import { splitWords } from "../plans/plan_request.mjs";
import { replaceHtml } from "./replace_html.mjs";
import { escaped } from "../plans/svg_text.mjs";

const kinds = { Text: "", Predict: "Predict: ", Write: "Write: ", Prove: "Prove: ", Erratum: "Erratum: " };

function proseHtml(text) {
	return escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>");
}

function blocksHtml(blocks) {
	return blocks.map(({ code, text }) => code ? `<pre tabindex="0">${escaped(text)}</pre>`
		: `<p>${proseHtml(text)}</p>`).join("");
}

function predictHtml(part, { answer, prediction }) {
	if (answer === undefined)
		return `<form><label>Your prediction <input name="prediction" type="number" required></label> ` +
			`<button type="submit">answer</button></form><p>Look at the picture before you play.</p>`;
	return `<p role="status" class="${answer === prediction ? "met" : "unmet"}">` +
		(answer === prediction ? `Right: ${answer}.` : `No: ${answer}, and your prediction was ${prediction}.`) +
		` Now play the plan.</p>${blocksHtml(blocksOf(part.lines))}`;
}

function writeHtml(part, state) {
	const found = (each) => each.met || each.found === null ? "" : `: it is ${escaped(String(each.found))}`;
	const conditions = judgeTask(part.fields.judge, state.model?.verdict).map((each) =>
		`<li class="${each.met ? "met" : "unmet"}">${each.met ? "✓" : "✗"} ${escaped(each.text)}${found(each)}</li>`);

	return `<p><button type="button" data-do="begin">begin with a part of the plan</button></p>` +
		`<p>The plan in the editor:</p><ul>${conditions.join("")}</ul>`;
}

function partHtml(part, memory, state) {
	const body = part.kind === "Predict" ? predictHtml(part, memory)
		: part.kind === "Write" ? writeHtml(part, state) : blocksHtml(blocksOf(part.lines));

	return `<h3>${kinds[part.kind]}${proseHtml(part.title)}</h3>${body}`;
}

/* Only a page of `ninja lessons` lies beside an index. */
function indexLink() {
	return document.querySelector("link[rel=contents]") ? ` <a href="index.html">all lessons</a>` : "";
}

/* The number of the part in the state, which an address may have put behind the last part. */
const partOf = ({ part }, { parts }) => Math.min(part, parts.length - 1);

function drawLesson(element, state, memory) {
	const { lesson } = memory;
	const number = partOf(state, lesson);
	const turn = (to, text) => `<button type="button" data-part="${to}"${lesson.parts[to] ? "" : " disabled"}>${text}</button>`;

	document.body.classList.toggle("predicting",
		lesson.parts[number].kind === "Predict" && memory.answer === undefined);
	replaceHtml(element, `<h2 id="lesson-title">${escaped(lesson.title)}</h2><div class="tools">` +
		`${turn(number - 1, "before")}${turn(number + 1, "next")} part ${number + 1} of ${lesson.parts.length}` +
		`${indexLink()}</div>` +
		(number === 0 ? blocksHtml(blocksOf(lesson.intro.lines)) : "") +
		partHtml(lesson.parts[number], memory, state));
}

/* Shows the plan and the moment of a prediction. */
async function showPlan(state, { plan, machine, step }) {
	const [beta, tau] = (machine ?? "1 0.001").split(" ").map(Number);

	await state.make(splitWords(plan));
	state.set({ beta, tau, clock: "steps", step: Number(step), selected: -1 });
}

/* Turns to a part, with the plan of its prediction. */
async function openPart(state, lesson, number) {
	const part = lesson.parts[number];

	state.set({ part: number });
	if (part.kind === "Predict")
		await showPlan(state, part.fields);
}

function answered(element, state, memory, form) {
	const { fields } = memory.lesson.parts[partOf(state, memory.lesson)];

	memory.prediction = Number(form.elements.prediction.value);
	memory.answer = answerOf(fields.ask, state.model.verdict, state.model.transfers);
	drawLesson(element, state, memory);
}

/* Opens the page's lesson, if there is one; change(text, name) puts a text into the editor. */
export function openLesson(element, text, state, change) {
	if (text === undefined)
		return;
	const lesson = readLesson(text);
	const memory = { lesson };

	element.hidden = false;
	element.addEventListener("click", (event) => {
		const button = event.target.closest("button");

		if (button?.dataset.part)
			openPart(state, lesson, Number(button.dataset.part));
		else if (button?.dataset.do === "begin")
			change(beginningOf(lesson.parts[partOf(state, lesson)]), "my plan");
	});
	element.addEventListener("submit", (event) => {
		event.preventDefault();
		answered(element, state, memory, event.target);
	});
	state.listen(() => {
		const turned = state.changed.has("part");

		if (turned)
			Object.assign(memory, { answer: undefined, prediction: undefined });
		if (turned || state.changed.has("models") && lesson.parts[partOf(state, lesson)].kind === "Write")
			drawLesson(element, state, memory);
	});
	drawLesson(element, state, memory);
}
