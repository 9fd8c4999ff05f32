/* Tests the panels cost, load, ports and broken links with the native command, as TAP. */
/* SPDX-License-Identifier: BSD-2-Clause */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

const [, , source, command] = process.argv;
const at = (name) => import(pathToFileURL(`${source}/explorer/${name}.mjs`).href);

const { readModel } = await at("plans/model");
const { linearTicks, linearScale, logScale, logTicks } = await at("panels/svg_axes");
const { optionOf, withHeading, withNetwork, withOptions, withoutLinks } = await at("plans/plan_request");
const { countCosts, countLoads } = await at("plans/load_counts");
const { loadPicture, loadText } = await at("panels/load_panel");
const { judgeAll, judgeUnder, portsAnswer, portsTable, requestUnder } = await at("panels/ports_panel");
const { askLacks, cutOff, lacksText, linksOf, requestAround, toggleLink } = await at("panels/broken_panel");
const { askFormula, findCrossings, narrowCrossing, sizesBetween, sweepMessages, sweepPackets } = await at("plans/cost_sweep");
const { costBars, curveChart } = await at("panels/cost_charts");
const { costOf, crossingText, formulaText, sumText } = await at("panels/cost_panel");

async function grove(words, text) {
	const { status, stdout, stderr } = spawnSync(command, words,
		{ input: text, encoding: "utf8", maxBuffer: 1 << 28 });

	return { status, out: stdout, err: stderr };
}

const machine = { beta: 1, tau: 0.001 };
const read = (text) => readModel(grove, "test", text, machine);

async function made(request) {
	const model = await read((await grove(["plan", ...request.split(" ")], "")).out);

	return { ...model, request };
}

let count = 0;
let failed = 0;

async function test(sentence, check) {
	count++;
	try {
		await check();
		console.log(`ok ${count} - ${sentence}`);
	} catch (error) {
		failed++;
		console.log(`not ok ${count} - ${sentence}\n# ${String(error.stack).replace(/\n/g, "\n# ")}`);
	}
}

const nesbt = await made("broadcast nesbt cube:3 --bytes 1024 --packet 128");
const waves = await made("broadcast broadcast3b cube:3 --bytes 24");
const reduce = await made("reduce sbt cube:3 --bytes 64 --packet 8");
const typed = await read("# mine\nbroadcast cube:2 bytes=8 # here\nstep 0\n  0 -> 1  0[0:8]\n" +
	"  0 -> 2  0[0:8]\nstep 3\n  2 -> 3  0[0:8]\n  1 -> 3  0[0:8]\n");

/* ---- Charts ---- */

await test("scales and ticks", () => {
	assert.equal(linearScale([0, 10], [100, 200])(5), 150);
	assert.ok(Math.abs(logScale([1, 100], [0, 50])(10) - 25) < 1e-9);
	assert.deepEqual(linearTicks(10, 5), [0, 2, 4, 6, 8, 10]);
	assert.deepEqual(linearTicks(0), [0]);
	assert.deepEqual(logTicks([2, 40], 2), [2, 4, 8, 16, 32]);
	assert.ok(logTicks([1, 2 ** 40], 2).length <= 8);
});

/* ---- Requests and headings ---- */

await test("options of a request are read, changed and taken away", () => {
	const words = "broadcast nesbt cube:3 --bytes=64 --packet 8".split(" ");

	assert.equal(optionOf(words, "bytes"), "64");
	assert.equal(optionOf(words, "packet"), "8");
	assert.equal(optionOf(words, "root"), null);
	assert.equal(withOptions(words, { bytes: 128, packet: null }).join(" "),
		"broadcast nesbt cube:3 --bytes 128");
});

