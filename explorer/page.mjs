/* The page: joins command, state, panels and address. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { addressOf, readAddress, unpackText } from "./address.mjs";
import { causesOf } from "./causes.mjs";
import { chartTitle, drawChart } from "./chart_panel.mjs";
import { drawCompose, nodeClicked, openCompose } from "./compose_panel.mjs";
import { openLesson } from "./lesson_panel.mjs";
import { openMake, showRequest, splitWords } from "./make_form.mjs";
import { readModel, timeModel } from "./model.mjs";
import { drawNetwork } from "./network_panel.mjs";
import { drawPacket, openPacket } from "./packet_panel.mjs";
import { drawPair } from "./pair_panel.mjs";
import { panels } from "./panels.mjs";
import { withOptions } from "./plan_request.mjs";
import { createState, secondsOf, stepsOf } from "./state.mjs";
import { drawText, openText, rememberText, showLine } from "./text_panel.mjs";
import { drawTime, openTime } from "./time_panel.mjs";
import { drawVerdict, faultChosen, openVerdict } from "./verdict_panel.mjs";

const FIRST = "broadcast nesbt cube:3 --bytes 24 --packet 4";
const LONG = 100000;	/* characters: a longer plan is judged when the keys rest */
const REST = 300;	/* milliseconds */
const foldings = { link: "links", node: "nodes", level: "levels", way: "ways" };
const sides = ["A", "B"];

const at = (id) => document.getElementById(id);

/* ---- Plans come into the state ---- */

const asked = [0, 0];
let resting = null;

/* Reads a text as plan A or B; the last text that was asked for wins. */
async function readPlan(page, side, plan) {
	const { state } = page;
	const number = ++asked[side];
	const model = await readModel(state.grove, plan.name, plan.text, state);

	if (number !== asked[side])
		return;
	rememberText(side, plan.text);
	model.request = plan.request ?? null;
	const models = [...state.models];

	models[side] = model;
	const fault = faultInside(state, side, model);

	state.set({ models, fault, ...inside({ ...state, models }, model) });
}

function faultInside(state, side, model) {
	return side === state.active && state.fault < (model.verdict?.violations?.length ?? 0)
		? state.fault : 0;
}

/* Keeps the moment and the selection within the plans. */
function inside(state, model) {
	const last = stepsOf(state) - 1;

	return {
		step: Math.max(-1, Math.min(last, state.step)),
		seconds: Math.min(state.seconds, secondsOf(state)),
		clock: model.times ? state.clock : "steps",
		selected: state.selected < model.transfers.length ? state.selected : -1,
	};
}

/* A new text of the plan that is edited. */
function changeText(page, text, name) {
	const { state } = page;
	const side = state.active;
	const named = name ?? (state.models[side]?.request ? "my plan" : state.models[side]?.name ?? "my plan");
	const plan = { name: named, text };

	clearTimeout(resting);
	if (text.length < LONG)
		return readPlan(page, side, plan);
	resting = setTimeout(() => readPlan(page, side, plan), REST);
	return undefined;
}

/* Makes a plan of a request; returns the refusal, or "". */
async function makePlan(page, words, side) {
	const answer = await page.state.grove(["plan", ...words], "");

	if (answer.status !== 0)
		return answer.err.trim() || "no plan was made";
	const name = words.join(" ");

	await readPlan(page, side, { name, text: answer.out, request: name });
	return "";
}

/* New links: the times of both plans. */
async function timeAgain(page) {
	const { state } = page;
	const { beta, tau } = state;
	const models = await Promise.all(state.models.map((model) =>
		model && timeModel(state.grove, model, beta, tau)));

	if (beta === state.beta && tau === state.tau && models[state.active])
		state.set({ models, ...inside({ ...state, models }, models[state.active]) });
}

/* ---- Drawing ---- */

function place(id, side) {
	const parent = at(id);

	while (parent.children.length <= side) {
		const figure = document.createElement("figure");

		figure.innerHTML = `<figcaption></figcaption><div class="sheet" tabindex="0" role="region"></div>`;
		parent.append(figure);
	}
	return parent.children[side];
}

