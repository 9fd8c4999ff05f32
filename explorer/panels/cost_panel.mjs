/* Tells what a plan costs: S beta + V tau, the formula, its letters, and curves over B and M. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { costBars, curveChart } from "./cost_charts.mjs";
import { askFormula, findCrossings, narrowCrossing, sizesBetween, sweepMessages, sweepPackets } from "../plans/cost_sweep.mjs";
import { countCosts } from "../plans/load_counts.mjs";
import { splitWords, withOptions } from "../plans/plan_request.mjs";
import { replaceHtml } from "./replace_html.mjs";
import { bytesText, escaped, secondsText } from "../plans/svg_text.mjs";

const REST = 250;	/* milliseconds without a change, before curves are asked for */
const sides = ["A", "B"];

/* The letters of the papers, as in docs/lectures.md. */
const letters = [
	["", "grove", "Johnsson & Ho", "Stout & Wagar", "Tseng & Sheu", "Fragopoulou et al.", "Nickolov"],
	["start-up of a packet", "β", "τ", "β", "T_s", "", "β"],
	["time of a byte", "τ", "t_c", "τ", "T_c", "", "τ"],
	["bytes of a message", "M", "M", "m", "M", "", "L"],
	["bytes of a packet", "B", "B", "", "", "", ""],
];

/* ---- Words ---- */

/* Returns { name, startups, volume, startup, transfer, bound } of a plan. */
export function costOf(model, name, { beta, tau }) {
	const { startups, volume } = countCosts(model);

	return { name, startups, volume, startup: startups * beta, transfer: volume * tau,
		bound: model.figures?.bound_s ?? 0 };
}

export function sumText({ startups, volume, startup, transfer }, { beta, tau }) {
	return `T = S β + V τ = ${startups} × ${secondsText(beta)} + ${volume} B × ` +
		`${secondsText(tau)}/B = ${secondsText(startup)} + ${secondsText(transfer)} = ` +
		`<strong>${secondsText(startup + transfer)}</strong>`;
}

/* The formula with its letters, and the numbers that stand for them. */
export function formulaText(figures, { beta, tau }) {
	if (!figures?.formula)
		return `<p>No closed form is known for this plan.</p>`;
	const value = figures.formula_s ?? figures.formula_at_most_s;
	const relation = figures.formula_s === null ? "at most" : "=";
	const row = ({ letter, value: number, meaning }) =>
		`<tr><th scope="row">${escaped(letter)}</th><td>${number ?? "–"}</td><td>${escaped(meaning)}</td></tr>`;
	const machine = [{ letter: "beta", value: secondsText(beta), meaning: "start-up of a packet" },
		{ letter: "tau", value: secondsText(tau), meaning: "time of a byte" }];
	const least = figures.formula_min_s === undefined ? ""
		: `<p>Least time by the formula: T_min = ${secondsText(figures.formula_min_s)} with packets of ` +
			`B_opt = ${Number(figures.formula_best_packet.toPrecision(4))} B.</p>`;

	return `<p class="formula">T ${relation === "=" ? "=" : "≤"} ${escaped(figures.formula)} ${relation === "=" ? "=" : "≤"} ` +
		`<strong>${secondsText(value)}</strong><br><small>${escaped(figures.formula_citation ?? "")}</small></p>` +
		`<table class="letters"><caption>Letters of the formula</caption><tr><th scope="col">letter</th>` +
		`<th scope="col">here</th><th scope="col">meaning</th></tr>` +
		[...figures.formula_letters, ...machine].map(row).join("") + `</table>${least}`;
}

