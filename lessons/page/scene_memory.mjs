/* What a scene of the page remembers: choices, guesses, and the plan of a task. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { firstChoices } from "./choices.mjs";

/* The first element that a selector names. */
export const $ = (selector, root = document) => root.querySelector(selector);

export const elementOf = (scene) => document.getElementById(scene.id);

/* Returns { chosen, ask: { tried[], drawn[], sender, why, right }, task, tasks[] }. */
export function memoryOf(page, scene) {
	const { memory, progress } = page;

	memory[scene.id] ??= {
		chosen: firstChoices(scene),
		ask: scene.question && { tried: [], drawn: [], sender: null, why: "", right: Boolean(progress.own.solved[scene.id]) },
		task: null, tasks: [],
	};
	return memory[scene.id];
}
