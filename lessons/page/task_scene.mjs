/* Runs a task in its scene: the picture, the text beside it, and the verdict. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { askNetwork } from "../../explorer/plans/model.mjs";
import { linesOfPackets } from "../../explorer/plans/plan_lines.mjs";
import { escaped } from "../../explorer/plans/svg_text.mjs";
import { addPiece, judgeText } from "./task.mjs";
import { drawTask } from "./task_picture.mjs";

const words = { empty: "Nothing yet", unfinished: "Not finished", broken: "A rule is broken", short: "Not yet", right: "Solved" };

/* The tasks of a scene, its own and the harder ones: [{ task, judge, pieces }]. */
export function tasksOf({ fields }) {
	return [fields, ...(fields.harder ?? []).map((text) => {
		const [task, judge, pieces] = text.split(" | ");

		return { task, judge, pieces };
	})];
}

/* Opens the memory of a task: its problem by the command, and the text that the student begins with. */
export async function openTask(grove, scene, number = 0) {
	const { task, judge, pieces } = tasksOf(scene)[number];
	const problem = JSON.parse((await grove(["plan", "-", "--json"], `${task}\n`)).out);
	const code = !number && scene.blocks.find(({ kind }) => kind === "code");
	const begin = `${task}\n${code ? `${code.text}\n` : ""}`;

	return { number, tasks: tasksOf(scene).length, heading: task, judge, problem, size: Number(pieces ?? problem.bytes), begin, text: begin,
		network: await askNetwork(grove, problem.network), undo: [], step: 0, chosen: null, said: { state: "empty", conditions: [] } };
}

function conditionsHtml({ conditions }) {
	return conditions.length ? `<ul class="conditions">${conditions.map(({ text, found, met }) =>
		`<li class="${met ? "met" : "unmet"}">${met ? "✓" : "✗"} ${escaped(text)}${met ? "" : `: here ${escaped(String(found))}`}</li>`).join("")}</ul>` : "";
}

/* A harder task says its problem, and has a point for each condition. */
function harderHtml({ number, heading, judge, said }) {
	const points = said.verdict ? said.conditions.filter(({ met }) => met).length + 1 : 0;

	return number ? `<p>Now <code>${escaped(heading)}</code>: ${escaped(judge)}.</p>` +
		`<p><strong>${points} of ${judge.split(", ").length} points.</strong></p>` : "";
}

/* The words of the task: its buttons, made once so that the focus stays. */
export function drawTaskWords(element, task) {
	if (!element.firstChild)
		element.innerHTML = `<p class="task-tools"><button type="button" data-do="step-back" aria-label="the step before">◀</button> ` +
			`<output class="task-step"></output> <button type="button" data-do="step-on" aria-label="the next step">▶</button> ` +
			`<button type="button" data-do="undo">Undo</button> <button type="button" data-do="again">Start again</button></p>` +
			`<p class="task-tools">${Array.from({ length: task.tasks }, (_, i) => `<button type="button" data-task="${i}">` +
				`${i ? `Harder ${i}` : "The task"}</button>`).join(" ")}</p><div class="harder"></div>` +
			`<p class="why" role="status"></p><div class="list"></div>`;
	const why = element.querySelector(".why");
	const { state, text } = task.said;

	for (const button of element.querySelectorAll("[data-task]"))
		button.setAttribute("aria-pressed", String(Number(button.dataset.task) === task.number));
	element.querySelector(".harder").innerHTML = harderHtml(task);
	element.querySelector(".task-step").textContent = `step ${task.step}`;
	why.className = `why ${state === "right" ? "yes" : state === "broken" ? "no" : state === "empty" ? "" : "open"}`;
	why.innerHTML = `<strong>${words[state]}.</strong> ${escaped(text ?? "Click a piece, then a neighbour.")}`;
	element.querySelector(".list").innerHTML = conditionsHtml(task.said);
}

/* The picture and the text of the task. */
export function drawTaskPicture(net, side, task) {
	drawTask(net, task, task.network, { step: task.step, chosen: task.chosen, transfers: task.transfers ?? [], fault: task.said.line });
	if (!side.querySelector("textarea"))
		side.innerHTML = `<label class="task-text">The same as text; it counts steps from 0` +
			`<textarea spellcheck="false" rows="8"></textarea></label><p class="task-line"></p>`;
	const area = side.querySelector("textarea");

	if (area.value !== task.text)
		area.value = task.text;
	side.querySelector(".task-line").textContent = task.said.line ? `Line ${task.said.line}: ${task.text.split("\n")[task.said.line - 1] ?? ""}` : "";
	area.classList.toggle("wrong", task.said.state === "broken");
}

/* Judges the task's text; a text that cannot be read leaves the last packets in the picture. */
export async function judgeTask(grove, task) {
	const text = task.text;
	const said = await judgeText(grove, task, text);

	if (task.text !== text)
		return false;
	task.said = said;
	if (said.transfers) {
		linesOfPackets(text, said.transfers);
		task.transfers = said.transfers;
	}
	return true;
}

/* Changes the text, so that it can be undone. */
function change(task, text) {
	task.undo.push(task.text);
	task.text = text;
}

const isSame = (one, other) => one?.node === other.node && one.piece.join() === other.piece.join();

/* What the buttons, pieces and neighbours do; returns whether the text has changed. */
export function actOnTask(task, action, value) {
	const acts = {
		"step-on": () => { task.step++; },
		"step-back": () => { task.step = Math.max(0, task.step - 1); },
		undo: () => { task.text = task.undo.pop() ?? task.begin; },
		again: () => { change(task, task.begin); task.step = 0; },
		piece: () => { task.chosen = isSame(task.chosen, value) ? null : value; },
		to: () => change(task, addPiece(task.text, task.problem, task.transfers ?? [], { step: task.step, from: task.chosen.node, to: value, piece: task.chosen.piece })),
		text: () => change(task, value),
	};
	const before = task.text;

	acts[action]();
	if (action !== "piece")
		task.chosen = null;
	return task.text !== before;
}
