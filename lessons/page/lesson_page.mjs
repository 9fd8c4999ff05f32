/* The page of a lesson: scenes beside their pictures, questions, tasks, and the keys. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { drawChoices, drawLive, firstChoices, moveChoice } from "./choices.mjs";
import { courseOf, drawCourse, endHtml } from "./course_line.mjs";
import { readLesson } from "./lesson_text.mjs";
import { openPrint } from "./lesson_print.mjs";
import { drawQuestion, guess, judgeDrawn, questionType } from "./predict.mjs";
import { openProgress } from "./progress.mjs";
import { savePicture } from "./save_picture.mjs";
import { chosenPlan, createStage, simulate } from "./stage.mjs";
import { actOnTask, drawTaskPicture, drawTaskWords, judgeTask, openTask } from "./task_scene.mjs";
import { headHtml, inlineHtml, sceneHtml } from "./words.mjs";
import { listenToKeys } from "./lesson_keys.mjs";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/* ---- The memory of a scene ---- */

function memoryOf(page, scene) {
	const { memory, progress } = page;

	memory[scene.id] ??= {
		chosen: firstChoices(scene),
		ask: scene.question && { tried: [], drawn: [], sender: null, why: "", right: Boolean(progress.own.solved[scene.id]) },
		task: null,
	};
	return memory[scene.id];
}

const elementOf = (scene) => document.getElementById(scene.id);

/* ---- A scene comes on ---- */

function markScene(page, scene) {
	for (const element of all(".scene"))
		element.classList.toggle("on", element.id === scene.id);
	page.progress.see(scene.id);
	drawCourse($("#course-line"), page.course, page.lesson, page.progress);
	const number = page.lesson.scenes.indexOf(scene) + 1;

	$("#where").textContent = `${number} / ${page.lesson.scenes.length}`;
	$("#explore").href = exploreAddress(page, scene);
	fillNotes(page);
}

/* The same plan in the explorer, which lies beside the pages of a course. */
function exploreAddress({ lesson }, scene) {
	const words = (scene.fields.plan ?? "").split(" ").join("+");
	const [beta, tau] = (scene.fields.machine ?? lesson.fields.machine ?? "1 0.5").split(" ");

	return `explorer.html#a=${words}&beta=${beta}&tau=${tau}`;
}

async function showTask(page, scene) {
	const own = memoryOf(page, scene);
	const { stage } = page;

	own.task ??= await openTask(page.grove, scene);
	if (page.scene !== scene)
		return;
	stage.stop();
	Object.assign(stage, { scene, model: null, network: null, chart: null, frozen: false, lit: "" });
	stage.arrange("both");
	stage.at.chart.replaceChildren();
	await judgeTask(page.grove, own.task);
	drawTaskAll(page, scene);
}

function drawTaskAll(page, scene) {
	const { task } = memoryOf(page, scene);

	if (page.scene !== scene)
		return;
	drawTaskWords($("[data-part=task]", elementOf(scene)), task);
	drawTaskPicture(page.stage.at.net, page.stage.at.chart, task);
	page.stage.say(task.said.state === "right" ? "Solved." : task.chosen ? "Now click a neighbour."
		: `Step ${task.step}: click a piece, then a neighbour.`);
	if (task.said.state === "right")
		page.progress.solve(scene.id, "first");
}

/* The numbers that the reader can change, and those that follow. */
async function drawNumbers(page, scene) {
	const { chosen } = memoryOf(page, scene);

	drawChoices(elementOf(scene), scene, chosen);
	drawLive(elementOf(scene), await simulate(page.grove, chosenPlan(scene, page.lesson, chosen)));
}

