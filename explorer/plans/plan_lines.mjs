/* Finds and writes the lines of packets in the text of a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */

const stepLine = /^\s*step\s+(\d+)/;
const packetLine = /^\s*(\d+)\s*->\s*(\d+)/;

/* Returns [{ line, step, from, to }] for each line of a packet; lines count from 1. */
export function packetLines(text) {
	let step = -1;
	const found = [];

	text.split("\n").forEach((line, i) => {
		const begins = stepLine.exec(line);
		const packet = packetLine.exec(line);

		if (begins)
			step = Number(begins[1]);
		else if (packet)
			found.push({ line: i + 1, step, from: Number(packet[1]), to: Number(packet[2]) });
	});
	return found;
}

/* Gives each transfer the line of the text that it stands on, or null. */
export function linesOfPackets(text, transfers) {
	const waiting = new Map();
	const key = ({ step, from, to }) => `${step} ${from} ${to}`;

	for (const packet of packetLines(text)) {
		if (!waiting.has(key(packet)))
			waiting.set(key(packet), []);
		waiting.get(key(packet)).push(packet.line);
	}
	for (const transfer of transfers)
		transfer.line = waiting.get(key(transfer))?.shift() ?? null;
}

function textOfPacket({ from, to, op, pieces }) {
	const ranges = pieces.map(([block, begin, end]) => `${block}[${begin}:${end}]`);

	return `  ${from} -> ${to} ${op === "fold" ? "fold " : " "}${ranges.join(" ")}`.trimEnd();
}

/* Returns the text with the packet after the last line of its step; a step that the text lacks
 * comes into its place. */
export function insertPacket(text, packet) {
	const lines = text.replace(/\s*$/, "").split("\n");
	let at = lines.length;
	let inside = -1;

	for (let i = 0; i < lines.length; i++) {
		const begins = stepLine.exec(lines[i]);

		if (!begins)
			continue;
		if (Number(begins[1]) > packet.step) {
			at = i;
			break;
		}
		inside = Number(begins[1]);
	}
	const added = inside === packet.step ? [] : [`step ${packet.step}`];

	lines.splice(at, 0, ...added, textOfPacket(packet));
	return { text: lines.join("\n") + "\n", line: at + added.length + 1 };
}

/* Returns the text without a line; lines count from 1. */
export function removeLine(text, line) {
	const lines = text.split("\n");

	lines.splice(line - 1, 1);
	return lines.join("\n");
}
