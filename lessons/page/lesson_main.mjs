/* Starts the page of a lesson: unpacks the command, and reads the lesson's text. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { grove, load } from "../../explorer/command.mjs";
import { openLessonPage } from "./lesson_page.mjs";
import { unpackCommand } from "../../explorer/unpack_command.mjs";

export async function main() {
	await load(await unpackCommand());
	await openLessonPage(grove, JSON.parse(document.getElementById("lesson-text").textContent));
}