async function showPlan(page, scene, again) {
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
function askInPicture(page, scene) {
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
	page.shown = scene.id;
}

/* ---- Questions ---- */

function answered(page, scene) {
	const { ask } = memoryOf(page, scene);

	drawQuestion($("[data-part=ask]", elementOf(scene)), scene.question, ask);
	if (!ask.right)
		return askInPicture(page, scene);
	page.progress.solve(scene.id, ask.tried.length > 1 ? "later" : "first");
	return showPlan(page, scene);
}

function pickNode(page, scene, node) {
	const { ask } = memoryOf(page, scene);
	const { question } = scene;

	if (questionType(question) === "node") {
		guess(question, ask, String(node));
		return answered(page, scene);
	}
	const link = `${ask.sender}>${node}`;

	if (ask.sender === null)
		ask.sender = node;
	else {
		if (page.stage.model.network.neighbours[ask.sender].includes(node) && !ask.drawn.includes(link))
			ask.drawn.push(link);
		ask.sender = null;
	}
	drawQuestion($("[data-part=ask]", elementOf(scene)), question, ask);
	askInPicture(page, scene);
	return $(`#net [data-pick="${node}"]`)?.focus({ preventScroll: true });
}

function checkDrawing(page, scene) {
	const { ask } = memoryOf(page, scene);

	ask.tried.push(ask.drawn.join());
	Object.assign(ask, judgeDrawn(scene.question, ask.drawn));
	return answered(page, scene);
}

/* ---- Tasks ---- */

async function act(page, scene, action, value) {
	const { task } = memoryOf(page, scene);

	if (actOnTask(task, action, value) && !await judgeTask(page.grove, task))
		return;
	drawTaskAll(page, scene);
	if (action === "piece")
		$("#net .can")?.focus({ preventScroll: true });
	else if (action === "to")
		$(`#net [data-of="${value}"], #net [data-piece]`)?.focus({ preventScroll: true });
}

/* ---- Clicks ---- */

const clicks = {
	guess: (page, scene, value) => { guess(scene.question, memoryOf(page, scene).ask, value); return answered(page, scene); },
	pick: (page, scene, value) => pickNode(page, scene, Number(value)),
	undraw: (page, scene, value) => {
		const { ask } = memoryOf(page, scene);

		ask.drawn = ask.drawn.filter((link) => link !== value);
		drawQuestion($("[data-part=ask]", elementOf(scene)), scene.question, ask);
		askInPicture(page, scene);
	},
	cut: (page, scene, value) => page.stage.toggleCut(value),
	change: async (page, scene, value, button) => {
		if (moveChoice(scene, memoryOf(page, scene).chosen, value, Number(button.dataset.by)))
			await showScene(page, scene, true);
	},
	value: async (page, scene, value) => {
		const { chosen } = memoryOf(page, scene);

		chosen[Object.keys(chosen)[0]] = Number(value);
		await showScene(page, scene, true);
		$(`#chart [data-value="${value}"]`)?.focus({ preventScroll: true });
	},
	piece: (page, scene, value, button) =>
		act(page, scene, "piece", { node: Number(button.dataset.of), piece: value.split(",").map(Number) }),
	to: (page, scene, value) => act(page, scene, "to", Number(value)),
	light: (page, scene, value) => page.stage.lightUp(value),
	do: (page, scene, value) => {
		const own = scene && memoryOf(page, scene);

		if (own?.task && ["step-on", "step-back", "undo", "again"].includes(value))
			return act(page, scene, value);
		return page.acts[value]?.();
	},
};

/* A click elsewhere in the words brings their scene on first. */
async function clicked(page, event) {
	const section = event.target.closest(".scene");
	const scene = section ? page.lesson.scenes.find(({ id }) => id === section.id) : page.scene;
	/* By mouse, a neighbour is hit wherever its box is hit; keys reach the pieces in the box, too. */
	const element = event.detail && event.target.closest("[data-to]") ||
		event.target.closest(Object.keys(clicks).map((name) => `[data-${name}]`).join());

	if (section && scene !== page.scene)
		await showScene(page, scene);
	if (!element)
		return;
	const name = Object.keys(clicks).find((each) => each in element.dataset);

	await clicks[name](page, scene, element.dataset[name], element);
}

function listenToClicks(page) {
	document.addEventListener("click", (event) => clicked(page, event));
	for (const [kind, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]])
		document.addEventListener(kind, (event) => pointed(page, event.target, on));
	document.addEventListener("input", (event) => {
		if (event.target.matches("textarea"))
			act(page, page.scene, "text", event.target.value);
	});
	$("#slider").addEventListener("input", (event) => page.stage.seek(Number(event.target.value)));
}

/* What the mouse points at lights up, in words, network and chart. */
function pointed(page, target, on) {
	const element = target.closest?.("[data-light], [data-packet], [data-bar], [data-row]");

	if (!element || !page.stage.model || page.scene?.fields.cut || page.stage.frozen)
		return;
	const { light, packet, bar, row } = element.dataset;
	const section = element.closest(".scene");

	if (section && section.id !== page.scene.id)
		return;
	const what = light ?? (packet ? `packet ${packet}` : bar ? `packet ${bar.split(" ")[0]}` : /^\d+-\d+$/.test(row) ? `row ${row}` : "");

	page.stage.lightUp(on ? what : "");
}

/* ---- The words move ---- */

const isLecture = () => document.body.classList.contains("lecture");

function look(page) {
	if (isLecture() || page.jumping)
		return;
	const phone = innerWidth <= 800;
	const line = phone ? innerHeight * 0.66 : innerHeight * 0.44;
	const bottom = innerHeight + scrollY > document.documentElement.scrollHeight - 4;
	const scenes = page.lesson.scenes;
	const found = bottom ? scenes.at(-1)
		: scenes.filter((scene) => elementOf(scene).getBoundingClientRect().top < line).at(-1) ?? scenes[0];

	showScene(page, found);
}

