/* Brings plans into the state: texts that are typed, requests, new links. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { readModel, timeModel } from "../plans/model.mjs";
import { secondsOf, stepsOf } from "./state.mjs";
import { rememberText } from "./undo.mjs";

const LONG = 100000;	/* characters: a longer plan is judged when the keys rest */
const REST = 300;	/* milliseconds */

const asked = [0, 0];
let resting = null;

/* Reads a text as plan A or B; the last text that was asked for wins. */
export async function readPlan(page, side, plan) {
	const { state } = page;
	const number = ++asked[side];
	const model = await readModel(state.grove, plan.name, plan.text, state);

	if (number !== asked[side])
		return;
	rememberText(side, model.text);
	model.request = plan.request ?? null;
	const models = [...state.models];

	models[side] = model;
	const fault = faultInside(state, side, model);

	state.set({ models, fault, ...inside({ ...state, models }, model) });
}

function faultInside(state, side, model) {
	return side === state.active && state.fault < (model.verdict?.violations?.length ?? 0)
		? state.fault : 0;
}

/* Keeps the moment and the selection within the plans. */
export function inside(state, model) {
	const last = stepsOf(state) - 1;

	return {
		step: Math.max(-1, Math.min(last, state.step)),
		seconds: Math.min(state.seconds, secondsOf(state)),
		clock: model.times ? state.clock : "steps",
		selected: state.selected < model.transfers.length ? state.selected : -1,
	};
}

/* A new text of the plan that is edited. */
export function changeText(page, text, name) {
	const { state } = page;
	const side = state.active;
	const named = name ?? (state.models[side]?.request ? "my plan" : state.models[side]?.name ?? "my plan");
	const plan = { name: named, text };

	clearTimeout(resting);
	if (text.length < LONG)
		return readPlan(page, side, plan);
	resting = setTimeout(() => readPlan(page, side, plan), REST);
	return undefined;
}

/* Makes a plan of a request; returns the refusal, or "". */
export async function makePlan(page, words, side) {
	const answer = await page.state.grove(["plan", ...words], "");

	if (answer.status !== 0)
		return answer.err.trim() || "no plan was made";
	const name = words.join(" ");

	await readPlan(page, side, { name, text: answer.out, request: name });
	return "";
}

/* New links: the times of both plans. */
export async function timeAgain(page) {
	const { state } = page;
	const { beta, tau } = state;
	const models = await Promise.all(state.models.map((model) =>
		model && timeModel(state.grove, model, beta, tau)));

	if (beta === state.beta && tau === state.tau && models[state.active])
		state.set({ models, ...inside({ ...state, models }, models[state.active]) });
}
