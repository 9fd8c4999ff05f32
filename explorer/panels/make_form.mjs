/* The form that makes a plan: collective, algorithm, network and options. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { requestOfHeading, splitWords } from "../plans/plan_request.mjs";
import { escaped } from "../plans/svg_text.mjs";

const collectives = ["broadcast", "reduce", "scatter", "gather", "allgather", "reducescatter",
	"allreduce", "alltoall", "send", "permute", "transpose", "histogram", "barrier", "scan", "exscan"];
const nets = ["cube:3", "cube:4", "cube:6", "gh:4x4", "gh:8", "star:4", "star:5", "ccc:3",
	"butterfly:3", "ring:8", "torus:4x4", "mesh:4x4"];

function optionText(list, chosen) {
	return list.map((name) => `<option${name === chosen ? " selected" : ""}>${name}</option>`).join("");
}

function field(name, words, size, value, list) {
	return `<label>${words} <input name="${name}" value="${escaped(value)}" size="${size}"` +
		`${list ? ` list="${list}-list"` : ""} autocomplete="off" spellcheck="false"></label>`;
}

/* Fills the list of algorithms that the command knows for a collective. */
async function listAlgorithms(grove, form) {
	const parse = ({ out }) => { try { return JSON.parse(out); } catch { return {}; } };
	const { algorithms = [] } = parse(await grove(["list", "algorithms", "--json"], ""));
	const { trees = [] } = parse(await grove(["list", "trees", "--json"], ""));
	const families = trees.map((tree) => tree.name ?? tree.family).filter((name) => name);
	const names = algorithms.filter((a) => a.collective === form.elements.collective.value)
		.flatMap((a) => a.algorithm === "FAMILY" ? families : [a.algorithm])
		.filter((name) => !/[A-Z]/.test(name));

	form.querySelector("#algorithm-list").innerHTML = ["auto", ...new Set(names)]
		.map((name) => `<option value="${escaped(name)}">`).join("");
}

function wordsOf(form) {
	const value = (name) => form.elements[name].value.trim();
	const words = [value("collective"), value("algorithm"), value("network")];

	for (const option of ["bytes", "packet", "ports", "duplex"])
		if (value(option))
			words.push(`--${option}`, value(option));
	return [...words, ...splitWords(value("more"))];
}

/* Builds the form; make(words) makes the plan and returns the refusal, or "". */
export function openMake(form, grove, make) {
	form.innerHTML = `<label>collective <select name="collective">${optionText(collectives, "broadcast")}</select></label>` +
		field("algorithm", "algorithm", 12, "nesbt", "algorithm") +
		field("network", "network", 10, "cube:3", "network") +
		field("bytes", "bytes", 6, "24") + field("packet", "packet", 5, "8") +
		`<label>ports <select name="ports">${optionText(["all", "sendrecv", "exchange", "single"])}</select></label>` +
		`<label>duplex <select name="duplex">${optionText(["full", "half"])}</select></label>` +
		field("more", "options", 16, "") +
		`<button type="submit">make</button><span role="alert" class="refusal"></span>` +
		`<datalist id="algorithm-list"></datalist><datalist id="network-list">` +
		nets.map((name) => `<option value="${name}">`).join("") + `</datalist>`;
	form.elements.more.placeholder = "--root 5 --order breadth";
	form.elements.collective.addEventListener("change", () => listAlgorithms(grove, form));
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		form.querySelector(".refusal").textContent = await make(wordsOf(form));
	});
	listAlgorithms(grove, form);
}

function showRequest(form, words) {
	const [collective, algorithm, network, ...rest] = words;
	const known = { bytes: "", packet: "", ports: "all", duplex: "full" };
	const more = [];

	for (let i = 0; i < rest.length; i++) {
		const name = rest[i].replace(/^--/, "");

		if (name in known && rest[i] !== name)
			known[name] = rest[++i] ?? "";
		else
			more.push(rest[i]);
	}
	Object.assign(known, { collective, algorithm, network, more: more.join(" ") });
	for (const name in known)
		form.elements[name].value = known[name];
}

/* Shows in the form what makes the plan: the plan's request, or the heading of a text that was typed. */
export function drawMake(form, { model, changed, grove }) {
	if (!model?.problem || !(changed.has("models") || changed.has("active")))
		return;
	const words = model.request ? splitWords(model.request) : requestOfHeading(model.text);
	const said = words.join(" ");

	if (form.dataset.said === said)
		return;
	form.dataset.said = said;
	showRequest(form, words);
	listAlgorithms(grove, form);
}
