/* Tests the modules of the page with the answers of the native command, as TAP. */
/* SPDX-License-Identifier: BSD-2-Clause */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , source, command] = process.argv;
const at = (name) => import(pathToFileURL(`${source}/explorer/${name}.mjs`).href);

const { createState, stepsOf } = await at("state/state");
const { readModel, timeModel } = await at("plans/model");
const { requestOfHeading } = await at("plans/plan_request");
const { insertPacket, packetLines } = await at("plans/plan_lines");
const { holdingAt, momentOf, packetsAt } = await at("plans/holdings");
const { causesOf, causesText, directCauses } = await at("plans/causes");
const { findLanes, findRows } = await at("plans/chart_rows");
const { addressOf, packText, readAddress, unpackText } = await at("state/address");
const { clockChanged, eventsOf, moved, movedToEnd } = await at("state/clock");
const { openGeometry, packetPath, pathsOfParts } = await at("plans/geometry");
const { chooseCells, cellAt } = await at("plans/cells");
const { openUndo } = await at("state/undo");
const { faultOf } = await at("plans/faults");
const { comparePair } = await at("panels/pair_panel");
const { nodeClicked, piecesToSend } = await at("panels/write_panel");
const { coloursText, wayText } = await at("plans/ways");
const { bytesText, escaped, secondsText } = await at("plans/svg_text");

async function grove(words, text) {
	const { status, stdout, stderr } = spawnSync(command, words,
		{ input: text, encoding: "utf8", maxBuffer: 1 << 28 });

	return { status, out: stdout, err: stderr };
}

const machine = { beta: 1, tau: 0.001 };
const read = async (text) => readModel(grove, "test", text, machine);
const made = async (words) => read((await grove(["plan", ...words.split(" ")], "")).out);

let count = 0;
let failed = 0;

async function test(sentence, check) {
	count++;
	try {
		await check();
		console.log(`ok ${count} - ${sentence}`);
	} catch (error) {
		failed++;
		console.log(`not ok ${count} - ${sentence}\n# ${String(error.message).replace(/\n/g, "\n# ")}`);
	}
}

const nesbt = await made("broadcast nesbt cube:3 --bytes 24 --packet 4");
const reduce = await made("reduce sbt cube:2 --bytes 8");
const collision = await read("send cube:1 bytes=8\n# both\nstep 0\n  0 -> 1  0[0:4]\n  0 -> 1  0[4:8]\n");
const wrong = await read("broadcast ring:8 bytes=8\nstep 0\n  0 -> 1  0[0:8]\nstep 1\n  2 -> 3  0[0:8]\n");

await test("a model has packets with bytes, lines and times", () => {
	assert.equal(nesbt.transfers.length, 42);
	assert.equal(nesbt.steps, 5);
	assert.deepEqual(nesbt.transfers.map((t) => t.bytes), Array(42).fill(4));
	for (const { line, from, to } of nesbt.transfers)
		assert.match(nesbt.text.split("\n")[line - 1], new RegExp(`^ *${from} -> ${to} `));
	assert.equal(nesbt.times.start.length, 42);
	assert.ok(Math.abs(nesbt.times.last - nesbt.figures.time_async_s) < 1e-9);
});

await test("a new machine gives new times and keeps the packets", async () => {
	const slow = await timeModel(grove, nesbt, 2, 0.5);

	assert.equal(slow.transfers, nesbt.transfers);
	assert.ok(Math.abs(slow.times.last - 20) < 1e-9);
});

await test("pieces of one tree have one way", () => {
	assert.equal(nesbt.ways.count, 3);
	for (const { way, ways, from, to, step } of nesbt.transfers)
		for (const other of nesbt.transfers)
			if (other.from === from && other.to === to)
				assert.equal(other.way, way, `step ${step}, ${from} to ${to}`);
	assert.deepEqual([...new Set(nesbt.ways.ofThing)].sort(), [0, 1, 2]);
	assert.equal(wayText({ way: 1, ways: [1, 4] }), "1+");
});

await test("what nodes hold is what the table of the command says", async () => {
	const table = (await grove(["plan", "-", "--holds"], nesbt.text)).out.split("\n");

	for (let step = 0; step < nesbt.steps; step++) {
		const row = table.find((line) => line.startsWith(`  step ${step} `)).trim().split(/\s+/).slice(2);

		row.forEach((cell, node) => {
			const mine = nesbt.holdings.things.map((_, thing) => {
				const { share, arrived } = holdingAt(nesbt, node, thing, { step });

				return share ? String.fromCharCode((arrived ? 65 : 97) + thing) : "";
			}).join("");

			assert.equal(mine || "-", cell, `step ${step}, node ${node}`);
		});
	}
});

