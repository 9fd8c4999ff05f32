/* Tests the questions of the page: the command's answers against a count of the test's own, as TAP. */
/* SPDX-License-Identifier: BSD-2-Clause */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

const [, , source, command] = process.argv;
const at = (name) => import(pathToFileURL(`${source}/explorer/${name}.mjs`).href);

const { readModel } = await at("plans/model");
const { checkAnswer, kinds, makeQuestion } = await at("questions/ask");
const { findFault } = await at("questions/mutants");
const { answerText, questionText } = await at("panels/ask_panel");

const memory = new Map();

async function grove(words, text) {
	const key = JSON.stringify([words, text]);

	if (!memory.has(key)) {
		const { status, stdout, stderr } = spawnSync(command, words, { input: text, encoding: "utf8" });

		memory.set(key, { status, out: stdout, err: stderr });
	}
	return memory.get(key);
}

async function made(request) {
	const { out } = await grove(["plan", ...request.split(" ")], "");

	return { ...await readModel(grove, "test", out, { beta: 1, tau: 0.001 }), request };
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

const models = [];

for (const request of ["broadcast nesbt cube:3 --bytes 24 --packet 4", "broadcast bfs ring:8 --bytes 8",
	"scatter sbt cube:3 --bytes 8", "scatter bfs star:4 --bytes 8", "reduce sbt cube:3 --bytes 16 --packet 8",
	"reduce bfs ring:6 --bytes 8", "alltoall sbnt cube:2 --bytes 8", "alltoall bfs ring:5 --bytes 8"])
	models.push(await made(request));

/* Steps from the lines of the plan's text, not from the command's JSON. */
function stepsOfText(text) {
	return text.split(/^step /m).slice(1).map((part) => ({
		step: parseInt(part), links: [...part.matchAll(/^\s*(\d+) -> (\d+)\s+(.*)$/gm)].map(([, from, to, rest]) => ({
			link: `${from} -> ${to}`, to: Number(to),
			pieces: [...rest.matchAll(/(\d+)\[(\d+):(\d+)\]/g)].map((piece) => piece.slice(1).map(Number)),
		})),
	}));
}

/* The right answers of a question, counted from the text of the plan. */
const counts = {
	arrival({ text, problem }, { node, thing: [block, begin, end] }) {
		const arrivals = stepsOfText(text).filter(({ links }) => links.some(({ to, pieces }) => to === node &&
			pieces.some(([b, low, high]) => b === block && low < end && begin < high))).map(({ step }) => step);

		return [String(problem.collective === "reduce" ? arrivals.at(-1) : arrivals[0])];
	},
	links: ({ text }, { step }) =>
		[stepsOfText(text).find((each) => each.step === step).links.map(({ link }) => link).join(", ")],
	busiest({ text }) {
		const loads = {};

		for (const { link, pieces } of stepsOfText(text).flatMap(({ links }) => links))
			loads[link] = pieces.reduce((sum, [, low, high]) => sum + high - low, loads[link] ?? 0);
		return Object.keys(loads).filter((link) => loads[link] === Math.max(...Object.values(loads)));
	},
	async steps(model, { words }) {
		return [String(stepsOfText((await grove(["plan", ...words], "")).out).at(-1).step + 1)];
	},
	async first(model, { pair }) {
		const times = await Promise.all(pair.map(async (words) => stepsOfText((await grove(["plan", ...words], "")).out)
			.reduce((sum, { links }) => sum + 1 + 0.001 * Math.max(...links.map(({ pieces }) =>
				pieces.reduce((bytes, [, low, high]) => bytes + high - low, 0))), 0)));

		return [Math.abs(times[0] - times[1]) < 1e-6 ? "same" : times[0] < times[1] ? "A" : "B"];
	},
	fault({ text }, { plan }) {
		const old = text.split("\n");
		const lines = plan.split("\n");
		const from = lines.findIndex((line, i) => line !== old[i]);

		assert.equal(lines.length, old.length);
		return [String(from + 1)];
	},
	finish: ({ text }) => [text],
};

/* Answers of which all but the right answers are wrong. */
function candidates(kind, model, question) {
	const numbers = Array.from({ length: model.text.split("\n").length + 12 }, (_, i) => String(i));
	const links = model.network.neighbours.flatMap((list, from) => list.map((to) => `${from} -> ${to}`));
	const each = stepsOfText(model.text).map(({ links: used }) => used.map(({ link }) => link).join(", "));

	return { arrival: numbers, steps: numbers, fault: numbers, busiest: links, first: ["A", "B", "same"],
		links: [...each, ...links], finish: [question.plan, "", "nonsense", model.text.replace(/:\d+\]/, ":1]"),
			model.text.replace(/^\w+/, "barrier"), model.text.replace(/^step (\d+)/gm, (_, n) => `step ${Number(n) + 1}`)],
	}[kind];
}

