/* Tests the lessons' texts, tasks, cuts and clocks with the native command, as TAP. */
/* SPDX-License-Identifier: BSD-2-Clause */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , source, command, pages, marks] = process.argv;
const at = (name) => import(pathToFileURL(`${source}/lessons/page/${name}.mjs`).href);

const { choicesOf, machineOf, otherPlans, readLesson } = await at("lesson_text");
const { findCut } = await at("cut");
const { lightKinds } = await at("light");
const { cablesOf } = await at("network_picture");
const { makePicturePlan } = await at("picture_plan");
const { guess, isRight, judgeDrawn, optionFor, questionType } = await at("predict");
const { linesOfPackets } = await import(pathToFileURL(`${source}/explorer/plans/plan_lines.mjs`).href);
const { addPiece, judgeText, piecesAt } = await at("task");
const { openTask, tasksOf } = await at("task_scene");
const { placeAt, stepAt } = await at("timing");
const { inlineHtml, sceneHtml } = await at("words");

const LIMIT = 700_000; /* bytes of a page */

const answers = new Map();

/* Runs the command, once for the same words and the same input. */
async function grove(words, input = "") {
	const key = JSON.stringify([words, input]);

	if (!answers.has(key)) {
		const { status, stdout, stderr } = spawnSync(command, words, { input, encoding: "utf8", maxBuffer: 1 << 28 });

		answers.set(key, { status, out: stdout, err: stderr });
	}
	return answers.get(key);
}

const json = async (words, input) => JSON.parse((await grove(words, input)).out);
const planText = async (request) => (await grove(["plan", ...request.split(" ")])).out;

