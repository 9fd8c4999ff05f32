/* Draws the line of thirteen lessons with what was seen of each, and the next step. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { escaped } from "../../explorer/plans/svg_text.mjs";

/* The names of all lessons stand in the page of an index, in the element `course`: [{ name, title }]. */
export function courseOf(document) {
	const element = document.getElementById("course");

	return element ? JSON.parse(element.textContent) : [];
}

export function drawCourse(element, course, lesson, progress) {
	element.innerHTML = course.map(({ name, title }, i) => {
		const number = i + 1, here = number === lesson.number;
		const share = progress.share(number);
		const label = `Lesson ${number}: ${title}, ${Math.round(100 * share)} % seen`;

		return `<li class="${here ? "here" : ""}" style="--seen:${share}"><a href="${escaped(name)}.html"${here ? ` aria-current="page"` : ""} ` +
			`aria-label="${escaped(label)}">${number}<b>${escaped(title)} · ${Math.round(100 * share)} %</b></a></li>`;
	}).join("");
}

/* The end of a lesson: what was solved, and one button for the next step. */
export function endHtml(course, lesson, progress) {
	const asked = lesson.scenes.filter((scene) => scene.question || scene.fields.task);
	const solved = asked.filter(({ id }) => progress.own.solved[id]).length;
	const first = asked.filter(({ id }) => progress.own.solved[id] === "first").length;
	const next = course[lesson.number];
	const go = next ? `<a class="next" href="${escaped(next.name)}.html">Lesson ${lesson.number + 1}: ${escaped(next.title)} →</a>`
		: course.length ? `<a class="next" href="index.html">All lessons</a>` : "";

	return `<div class="end"><p>${solved} of ${asked.length} questions and tasks solved, ${first} at the first try.</p><p>${go}</p>` +
		(lesson.fields.papers ? `<p class="sub">Papers: ${escaped(lesson.fields.papers)}</p>` : "") + `</div>`;
}