function drawSides(page, id, what, draw) {
	const { state } = page;
	const two = Boolean(state.models[1]);

	at(id).classList.toggle("two", two);
	state.models.forEach((model, side) => {
		const figure = place(id, side);

		figure.hidden = !model;
		if (!model)
			return;
		const caption = two ? `plan ${sides[side]}: ${model.name}` : model.name;
		const sheet = figure.querySelector(".sheet");
		const chosen = side === state.active && state.selected >= 0 &&
			state.selected < model.transfers.length ? causesOnce(model, state.selected) : new Set();

		figure.querySelector("figcaption").textContent = two ? caption : "";
		sheet.setAttribute("aria-label", `${what} of ${caption}`);
		draw(sheet, state, model, chosen);
	});
}

const causes = new WeakMap();

/* The causes of a packet, computed once for each selection. */
function causesOnce(model, selected) {
	if (causes.get(model)?.selected !== selected)
		causes.set(model, { selected, set: new Set(causesOf(model, selected)) });
	return causes.get(model).set;
}

function drawPanels(state) {
	for (const panel of panels)
		panel.draw(at(`panel-${panel.name}`).querySelector(".panel-body"), state);
}

function draw(page) {
	const { state } = page;
	const begin = performance.now();

	drawTime(at("time"), state);
	drawSides(page, "networks", "network", drawNetwork);
	drawSides(page, "charts", "chart", drawChart);
	drawPacket(at("packet"), state);
	drawText(at("text"), state);
	drawCompose(at("compose"), state);
	if (state.changed.has("models") || state.changed.has("active") || state.changed.has("fault"))
		drawVerdict(at("verdict"), state);
	if (state.changed.has("models"))
		drawPair(at("pair"), state);
	drawPanels(state);
	at("title").textContent = state.model?.name ?? "";
	window.grove.lastRedrawMs = performance.now() - begin;
	keepAddress(page);
}

/* ---- Address ---- */

let writing = null;

function keepAddress(page) {
	clearTimeout(writing);
	writing = setTimeout(async () => {
		page.address = `#${await addressOf(page.state, page.given, page.defaults)}`;
		if (location.hash !== page.address)
			history.replaceState(null, "", page.address);
	}, REST);
}

async function openWord(page, word, side) {
	const number = /^@(\d+)$/.exec(word);
	const given = number && page.given[Number(number[1])];
	const text = word.startsWith("z:") ? await unpackText(word.slice(2)) : given?.text;

	if (text !== null && text !== undefined) {
		await readPlan(page, side, { name: given?.name ?? "my plan", text, request: given?.request });
		return "";
	}
	return word.startsWith("z:") || number ? "the plan of the address is damaged"
		: makePlan(page, splitWords(word), side);
}

/* The same; says a refusal, in whose place another plan comes. */
async function openOr(page, word, side, other) {
	const refusal = await openWord(page, word, side);

	at("make").querySelector(".refusal").textContent = refusal;
	if (refusal && other)
		await openWord(page, other, side);
}

/* Opens the plans and the moment of an address. Without an address a wrong plan opens at its first
 * fault. */
async function openAddress(page, hash) {
	const { plans, patch } = readAddress(hash);
	const [first, second] = page.given.length ? page.given.map((_, i) => `@${i}`) : [FIRST];
	const machine = { beta: patch.beta ?? page.defaults.beta, tau: patch.tau ?? page.defaults.tau };

	page.state.set({ ...page.defaults, ...machine });
	await openOr(page, plans[0] ?? first, 0, first);
	if (plans[1] ?? (plans[0] ? null : second))
		await openOr(page, plans[1] ?? second, 1);
	if (!page.state.models[1])
		delete patch.active;
	if (page.state.model) {
		const moment = hash ? patch : { ...faultChosen(page.state, 0).patch, ...patch };

		page.state.set({ ...moment, ...inside({ ...page.state, ...moment }, page.state.model) });
	}
	if (page.state.model?.request)
		showRequest(at("make"), page.state.model.request);
}

/* ---- The beginning ---- */