await test("a heading gets other words, after comments, too", () => {
	assert.match(withHeading(typed.text, { ports: "single" }),
		/^# mine\nbroadcast cube:2 bytes=8 ports=single\nstep 0\n/);
	assert.match(withHeading("send cube:1 ports=all bytes=8\n", { ports: "single" }),
		/^send cube:1 ports=single bytes=8\n/);
	assert.match(withNetwork(typed.text, "cube:2", withoutLinks("cube:2", ["0-1"])),
		/^# mine\nbroadcast cube:2~0-1 bytes=8\nstep 0\n/);
	assert.equal(withoutLinks("ring:4~0-1", ["1-2", "2-3"]), "ring:4~0-1,1-2,2-3");
});

/* ---- Load ---- */

await test("loads: the figures of the command", () => {
	for (const model of [nesbt, waves, reduce, typed]) {
		const { links, steps } = countLoads(model);

		assert.equal(links.filter((link) => link.packets).length, model.verdict.links_used);
		assert.equal(Math.max(...links.map((link) => link.bytes)), model.verdict.busiest_link_bytes);
		assert.equal(steps.reduce((sum, step) => sum + step.bytes, 0), model.verdict.transmissions_bytes);
		assert.equal(countCosts(model).volume, model.verdict.volume_bytes);
	}
});

await test("deliveries that bring nothing new: as many as the judge notes", () => {
	for (const model of [nesbt, waves, typed]) {
		const note = model.verdict.notes?.find((each) => each.note === "redundant");
		const loads = countLoads(model);

		assert.equal(loads.redundantPackets, note?.packets ?? 0);
		assert.equal(loads.redundant.reduce((sum, bytes) => sum + bytes, 0), note?.bytes ?? 0);
	}
	assert.equal(countLoads(reduce).redundant, null);
});

await test("the picture of the load has a cell for each packet, and words", () => {
	const loads = countLoads(waves);
	const picture = loadPicture(waves, loads);

	assert.equal(picture.match(/class="load( idle)?" fill-opacity/g).length, waves.transfers.length);
	assert.equal(picture.match(/class="load idle" fill-opacity/g).length, 12);
	assert.equal(loadText(waves, loads), "21 of 24 directed links carry packets; 33 of 72 places " +
		"(a link in a step) are used, 46 %. 12 of 33 packets bring nothing new.");
});

/* ---- Ports ---- */

await test("ports: each model has the judge's verdict", async () => {
	const verdicts = await judgeAll(grove, nesbt.text);

	assert.equal(verdicts.length, 8);
	for (const { ports, duplex, known, broken } of verdicts) {
		const { status } = await grove(["verify", "-"], withHeading(nesbt.text, { ports, duplex }));

		assert.ok(known);
		assert.equal(broken.length > 0, status === 1, `${ports} ${duplex}`);
	}
	const single = verdicts.find((v) => v.ports === "single" && v.duplex === "full");

	assert.match(portsTable(verdicts, nesbt.problem), /aria-pressed="true">yes</);
	assert.match(portsAnswer(single, null), /node 0 needs ports/);
	assert.match(portsAnswer(single, null), /written by hand/);
	assert.match(portsAnswer(single, nesbt.request), /make a plan for ports single, duplex full/);
});

await test("ports: a request for another model makes an obedient plan", async () => {
	const under = requestUnder(nesbt.request, { ports: "single", duplex: "half" });
	const plan = await made(under.join(" "));
	const { broken } = await judgeUnder(grove, plan.text, { ports: "single", duplex: "half" });

	assert.ok(plan.verdict.ok);
	assert.equal(broken.length, 0);
	assert.equal((await judgeUnder(grove, "no plan", { ports: "all" })).known, false);
});

/* ---- Broken links ---- */

await test("a broken link: who lacks pieces, with a plan that goes on unchanged", async () => {
	const sbt = await made("broadcast sbt cube:3 --bytes 8");
	const answer = await askLacks(grove, sbt, ["0-1"]);

	assert.deepEqual([...cutOff(answer.lacks).keys()], [1, 3, 5, 7]);
	assert.match(lacksText(sbt, ["0-1"], answer), /4 of 8 nodes get all/);
	const far = await askLacks(grove, sbt, ["6-7"]);

	assert.deepEqual(far.lacks, []);
	assert.match(lacksText(sbt, ["6-7"], far), /Nobody is cut off/);
});

await test("a broken link: a sum lacks parts, and a scan says that this is not known", async () => {
	const answer = await askLacks(grove, reduce, ["0-1"]);

	assert.deepEqual([...cutOff(answer.lacks).keys()], [0]);
	assert.match(lacksText(reduce, ["0-1"], answer), /0 \(000\) lacks parts of bytes 0 to 8 of block 0: only 0, 2, 4, 6 are in/);
	const scan = await made("scan updown gh:4 --bytes 8");

	assert.match((await askLacks(grove, scan, ["0-1"])).why, /scan/);
});

await test("links are listed and toggled, and a plan goes around those that are broken", async () => {
	assert.deepEqual(linksOf(typed.network), ["0-1", "0-2", "1-3", "2-3"]);
	assert.deepEqual(toggleLink(toggleLink([], "0-1"), "1-3"), ["0-1", "1-3"]);
	assert.deepEqual(toggleLink(["0-1", "1-3"], "0-1"), ["1-3"]);
	const words = requestAround(`${nesbt.request} --broken 6-7`, ["0-1"], "bfs");
	const around = await made(words.join(" "));

	assert.equal(around.problem.network, "cube:3~6-7,0-1");
	assert.ok(around.verdict.ok);
	assert.ok(!around.transfers.some(({ from, to }) => from + to === 1));
});

/* ---- Cost ---- */

await test("S beta + V tau is the command's time in steps", () => {
	for (const model of [nesbt, waves, reduce, typed]) {
		const { startup, transfer } = costOf(model, "", machine);

		assert.ok(Math.abs(startup + transfer - model.figures.time_sync_s) < 1e-9);
	}
	assert.equal(sumText(costOf(typed, "", machine), machine),
		"T = S β + V τ = 2 × 1 s + 16 B × 1 ms/B = 2 s + 16 ms = <strong>2.016 s</strong>");
	assert.match(costBars([costOf(typed, "A", machine)]), /aria-label="plan A: 2 s of start-ups and 16 ms of transfer"/);
});

await test("the formula has its letters with the numbers of the plan", async () => {
	const figures = await askFormula(grove, nesbt.request, machine);
	const text = formulaText(figures, machine);

	assert.match(text, /\(ceil\(M\/\(nB\)\)\+n\) \(beta \+ B tau\)/);
	assert.match(text, /<th scope="row">M<\/th><td>1024<\/td>/);
	assert.match(text, /T_min = .* with packets of B_opt = 337.3 B/);
	assert.match(formulaText(null, machine), /No closed form/);
});

await test("the curve over B: the command's S and V at each size", async () => {
	const points = await sweepPackets(grove, nesbt.request, 1024);
	const one = points.find(({ packet }) => packet === 128);

	assert.deepEqual(one, { packet: 128, startups: 6, volume: 768 });
	const large = await sweepPackets(grove, "broadcast bfs cube:8 --ports all", 4096);

	assert.ok(large[0].packet > 16 && large[0].packet < 64, "the curve ends at a plan with many packets");
	assert.deepEqual(sizesBetween(1, 10, 2), [1, 2, 4, 8, 10]);
	assert.match(curveChart([{ name: "", points: points.map((p) => [p.packet, p.startups + p.volume]) }],
		"bytes", [{ bytes: 128, text: "here" }]), /<path d="M[^"]*L/);
});

await test("the curve over M: the crossover of two plans, narrowed by the command", async () => {
	const requests = ["broadcast sbt cube:3 --ports all", "broadcast nesbt cube:3 --ports all"];
	const curves = await sweepMessages(grove, requests, [16, 256, 4096, 65536], machine);
	const [crossing] = findCrossings(curves);
	const { low, high } = await narrowCrossing(grove, requests, crossing, machine);
	const time = async (request, bytes) => JSON.parse((await grove(["simulate", ...request.split(" "),
		"--bytes", String(bytes), "--packet", "auto", "--beta", "1", "--tau", "0.001", "--json"], "")).out).time_sync_s;

	assert.equal(crossing.before, 0);
	assert.ok(high / low < 1.06, `${low} ${high}`);
	assert.ok(await time(requests[0], low) <= await time(requests[1], low));
	assert.ok(await time(requests[1], high) <= await time(requests[0], high));
	assert.match(crossingText({ ...crossing, low: 100, high: 102 }), /^plan A ends first up to 100 B, plan B from 102 B$/);
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
