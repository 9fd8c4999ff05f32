/* The pictures of the scene that is on: what they show, their clock, and what is lit. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { drawChart, frameChart } from "./chart_picture.mjs";
import { choicesOf, machineOf, otherPlans } from "./lesson_text.mjs";
import { drawCurve } from "./curve_picture.mjs";
import { findCut, cutText } from "./cut.mjs";
import { isWide } from "./layout.mjs";
import { light } from "./light.mjs";
import { cablesOf, drawNetwork, frameNetwork, momentText } from "./network_picture.mjs";
import { drawPlanText, framePlanText } from "./plan_text.mjs";
import { makePicturePlan } from "./picture_plan.mjs";
import { splitWords, withOptions } from "../../explorer/plans/plan_request.mjs";
import { clockText } from "../../explorer/plans/svg_text.mjs";
import { stepAt } from "./timing.mjs";

const SECONDS_A_STEP = 1.5;	/* of the reader's time */
const TREES = ["● blue", "■ orange", "◆ green", "▲ violet", "▬ brown", "⬢ red"];

/* The scene's request and machine with the reader's choices in them. */
export function chosenPlan(scene, lesson, chosen, request = scene.fields.plan) {
	const machine = machineOf(scene, lesson);
	const options = {};

	for (const [name, value] of Object.entries(chosen ?? {}))
		if (name === "beta" || name === "tau")
			machine[name] = value;
		else
			options[name] = value;
	return { request: withOptions(splitWords(request), options).join(" "), machine };
}

/* Plans are made once: a map of request and machine to a promise of the model. */
function openPlans(grove) {
	const made = new Map();

	return (request, machine, byTree) => {
		const key = `${request} ${machine.beta} ${machine.tau} ${byTree}`;

		if (!made.has(key))
			made.set(key, makePicturePlan(grove, request, machine, byTree));
		return made.get(key);
	};
}

