/* Prints a lesson: each scene with its picture, answers and proofs at the end. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { drawNetwork, frameNetwork } from "./network_picture.mjs";
import { askNetwork } from "../../explorer/plans/model.mjs";
import { drawTask } from "./task_picture.mjs";
import { openTask } from "./task_scene.mjs";
import { chosenPlan } from "./stage.mjs";
import { inlineHtml } from "./words.mjs";

/* A scene is printed in the middle of its time; a task and a question with a blank network. */
async function drawStill(page, scene) {
	const element = document.getElementById(scene.id).querySelector(".still");

	if (scene.fields.task) {
		const task = await openTask(page.grove, scene);

		drawTask(element, task, await askNetwork(page.grove, task.problem.network), { step: 0, chosen: null, transfers: [] });
		return;
	}
	const { request, machine } = chosenPlan(scene, page.lesson, {});
	const model = await page.stage.planOf(request, machine, scene.fields.colour === "tree");
	const picture = drawNetwork(element, model, { lanes: scene.fields.colour === "tree" && !scene.question });
	const end = scene.fields.at === "end" || scene.fields.cut;

	frameNetwork(picture, scene.question ? 0 : end ? model.timing.end : model.timing.end * 0.45);
}

function answersHtml({ scenes }) {
	return `<h2>Answers</h2>${scenes.filter(({ question }) => question).map(({ title, question }) =>
		`<p><strong>${inlineHtml(title)}:</strong> ${inlineHtml(question.answer.join(", ").replaceAll(">", " → "))}</p>`).join("")}`;
}

/* Returns the function that prints the page. */
export function openPrint(page) {
	return async () => {
		for (const scene of page.lesson.scenes)
			await drawStill(page, scene);
		let answers = document.getElementById("answers");

		if (!answers) {
			answers = document.createElement("section");
			answers.id = "answers";
			document.getElementById("words").append(answers);
		}
		answers.innerHTML = answersHtml(page.lesson);
		document.body.classList.add("printing");
		window.print();
		document.body.classList.remove("printing");
	};
}
