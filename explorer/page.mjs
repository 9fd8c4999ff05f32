/* The page: joins command, state, panels and address. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { keepAddress, openAddress } from "./page_address.mjs";
import { chartTitle, drawChart } from "./panels/chart_panel.mjs";
import { drawMake, openMake } from "./panels/make_form.mjs";
import { drawNetwork } from "./panels/network_panel.mjs";
import { drawPacket, openPacket } from "./panels/packet_panel.mjs";
import { drawPair } from "./panels/pair_panel.mjs";
import { panels } from "./panels/panels.mjs";
import { drawSides } from "./panels/sides.mjs";
import { drawText, openText, showLine } from "./panels/text_panel.mjs";
import { drawTime, openTime } from "./panels/time_panel.mjs";
import { drawVerdict, faultChosen, openVerdict } from "./panels/verdict_panel.mjs";
import { nodeClicked, openWrite } from "./panels/write_panel.mjs";
import { withOptions } from "./plans/plan_request.mjs";
import { coloursText } from "./plans/ways.mjs";
import { changeText, makePlan, timeAgain } from "./state/page_plans.mjs";
import { createState } from "./state/state.mjs";

const foldings = { link: "links", node: "nodes", level: "levels", way: "ways" };

const at = (id) => document.getElementById(id);

/* ---- Drawing ---- */

function drawPanels(state) {
	for (const panel of panels)
		panel.draw(at(`panel-${panel.name}`).querySelector(".panel-body"), state);
}

function draw(page) {
	const { state } = page;
	const begin = performance.now();

	drawMake(at("make"), state);
	drawTime(at("time"), state);
	drawSides(state, "networks", "network", drawNetwork);
	drawSides(state, "charts", "chart", drawChart);
	drawPacket(at("packet"), state);
	drawText(at("text"), state);
	if (state.changed.has("models") || state.changed.has("active") || state.changed.has("fault"))
		drawVerdict(at("verdict"), state);
	if (state.changed.has("models"))
		drawPair(at("pair"), state);
	drawPanels(state);
	if (state.model)
		at("colours").textContent = coloursText(state.model.ways);
	at("title").textContent = state.model?.name ?? "";
	window.grove.lastRedrawMs = performance.now() - begin;
	keepAddress(page);
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
function openClicks(state, change) {
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
				nodeClicked(at("write"), state, Number(node.dataset.node), change);
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
	for (const { name, title, side } of panels)
		at(`panels-${side}`).insertAdjacentHTML("beforeend",
			`<section class="panel" id="panel-${name}" aria-labelledby="panel-${name}-title">` +
			`<h2 id="panel-${name}-title">${title}</h2><div class="panel-body"></div></section>`);
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

function openAll(page) {
	const { state } = page;
	const change = (text, name) => changeText(page, text, name);

	openMake(at("make"), state.grove, (words) => makePlan(page, words, state.active));
	openTime(at("time"), state);
	openText(at("text"), state, change);
	openVerdict(at("verdict"), state, (number) => {
		const { line } = faultChosen(state, number);

		state.set(faultChosen(state, number).patch);
		if (line)
			showLine(at("text"), line);
	});
	openWrite(at("write"));
	openPacket(at("packet"), state);
	openRows(state);
	openZoom();
	openClicks(state, change);
	openPanels();
}

/* Starts the page; grove(arguments, text) is the command. */
export async function openPage(grove) {
	const state = createState(grove);
	const { models, active, step, seconds, clock, rows, fault, broken, selected, beta, tau } = state;
	const { plans, links } = readGiven();
	const page = { state, given: plans, address: "",
		defaults: { models, active, step, seconds, clock, rows, fault, broken, selected, beta, tau,
			...links } };

	state.make = (words) => makePlan(page, words, state.active);
	window.grove = { state, command: grove, lastRedrawMs: 0 };
	document.body.classList.toggle("embed", new URLSearchParams(location.search).has("embed"));
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