await test("a reduction shows the share of its contributors", () => {
	assert.deepEqual(holdingAt(reduce, 0, 0, { step: 0 }), { share: 0.5, contributors: [0, 2], arrived: true });
	assert.equal(holdingAt(reduce, 0, 0, { step: 1 }).share, 1);
	assert.equal(holdingAt(reduce, 3, 0, { step: 1 }).share, 0.25);
});

await test("in seconds a packet's bytes are there at its end, not before", () => {
	const [first] = nesbt.transfers;
	const end = nesbt.times.end[0];
	const thing = nesbt.holdings.things.findIndex(([, begin]) => begin === first.pieces[0][1]);
	const share = (seconds) => holdingAt(nesbt, first.to, thing, { seconds, before: -1 }).share;

	assert.equal(share(end * 0.999), 0);
	assert.equal(share(end), 1);
});

await test("a packet has a part for each way, or for each origin where there is one way", async () => {
	const all = await made("alltoall sbt cube:3 --bytes 8");
	const partsOf = (model, at, a, b) => model.transfers.find(({ step, from, to }) =>
		step === at && from === a && to === b).parts;

	assert.deepEqual(partsOf(all, 2, 0, 4), [{ way: 2, share: 0.25 }, { way: 0, share: 0.5 }, { way: 1, share: 0.25 }]);
	assert.match(coloursText(all.ways), /the way of a packet/);
	const gathered = await made("allgather bfs ring:12 --bytes 8");

	assert.equal(gathered.ways.by, "origin");
	for (const { pieces, ways } of gathered.transfers)
		assert.deepEqual(ways, pieces.map(([block]) => block));
	assert.deepEqual(partsOf(gathered, 0, 9, 10), [{ way: 1, share: 1 }]);
	assert.match(coloursText(gathered.ways), /the origin/);
	for (const { parts } of [...all.transfers, ...gathered.transfers, ...nesbt.transfers])
		assert.ok(Math.abs(parts.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
	assert.deepEqual(pathsOfParts([[0, 0], [10, 0]], partsOf(all, 2, 0, 4)).map(({ d }) => d),
		["M0.0 0.0L2.5 0.0", "M2.5 0.0L7.5 0.0", "M7.5 0.0L10.0 0.0"]);
});

await test("the strip of cells has a cell for each thing, then each way, then one", async () => {
	assert.equal(chooseCells(nesbt).length, 6);
	const long = await made("broadcast nesbt cube:3 --bytes 240 --packet 4");

	assert.equal(chooseCells(long).length, 3);
	const all = await made("alltoall sbt cube:3 --bytes 8");

	const many = { things: Array(20).fill([0, 0, 8]) };

	assert.equal(chooseCells(all).length, 3);
	assert.equal(chooseCells({ holdings: many, ways: { count: 13, ofThing: [] } }).length, 1);
	assert.ok(cellAt(all, 0, chooseCells(all)[0], { step: -1 }).share > 0);
});

await test("causes lead back to the root, and all are needed", () => {
	const last = nesbt.transfers.length - 1;
	const causes = causesOf(nesbt, last);

	assert.equal(causes.at(-1), last);
	for (const i of causes) {
		const { from, step } = nesbt.transfers[i];

		assert.equal(directCauses(nesbt, i).length, from === 0 ? 0 : 1, `step ${step}`);
	}
	assert.match(causesText(nesbt, causes[0])[0], /^Step \d+: 0 \(000\) sends .*had from the beginning\.$/);
	assert.match(causesText(wrong, 1)[0], /^Step 1: 2 sends to 3 .*which 2 does not hold yet\.$/);
});

await test("what comes in a step causes nothing in that step", async () => {
	const hasty = await read("broadcast ring:4 bytes=8\nstep 0\n  0 -> 1  0[0:8]\n  1 -> 2  0[0:8]\n");

	assert.deepEqual(directCauses(hasty, 1), []);
	assert.match(causesText(hasty, 1)[0], /does not hold yet/);
});

await test("a sum is caused by all that was folded into it", () => {
	assert.equal(directCauses(reduce, reduce.transfers.findIndex((t) => t.step === 1)).length, 1);
});

await test("rows of the chart: links, levels, ways; lanes do not overlap", () => {
	assert.equal(findRows(nesbt, "link", "steps").length, 21);
	assert.equal(findRows(nesbt, "way", "steps").length, 3);
	assert.deepEqual(findRows(nesbt, "level", "steps").map((row) => row.label),
		["distance 1", "distance 2", "distance 3"]);
	assert.deepEqual(findLanes([[0, 2], [1, 3], [2, 4]]), { lane: [0, 1, 0], lanes: 2 });
	for (const row of findRows(nesbt, "link", "seconds"))
		assert.equal(row.lanes, 1);
});

await test("a wrong plan keeps its packets, and the fault has node, link and line", () => {
	assert.equal(wrong.verdict.ok, false);
	assert.equal(wrong.times, null);
	assert.deepEqual(faultOf(wrong, 0), { nodes: [2, 3], link: [2, 3], step: 1, line: 5, lines: [5] });
	assert.deepEqual(faultOf(wrong, 1).nodes, [2]);
	assert.deepEqual(faultOf(collision, 0).lines, [4, 5]);
	assert.deepEqual(faultOf(wrong, 99).nodes, []);
});

await test("a text that is not a plan has a verdict with its line", async () => {
	const none = await read("broadcast cube:2\nfoo");

	assert.equal(none.verdict.ok, false);
	assert.equal(none.transfers.length, 0);
	assert.equal(faultOf(none, 0).line, 1);
});

await test("a plan as JSON becomes text, with the verdict of the command on the JSON", async () => {
	const plans = ["reduce bst gh:2x3 --bytes 12 --packet 4", "permute auto cube:2 --bytes 8", "barrier auto ring:5",
		"send auto cube:3~0-1 --bytes 8", "scan auto cube:2 --bytes 8"];

	for (const words of plans) {
		const json = (await grove(["plan", ...words.split(" "), "--json"], "")).out;
		const model = await read(json);

		assert.doesNotMatch(model.text, /\{/);
		assert.deepEqual(model.verdict, JSON.parse((await grove(["verify", "-", "--json"], json)).out), words);
		assert.equal(model.transfers.length, JSON.parse(json).transfers.length);
	}
});

await test("JSON that is not a plan stays, and is refused by the command", async () => {
	for (const json of ["{ \"bytes\": ", "{ \"collective\": \"broadcast\", \"network\": \"cube:2\", \"bytes\": \"8\" }"]) {
		const model = await read(json);

		assert.equal(model.text, json);
		assert.deepEqual(model.verdict, JSON.parse((await grove(["verify", "-", "--json"], json)).out));
		assert.equal(model.verdict.ok, false);
	}
});

await test("the heading of a plan gives the words that make a plan", () => {
	assert.equal(requestOfHeading("# mine\n\nsend mine cube:3 root=1 bytes=8 ports=single destination=2 # so\nstep 0\n").join(" "),
		"send mine cube:3 --root 1 --bytes 8 --ports single --destination 2");
	assert.equal(requestOfHeading("broadcast ring:8 bytes=4K permutation=0,1").join(" "), "broadcast auto ring:8 --bytes 4K");
});

await test("a packet is written into its step, or into a step of its own", () => {
	const packet = { from: 1, to: 2, op: "copy", pieces: [[0, 0, 8]] };

	assert.equal(insertPacket("broadcast ring:4 bytes=8\n", { ...packet, step: 0 }).text,
		"broadcast ring:4 bytes=8\nstep 0\n  1 -> 2  0[0:8]\n");
	const two = "x\nstep 0\n  0 -> 1  0[0:8]\nstep 2\n  2 -> 3  0[0:8]\n";
	const put = insertPacket(two, { ...packet, step: 1 });

	assert.equal(put.text.split("\n")[3], "step 1");
	assert.equal(put.text.split("\n")[put.line - 1], "  1 -> 2  0[0:8]");
	assert.equal(insertPacket(two, { ...packet, step: 0, op: "fold" }).text.split("\n")[3], "  1 -> 2 fold 0[0:8]");
	assert.deepEqual(packetLines(two).map((p) => p.line), [3, 5]);
});

await test("a plan can be written packet by packet until it is right", async () => {
	let model = await read("broadcast ring:4 bytes=8\n");

	for (const [step, from, to] of [[0, 0, 1], [0, 0, 3], [1, 1, 2]]) {
		const element = { dataset: {} };
		const state = { model, step, set: () => {} };
		const change = async (text) => { model = await read(text); };

		await nodeClicked(element, state, from, change);
		await nodeClicked(element, state, to, change);
	}
	assert.equal(model.verdict.ok, true);
	assert.deepEqual(piecesToSend(nesbt, 1, 3, 1), [[0, 0, 4]]);
	assert.deepEqual(piecesToSend(nesbt, 1, 0, 1), [], "the root lacks nothing");
	assert.deepEqual(piecesToSend(await read("scatter ring:4 bytes=8\n"), 0, 3, 0), [[3, 0, 8]]);
});

await test("the address brings the state back", async () => {
	const state = createState(grove);
	const defaults = { ...state };

	Object.assign(state, { models: [{ ...nesbt, request: undefined }, { text: "b", request: "a b --bytes 8" }],
		step: 3, clock: "seconds", rows: "way", beta: 2.5, selected: 7 });
	const { plans, patch } = readAddress(`#${await addressOf(state, [], defaults)}`);

	assert.equal(await unpackText(plans[0].slice(2)), nesbt.text);
	assert.equal(plans[1], "a b --bytes 8");
	assert.deepEqual(patch, { step: 3, clock: "seconds", rows: "way", beta: 2.5, selected: 7 });
	assert.match(await addressOf(state, [{ text: nesbt.text }], defaults), /^a=%400&/);
});

await test("a damaged address is left out", async () => {
	assert.deepEqual(readAddress("#step=x&beta=-1&rows=cows&active=7&selected=1.5&step=").patch, {});
	assert.equal(await unpackText("!!"), null);
	assert.equal(await unpackText((await packText("text")).slice(0, 3)), null);
});

await test("the clock goes by steps and by events, and stops at both ends", () => {
	const state = createState(grove);

	state.set({ models: [nesbt, null] });
	assert.deepEqual(moved(state, -1), { step: -1 });
	assert.deepEqual(moved({ ...state, step: 4 }, 1), { step: 4 });
	assert.deepEqual(movedToEnd(state, 1), { step: stepsOf(state) - 1 });
	const seconds = Object.assign(createState(grove), { models: [nesbt, null] }, clockChanged(state, "seconds"));

	assert.equal(seconds.clock, "seconds");
	assert.deepEqual(moved(seconds, 1), { seconds: eventsOf([nesbt])[1] });
	assert.deepEqual(moved({ ...seconds, seconds: nesbt.times.last }, 1), { seconds: nesbt.times.last });
	const travelling = packetsAt({ ...seconds, seconds: 0 }, nesbt);

	assert.deepEqual(travelling, [0, 1, 2]);
	assert.ok(momentOf(seconds, nesbt).seconds === 0);
});

await test("boxes of nodes do not touch, and packets go beside their links", async () => {
	for (const name of ["cube:4", "star:4", "butterfly:3", "gh:4x4", "mesh:3x3", "ring:8"]) {
		const network = JSON.parse((await grove(["network", name, "--json"], "")).out);
		const { box, at: places, ...geometry } = openGeometry(network, 6);

		places.forEach(([x, y], v) => places.slice(0, v).forEach(([a, b], u) =>
			assert.ok(Math.abs(x - a) >= box.width || Math.abs(y - b) >= box.height, `${name}: ${u}, ${v}`)));
		const { shaft } = packetPath({ box, at: places, ...geometry }, 0, network.neighbours[0][0]);
		const back = packetPath({ box, at: places, ...geometry }, network.neighbours[0][0], 0);

		assert.doesNotMatch(shaft, /NaN/);
		assert.notEqual(shaft, back.shaft);
		const { tip } = back;
		const [x, y] = shaft.slice(1).split("L")[0].split(" ").map(Number);

		assert.ok(Math.hypot(tip[0] - x, tip[1] - y) > 8, `${name}: packets of both directions`);
	}
});

await test("undo joins keys that follow one another, and redo comes back", () => {
	const undo = openUndo("a");

	undo.push("ab", 1000);
	undo.push("abc", 1100);
	undo.push("abcd", 9000);
	assert.equal(undo.undo(), "abc");
	assert.equal(undo.undo(), "a");
	assert.equal(undo.undo(), null);
	assert.equal(undo.redo(), "abc");
	undo.push("x", 20000);
	undo.push("x and a line", 20001);
	assert.equal(undo.redo(), null);
	assert.equal(undo.undo(), "x");
	assert.equal(undo.undo(), "abc");
});

await test("two plans: differences, and dashes for a wrong plan", async () => {
	const sbt = await made("broadcast sbt cube:3 --bytes 24 --packet 4");
	const rows = comparePair(nesbt, sbt);

	assert.deepEqual(rows[0], { name: "steps", a: "5", b: "8", ratio: "1.60" });
	assert.equal(comparePair(nesbt, wrong)[0].b, "–");
});

await test("words: sizes, times, escapes", () => {
	assert.equal(bytesText(1536), "1.5 KiB");
	assert.equal(secondsText(0.0015), "1.5 ms");
	assert.equal(secondsText(0), "0 s");
	assert.equal(escaped("<&\">"), "&#60;&#38;&#34;&#62;");
});

await test("modules are joined by their own names", () => {
	const page = readFileSync(`${source}/explorer/page.html`, "utf8");

	for (const mark of ["style", "script", "wasm", "plans"])
		assert.equal(page.split(`<!-- ${mark} -->`).length, 2, mark);
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
