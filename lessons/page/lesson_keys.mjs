/* The keys of a lesson: turning, playing, lecture mode, notes. */
/* SPDX-License-Identifier: BSD-2-Clause */

const NEXT = ["ArrowRight", "PageDown"], BACK = ["ArrowLeft", "PageUp"];

/* In a lecture, arrows and the keys of a clicker turn; else arrows step the clock. */
function keyed(event, { acts, turn, isLecture }) {
	const { key, target } = event;
	const button = target.matches("button, summary, a, [role=button]");

	if ((key === "Enter" || key === " ") && target.matches("[role=button]") && !target.matches("button")) {
		target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		return true;
	}
	if (isLecture() && NEXT.includes(key))
		return turn(1), true;
	if (isLecture() && BACK.includes(key))
		return turn(-1), true;
	if (isLecture() && key === "Escape")
		return acts.lecture(), true;
	if (key === " " && !button)
		return acts.play(), true;
	if (!isLecture() && key === "ArrowRight")
		return acts["play-on"](), true;
	if (!isLecture() && key === "ArrowLeft")
		return acts["play-back"](), true;
	const letters = { l: "lecture", n: "notes", d: "theme", p: "print", x: "sheet", t: "text", w: "window", j: "next", k: "previous" };

	if (!letters[key.toLowerCase()])
		return false;
	acts[letters[key.toLowerCase()]]();
	return true;
}

export function listenToKeys(page) {
	document.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select"))
			return;
		if (keyed(event, page))
			event.preventDefault();
	});
}
