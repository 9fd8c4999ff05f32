/* Prints a lesson, each scene with its pictures and the answers at the end; or an exercise sheet with blank pictures. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { drawChart, frameChart } from "./chart_picture.mjs";
import { drawNetwork, frameNetwork } from "./network_picture.mjs";
import { askNetwork } from "../../explorer/plans/model.mjs";
import { escaped } from "../../explorer/plans/svg_text.mjs";
import { isWide } from "./layout.mjs";
import { questionType } from "./predict.mjs";
import { drawTask } from "./task_picture.mjs";
import { openTask, tasksOf } from "./task_scene.mjs";
import { chosenPlan } from "./stage.mjs";
import { inlineHtml } from "./words.mjs";

const BLANK_ROWS = 7, MOST_STEPS = 6;

function place(element, name) {
	element.insertAdjacentHTML("beforeend", `<div class="${name}"></div>`);
	return element.lastElementChild;
}

/* Draws a scene's network, and the chart or curve beside it. A question has the network alone, before anything moves. */
async function drawPlan(page, scene, element) {
	const { request, machine } = chosenPlan(scene, page.lesson, {});
	const { show = "both", cut, at, colour } = scene.fields;
	const model = await page.stage.planOf(request, machine, colour === "tree");
	const [word, step] = (scene.question?.kind ?? "").split(" ");
	const asked = word === "draw" ? model.timing.starts[step] : 0;

	element.innerHTML = "";
	if (show === "curve" && !scene.question)
		return page.stage.drawCurves(place(element, "chart"), scene);
	if (show !== "chart" || scene.question) {
		const picture = drawNetwork(place(element, "net"), model, { lanes: colour === "tree" && word !== "draw" });

		frameNetwork(picture, scene.question ? asked : at === "end" || cut ? model.timing.end : model.timing.end * 0.45);
	}
	if (!scene.question && !cut && show !== "network")
		frameChart(drawChart(place(element, "chart"), model), model.timing.end);
	return null;
}

/* A blank network for each step, and a blank chart. */
async function drawBlanks(page, scene, number, element) {
	const task = await openTask(page.grove, scene, number);
	const network = await askNetwork(page.grove, task.problem.network);
	const steps = Math.min(MOST_STEPS, Number(/steps <= (\d+)/.exec(task.judge)?.[1] ?? 3));

	for (let step = 0; step < steps; step++) {
		const hand = place(element, isWide(network) ? "net wide" : "net");

		drawTask(place(hand, "blank"), task, network, { step: 0, chosen: null, transfers: [], empty: step > 0 });
		hand.insertAdjacentHTML("afterbegin", `<strong>step ${step}</strong>`);
	}
	element.insertAdjacentHTML("beforeend", `<table class="blank-chart"><tr><th>lane</th>${Array.from({ length: steps }, (_, step) =>
		`<th>step ${step}</th>`).join("")}</tr>${`<tr><td>→</td>${"<td></td>".repeat(steps)}</tr>`.repeat(BLANK_ROWS)}</table>`);
}

async function drawStill(page, scene) {
	const element = document.getElementById(scene.id).querySelector(".still");

	if (!scene.fields.task)
		return drawPlan(page, scene, element);
	element.innerHTML = "";
	const task = await openTask(page.grove, scene);

	return drawTask(place(element, "net"), task, await askNetwork(page.grove, task.problem.network), { step: 0, chosen: null, transfers: [] });
}

const boxesOf = (scene, kind) => scene.blocks.filter((block) => block.kind === kind);

function answersHtml({ scenes }) {
	const answer = ({ title, question }) => {
		const right = question.options.find(({ value }) => question.answer.includes(value));
		const label = questionType(question) === "options" ? right.label : question.answer.join(", ").replaceAll(">", " → ");

		return `<p><strong>${inlineHtml(title)}</strong> ${inlineHtml(label)}. ${inlineHtml(right?.reason ?? question.options.at(-1).reason)}</p>`;
	};
	const proof = (scene) => boxesOf(scene, "proof").map(({ text }) => `<p><strong>${inlineHtml(scene.title)}</strong> ${inlineHtml(text)}</p>`);

	return `<h2>Answers</h2>${scenes.filter(({ question }) => question).map(answer).join("")}${scenes.flatMap(proof).join("")}`;
}

/* What stands on a sheet of a scene: a question with boxes to tick, a task with conditions, or what is to be proved. */
function exerciseHtml(scene) {
	const words = (kind) => boxesOf(scene, kind).map(({ text }) => `<p>${inlineHtml(text)}</p>`).join("");
	const { question, fields } = scene;

	if (question)
		return words("question").replace(/\bClick\b/g, "Mark") + (questionType(question) === "options" ? `<p class="ticks">${question.options.map(({ label }) =>
			`<span>☐ ${inlineHtml(label)}</span>`).join("")}</p>` : "");
	return fields.task ? `${words("prose")}${boxesOf(scene, "code").map(({ text }) => `<p>Given:</p><pre>${escaped(text)}</pre>`).join("")}` : `${words("prose")}<div class="ruled"></div>`;
}

async function drawSheet(page, element) {
	const scenes = page.lesson.scenes.filter((scene) => scene.question || scene.fields.task || boxesOf(scene, "proof").length);

	element.innerHTML = `<h1>Exercises: ${page.lesson.number}. ${escaped(page.lesson.title)}</h1><p>Name: <span class="name-line"></span></p>`;
	for (const scene of scenes) {
		const section = place(element, "exercise");

		section.innerHTML = `<h2>${inlineHtml(scene.title)}</h2>${exerciseHtml(scene)}`;
		if (scene.question)
			await drawPlan(page, scene, place(section, "still"));
		if (!scene.fields.task)
			continue;
		await drawBlanks(page, scene, 0, place(section, "still"));
		for (const [number, { task, judge }] of tasksOf(scene).entries()) {
			if (!number)
				continue;
			const harder = place(element, "exercise");

			harder.innerHTML = `<h2>Harder ${number}</h2><p><code>${escaped(task)}</code>: ${escaped(judge)}.</p>`;
			await drawBlanks(page, scene, number, place(harder, "still"));
		}
	}
}

function sectionOf(id) {
	const old = document.getElementById(id);

	if (old)
		return old;
	const section = document.createElement("section");

	section.id = id;
	document.getElementById("words").append(section);
	return section;
}

/* Makes the page ready for paper: "lesson" or "sheet". */
export async function drawPaper(page, kind) {
	document.body.classList.remove("lecture", "on-sheet");
	document.body.classList.add("printing");
	document.body.classList.toggle("on-sheet", kind === "sheet");
	if (kind === "sheet")
		return drawSheet(page, sectionOf("sheet"));
	for (const scene of page.lesson.scenes)
		await drawStill(page, scene);
	sectionOf("answers").innerHTML = answersHtml(page.lesson);
	return null;
}

/* Prints the lesson, or its exercise sheet. */
export async function printPaper(page, kind) {
	const theme = document.documentElement.dataset.theme;

	document.documentElement.dataset.theme = "light";
	await drawPaper(page, kind);
	window.print();
	document.body.classList.remove("printing", "on-sheet");
	document.documentElement.dataset.theme = theme ?? "light";
}
