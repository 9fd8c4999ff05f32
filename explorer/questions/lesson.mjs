/* Reads a lesson's text, answers its questions by the command, and judges the plan of its task. */
/* SPDX-License-Identifier: BSD-2-Clause */

const field = /^([a-z]+): (.*)$/;

/* Reads a part: { kind, title, fields, lines }; the kind is the word before the title's colon. */
function readPart(text) {
	const [heading, ...lines] = text.split("\n");
	const [, kind, title] = /^(?:(Predict|Write|Prove|Erratum): )?(.*)$/.exec(heading);
	const fields = {};
	let at = 0;

	for (; field.test(lines[at] ?? ""); at++) {
		const [, name, value] = field.exec(lines[at]);

		fields[name] = value;
	}
	return { kind: kind ?? "Text", title, fields, lines: lines.slice(at) };
}

/* Reads a lesson: { title, intro, parts }. */
export function readLesson(text) {
	const [intro, ...parts] = text.split(/^## /m);
	const [title, ...lines] = intro.split("\n");

	return { title: title.replace(/^# /, ""), intro: { lines }, parts: parts.map(readPart) };
}

/* Returns the blocks of a part's lines: { code, text }. */
export function blocksOf(lines) {
	const blocks = [];

	for (const line of lines) {
		const code = line.startsWith("    ");
		const last = blocks.at(-1);

		if (line === "")
			blocks.push(null);
		else if (last && last.code === code)
			last.text += (code ? "\n" : " ") + line.trimStart().padStart(code ? line.length - 4 : 0);
		else
			blocks.push({ code, text: code ? line.slice(4) : line });
	}
	return blocks.filter((block) => block);
}

/* Returns the plan with which the student begins a task. */
export function beginningOf(part) {
	return `${blocksOf(part.lines).filter(({ code }) => code).map(({ text }) => text).join("\n")}\n`;
}

function redundantOf(verdict) {
	const said = verdict.notes?.map((note) => /^(\d+) of \d+ packets bring only/.exec(note.text ?? note)).find((m) => m);

	return said ? Number(said[1]) : 0;
}

const figures = {
	steps: (v) => v.steps,
	packets: (v) => v.packets,
	volume: (v) => v.volume_bytes,
	busiest: (v) => v.busiest_link_bytes,
	links: (v) => v.links_used,
	failures: (v) => v.survives_link_failures,
	packet: (v) => v.packet,
	ports: (v) => v.ports,
	redundant: redundantOf,
};

const moments = {
	leaving: (transfers, step) => transfers.filter((each) => each.step === step).length,
	arrival: (transfers, node) =>
		transfers.reduce((last, { to, step }) => to === node ? Math.max(last, step) : last, -1),
};

/* Answers "steps", "leaving 2" ... for a plan by its verdict and packets; null: no such question. */
export function answerOf(ask, verdict, transfers) {
	const [name, number] = ask.split(" ");

	if (name in moments)
		return moments[name](transfers, Number(number));
	return figures[name]?.(verdict) ?? null;
}

const compare = { "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "=": (a, b) => String(a) === b };

/* Judges a plan by conditions such as "right, steps <= 2": [{ text, met, found }]. */
export function judgeTask(judge, verdict) {
	return judge.split(", ").map((text) => {
		const [name, relation, limit] = text.split(" ");

		if (text === "right")
			return { text, met: Boolean(verdict?.ok), found: verdict?.ok ? "right" : "wrong" };
		const found = verdict?.ok ? figures[name](verdict) : null;
		const wanted = relation === "=" ? limit : Number(limit);

		return { text, met: found !== null && compare[relation](found, wanted), found };
	});
}
