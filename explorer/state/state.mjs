/* The state of the page, in one place: whoever changes the state calls set(), and all panels draw. */
/* SPDX-License-Identifier: BSD-2-Clause */

const initial = {
	models: [null, null],	/* the plans side by side (model.mjs); the second may be null */
	active: 0,		/* the plan that is edited and selected in */
	step: -1,		/* -1: before the first step */
	seconds: 0,		/* the moment, when the clock goes in seconds */
	clock: "steps",		/* or "seconds": packets leave as early as they can */
	rows: "link",		/* rows of the chart: "link", "node", "level", "way" */
	fault: 0,		/* the violation that the pictures show */
	broken: [],		/* links of the active plan's network that are broken, as "0-1" */
	selected: -1,		/* a packet of the active plan, as a number in its transfers */
	beta: 1,		/* seconds for each packet */
	tau: 0.001,		/* seconds for each byte */
};

/* grove(arguments, text) runs the command on a plan's text: { status, out, err }. */
export function createState(grove) {
	const listeners = [];
	const state = { ...initial, grove, changed: new Set(Object.keys(initial)) };

	state.set = (patch) => {
		state.changed = new Set(Object.keys(patch).filter((name) => state[name] !== patch[name]));
		if (!state.changed.size)
			return;
		Object.assign(state, patch);
		for (const listener of listeners)
			listener(state);
	};
	state.listen = (listener) => listeners.push(listener);
	Object.defineProperty(state, "model", { get: () => state.models[state.active] });
	return state;
}

/* Returns the plans that are shown. */
export function shownModels(state) {
	return state.models.filter((model) => model);
}

/* Returns the number of steps of the longest plan that is shown. */
export function stepsOf(state) {
	return Math.max(0, ...shownModels(state).map((model) => model.steps));
}

/* Returns the end of the longest plan in seconds; 0 if no plan has times. */
export function secondsOf(state) {
	return Math.max(0, ...shownModels(state).map((model) => model.times?.last ?? 0));
}
