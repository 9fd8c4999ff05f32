/* Writes the words of a scene as HTML. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { escaped } from "../../explorer/plans/svg_text.mjs";

/* `code`, **strong**, *letter*, [words](what they light), {choose packet}, {live time}. */
export function inlineHtml(text) {
	return escaped(text)
		.replace(/`([^`]*)`/g, "<code>$1</code>")
		.replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
		.replace(/\*([^*\s][^*]*)\*/g, `<i class="m">$1</i>`)
		.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, light) => light.startsWith("http")
			? `<a href="${light}">${words}</a>`
			: `<button type="button" class="ref ${lightClass(light)}" data-light="${light}">${words}</button>`)
		.replace(/\{choose ([a-z]+)\}/g, `<span class="choice" data-choose="$1"></span>`)
		.replace(/\{live ([a-z]+)\}/g, `<output class="live" data-live="$1"></output>`);
}

function lightClass(light) {
	const tree = /^tree (\d)/.exec(light);

	return tree ? `tone${tree[1]}` : light === "bytes" ? "tone0" : "";
}

function tableHtml(text) {
	const rows = text.split("\n").filter((line) => !/^\|[-| ]+$/.test(line))
		.map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => inlineHtml(/^ *\d/.test(cell) ? cell.trim().replaceAll(" ", "\u00a0") : cell.trim())));
	const [head, ...body] = rows;
	const row = (cells, best) => `<tr${best ? ` class="best"` : ""}><th scope="row">${cells[0]}</th>` +
		`${cells.slice(1).map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

	return `<table><tr>${head.map((cell) => `<th scope="col">${cell || "<span class=\"unseen\">what</span>"}</th>`).join("")}</tr>` +
		body.map((cells) => row(cells, cells[0].includes("<strong>"))).join("") + `</table>`;
}

/* Splits a formula at each + and = outside of brackets; these stand between the terms. */
function termsOf(text) {
	const terms = [""];
	let depth = 0;

	for (const word of text.split(/(?<= )|(?= )/)) {
		depth += word.split("(").length - word.split(")").length;
		if (depth === 0 && /^[+=]$/.test(word))
			terms.push(word, "");
		else
			terms.push(terms.pop() + word);
	}
	return terms;
}

/* A term with a start-up alone is underlined grey, one with bytes alone in colour. */
function formulaHtml(text) {
	const term = (words) => {
		const [formula, below] = words.split(":");
		const [start, bytes] = [formula.includes("β"), formula.includes("τ")];
		const light = start === bytes ? "" : start ? "start-up" : "bytes";
		const inside = `${escaped(formula.trim()).replaceAll(" ", "\u2009").replace(/[A-Za-zβτ]+/g, "<i class=\"m\">$&</i>")}` +
			(below ? `<small>${escaped(below.trim())}</small>` : "");

		return light ? `<button type="button" class="term ${light}" data-light="${light}">${inside}</button>`
			: `<span class="term">${inside}</span>`;
	};

	return `<div class="formula">${termsOf(text).map((part, i) => i % 2 ? ` ${part} ` : term(part)).join("")}</div>`;
}

const boxes = {
	notes: (block) => `<aside class="notes"><strong>For the lecturer.</strong> ${inlineHtml(block.text)}</aside>`,
	hint: (block) => `<details class="hint"><summary>A hint</summary><p>${inlineHtml(block.text)}</p></details>`,
	proof: (block) => `<details class="hint"><summary>The proof</summary><p>${inlineHtml(block.text)}</p></details>`,
	today: (block) => `<div class="today"><h3>Today${block.title ? `: ${escaped(block.title)}` : ""}</h3>` +
		`<p>${inlineHtml(block.text)}</p></div>`,
	erratum: (block) => `<div class="today erratum"><h3>A misprint</h3><p>${inlineHtml(block.text)}</p></div>`,
	formula: (block) => formulaHtml(block.text),
	code: (block) => `<pre tabindex="0">${escaped(block.text)}</pre>`,
	table: (block) => tableHtml(block.text),
	question: () => "",
};

/* The first paragraph is the one that a lecture shows; the others are for readers. */
function blocksHtml(blocks) {
	let prose = 0;

	return blocks.map((block) => boxes[block.kind]?.(block) ??
		`<p class="${prose++ ? "more" : "key"}">${inlineHtml(block.text)}</p>`).join("");
}

/* A scene as a section, with places for its question and its task. */
export function sceneHtml(scene) {
	const blocks = scene.blocks.filter(({ kind }) => kind !== "code" || !scene.fields.task);
	const inside = scene.question ? `<div class="ask" data-part="ask"></div>`
		: scene.fields.task ? `<div data-part="task"></div>` : "";

	return `<section class="scene" id="${scene.id}" aria-labelledby="${scene.id}-title">` +
		`<h2 id="${scene.id}-title" tabindex="-1">${inlineHtml(scene.title)}</h2>` +
		`${blocksHtml(blocks.filter(({ kind }) => kind !== "notes"))}${inside}` +
		`<div class="still" aria-hidden="true"></div>` +
		`${blocksHtml(blocks.filter(({ kind }) => kind === "notes"))}</section>`;
}

/* The head of a lesson: title, time, what is needed before, goals. */
export function headHtml({ title, number, fields }) {
	return `<h1 tabindex="-1">${number}. ${escaped(title)}</h1>` +
		`<p class="sub">${escaped(fields.minutes ?? "?")} minutes · you need: ${inlineHtml(fields.needs ?? "nothing")}</p>` +
		`<div class="goal"><strong>Afterwards you can</strong><ul>` +
		`${(fields.goal ?? []).map((goal) => `<li>${inlineHtml(goal)}</li>`).join("")}</ul></div>`;
}
