/* Breaks links: which nodes a broken link cuts off, and a plan around the link. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { nodeText, pieceText } from "../plans/packet_text.mjs";
import { optionOf, splitWords, withNetwork, withOptions, withoutLinks } from "../plans/plan_request.mjs";
import { replaceHtml } from "./replace_html.mjs";
import { escaped } from "../plans/svg_text.mjs";

const SHOWN = 12;

const asked = new WeakMap();

/* Returns the links of a network, both directions together, as "0-1". */
export function linksOf(network) {
	return network.neighbours.flatMap((list, v) =>
		list.filter((u) => v < u).sort((a, b) => a - b).map((u) => `${v}-${u}`));
}

/* Returns the list with a link more, or without the link if it was there. */
export function toggleLink(broken, link) {
	return broken.includes(link) ? broken.filter((each) => each !== link) : [...broken, link];
}

/* Asks which nodes lack pieces if links break and the plan goes on unchanged:
 * { lacks: [[node, thing ...]], things } of `plan --holds --json`, or { why }. */
export async function askLacks(grove, model, broken) {
	const { network } = model.problem;
	const text = withNetwork(model.text, network, withoutLinks(network, broken));
	const answer = await grove(["plan", "-", "--holds", "--json"], text);

	try {
		const { lacks, things, contributors } = JSON.parse(answer.out);

		return lacks ? { lacks, things, contributors } : { why: "what a node lacks is not known in a scan" };
	} catch {
		return { why: answer.err.trim() || "the command gave no answer" };
	}
}

/* Returns the lacks by node: Map of node to things. */
export function cutOff(lacks) {
	const nodes = new Map();

	for (const [node, thing, ...parts] of lacks) {
		if (!nodes.has(node))
			nodes.set(node, []);
		nodes.get(node).push({ thing, parts });
	}
	return nodes;
}

function lackText(model, answer, [node, list]) {
	const { thing, parts } = list[0];
	const more = list.length > 1 ? ` and ${list.length - 1} more` : "";
	const piece = answer.things[thing][2] ? pieceText(answer.things[thing]) : "news";
	const missing = answer.contributors
		? `parts of ${piece}: only ${[...new Set(parts)].join(", ") || "none"} are in` : piece;

	return `<li>${escaped(`${nodeText(model, node)} lacks ${missing}${more}`)}</li>`;
}

/* Says in HTML who is cut off. */
export function lacksText(model, broken, answer) {
	if (!broken.length)
		return `<p>No link is broken. Click a link in the network, or choose a link here.</p>`;
	if (answer.why)
		return `<p>${escaped(answer.why)}</p>`;
	const nodes = cutOff(answer.lacks);
	const total = model.network.nodes;
	const rest = nodes.size - SHOWN;

	return nodes.size === 0
		? `<p><strong>Nobody is cut off</strong>: without ${broken.join(", ")} every node gets all.</p>`
		: `<p><strong>${total - nodes.size} of ${total} nodes get all</strong> without ${broken.join(", ")}:</p>` +
			`<ul>${[...nodes].slice(0, SHOWN).map((entry) => lackText(model, answer, entry)).join("")}` +
			`${rest > 0 ? `<li>and ${rest} more nodes</li>` : ""}</ul>`;
}

/* Returns the request for a plan around broken links; algorithm: another tree family, or null. */
export function requestAround(request, broken, algorithm) {
	const words = splitWords(request);
	const before = optionOf(words, "broken");
	const around = withOptions(words, { broken: [...before ? [before] : [], ...broken].join(",") });

	if (algorithm)
		around[1] = algorithm;
	return around;
}

function choiceText(model, broken) {
	const option = (link) => `<option value="${link}">${link}${broken.includes(link) ? " (broken)" : ""}</option>`;

	return `<label>link <select name="link">${linksOf(model.network).map(option).join("")}</select></label> ` +
		`<button type="button" data-do="toggle">break or mend</button> ` +
		(broken.length ? `<button type="button" data-do="mend">mend all</button>` : "");
}

function aroundText(model, broken) {
	if (!broken.length)
		return "";
	return model.request
		? `<p><button type="button" data-do="around">plan around ${broken.join(", ")}</button> ` +
			`<button type="button" data-do="bfs">with trees of shortest paths (bfs)</button> ` +
			`<span role="alert" class="refusal"></span></p>`
		: `<p>The plan was written by hand, so the way around has to be, too.</p>`;
}

/* Marks the broken links in the pictures of the network. */
function markLinks(state) {
	for (const link of document.querySelectorAll("#networks [data-link]"))
		link.classList.toggle("broken", state.broken.includes(link.dataset.link));
}

async function show(element, state) {
	const { model } = state;
	const links = linksOf(model.network);
	const broken = state.broken.filter((link) => links.includes(link));
	const memory = { model, broken: state.broken };

	asked.set(element, memory);
	const answer = broken.length ? await askLacks(state.grove, model, broken) : {};

	if (asked.get(element) !== memory)
		return;
	const chosen = element.querySelector("select")?.value;

	replaceHtml(element.querySelector(".choice"), choiceText(model, broken));
	if (links.includes(chosen))
		element.querySelector("select").value = chosen;
	replaceHtml(element.querySelector(".answer"), lacksText(model, broken, answer) + aroundText(model, broken));
}

async function planAround(element, state, algorithm) {
	const words = requestAround(state.model.request, state.broken, algorithm);
	const refusal = await state.make(words);

	if (refusal)
		element.querySelector(".refusal").textContent = refusal;
	else
		state.set({ broken: [] });
}

function click(element, state, event) {
	const actions = {
		toggle: () => state.set({ broken: toggleLink(state.broken, element.querySelector("select").value) }),
		mend: () => state.set({ broken: [] }),
		around: () => planAround(element, state, null),
		bfs: () => planAround(element, state, "bfs"),
	};

	actions[event.target.closest("[data-do]")?.dataset.do]?.();
}

function open(element, state) {
	element.innerHTML = `<div class="choice"></div><div class="answer" aria-live="polite"></div>`;
	element.addEventListener("click", (event) => click(element, state, event));
	document.getElementById("networks").addEventListener("click", (event) => {
		const link = event.target.closest("[data-link]");

		if (link)
			state.set({ broken: toggleLink(state.broken, link.dataset.link) });
	});
}

export function drawBroken(element, state) {
	const { model } = state;

	if (!element.querySelector(".choice"))
		open(element, state);
	if (!model?.network) {
		replaceHtml(element.querySelector(".answer"), "<p>There is no plan whose links could break.</p>");
		return;
	}
	const memory = asked.get(element);

	if (memory?.model?.text !== model.text || memory.broken !== state.broken)
		show(element, state);
	if (["broken", "models", "active"].some((name) => state.changed.has(name)))
		markLinks(state);
}