export function createStage(grove, lesson, at) {
	const planOf = openPlans(grove);
	const stage = { t: 0, goal: 0, playing: false, scene: null, model: null, frozen: false, lit: "", cut: new Set(),
		calm: matchMedia("(prefers-reduced-motion: reduce)").matches, planOf, lesson, grove };

	const say = (text) => {
		if (at.say.textContent !== text)
			at.say.textContent = text;
	};

	/* ---- A moment ---- */

	function frame() {
		const { model, t } = stage;

		if (!model?.timing)
			return;
		if (stage.network)
			frameNetwork(stage.network, t);
		if (stage.chart)
			frameChart(stage.chart, t);
		framePlanText(at.chart, model, t);
		at.slider.max = model.timing.end;
		at.slider.step = model.timing.end / 400;
		at.slider.value = t;
		at.clock.textContent = clockText(t, model.timing.end);
		at.slider.setAttribute("aria-valuetext", at.clock.textContent);
		at.play.textContent = stage.playing ? "❚❚" : "▶";
		at.play.setAttribute("aria-label", stage.playing ? "Pause" : "Play");
		at.say.setAttribute("aria-live", stage.playing ? "off" : "polite");
		tell();
	}

	function tell() {
		const { scene, model, t } = stage;

		if (stage.frozen)
			say("Nothing moves until you have guessed.");
		else if (scene.fields.show === "curve")
			say("Each point is a plan that the command has made and timed. Click a point to choose it.");
		else if (scene.fields.cut)
			say(stage.cutSaid ?? "Click a cable to cut it.");
		else if (!stage.lit)
			say(scene.fields.at === "begin" && t === 0 && stage.standing ? stage.standing : momentText(model, t));
	}

	/* ---- The clock ---- */

	function tick(now) {
		if (!stage.playing)
			return;
		const { timing } = stage.model;

		/* The first frame may have begun before play() looked at the clock. */
		const seconds = Math.max(0, now - stage.last) / 1000;

		stage.t = Math.min(stage.goal, stage.t + seconds * timing.end / timing.steps / SECONDS_A_STEP);
		stage.last = now;
		if (stage.t >= stage.goal - 1e-9)
			Object.assign(stage, { t: stage.goal, playing: false });
		frame();
		if (stage.playing)
			requestAnimationFrame(tick);
	}

	function play(goal) {
		if (stage.frozen || !stage.model?.timing || stage.scene.fields.cut)
			return;
		if (stage.calm) {
			stage.t = goal;
			return frame();
		}
		Object.assign(stage, { goal, playing: true, last: performance.now() });
		requestAnimationFrame(tick);
	}

	function stop() {
		stage.playing = false;
	}

	function toggle() {
		const { timing } = stage.model ?? {};

		if (!timing || stage.frozen)
			return;
		if (stage.playing) {
			stop();
			return frame();
		}
		if (stage.t >= timing.end - 1e-9)
			stage.t = 0;
		play(timing.end);
	}

	function step(by) {
		const { timing } = stage.model ?? {};

		if (!timing || stage.frozen)
			return;
		const now = stepAt(timing, stage.t);

		if (by > 0)
			return play(timing.starts[Math.min(timing.steps, now + 1)]);
		stop();
		stage.t = timing.starts[stage.t > (timing.starts[now] ?? timing.end) + 1e-9 ? now : Math.max(0, now - 1)];
		frame();
	}

	function seek(t) {
		stop();
		if (!stage.frozen) {
			stage.t = t;
			frame();
		}
	}

	/* ---- The pictures ---- */

	function lightUp(what) {
		stage.lit = what;
		const said = light(at.pictures, stage.model, what || stage.scene.fields.light || "");

		if (what && said)
			say(said);
		else if (!what && stage.model?.timing)
			tell();
	}

	function drawCuts() {
		const { model, cut } = stage;
		const answer = findCut(model, cut);
		const living = { ...model, transfers: model.transfers.filter((_, i) => answer.alive.has(i)) };

		stage.network = drawNetwork(at.net, living, { lanes: true, cut });
		frameNetwork(stage.network, model.timing.end);
		for (const node of at.net.querySelectorAll("svg > .node")) {
			const lost = answer.lost.includes(Number(node.dataset.node));

			node.classList.toggle("lost", lost);
			if (lost)
				node.querySelectorAll(".cell, .bar-held").forEach((cell) => cell.setAttribute("visibility", "hidden"));
		}
		at.net.querySelector(".hands").innerHTML = cablesOf(model.network).map(([v, u]) => {
			const key = `${v}-${u}`;

			return `<path class="hit" role="button" tabindex="0" data-cut="${key}" d="${stage.network.layout.path(v, u)}" ` +
				`aria-label="cable ${v} to ${u}: ${cut.has(key) ? "mend" : "cut"}"/>`;
		}).join("");
		stage.cutSaid = cutText(model, cut, answer, (tree) => TREES[tree] ?? String(tree));
		say(stage.cutSaid);
	}

	function toggleCut(key) {
		stage.cut[stage.cut.has(key) ? "delete" : "add"](key);
		drawCuts();
		at.net.querySelector(`[data-cut="${key}"]`)?.focus({ preventScroll: true });
	}

	async function drawCurves(element, scene, chosen) {
		const [choice] = choicesOf(scene);
		const requests = { here: scene.fields.plan, ...otherPlans(scene) };
		const lines = [];

		for (const [name, request] of Object.entries(requests)) {
			const points = [];

			for (const value of choice.values) {
				const plan = chosenPlan(scene, lesson, { ...chosen, [choice.name]: value }, request);
				const figures = await simulate(grove, plan);

				points.push({ value, time: figures.time_sync_s ?? figures.time_s });
			}
			lines.push({ name: name === "here" ? request.split(" ")[1] : name, points });
		}
		if (stage.scene === scene || element !== at.chart)
			drawCurve(element, { lines, name: choice.name, chosen: chosen?.[choice.name] ?? choice.first });
	}

	function arrange(show) {
		at.pictures.className = `shows-${show}`;
		at.controls.classList.toggle("idle", stage.frozen || Boolean(stage.scene.fields.cut || stage.scene.fields.task || show === "curve"));
	}

	async function drawAll(chosen) {
		const { scene, model } = stage;
		const show = stage.frozen ? "network" : scene.fields.show ?? (scene.fields.cut ? "network" : "both");

		arrange(show);
		at.pictures.classList.toggle("stacked", isWide(model.network));
		stage.chart = null;
		stage.network = drawNetwork(at.net, model, { lanes: scene.fields.colour === "tree" || /lanes|idle/.test(scene.fields.light ?? ""),
			idle: /idle/.test(scene.fields.light ?? "") });
		if (show === "curve")
			await drawCurves(at.chart, scene, chosen);
		else if (show !== "network") {
			const [name, ...text] = (scene.fields.line ?? "").split(" ");
			const line = name ? { at: await otherEnd(name), text: text.join(" ") } : undefined;

			if (stage.scene !== scene)
				return;
			if (stage.asText)
				drawPlanText(at.chart, model);
			else
				stage.chart = drawChart(at.chart, model, { line });
		}
		if (scene.fields.cut)
			drawCuts();
	}

	async function otherEnd(name) {
		const { request, machine } = chosenPlan(stage.scene, lesson, {}, otherPlans(stage.scene)[name]);
		const figures = await simulate(grove, { request, machine });

		return figures.time_sync_s ?? figures.time_s;
	}

	/* Where the clock of a scene begins, and where it plays to. */
	function beginOf({ fields }, { timing }) {
		const [word, number] = (fields.at ?? "play").split(" ");
		const place = { begin: 0, end: timing.end, step: timing.starts[number] ?? 0, play: 0 }[word] ?? 0;

		return fields.cut ? timing.end : place;
	}

	/* Shows a scene; chosen: the reader's choices; frozen: a question waits for a guess. */
	async function show(scene, { chosen, frozen, again } = {}) {
		stop();
		Object.assign(stage, { scene, frozen: Boolean(frozen), lit: "", standing: scene.fields.say });
		const { request, machine } = chosenPlan(scene, lesson, chosen);
		const model = await planOf(request, machine, scene.fields.colour === "tree");

		if (stage.scene !== scene)
			return;
		stage.model = model;
		stage.request = { request, machine };
		stage.t = frozen ? questionTime(scene, model) : again ? Math.min(stage.t, model.timing.end) : beginOf(scene, model);
		await drawAll(chosen);
		if (stage.scene !== scene)
			return;
		frame();
		lightUp("");
		if (!scene.fields.at && !frozen && !scene.fields.cut && !again && scene.fields.show !== "curve")
			play(model.timing.end);
	}

	/* A question about a step freezes the picture where that step begins. */
	function questionTime({ fields }, { timing }) {
		const draw = /^draw (\d+)/.exec(fields.ask);

		return draw ? timing.starts[draw[1]] : fields.at ? beginOf({ fields }, { timing }) : 0;
	}

	return Object.assign(stage, { show, frame, play, stop, toggle, step, seek, lightUp, toggleCut, say, arrange, at, drawAll, drawCurves });
}

/* What the command says of the plan of a request on a machine. */
export async function simulate(grove, { request, machine }) {
	const { out: text } = await grove(["plan", ...splitWords(request)]);
	const { out } = await grove(["simulate", "-", "--json", "--beta", String(machine.beta), "--tau", String(machine.tau)], text);

	return JSON.parse(out);
}
