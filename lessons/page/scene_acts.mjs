/* What clicks do in a scene: guesses, drawings, cuts, choices, the pieces of a task, and light. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { moveChoice } from "./choices.mjs";
import { lightsOf } from "./light.mjs";
import { drawQuestion, guess, judgeDrawn, questionType } from "./predict.mjs";
import { $, elementOf, memoryOf } from "./scene_memory.mjs";
import { askInPicture, chooseTask, drawTaskAll, exploreAddress, showPlan, showScene } from "./scene_show.mjs";
import { actOnTask, judgeTask } from "./task_scene.mjs";

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

export function checkDrawing(page, scene) {
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
	task: (page, scene, value) => chooseTask(page, scene, Number(value)),
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

export function listenToClicks(page) {
	document.addEventListener("click", (event) => clicked(page, event));
	for (const [kind, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]])
		document.addEventListener(kind, (event) => pointed(page, event.target, on));
	document.addEventListener("input", (event) => {
		if (event.target.matches("textarea"))
			act(page, page.scene, "text", event.target.value);
	});
	for (const kind of ["mouseover", "focus", "pointerdown"])
		$("#explore").addEventListener(kind, async ({ currentTarget }) => { currentTarget.href = await exploreAddress(page); });
	$("#save").addEventListener("change", ({ target }) => {
		page.acts.save(target.value).catch(({ message }) => { $("#say").textContent = message; });
		target.value = "";
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
	const [kind, number] = what.split(" ");
	const answers = !on || light ? [] : kind === "packet" ? lightsOf(page.stage.model.transfers[number]) : [what];

	for (const words of elementOf(page.scene).querySelectorAll(".ref"))
		words.classList.toggle("lit", answers.includes(words.dataset.light));
}
