/* Brings a scene on: its picture, its question or task, its numbers, and the notes for the lecturer. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { drawChoices, drawLive } from "./choices.mjs";
import { drawCourse } from "./course_line.mjs";
import { drawQuestion, questionType } from "./predict.mjs";
import { packText } from "../../explorer/state/address.mjs";
import { machineOf } from "./lesson_text.mjs";
import { $, elementOf, memoryOf } from "./scene_memory.mjs";
import { chosenPlan, simulate } from "./stage.mjs";
import { drawTaskPicture, drawTaskWords, judgeTask, openTask } from "./task_scene.mjs";
import { stepAt } from "./timing.mjs";
import { inlineHtml } from "./words.mjs";

const all = (selector) => [...document.querySelectorAll(selector)];

/* The notes of the scene in a window of their own, which the hall does not see. */
export function fillNotes({ notes, scene }) {
	if (!notes || notes.closed)
		return;
	const text = scene.blocks.filter(({ kind }) => kind === "notes").map((block) => `<p>${inlineHtml(block.text)}</p>`);

	notes.document.title = "Notes";
	notes.document.body.innerHTML = `<div style="font:24px/1.5 sans-serif"><h1>${inlineHtml(scene.title)}</h1>` +
		`<p>${scene.fields.minutes ?? "?"} minutes</p>${text.join("")}</div>`;
}

function markScene(page, scene) {
	for (const element of all(".scene"))
		element.classList.toggle("on", element.id === scene.id);
	page.progress.see(scene.id);
	drawCourse($("#course-line"), page.course, page.lesson, page.progress);
	const number = page.lesson.scenes.indexOf(scene) + 1;

	$("#where").textContent = `${number} / ${page.lesson.scenes.length}`;
	if (location.hash !== `#${scene.id}` && page.shown)
		history.replaceState(null, "", `#${scene.id}`);
	fillNotes(page);
}

/* The address of the explorer, which lies beside the pages of a course, with the plan and the moment that the reader sees. */
export async function exploreAddress(page) {
	const { scene, lesson, stage } = page;
	const { chosen, task } = memoryOf(page, scene);
	const address = new URLSearchParams();
	const { request, machine } = scene.fields.plan ? chosenPlan(scene, lesson, chosen) : { machine: machineOf(scene, lesson) };
	const now = task ? task.step : stage.frozen || !stage.model?.timing ? -1 : stepAt(stage.model.timing, stage.t);

	address.set("a", task ? `z:${await packText(task.text)}` : request);
	address.set("step", !task && stage.t <= 1e-9 ? -1 : Math.min(now, (stage.model?.steps ?? Infinity) - 1));
	for (const [name, value] of Object.entries(machine))
		address.set(name, value);
	if (stage.cut.size)
		address.set("broken", [...stage.cut].join());
	return `explorer.html#${address}`;
}

async function showTask(page, scene) {
	const own = memoryOf(page, scene);
	const { stage } = page;

	own.task ??= own.tasks[0] = await openTask(page.grove, scene);
	if (page.scene !== scene)
		return;
	stage.stop();
	Object.assign(stage, { scene, model: null, network: null, chart: null, frozen: false, lit: "" });
	stage.arrange("task");
	stage.at.chart.replaceChildren();
	await judgeTask(page.grove, own.task);
	drawTaskAll(page, scene);
}

/* Turns to the task of the scene, or to a harder one. */
export async function chooseTask(page, scene, number) {
	const own = memoryOf(page, scene);

	own.task = own.tasks[number] ??= await openTask(page.grove, scene, number);
	await judgeTask(page.grove, own.task);
	drawTaskAll(page, scene);
}

export function drawTaskAll(page, scene) {
	const { task } = memoryOf(page, scene);

	if (page.scene !== scene)
		return;
	drawTaskWords($("[data-part=task]", elementOf(scene)), task);
	drawTaskPicture(page.stage.at.net, page.stage.at.chart, task);
	page.stage.say(task.said.state === "right" ? "Solved." : task.chosen ? "Now click a neighbour."
		: `Step ${task.step}: click a piece, then a neighbour.`);
	if (task.said.state === "right")
		page.progress.solve(task.number ? `${scene.id} harder ${task.number}` : scene.id, "first");
}

/* The numbers that the reader can change, and those that follow. */
export async function drawNumbers(page, scene) {
	const { chosen } = memoryOf(page, scene);

	drawChoices(elementOf(scene), scene, chosen);
	drawLive(elementOf(scene), await simulate(page.grove, chosenPlan(scene, page.lesson, chosen)));
}

export async function showPlan(page, scene, again) {
	const own = memoryOf(page, scene);
	const frozen = own.ask && !own.ask.right;

	await page.stage.show(scene, { chosen: own.chosen, frozen, again });
	if (page.scene !== scene)
		return;
	if (own.ask)
		drawQuestion($("[data-part=ask]", elementOf(scene)), scene.question, own.ask);
	if (scene.fields.choose)
		await drawNumbers(page, scene);
	if (frozen)
		askInPicture(page, scene);
}

/* A question that is answered in the picture: its machines are buttons. */
export function askInPicture(page, scene) {
	const type = questionType(scene.question);
	const { ask } = memoryOf(page, scene);

	if (type === "options")
		return;
	for (const node of all("#net svg > .node")) {
		node.setAttribute("tabindex", "0");
		node.setAttribute("role", "button");
		node.setAttribute("aria-label", `machine ${node.dataset.node}`);
		node.dataset.pick = node.dataset.node;
		node.classList.toggle("chosen", ask.sender === Number(node.dataset.node));
	}
	$("#net .hands").innerHTML = ask.drawn.map((link) => {
		const [from, to] = link.split(">").map(Number);

		return `<path class="drawn" marker-end="url(#arrow-draw)" d="${page.stage.network.layout.lanePath(from, to, 7)}"/>`;
	}).join("");
}

/* Shows a scene of the lesson; again: the same scene with other numbers. */
export async function showScene(page, scene, again = false) {
	if (page.scene === scene && !again)
		return;
	page.scene = scene;
	if (!again)
		page.stage.cut.clear();
	markScene(page, scene);
	try {
		await (scene.fields.task ? showTask(page, scene) : showPlan(page, scene, again));
	} catch (error) {
		page.stage.say(String(error.message));
		throw error;
	}
	if (page.scene === scene)
		page.shown = scene.id;
}
