/* Lights packets, lanes, trees and parts of a packet's time, in all pictures at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { causesOf } from "../../explorer/plans/causes.mjs";

function each(root, selector, change) {
	for (const element of root.querySelectorAll(selector))
		change(element);
}

/* The packet that brings a piece, by its name, to a node. */
function packetOf(model, node, name) {
	const thing = model.names.indexOf(name);

	return model.transfers.findIndex((packet) => packet.to === node && packet.things.includes(thing));
}

function causesText(model, chain) {
	return chain.map((i) => `step ${model.transfers[i].step}: ${model.transfers[i].from} → ${model.transfers[i].to}`).join(", ");
}

function lightPacket(root, model, i) {
	const chain = causesOf(model, i);

	for (const k of chain) {
		const { from, to } = model.transfers[k];

		each(root, `[data-packet="${k}"], [data-bar~="${k}"]`, (e) => e.classList.add(k === i ? "hot" : "cause"));
		each(root, `[data-cable="${Math.min(from, to)}-${Math.max(from, to)}"]`, (e) => e.classList.add("hot"));
	}
	return `Packet ${model.transfers[i].name} to machine ${model.transfers[i].to}: ${causesText(model, chain)}.`;
}

function lightLane(root, model, key) {
	const [from, to] = key.split("-").map(Number);
	const packets = model.transfers.filter((packet) => packet.from === from && packet.to === to);

	each(root, `[data-row="${key}"]`, (e) => e.classList.add("hot"));
	each(root, `[data-cable="${Math.min(from, to)}-${Math.max(from, to)}"]`, (e) => e.classList.add("hot"));
	return `The lane from ${from} to ${to} carries ${packets.length} packet${packets.length === 1 ? "" : "s"}, ` +
		`${packets.reduce((sum, { bytes }) => sum + bytes, 0)} bytes.`;
}

function lightTree(root, model, tree) {
	each(root, ".lane, .packet, .bar", (e) => e.classList.toggle("dim", !e.classList.contains(`tone${tree}`)));
	const lanes = new Set(model.transfers.filter(({ tone }) => tone === tree).map(({ from, to }) => `${from}-${to}`));

	return `Tree ${tree}: ${lanes.size} lanes.`;
}

function lightIdle(root, model) {
	const used = new Set(model.transfers.map(({ from, to }) => `${from}-${to}`));
	const all = model.network.neighbours.reduce((sum, list) => sum + list.length, 0);

	each(root, ".lane:not(.idle)", (e) => e.classList.add("dim"));
	return `${all - used.size} of ${all} lanes carry nothing, in any step.`;
}

function lightStep(root, model, step) {
	const packets = model.transfers.flatMap((packet, i) => packet.step === step ? [i] : []);

	for (const i of packets)
		each(root, `[data-bar~="${i}"], .line[data-packet="${i}"]`, (e) => e.classList.add("hot"));
	return `Step ${step}: ${packets.length} packet${packets.length === 1 ? "" : "s"}.`;
}

function lightNode(root, model, node) {
	each(root, `.node[data-node="${node}"]`, (e) => e.classList.add("hot"));
	const sent = model.transfers.filter(({ from }) => from === node).length;

	return `Machine ${node} sends ${sent} packet${sent === 1 ? "" : "s"} in all.`;
}

const kinds = {
	packet: (root, model, [i]) => lightPacket(root, model, Number(i)),
	cause: (root, model, [node, name]) => {
		const i = packetOf(model, Number(node), name);

		return i < 0 ? "" : lightPacket(root, model, i);
	},
	row: (root, model, [key]) => lightLane(root, model, key),
	tree: (root, model, [tree]) => lightTree(root, model, Number(tree)),
	step: (root, model, [step]) => lightStep(root, model, Number(step)),
	node: (root, model, [node]) => lightNode(root, model, Number(node)),
	idle: (root, model) => lightIdle(root, model),
	"start-up": (root) => { root.classList.add("light-start"); return "Grey is the start-up of a packet."; },
	bytes: (root) => { root.classList.add("light-bytes"); return "Colour is the time of the bytes."; },
};

export const lightKinds = Object.keys(kinds);

/* Lights what the text names ("tree 1", "row 0-1", "cause 7 c"), or nothing; returns a sentence about it. */
export function light(root, model, what) {
	root.classList.remove("light-start", "light-bytes");
	each(root, ".hot, .cause, .dim", (e) => e.classList.remove("hot", "cause", "dim"));
	const [kind, ...rest] = (what ?? "").split(" ");

	return model?.network && kinds[kind] ? kinds[kind](root, model, rest) : "";
}

/* The names of lights that a packet answers to: words about its lane, tree, step or ends light up with it. */
export const lightsOf = ({ from, to, tone, step }) => [`row ${from}-${to}`, `tree ${tone}`, `step ${step}`, `node ${to}`, `node ${from}`];
