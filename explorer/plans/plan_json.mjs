/* Writes a plan that is given as JSON as text, the form of plans in the page. */
/* SPDX-License-Identifier: BSD-2-Clause */

const refuse = (text) => {
	throw new Error(text);
};

function wordText(word, name) {
	if (typeof word !== "string")
		refuse(`${name}: is no string`);
	if (/[\u0000-\u001f\u007f]/.test(word))
		refuse(`${name}: has a character that is not printable`);
	return /^[\w.:+/-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`;
}

function wholeText(number, name) {
	return Number.isSafeInteger(number) ? String(number) : refuse(`${name}: is no whole number`);
}

const nodesText = (nodes, name) => Array.isArray(nodes)
	? nodes.map((v, i) => wholeText(v, `${name}[${i}]`)).join(",") : refuse(`${name}: is no array of nodes`);

function linkText(link, name) {
	const right = Array.isArray(link) && link.length === 2 && link.every(Number.isSafeInteger);

	return right ? link.join("-") : refuse(`${name}: is no [node, node]`);
}

const linksText = (links, name) => Array.isArray(links)
	? links.map((link, i) => linkText(link, `${name}[${i}]`)).join(",") : refuse(`${name}: is no array of [node, node]`);

/* The fields of a heading: first the words that stand alone, then those that follow their name. */
const alone = ["collective", "algorithm", "network"];
const named = { order: wordText, root: wholeText, destination: wholeText, nodes: wholeText, bytes: wholeText,
	packet: wholeText, ports: wordText, duplex: wordText, steps: wholeText, permutation: nodesText, links: linksText };

function headingText(plan) {
	for (const name of ["collective", "network", "bytes"])
		if (plan[name] === undefined)
			refuse(`${name}: is missing`);
	const words = alone.filter((name) => plan[name] !== undefined && plan[name] !== "")
		.map((name) => wordText(plan[name], name));
	const fields = Object.keys(named).filter((name) => plan[name] !== undefined)
		.map((name) => `${name}=${named[name](plan[name], name)}`);

	return [...words, ...fields].join(" ");
}

function pieceText(piece, name) {
	const right = Array.isArray(piece) && piece.length === 3 && piece.every(Number.isSafeInteger);

	return right ? ` ${piece[0]}[${piece[1]}:${piece[2]}]` : refuse(`${name}: is no [block, begin, end]`);
}

function piecesText(pieces, name, empty) {
	if (pieces === undefined && empty)
		return "";
	if (!Array.isArray(pieces))
		refuse(`${name}: ${pieces === undefined ? "is missing" : "is no array"}`);
	return pieces.map((piece, i) => pieceText(piece, `${name}[${i}]`)).join("");
}

/* Returns the step and the line of a transfer; a barrier's transfers need no pieces. */
function packetOf(transfer, i, empty) {
	const name = `transfers[${i}]`;

	if (typeof transfer !== "object" || transfer === null || Array.isArray(transfer))
		refuse(`${name}: is no object`);
	for (const field of ["step", "from", "to"])
		if (transfer[field] === undefined)
			refuse(`${name}.${field}: is missing`);
	const { step, from, to, op = "copy", pieces } = transfer;
	const [at, sender, receiver] = [[step, "step"], [from, "from"], [to, "to"]]
		.map(([number, field]) => wholeText(number, `${name}.${field}`));

	if (op !== "copy" && op !== "fold")
		refuse(`${name}.op: is neither "copy" nor "fold"`);
	return { step: at, line: `  ${sender} -> ${receiver} ${op === "fold" ? "fold" : ""}` +
		piecesText(pieces, `${name}.pieces`, empty) };
}

function planText(plan) {
	if (Array.isArray(plan.transfers) === false)
		refuse(`transfers: ${plan.transfers === undefined ? "is missing" : "is no array"}`);
	const packets = plan.transfers.map((each, i) => packetOf(each, i, plan.collective === "barrier"));
	const lines = [headingText(plan)];
	let last = null;

	for (const { step, line } of packets.sort((a, b) => a.step - b.step)) {
		if (step !== last)
			lines.push(`step ${step}`);
		lines.push(line.trimEnd());
		last = step;
	}
	return `${lines.join("\n")}\n`;
}

/* Returns { text }, the plan as text, or { text, wrong }, the same text and the reason why it is no plan. */
export function readText(text) {
	if (!text.trimStart().startsWith("{"))
		return { text };
	try {
		return { text: planText(JSON.parse(text)) };
	} catch (error) {
		return { text, wrong: error instanceof SyntaxError ? `no JSON: ${error.message}` : error.message };
	}
}