let asked = 0;

async function askAll(kind, model) {
	for (const seed of [1, 2]) {
		const question = await makeQuestion(grove, model, kind, seed);

		if (!question)
			continue;
		asked++;
		const right = await counts[kind](model, question);

		for (const answer of new Set([...right, ...candidates(kind, model, question)])) {
			const { right: accepted, text, why } = await checkAnswer(grove, question, answer);

			assert.equal(accepted, right.includes(answer), `${model.request}: ${question.text} ${answer}: ${text} ${why}`);
			assert.match(text, accepted ? /^Right/ : /^(No|The answer is)\b/);
		}
		const { text } = await checkAnswer(grove, question, "?!");

		assert.match(text, /^(The answer is|No: )/);
		assert.match(questionText(question), /name="guess"/);
	}
}

for (const kind of Object.keys(kinds)) {
	await test(`${kind}: right answers are those that the plan's text gives, and no others`, async () => {
		asked = 0;
		for (const model of models)
			await askAll(kind, model);
		assert.ok(asked >= 8, `${asked} questions`);
	});
}

await test("wrong answers have reasons with numbers of the plan", async () => {
	const ring = models[1];
	const links = await makeQuestion(grove, ring, "links", 0);
	const finish = await makeQuestion(grove, ring, "finish", 1);
	const wrong = await checkAnswer(grove, links, "0 -> 1, 3 -> 4");

	assert.equal(wrong.text, "No: 3 -> 4 carries nothing in step 0; 1 more of the links carry packets.");
	assert.equal((await checkAnswer(grove, finish, finish.plan)).text,
		"No: node 4 never gets bytes 0 to 8 of block 0.");
	assert.match((await checkAnswer(grove, finish, ring.text.replace(/^step 3/m, "step 4"))).text, /takes 5 steps, 4 are enough/);
	assert.equal((await checkAnswer(grove, finish, ring.text.replace("ports=all", "ports=single"))).text,
		"No: the heading has changed.");
	assert.equal((await checkAnswer(grove, finish, ring.text + "  0 -> 7  0[0:8]\n")).right, true);
	assert.equal((await checkAnswer(grove, finish, ring.text.replace(/^  7 -> 6 .*\n/m, "")
		.replace(/^  6 -> 5 .*\n/m, "  7 -> 6  0[0:8]\n") + "  6 -> 5  0[0:8]\n")).text,
		"No: the packet 7 -> 6 of step 1 is gone.");
	assert.match(answerText(wrong), /<details>/);
});

await test("no question is made from a wrong plan", async () => {
	const wrong = await readModel(grove, "wrong", models[1].text.replace("root=0", "root=1"), { beta: 1, tau: 0 });

	assert.equal(await makeQuestion(grove, wrong, "links", 1), null);
	assert.match(questionText(null), /no question of this kind/);
});

await test("two packets that collide are no fault of one line", async () => {
	assert.equal(await findFault(grove, "broadcast cube:1 bytes=8\nstep 0\n  0 -> 1  0[0:4]\n  0 -> 1  0[4:8]\n"), null);
	assert.equal((await findFault(grove, "send cube:2 bytes=8\nstep 0\n  0 -> 3  0[0:8]\n")).line, 3);
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
