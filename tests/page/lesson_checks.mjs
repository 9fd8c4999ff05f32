/* Tests each lesson with the native command, and lesson.mjs with questions that it must refuse, as TAP. */
/* SPDX-License-Identifier: BSD-2-Clause */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , source, command, pages] = process.argv;
const { answerOf, beginningOf, blocksOf, judgeTask, readLesson } =
	await import(pathToFileURL(`${source}/explorer/questions/lesson.mjs`).href);

function grove(words, input = "") {
	return spawnSync(command, words, { input, encoding: "utf8", maxBuffer: 1 << 28 });
}

const verdictOf = (text) => JSON.parse(grove(["verify", "-", "--json"], text).stdout);
const makePlan = (request) => grove(["plan", ...request.split(" ")]).stdout;

/* The packets of a plan's text, read without the command: [{ step, to }]. */
function packetsOf(text) {
	let step = -1;

	return text.split("\n").flatMap((line) => {
		step = Number(/^step (\d+)/.exec(line)?.[1] ?? step);
		const packet = /^ *(\d+) -> (\d+)/.exec(line);

		return packet ? [{ step, to: Number(packet[2]), bytes: bytesOf(line), link: packet[0].trim() }] : [];
	});
}

const bytesOf = (line) => [...line.matchAll(/\[(\d+):(\d+)\]/g)].reduce((sum, [, a, b]) => sum + Number(b) - Number(a), 0);

function mostBy(packets, key, add) {
	const most = new Map();

	for (const packet of packets)
		most.set(key(packet), add(most.get(key(packet)) ?? 0, packet.bytes));
	return [...most.values()];
}

/* The answers again, counted from the text of the plan. */
const counted = {
	steps: (packets) => 1 + Math.max(...packets.map(({ step }) => step)),
	links: (packets) => new Set(packets.map(({ link }) => link)).size,
	busiest: (packets) => Math.max(...mostBy(packets, ({ link }) => link, (a, b) => a + b)),
	volume: (packets) => mostBy(packets, ({ step }) => step, Math.max).reduce((a, b) => a + b),
	leaving: (packets, step) => packets.filter((each) => each.step === step).length,
	arrival: (packets, node) => Math.max(...packets.filter(({ to }) => to === node).map(({ step }) => step)),
};

function checkPrediction({ title, fields, lines }) {
	const text = makePlan(fields.plan);
	const verdict = verdictOf(text);
	const transfers = JSON.parse(grove(["plan", "-", "--json"], text).stdout).transfers;
	const answer = answerOf(fields.ask, verdict, transfers);
	const [name, number] = fields.ask.split(" ");

	assert.ok(verdict.ok && title.endsWith("?") && blocksOf(lines).length >= 2, title);
	assert.ok(Number(fields.step) >= -1 && Number(fields.step) < verdict.steps, title);
	assert.ok(Number.isInteger(answer) && answer > 0, title);
	if (counted[name])
		assert.equal(answer, counted[name](packetsOf(text), Number(number)), title);
}

function checkTask(part) {
	const { judge, solution } = part.fields;
	const open = judgeTask(judge, verdictOf(beginningOf(part)));

	assert.deepEqual(judgeTask(judge, verdictOf(makePlan(solution))).filter(({ met }) => !met), [], part.title);
	assert.ok(open.some(({ met }) => !met), `${part.title}: the beginning is a solution`);
}

const kindsOf = (lesson, kind) => lesson.parts.filter((part) => part.kind === kind);
const names = readdirSync(`${source}/lessons`).filter((name) => name.endsWith(".md")).sort();
let count = 0;
let failed = 0;

function test(sentence, check) {
	count++;
	try {
		check();
		console.log(`ok ${count} - ${sentence}`);
	} catch (error) {
		failed++;
		console.log(`not ok ${count} - ${sentence}\n# ${String(error.message).replace(/\n/g, "\n# ")}`);
	}
}

for (const name of names)
	test(`lesson ${name}`, () => {
		const text = readFileSync(`${source}/lessons/${name}`, "utf8");
		const lesson = readLesson(text);

		assert.match(text, /^# \d+\. .*\n\nGoal: /);
		assert.equal(kindsOf(lesson, "Predict").length, 3);
		assert.equal(kindsOf(lesson, "Write").length, 1);
		assert.equal(kindsOf(lesson, "Prove").length, 1);
		kindsOf(lesson, "Predict").forEach(checkPrediction);
		kindsOf(lesson, "Write").forEach(checkTask);
		const page = readFileSync(`${pages}/${name.replace(".md", ".html")}`, "utf8");
		const inside = /id="lesson-text">\n([^\n]*)\n<\/script>/.exec(page);

		assert.equal(JSON.parse(inside[1]), text);
		assert.ok(readFileSync(`${pages}/index.html`, "utf8").includes(name.replace(".md", ".html")));
	});

test("there are thirteen lessons", () => assert.equal(names.length, 13));

test("a task refuses a plan that is wrong, too long or too large, and says why", () => {
	const judge = "right, steps <= 2, volume <= 8";
	const slow = verdictOf(makePlan("send ocsend1 cube:2 --destination 3 --bytes 8"));

	assert.deepEqual(judgeTask(judge, slow).map(({ met, found }) => [met, found]),
		[[true, "right"], [true, 2], [false, 16]]);
	assert.deepEqual(judgeTask(judge, { ok: false }).map(({ met }) => met), [false, false, false]);
	assert.deepEqual(judgeTask("ports = all", slow).map(({ met, found }) => [met, found]), [[false, "single"]]);
	assert.equal(answerOf("colour", slow, []), null);
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
