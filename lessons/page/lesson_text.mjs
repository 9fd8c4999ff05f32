/* Reads the text of a lesson: its head, and its scenes with fields, words, question and task. */
/* SPDX-License-Identifier: BSD-2-Clause */

const FIELD = /^([a-z]+): (.*)$/;
const MANY = new Set(["goal", "other", "choose", "harder"]);

function addField(fields, name, value) {
	if (MANY.has(name))
		(fields[name] ??= []).push(value);
	else
		fields[name] = value;
}

/* Takes the fields at the begin of lines; in the head of a lesson, blank lines may lie between them. */
function takeFields(lines) {
	const fields = {};
	let at = 0;

	for (; FIELD.test(lines[at] ?? ""); at++)
		addField(fields, ...FIELD.exec(lines[at]).slice(1));
	return { fields, rest: lines.slice(at) };
}

/* Reads "5 = five: reason": the label is the value where there is no other. */
function readOption(line) {
	const [, value, label, reason] = /^- (.*?)(?: = (.*?))?: (.*)$/.exec(line);

	return { value, label: label ?? value, reason };
}

function kindOf(line) {
	if (line.startsWith("    "))
		return "code";
	return { "|": "table", "-": "option", "?": "question" }[line[0]] ?? "prose";
}

/* Joins lines to blocks: { kind, lines }; a blank line ends a block. */
function joinLines(lines) {
	const blocks = [];
	let open = null;

	for (const line of lines) {
		const kind = kindOf(line);

		if (line === "")
			open = null;
		else if (open && open.kind === "option" && kind === "prose")
			open.lines.push(`${open.lines.pop()} ${line.trim()}`);
		else if (open && (open.kind === kind || open.kind === "question" && kind === "prose"))
			open.lines.push(line);
		else
			blocks.push(open = { kind, lines: [line] });
	}
	return blocks;
}

/* Prose that begins with a word and a colon is a box: "Notes:", "Hint:", "Today (MPI):". */
function readBlock({ kind, lines }) {
	const text = lines.join(kind === "prose" || kind === "question" ? " " : "\n");
	const box = /^(Notes|Hint|Proof|Today|Erratum|Formula)(?: \(([^)]*)\))?: (.*)$/s.exec(text);

	return kind === "prose" && box ? { kind: box[1].toLowerCase(), title: box[2], text: box[3] }
		: { kind, text: kind === "code" ? text.replace(/^ {4}/gm, "") : text.replace(/^\? /, "") };
}

/* A scene: { title, id, fields, blocks, question: { text, options, answer, kind } or null }. */
function readScene(text, number) {
	const [title, ...lines] = text.split("\n");
	const { fields, rest } = takeFields(lines);
	const blocks = joinLines(rest);
	const options = blocks.filter(({ kind }) => kind === "option").flatMap((block) => block.lines.map(readOption));
	const shown = blocks.filter(({ kind }) => kind !== "option").map(readBlock);

	return {
		title, fields, id: `scene-${number + 1}`, blocks: shown,
		question: fields.ask ? { kind: fields.ask, options, answer: fields.answer.split(","),
			text: shown.find(({ kind }) => kind === "question")?.text ?? "" } : null,
	};
}

/* Reads a lesson: { title, number, fields, scenes }. */
export function readLesson(text) {
	const [head, ...scenes] = text.split(/^## /m);
	const [title, ...lines] = head.split("\n");
	const { fields } = takeFields(lines.filter((line) => line !== ""));

	return {
		title: title.replace(/^# (\d+\. )?/, ""), number: Number(/^# (\d+)\./.exec(title)?.[1] ?? 0),
		fields, scenes: scenes.map(readScene),
	};
}

/* Returns the scene's other plans: { name: request }. */
export function otherPlans({ fields }) {
	return Object.fromEntries((fields.other ?? []).map((text) => text.split(" = ")));
}

/* Returns the scene's choices: [{ name, values, first }], as "packet 1 2 4* 8"; the star marks the first choice. */
export function choicesOf({ fields }) {
	return (fields.choose ?? []).map((text) => {
		const [name, ...values] = text.split(" ");

		const first = values.find((value) => value.endsWith("*")) ?? values[0];

		return { name, values: values.map(parseFloat), first: parseFloat(first) };
	});
}

/* Returns start-up and time of a byte of a scene: its own, the lesson's, or a second and half of one. */
export function machineOf(scene, lesson) {
	const [beta, tau] = (scene.fields.machine ?? lesson.fields.machine ?? "1 0.5").split(" ").map(Number);

	return { beta, tau };
}
