/* The page of a lesson: words that scroll and turn beside their picture, and what the keys and buttons do. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { drawQuestion } from "./predict.mjs";
import { courseOf, endHtml } from "./course_line.mjs";
import { listenToKeys } from "./lesson_keys.mjs";
import { drawPaper, printPaper } from "./lesson_print.mjs";
import { readLesson } from "./lesson_text.mjs";
import { openProgress } from "./progress.mjs";
import { savePicture } from "./save_picture.mjs";
import { checkDrawing, listenToClicks } from "./scene_acts.mjs";
import { $, elementOf, memoryOf } from "./scene_memory.mjs";
import { drawNumbers, fillNotes, showScene } from "./scene_show.mjs";
import { createStage } from "./stage.mjs";
import { headHtml, sceneHtml } from "./words.mjs";

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

/* The plan of the scene that is on, or of its task as far as it is written. */
const planText = (page) => memoryOf(page, page.scene).task?.text ?? page.stage.model?.text ?? "";

function actsOf(page) {
	const { stage } = page;

	return {
		play: () => stage.toggle(),
		"play-on": () => stage.step(1),
		"play-back": () => stage.step(-1),
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
		print: () => printPaper(page, "lesson"),
		sheet: () => printPaper(page, "sheet"),
		save: async (kind) => savePicture(kind, `lesson-${page.lesson.number}-${page.scene.id}`, $("#net svg") ?? $("#chart svg"),
			planText(page), page.grove),
		text: () => {
			page.stage.asText = !page.stage.asText;
			$("[data-do=text]").setAttribute("aria-pressed", String(page.stage.asText));
			showScene(page, page.scene, true);
		},
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
	const asked = new URLSearchParams(location.search);

	document.body.classList.toggle("alone", !course.length);
	document.body.classList.toggle("embed", asked.has("embed"));
	$("#words").innerHTML = `${headHtml(lesson)}${lesson.scenes.map(sceneHtml).join("")}<div id="end"></div>`;
	page.stage = createStage(grove, lesson, atElements());
	page.acts = actsOf(page);
	window.grove = { page, command: grove };
	listenToClicks(page);
	listenToScroll(page);
	listenToKeys({ acts: page.acts, turn: (by) => turn(page, by), isLecture });
	const scene = lesson.scenes.find(({ id }) => `#${id}` === location.hash) ?? lesson.scenes[0];

	await showScene(page, scene);
	if (scene !== lesson.scenes[0])
		jump(page, scene);
	if (asked.has("t"))
		page.stage.seek(Number(asked.get("t")) || 0);
	$("#end").innerHTML = endHtml(course, lesson, page.progress);
	for (const each of lesson.scenes.filter(({ question }) => question))
		drawQuestion($("[data-part=ask]", elementOf(each)), each.question, memoryOf(page, each).ask);
	for (const each of lesson.scenes.filter(({ fields }) => fields.choose))
		await drawNumbers(page, each);
	if (["#print", "#sheet"].includes(location.hash))
		await drawPaper(page, location.hash === "#sheet" ? "sheet" : "lesson");
	Object.assign(window.grove, { ready: true, readyAt: performance.now() });
}