function listenToScroll(page) {
	let waiting = false;

	addEventListener("scroll", () => {
		if (!waiting) {
			waiting = true;
			requestAnimationFrame(() => { waiting = false; look(page); });
		}
	}, { passive: true });
	addEventListener("resize", () => page.scene && showScene(page, page.scene, true));
}

/* Turns by so many scenes: on a screen in a lecture, by scrolling else. */
function turn(page, by) {
	const scenes = page.lesson.scenes;
	const scene = scenes[scenes.indexOf(page.scene) + by];

	if (scene)
		jump(page, scene);
}

function jump(page, scene) {
	showScene(page, scene);
	if (!isLecture()) {
		page.jumping = true;
		const top = elementOf(scene).getBoundingClientRect().top + scrollY;

		scrollTo({ top: top - (innerWidth <= 800 ? innerHeight * 0.5 + 60 : 80), behavior: "instant" });
		requestAnimationFrame(() => requestAnimationFrame(() => { page.jumping = false; }));
	}
	$("h2", elementOf(scene)).focus({ preventScroll: true });
}

function toggleClass(name, button) {
	const on = document.body.classList.toggle(name);

	$(`[data-do="${button}"]`).setAttribute("aria-pressed", String(on));
	return on;
}

/* The notes of the scene in a window of their own, which the hall does not see. */
function fillNotes({ notes, scene }) {
	if (!notes || notes.closed)
		return;
	const text = scene.blocks.filter(({ kind }) => kind === "notes").map((block) => `<p>${inlineHtml(block.text)}</p>`);

	notes.document.title = "Notes";
	notes.document.body.innerHTML = `<div style="font:24px/1.5 sans-serif"><h1>${inlineHtml(scene.title)}</h1>` +
		`<p>${scene.fields.minutes ?? "?"} minutes</p>${text.join("")}</div>`;
}

function actsOf(page) {
	const { stage } = page;

	return {
		play: () => stage.toggle(),
		"play-on": () => stage.step(1),
		"play-back": () => stage.step(-1),
		mend: () => stage.mend(),
		check: () => checkDrawing(page, page.scene),
		theme: () => {
			const root = document.documentElement;

			root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
		},
		notes: () => { toggleClass("with-notes", "notes"); },
		lecture: () => {
			toggleClass("lecture", "lecture");
			showScene(page, page.scene, true);
			if (!isLecture())
				jump(page, page.scene);
		},
		window: () => {
			page.notes = window.open("", "grove-notes", "width=700,height=500");
			fillNotes(page);
		},
		print: () => page.print(),
		save: () => savePicture($("#net svg"), `lesson-${page.lesson.number}-${page.scene.id}.svg`),
		tabs: () => {
			$("#pictures").classList.toggle("tab-chart");
			showScene(page, page.scene, true);
		},
		show: (number) => jump(page, page.lesson.scenes[number]),
		next: () => turn(page, 1),
		previous: () => turn(page, -1),
	};
}

function atElements() {
	return { pictures: $("#pictures"), net: $("#net"), chart: $("#chart"), say: $("#say"), slider: $("#slider"), clock: $("#clock"),
		play: $("#controls [data-do=play]"), controls: $("#controls") };
}

/* Starts the page of a lesson; grove(words, text) is the command. */
export async function openLessonPage(grove, text) {
	const lesson = readLesson(text);
	const course = courseOf(document);
	const page = { grove, lesson, course, memory: {}, scene: null,
		progress: openProgress(lesson.number, lesson.title, lesson.scenes.length) };

	if (matchMedia("(prefers-color-scheme: dark)").matches)
		document.documentElement.dataset.theme = "dark";
	document.body.classList.toggle("alone", !course.length);
	$("#words").innerHTML = `${headHtml(lesson)}${lesson.scenes.map(sceneHtml).join("")}<div id="end"></div>`;
	page.stage = createStage(grove, lesson, atElements());
	page.acts = actsOf(page);
	page.print = openPrint(page);
	window.grove = { page, command: grove };
	listenToClicks(page);
	listenToScroll(page);
	listenToKeys({ acts: page.acts, turn: (by) => turn(page, by), isLecture });
	const scene = lesson.scenes.find(({ id }) => `#${id}` === location.hash) ?? lesson.scenes[0];

	await showScene(page, scene);
	if (scene !== lesson.scenes[0])
		jump(page, scene);
	$("#end").innerHTML = endHtml(course, lesson, page.progress);
	for (const each of lesson.scenes.filter(({ question }) => question))
		drawQuestion($("[data-part=ask]", elementOf(each)), each.question, memoryOf(page, each).ask);
	for (const each of lesson.scenes.filter(({ fields }) => fields.choose))
		await drawNumbers(page, each);
	window.grove.ready = true;
}