/* The packets of a plan's text, read without the command: [{ step, from, to, bytes }]. */
function packetsOf(text) {
	let step = -1;

	return text.split("\n").flatMap((line) => {
		step = Number(/^step (\d+)/.exec(line)?.[1] ?? step);
		const packet = /^ *(\d+) -> (\d+)/.exec(line);
		const bytes = [...line.matchAll(/\[(\d+):(\d+)\]/g)].reduce((sum, [, a, b]) => sum + Number(b) - Number(a), 0);

		const blocks = [...line.matchAll(/(\d+)\[/g)].map(([, block]) => block);

		return packet ? [{ step, from: Number(packet[1]), to: Number(packet[2]), bytes, blocks }] : [];
	});
}

function groupsOf(packets, key, add, value) {
	const groups = new Map();

	for (const packet of packets)
		groups.set(key(packet), add(groups.get(key(packet)) ?? 0, value(packet)));
	return groups;
}

/* The keys of the groups with the most (1) or the least (-1). */
function most(groups, sign) {
	const best = Math.max(...[...groups.values()].map((value) => sign * value));

	return [...groups].filter(([, value]) => sign * value === best).map(([key]) => key);
}

function grouped(packets, key, add) {
	return [...groupsOf(packets, key, add, ({ bytes }) => bytes).values()];
}

const linkOf = ({ from, to }) => `${from}>${to}`;
const lastStep = (packets) => Math.max(...packets.map(({ step }) => step));

/* The step in which each node but the root, which has all from the beginning, gets its last packet. */
const arrivals = (packets) => groupsOf(packets.filter(({ to, blocks }) => to !== 0 || blocks.some((block) => block !== "0")), ({ to }) => to, Math.max, ({ step }) => step);

/* The answers again, counted from the text of the plan. */
const counted = {
	steps: (packets) => [1 + lastStep(packets)],
	links: (packets) => [new Set(packets.map(linkOf)).size],
	busiest: (packets) => [Math.max(...grouped(packets, linkOf, (a, b) => a + b))],
	volume: (packets) => [grouped(packets, ({ step }) => step, Math.max).reduce((a, b) => a + b)],
	leaving: (packets, step) => [packets.filter((each) => each.step === step).length],
	arrival: (packets, node) => [Math.max(...packets.filter(({ to }) => to === node).map(({ step }) => step))],
	"last node": (packets) => most(arrivals(packets), 1),
	"first node": (packets) => most(arrivals(packets), -1),
	"busiest node": (packets) => most(groupsOf(packets, ({ from }) => from, (a, b) => a + b, ({ bytes }) => bytes), 1),
	"first message": (packets) => packets.filter(({ step }) => step === 0).flatMap(({ blocks }) => blocks),
	"last message": (packets, node) => packets.filter(({ to, step }) => to === node && step === arrivals(packets).get(node)).flatMap(({ blocks }) => blocks),
	draw: (packets, step) => packets.filter((each) => each.step === step).map(linkOf),
};

/* The name of the plan with the least time, by the simulator. */
async function leastTime({ fields }, lesson) {
	const [beta, tau] = Object.values(machineOf({ fields }, lesson)).map(String);
	const times = [];

	for (const [name, request] of Object.entries({ here: fields.plan, ...otherPlans({ fields }) }))
		times.push([(await json(["simulate", "-", "--json", "--beta", beta, "--tau", tau], await planText(request))).time_sync_s, name]);
	return times.sort(([a], [b]) => a - b)[0][1];
}

async function checkQuestion({ title, fields, question }, lesson) {
	const [, name, number] = /^(.*?)(?:[ :](\d+))?$/.exec(question.kind);

	assert.ok(question.text.length > 20, title);
	if (name === "least time")
		assert.deepEqual(question.answer, [await leastTime({ fields }, lesson)], title);
	else if (counted[name])
		assert.deepEqual(question.answer.slice().sort(),
			counted[name](packetsOf(await planText(fields.plan)), Number(number)).map(String).sort(), title);
	if (questionType(question) === "draw")
		return;
	const wrong = question.options.filter(({ value }) => !question.answer.includes(value));

	assert.ok(wrong.length >= 2, `${title}: a question needs usual mistakes`);
	assert.ok(question.options.every(({ reason }) => reason.length > 10), title);
	assert.equal(new Set(wrong.map(({ reason }) => reason)).size, wrong.length, `${title}: each mistake has its own reason`);
}

/* The picture shows the clock of the simulator. */
async function checkClock(scene, lesson) {
	const machine = machineOf(scene, lesson);
	const model = await makePicturePlan(grove, scene.fields.plan, machine, scene.fields.colour === "tree");

	assert.ok(model.verdict.ok, scene.title);
	assert.ok(Math.abs(model.timing.end - model.figures.time_sync_s) < 1e-5 * model.timing.end, `${scene.title}: ${model.timing.end}`);
	return model;
}

/* The pieces of a plan, as they are clicked: [{ step, from, to, piece }]. */
function movesOf(transfers, size) {
	return transfers.flatMap(({ step, from, to, pieces }) => pieces.flatMap(([block, begin, end]) =>
		Array.from({ length: Math.ceil((end - begin) / size) }, (_, i) =>
			({ step, from, to, piece: [block, begin + i * size, Math.min(end, begin + (i + 1) * size)] }))));
}

/* A solution is written by clicks alone: each piece is there to be clicked, and the text is right in the end. */
async function checkClicks({ heading, judge, problem, size }, solution) {
	let text = `${heading}\n`;
	let transfers = [];

	for (const move of movesOf((await json(["plan", "-", "--json"], solution)).transfers, size)) {
		assert.ok(piecesAt(problem, transfers, size, move.from, move.step).some((piece) => piece.join() === move.piece.join()),
			`${heading}: ${JSON.stringify(move)} cannot be clicked`);
		text = addPiece(text, problem, transfers, move);
		({ transfers } = await json(["plan", "-", "--json"], text));
		linesOfPackets(text, transfers);
	}
	assert.equal((await judgeText(grove, { heading, judge }, text)).state, "right", text);
}

async function checkTask(scene, name, number) {
	const opened = await openTask(grove, scene, number);
	const { heading, judge, begin } = opened;
	const task = { heading, judge };
	const solution = readFileSync(`${pages}/lecturer/${name}${number ? `-harder-${number}` : ""}.plan`, "utf8");
	const judged = async (text) => (await judgeText(grove, task, text)).state;

	assert.equal(scene.fields.solution, undefined, "a solution is not for students");
	assert.equal(await judged(solution), "right", scene.title);
	await checkClicks(opened, solution);
	if (number)
		return assert.ok((await judgeText(grove, task, solution)).conditions.length >= 2, "a score");
	assert.ok(["empty", "unfinished"].includes(await judged(begin)), scene.title);
	assert.equal(await judged("send cube:1 destination=1 bytes=1\nstep 0\n  0 -> 1  0[0:1]\n"), "broken", "another problem");
}

const names = readdirSync(pages).filter((name) => /^\d.*\.md$/.test(name)).sort().map((name) => name.replace(".md", ""));
const lessons = new Map(names.map((name) => [name, readLesson(readFileSync(`${pages}/${name}.md`, "utf8"))]));
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

await test("there are thirteen lessons, in order", () =>
	assert.deepEqual([...lessons.values()].map(({ number }) => number), Array.from({ length: 13 }, (_, i) => i + 1)));

for (const [name, lesson] of lessons) {
	await test(`lesson ${name}: goals, minutes, scenes, a task, a proof, and where it lives today`, () => {
		const kinds = lesson.scenes.flatMap(({ blocks }) => blocks.map(({ kind }) => kind));

		assert.ok(lesson.fields.goal.length >= 2 && Number(lesson.fields.minutes) > 0 && lesson.fields.needs);
		assert.ok(lesson.scenes.length >= 7, `${lesson.scenes.length} scenes`);
		assert.ok(lesson.scenes.every(({ fields }) => Number(fields.minutes) > 0 && (fields.plan || fields.task)));
		assert.ok(lesson.scenes.every(({ blocks }) => blocks.some(({ kind }) => kind === "notes")), "notes for each scene");
		assert.ok(lesson.scenes.filter(({ question }) => question).length >= 2 && kinds.includes("proof") && kinds.includes("today"));
		assert.equal(lesson.scenes.filter(({ fields }) => fields.task).length, 1);
		assert.ok(lesson.scenes.at(-1).blocks.some(({ text }) => /^Sources: .*(\d{4}|in the sources of)/.test(text)), "today's use has sources");
		const minutes = lesson.scenes.reduce((sum, { fields }) => sum + Number(fields.minutes), 0);

		assert.ok(minutes >= 0.8 * lesson.fields.minutes && minutes <= 1.6 * lesson.fields.minutes, `${minutes} minutes`);
	});
	await test(`lesson ${name}: questions are answered by the command, and each mistake has a reason`, async () => {
		for (const scene of lesson.scenes.filter(({ question }) => question))
			await checkQuestion(scene, lesson);
	});
	await test(`lesson ${name}: each picture keeps the clock of the simulator, and what is lit is there`, async () => {
		for (const scene of lesson.scenes.filter(({ fields }) => fields.plan)) {
			await checkClock(scene, lesson);
			for (const [, light] of sceneHtml(scene).matchAll(/data-light="([^"]*)"/g))
				assert.ok(lightKinds.includes(light.split(" ")[0]), light);
			for (const choice of choicesOf(scene))
				assert.ok(choice.values.every(Number.isFinite) && choice.values.includes(choice.first), scene.title);
		}
	});
	await test(`lesson ${name}: its three tasks are judged against their own problems, and solved by clicks`, async () => {
		const scene = lesson.scenes.find(({ fields }) => fields.task);

		assert.equal(tasksOf(scene).length, 3);
		for (const number of [0, 1, 2])
			await checkTask(scene, name, number);
	});
	await test(`lesson ${name}: the page has the text, no solution, and less than 700 KB`, () => {
		const page = readFileSync(`${pages}/${name}.html`, "utf8");
		const inside = /id="lesson-text">\n([^\n]*)\n<\/script>/.exec(page);

		assert.equal(JSON.parse(inside[1]), readFileSync(`${pages}/${name}.md`, "utf8"));
		assert.doesNotMatch(inside[1], /solution: |\{[a-z_.]+\}/);
		assert.ok(statSync(`${pages}/${name}.html`).size < LIMIT);
		assert.match(page, /id="course">\[\{"name":"01-cost"/);
		assert.ok(readFileSync(`${pages}/index.html`, "utf8").includes(`${name}.html`));
	});
}

await test("the lecturer has each scene of each lesson by its minute, with the answer", () => {
	const plan = readFileSync(`${pages}/lecturer/minutes.md`, "utf8");

	for (const { number, scenes } of lessons.values()) {
		const [, part] = new RegExp(`^## ${number}\\. (.*?)\\| end`, "ms").exec(plan);
		let minute = 0;

		for (const { title, fields, question } of scenes) {
			const answer = question?.answer.join(", ").replaceAll(">", " → ") ?? "";

			assert.ok(part.includes(`| ${minute} | ${title} | ${answer} |`), `${minute} ${title}: ${answer}`);
			minute += Number(fields.minutes);
		}
	}
});

await test("the tables of docs/course.md and docs/lectures.md are those of the lessons", () => {
	const [course, lectures] = ["course", "lectures"].map((name) => readFileSync(`${source}/docs/${name}.md`, "utf8"));
	const minutesOf = ({ scenes }) => scenes.reduce((sum, { fields }) => sum + Number(fields.minutes), 0);
	const rows = [...lectures.matchAll(/^\| [^|]* \| ([\d, ]+) \| ([\d +]+) \|/gm)].map(([, numbers, minutes]) => `${numbers}: ${minutes}`);
	const all = [...lessons.values()];

	for (const { number, title, fields } of all)
		assert.ok(course.includes(`| ${number} | ${title} | ${fields.minutes} | ${fields.needs} | ${fields.goal.join("; ")} |`), title);
	assert.deepEqual(rows, rows.map((row) => {
		const numbers = row.split(": ")[0].split(", ").map(Number);

		return `${numbers.join(", ")}: ${numbers.map((number) => minutesOf(all[number - 1])).join(" + ")}`;
	}));
	assert.equal(rows.length, 7);
});

await test("each of the 39 solutions has all points when it is handed in", () => {
	const table = readFileSync(marks, "utf8");

	assert.equal(/^student.*$/m.exec(table)[0].split(", ").length, 39);
	assert.equal(/^ada +(\d+) /m.exec(table)[1], /of (\d+) points/.exec(table)[1]);
});

/* Who lacks something, says the command; null: some node has no cable left. */
async function lackingOf(model, cut) {
	const { status, out } = await grove(["plan", "-", "--holds", "--json"], model.text.replace("cube:3", `cube:3~${[...cut].join()}`));

	return status === 0 ? [...new Set(JSON.parse(out).lacks.map(([node]) => node))] : null;
}

await test("two cuts never isolate anybody on three trees, though 36 of 66 pairs leave no tree whole", async () => {
	const model = await makePicturePlan(grove, "broadcast nesbt cube:3 --bytes 24 --order whole", { beta: 1, tau: 0.5 }, true);
	const cables = cablesOf(model.network).map((ends) => ends.join("-"));
	let none = 0;

	for (let i = 0; i < cables.length; i++)
		for (let j = 0; j < i; j++) {
			const { lost, whole } = findCut(model, new Set([cables[i], cables[j]]));

			assert.deepEqual(lost, []);
			none += whole.length === 0;
		}
	assert.equal(none, 36);
	assert.deepEqual(findCut(model, new Set(["3-7", "5-7", "6-7"])).lost, [7]);
});

await test("who is cut off is what the command says", async () => {
	const model = await makePicturePlan(grove, "broadcast sbt cube:3 --bytes 12 --packet 4", { beta: 1, tau: 0.5 }, true);

	for (const cut of [["0-1"], ["1-3", "2-6"], ["0-2", "0-4"], ["3-7"], ["4-5", "5-7"]])
		assert.deepEqual(findCut(model, new Set(cut)).lost, await lackingOf(model, cut), cut.join());
});

await test("lesson 5 gives no argument by whole trees", () => {
	const [scene] = lessons.get("05-many-trees").scenes.filter(({ fields }) => fields.ask === "failures");
	const { reason } = optionFor(scene.question, "2");

	assert.match(reason, /whole tree need not be left/);
	assert.match(reason, /no cable is on two of these ways/);
});

await test("trees have colours even where all carry the same bytes", async () => {
	const model = await makePicturePlan(grove, "broadcast nesbt cube:3 --bytes 24 --order whole", { beta: 1, tau: 0.5 }, true);

	assert.equal(new Set(model.transfers.map(({ tone }) => tone)).size, 3);
});

const TASK = { heading: "send cube:2 destination=3 bytes=8", judge: "right, steps <= 2, volume <= 8" };
const HALF = `${TASK.heading}\nstep 0\n  0 -> 1  0[0:4]\n`;
const WHOLE = `${TASK.heading}\nstep 0\n  0 -> 1  0[0:8]\nstep 1\n  1 -> 3  0[0:8]\n`;

await test("a task has three states: not finished, a broken rule, right", async () => {
	const states = [];

	for (const text of [`${TASK.heading}\n`, HALF, WHOLE, `${TASK.heading}\nstep 0\n  0 -> 3  0[0:8]\n`, `${HALF}stp 1\n`])
		states.push((await judgeText(grove, TASK, text)).state);
	assert.deepEqual(states, ["empty", "unfinished", "short", "broken", "broken"]);
	const short = await judgeText(grove, TASK, WHOLE);

	assert.match(short.text, /volume <= 8, and here it is 16/);
	assert.equal((await judgeText(grove, TASK, `${HALF}stp 1\n`)).line, 4);
});

await test("a contribution that is folded twice is a broken rule, and a missing one is not", async () => {
	const task = { heading: "reduce ring:4 bytes=8", judge: "right" };
	const once = `${task.heading}\nstep 0\n  1 -> 0 fold 0[0:8]\n`;

	assert.equal((await judgeText(grove, task, once)).state, "unfinished");
	assert.equal((await judgeText(grove, task, `${once}step 1\n  1 -> 0 fold 0[0:8]\n`)).state, "broken");
});

await test("pieces that are clicked onto one link in one step are one packet", async () => {
	const plan = await json(["plan", "-", "--json"], HALF);
	const problem = await json(["plan", "-", "--json"], `${TASK.heading}\n`);
	const packets = plan.transfers.map((packet) => ({ ...packet, line: 3 }));
	const text = addPiece(HALF, problem, packets, { step: 0, from: 0, to: 1, piece: [0, 4, 8] });

	assert.match(text, /0 -> 1 {2}0\[0:4\] 0\[4:8\]/);
	assert.equal((await json(["plan", "-", "--json"], text)).transfers.length, 1);
	assert.deepEqual(piecesAt(problem, packets, 4, 1, 0), []);
	assert.deepEqual(piecesAt(problem, packets, 4, 1, 1), [[0, 0, 4]]);
});

await test("a guess has its reason, and the second try counts", () => {
	const question = { kind: "steps", answer: ["3"], options: [{ value: "3", reason: "yes" }, { value: "5", reason: "five" }] };
	const memory = { tried: [], right: false };

	guess(question, memory, "5");
	assert.deepEqual([memory.why, memory.right], ["five", false]);
	guess(question, memory, "3");
	assert.deepEqual([memory.why, memory.right, isRight(question, "5")], ["yes", true, false]);
});

await test("a drawing lacks packets, has packets too many, or is right", () => {
	const question = { answer: ["0>4", "1>5"], options: [{ value: "missing", reason: "m" }, { value: "extra", reason: "e" },
		{ value: "right", reason: "r" }] };
	const judged = (drawn) => judgeDrawn(question, drawn).why[0] + judgeDrawn(question, drawn).right;

	assert.deepEqual([judged(["0>4"]), judged(["0>4", "0>1"]), judged(["1>5", "0>4"])], ["mfalse", "efalse", "rtrue"]);
});

await test("a packet waits for its start-up, then travels", () => {
	const timing = { starts: [0, 3], steps: 1, end: 3, beta: 1, tau: 0.5 };
	const places = [0, 0.5, 2, 3].map((t) => placeAt(timing, { step: 0, bytes: 4 }, t));

	assert.deepEqual(places.map(({ phase }) => phase), ["before", "wait", "travel", "done"]);
	assert.equal(places[2].share, 0.5);
	assert.deepEqual([stepAt(timing, 2.9), stepAt(timing, 3)], [0, 1]);
});

await test("the words of a lesson are text: no markup comes through", () => {
	assert.equal(inlineHtml("<b>`a<b`"), "&#60;b&#62;<code>a&#60;b</code>");
	assert.match(inlineHtml("[red](idle)"), /<button type="button" class="ref " data-light="idle">red<\/button>/);
	const formula = (text) => sceneHtml({ title: "t", id: "i", fields: {}, question: null, blocks: [{ kind: "formula", text }] });

	assert.deepEqual(formula("T = S β + V τ").match(/data-light="[^"]*"/g), ['data-light="start-up"', 'data-light="bytes"']);
	assert.equal(formula("T = (P + h) (β + B τ)").match(/data-light/g), null);
	assert.deepEqual(otherPlans({ fields: { other: ["one = broadcast sbt cube:3"] } }), { one: "broadcast sbt cube:3" });
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