function papersText() {
	const [head, ...rows] = letters;

	return `<details><summary>Letters of the papers</summary><div class="sheet" tabindex="0" role="region" aria-label="Letters of the papers">` +
		`<table><tr>${head.map((name) => name ? `<th scope="col">${escaped(name)}</th>` : "<td></td>").join("")}</tr>` +
		rows.map(([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.map((c) =>
			`<td>${c || "–"}</td>`).join("")}</tr>`).join("") + `</table></div></details>`;
}

/* Says where the faster of two plans changes. */
export function crossingText({ low, high, before, after }) {
	return `plan ${sides[before]} ends first up to ${bytesText(low)}, plan ${sides[after]} from ${bytesText(high)}`;
}

/* ---- Sliders ---- */

const twoDigits = (value) => Number(value.toPrecision(2));

function slider(name, label, low, high, step) {
	return `<label>${label} <input type="range" name="${name}" min="${low}" max="${high}" step="${step}"> ` +
		`<output></output></label>`;
}

/* Sliders by name: value of the state from the slider's place, and back. Sizes go by powers of 2. */
const scales = {
	beta: { value: (place) => twoDigits(10 ** place), place: (value) => Math.log10(value), text: secondsText },
	tau: { value: (place) => twoDigits(10 ** place), place: (value) => Math.log10(value),
		text: (value) => `${secondsText(value)}/B` },
	bytes: { value: (place) => Math.round(2 ** place), place: (value) => Math.log2(value), text: bytesText },
	packet: { value: (place) => Math.round(2 ** place), place: (value) => Math.log2(value), text: bytesText },
};

function valuesOf(state) {
	const { bytes, packet } = state.model?.problem ?? {};

	return { beta: state.beta, tau: state.tau, bytes, packet };
}

function showSliders(element, state) {
	const values = valuesOf(state);
	const named = Boolean(state.model?.request);

	element.querySelector(".sizes").hidden = !named;
	element.querySelector(".typed").hidden = named;
	for (const name in scales) {
		const input = element.querySelector(`[name=${name}]`);
		const text = values[name] > 0 ? scales[name].text(values[name]) : "0";

		if (document.activeElement !== input)
			input.value = values[name] > 0 ? scales[name].place(values[name]) : input.min;
		input.setAttribute("aria-valuetext", text);
		input.nextElementSibling.textContent = text;
	}
}

async function slid(element, state, input) {
	const { name } = input;
	const value = scales[name].value(Number(input.value));

	if (name === "beta" || name === "tau")
		state.set({ [name]: value });
	else if (state.model.request)
		element.querySelector(".refusal").textContent =
			await state.make(withOptions(splitWords(state.model.request), { [name]: value }));
}

function openCost(element, state) {
	let resting = null;

	element.innerHTML = `<div class="bars"></div><div class="tools">` +
		slider("beta", "β", -9, 3, 0.05) + slider("tau", "τ", -12, 1, 0.05) +
		`<span class="sizes">${slider("bytes", "M", 0, 24, 1)}${slider("packet", "B", 0, 24, 1)}</span></div>` +
		`<p class="typed">The plan was written by hand: S and V are counted in its packets, and there is no M or B to move.</p>` +
		`<p role="alert" class="refusal"></p><div class="said"></div><div class="curves" aria-live="polite"></div>` +
		papersText();
	element.addEventListener("input", ({ target }) => {
		if (!(target.name in scales))
			return;
		clearTimeout(resting);
		target.nextElementSibling.textContent = scales[target.name].text(scales[target.name].value(Number(target.value)));
		resting = setTimeout(() => slid(element, state, target), 40);
	});
}

/* ---- Curves, which the command is asked for when nothing has changed for a while ---- */

const memories = new WeakMap();

function packetCurve({ points }, figures, { beta, tau }) {
	const curve = points.map(({ packet, startups, volume }) => [packet, startups * beta + volume * tau]);
	const least = curve.reduce((best, point) => point[1] < best[1] ? point : best, [0, Infinity]);
	const marks = figures?.formula_min_s === undefined
		? least[0] ? [{ bytes: least[0], text: `least of these: ${secondsText(least[1])} at ${bytesText(least[0])}` }] : []
		: [{ bytes: figures.formula_best_packet, text: `B_opt ${Number(figures.formula_best_packet.toPrecision(4))} B, T_min ${secondsText(figures.formula_min_s)}` }];

	return curveChart([{ name: "", points: curve }], "bytes of a packet, B", marks);
}

async function messageCurves(state, requests) {
	const machine = { beta: state.beta, tau: state.tau };
	const { bytes } = state.model.problem;
	const sizes = sizesBetween(Math.max(1, Math.round(bytes / 256)), bytes * 256, 4);
	const curves = await sweepMessages(state.grove, requests, sizes, machine);
	const crossings = [];

	for (const crossing of curves.length > 1 ? findCrossings(curves) : [])
		crossings.push(await narrowCrossing(state.grove, requests, crossing, machine));
	const chart = curveChart(curves.map((curve, i) => ({ name: requests.length > 1 ? sides[i] : "",
		points: curve.map((point) => [point.bytes, point.time]) })), "bytes of a block, M, each with its best packet",
	crossings.map(({ low, high }) => ({ bytes: Math.sqrt(low * high), text: `${bytesText(low)} to ${bytesText(high)}` })));

	return chart + crossings.map((crossing) => `<p>Crossover: ${crossingText(crossing)}.</p>`).join("");
}

async function askCurves(element, state, memory) {
	const { model } = state;
	const latest = () => memories.get(element) === memory && state.model?.request;

	if (!latest())
		return;
	const points = await sweepPackets(state.grove, model.request, model.problem.bytes);

	if (!latest())
		return;
	const requests = state.models.filter((each) => each?.request).map((each) => each.request);
	const over = model.problem.collective === "barrier" ? "" : await messageCurves(state, requests);

	if (latest())
		replaceHtml(element.querySelector(".curves"),
			`<h3>T over B</h3>${packetCurve({ points }, memory.figures, state)}<h3>T over M</h3>${over}`);
}

/* Asks for formula and curves again when the plans or the machine have changed. */
async function refresh(element, state) {
	const { model, beta, tau } = state;
	const key = JSON.stringify([state.models.map((each) => each?.request), state.active, beta, tau]);
	const old = memories.get(element);

	if (old?.key === key)
		return;
	const memory = { key, figures: null };

	clearTimeout(old?.waiting);
	memories.set(element, memory);
	memory.figures = model.request ? await askFormula(state.grove, model.request, { beta, tau }) : null;
	if (memories.get(element) !== memory)
		return;
	showWords(element, state, memory);
	if (!model.request)
		replaceHtml(element.querySelector(".curves"), "");
	else
		memory.waiting = setTimeout(() => askCurves(element, state, memory), REST);
}

/* ---- Drawing ---- */

function showWords(element, state, memory) {
	const cost = costOf(state.model, "", state);
	const asynchronous = memory?.figures?.synchronous === false
		? `<p>The algorithm was made for no common steps: as early as can be it takes ${secondsText(memory.figures.time_async_s)}.</p>` : "";

	replaceHtml(element.querySelector(".said"), `<p>${sumText(cost, state)}</p>${asynchronous}` +
		(state.model.request && memory?.figures ? formulaText(memory.figures, state) : ""));
}

export function drawCost(element, state) {
	const { model } = state;

	if (!element.querySelector(".bars"))
		openCost(element, state);
	element.querySelector(".bars").hidden = !model?.transfers.length;
	if (!model?.transfers.length || !["models", "active", "beta", "tau"].some((name) => state.changed.has(name)))
		return;
	const costs = state.models.flatMap((each, i) =>
		each?.transfers.length ? [costOf(each, state.models[1] ? sides[i] : "", state)] : []);

	replaceHtml(element.querySelector(".bars"), costBars(costs));
	showSliders(element, state);
	showWords(element, state, memories.get(element));
	refresh(element, state);
}
