/* Moves the moment that the page shows: a step, or a second. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { secondsOf, shownModels, stepsOf } from "./state.mjs";

/* Returns the seconds at which a packet of some plan starts or ends, rising, each once. */
export function eventsOf(models) {
	const all = models.flatMap(({ times }) => times ? [...times.start, ...times.end] : []);

	return [...new Set([0, ...all])].sort((a, b) => a - b);
}

/* Returns what changes when the moment goes one on (+1) or back (-1). */
export function moved(state, direction) {
	if (state.clock === "steps")
		return { step: Math.max(-1, Math.min(stepsOf(state) - 1, state.step + direction)) };
	const events = eventsOf(shownModels(state));
	const near = secondsOf(state) * 1e-9;
	const next = direction > 0
		? events.find((t) => t > state.seconds + near)
		: events.findLast((t) => t < state.seconds - near);

	return { seconds: next ?? state.seconds };
}

/* Returns what changes when the moment goes to the beginning (-1) or to the end (+1). */
export function movedToEnd(state, direction) {
	return state.clock === "steps"
		? { step: direction < 0 ? -1 : stepsOf(state) - 1 }
		: { seconds: direction < 0 ? 0 : secondsOf(state) };
}

/* Returns what changes when the clock goes in other units, at about the same moment. */
export function clockChanged(state, clock) {
	const { times, transfers } = state.model ?? {};

	if (clock === state.clock || !times)
		return { clock: times ? clock : "steps" };
	if (clock === "seconds") {
		const starts = times.start.filter((_, i) => transfers[i].step === state.step);

		return { clock, seconds: starts.length ? Math.min(...starts) : 0 };
	}
	const under = transfers.filter((_, i) =>
		times.start[i] <= state.seconds && state.seconds < times.end[i]);

	return { clock, step: under.length ? Math.max(...under.map((t) => t.step)) : state.step };
}

export function atEnd(state) {
	return state.clock === "steps"
		? state.step >= stepsOf(state) - 1 : state.seconds >= secondsOf(state) * (1 - 1e-9);
}
