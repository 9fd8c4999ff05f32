/* Asks the judge under which models of ports a plan is right, and has the plan made for another. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { splitWords, withHeading, withOptions } from "../plans/plan_request.mjs";
import { replaceHtml } from "./replace_html.mjs";
import { escaped } from "../plans/svg_text.mjs";

const ports = ["all", "sendrecv", "exchange", "single"];
const duplexes = ["full", "half"];
const LONG = 20000;	/* packets: eight verdicts would keep the page waiting */
const REST = 300;	/* milliseconds without a change, before the judge is asked */
const SHOWN = 3;

const asked = new WeakMap();

/* Lets the page draw and answer. */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/* Returns { known, broken: violations of ports and duplex, more } of a plan under a model. */
export async function judgeUnder(grove, text, model) {
	try {
		const answer = await grove(["verify", "-", "--json"], withHeading(text, model));
		const verdict = JSON.parse(answer.out);
		const all = verdict.violations ?? [];

		return {
			known: answer.status < 2, broken: all.filter(({ rule }) => rule === "ports" || rule === "duplex"),
			more: !verdict.ok && verdict.violations_found > all.length,
		};
	} catch {
		return { known: false, broken: [], more: false };
	}
}

/* Returns the verdicts of all models: [{ ports, duplex, known, broken, more }]. */
export async function judgeAll(grove, text) {
	const models = ports.flatMap((p) => duplexes.map((d) => ({ ports: p, duplex: d })));
	const verdicts = [];

	for (const model of models) {
		await pause(0);
		verdicts.push({ ...model, ...await judgeUnder(grove, text, model) });
	}
	return verdicts;
}

function answerText({ known, broken, more }) {
	return !known ? "?" : broken.length ? `no: ${more ? "at least " : ""}${broken.length}` : "yes";
}

/* The table of all models; a cell is a button that chooses the model. */
export function portsTable(verdicts, chosen) {
	const cell = (verdict) => `<td><button type="button" data-ports="${verdict.ports}" ` +
		`data-duplex="${verdict.duplex}" aria-pressed="${verdict.ports === chosen.ports &&
			verdict.duplex === chosen.duplex}">${answerText(verdict)}</button></td>`;
	const row = (p) => `<tr><th scope="row">${p}</th>${duplexes.map((d) =>
		cell(verdicts.find((v) => v.ports === p && v.duplex === d))).join("")}</tr>`;

	return `<table><caption>Does this schedule obey the model? (violations of ports and duplex)</caption>` +
		`<tr><th scope="col">ports</th>${duplexes.map((d) => `<th scope="col">${d} duplex</th>`).join("")}</tr>` +
		`${ports.map(row).join("")}</table>`;
}

/* What stands below the table: the violations, and how the plan is made to obey. */
export function portsAnswer(verdict, request) {
	const name = `ports ${verdict.ports}, duplex ${verdict.duplex}`;
	const list = verdict.broken.slice(0, SHOWN).map(({ text }) => `<li>${escaped(text)}</li>`).join("");
	const rest = verdict.broken.length - SHOWN;
	const said = !verdict.known ? `The judge could not read the plan.`
		: verdict.broken.length ? `Under ${name} the schedule breaks rules:<ul>${list}` +
			`${rest > 0 ? `<li>and ${rest} more</li>` : ""}</ul>`
			: `Under ${name} the schedule breaks no rule of ports and duplex.`;
	const obey = !verdict.broken.length ? "" : request
		? `<button type="button" data-do="obey">make a plan for ${name}</button> <span role="alert" class="refusal"></span>`
		: `The plan was written by hand; only plans made by name can be made for another model.`;

	return `<div>${said}</div><p>${obey}</p>`;
}

/* Returns the request for a plan under another model. */
export function requestUnder(request, model) {
	return withOptions(splitWords(request), { ports: model.ports, duplex: model.duplex });
}

function show(element, state, memory) {
	const chosen = memory.chosen ?? state.model.problem;
	const verdict = memory.verdicts.find((v) => v.ports === chosen.ports && v.duplex === chosen.duplex);

	replaceHtml(element, portsTable(memory.verdicts, chosen) + portsAnswer(verdict, state.model.request));
}

function click(element, state, event) {
	const memory = asked.get(element);
	const button = event.target.closest("button");

	if (!button || !memory?.verdicts)
		return;
	if (button.dataset.do === "obey")
		obey(element, state, memory.chosen ?? state.model.problem);
	else {
		memory.chosen = { ports: button.dataset.ports, duplex: button.dataset.duplex };
		show(element, state, memory);
	}
}

async function obey(element, state, model) {
	const refusal = await state.make(requestUnder(state.model.request, model));

	if (refusal)
		element.querySelector(".refusal").textContent = refusal;
}

async function ask(element, state, model) {
	const memory = { model, text: model.text, chosen: null, verdicts: null };

	asked.set(element, memory);
	await pause(REST);
	if (asked.get(element) !== memory)
		return;
	memory.verdicts = await judgeAll(state.grove, model.text);
	if (asked.get(element) === memory)
		show(element, state, memory);
}

export function drawPorts(element, state) {
	const { model } = state;

	if (!asked.has(element)) {
		element.addEventListener("click", (event) => click(element, state, event));
		asked.set(element, {});
	}
	if (!model?.problem || model.transfers.length > LONG) {
		replaceHtml(element, "<p>There is no plan here, or the plan is too long for eight verdicts.</p>");
		asked.set(element, {});
	} else if (asked.get(element).text !== model.text) {
		ask(element, state, model);
	}
}