function openRows(state) {
	at("rows").innerHTML = `<label>rows <select id="row-choice">` + Object.entries(foldings)
		.map(([value, text]) => `<option value="${value}">${text}</option>`).join("") + `</select></label>`;
	at("row-choice").addEventListener("change", (e) => state.set({ rows: e.target.value }));
	state.listen(() => { at("row-choice").value = state.rows; });
}

/* A network of many nodes is seen through a window. */
function openZoom() {
	at("zoom").addEventListener("input", (e) => {
		at("networks").style.setProperty("--zoom", e.target.value);
	});
}

/* A click on a packet, in a network or a chart, chooses the packet; a click on a node begins a line. */
function openClicks(state) {
	for (const id of ["networks", "charts"])
		at(id).addEventListener("click", (event) => {
			const side = [...at(id).children].indexOf(event.target.closest("figure"));
			const packet = event.target.closest("[data-packet]");
			const node = event.target.closest("[data-node]");

			if (packet) {
				const i = Number(packet.dataset.packet);
				const again = state.active === side && state.selected === i;

				state.set({ active: side, selected: again ? -1 : i });
			} else if (node) {
				state.set({ active: side });
				nodeClicked(at("compose"), state, Number(node.dataset.node));
			}
		});
	at("charts").addEventListener("pointerover", (event) => {
		const packet = event.target.closest("[data-packet]");
		const sheet = event.target.closest(".sheet");

		if (sheet)
			sheet.title = packet ? chartTitle(sheet, Number(packet.dataset.packet)) : "";
	});
}

function openPanels() {
	at("panels").innerHTML = panels.map(({ name, title }) =>
		`<section class="panel" id="panel-${name}" aria-labelledby="panel-${name}-title">` +
		`<h2 id="panel-${name}-title">${title}</h2><div class="panel-body"></div></section>`).join("");
}

/* Reads what `grove explore` wrote into the page: plans, and the times of links where these were
 * given. A plan made by name has the words of the request, of which the page keeps the links apart. */
function readGiven() {
	const element = at("plans");
	const { plans = [], ...links } = element ? JSON.parse(element.textContent) : {};

	for (const plan of plans)
		if (plan.request)
			plan.request = withOptions(plan.request, { machine: null, beta: null, tau: null }).join(" ");
	return { plans, links };
}

/* Returns the text of the lesson that stands in the page, or undefined. */
function givenLesson() {
	const element = at("lesson-text");

	return element ? JSON.parse(element.textContent) : undefined;
}

function openAll(page) {
	const { state } = page;
	const change = (text, name) => changeText(page, text, name);

	openMake(at("make"), state.grove, (words) => makePlan(page, words, state.active));
	openLesson(at("lesson"), givenLesson(), state, change);
	openTime(at("time"), state);
	openText(at("text"), state, change);
	openVerdict(at("verdict"), state, (number) => {
		const { line } = faultChosen(state, number);

		state.set(faultChosen(state, number).patch);
		if (line)
			showLine(at("text"), line);
	});
	openCompose(at("compose"), state, change);
	openPacket(at("packet"), state);
	openRows(state);
	openZoom();
	openClicks(state);
	openPanels();
}

/* Starts the page; grove(arguments, text) is the command. */
export async function openPage(grove) {
	const state = createState(grove);
	const { models, active, step, seconds, clock, rows, fault, broken, selected, beta, tau } = state;
	const { plans, links } = readGiven();
	const page = { state, given: plans, address: "",
		defaults: { models, active, step, seconds, clock, rows, fault, broken, selected, beta, tau, ...links } };

	state.make = (words) => makePlan(page, words, state.active);
	window.grove = { state, command: grove, lastRedrawMs: 0 };
	openAll(page);
	state.listen(() => draw(page));
	state.listen(() => {
		if (state.changed.has("beta") || state.changed.has("tau"))
			timeAgain(page);
	});
	window.addEventListener("hashchange", () => {
		if (location.hash !== page.address)
			openAddress(page, location.hash);
	});
	await openAddress(page, location.hash);
	window.grove.ready = true;
}
