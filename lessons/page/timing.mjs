/* Says when each step begins, and where a packet is at a time: nodes step together. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* Returns { starts[], ends: last second, beta, tau }: starts[s] is the second at which step s begins,
 * and a step is as long as its largest packet. */
export function openTiming({ transfers, steps }, { beta, tau }) {
	const largest = new Array(steps).fill(0);

	for (const { step, bytes } of transfers)
		largest[step] = Math.max(largest[step], bytes);
	const starts = [0];

	for (const bytes of largest)
		starts.push(starts.at(-1) + (bytes ? beta + bytes * tau : 0));
	return { starts, end: starts.at(-1), steps, beta, tau };
}

/* Returns the step at a time; `steps` when all is over. */
export function stepAt({ starts, steps, end }, t) {
	if (t >= end - 1e-9)
		return steps;
	let step = 0;

	while (step < steps - 1 && starts[step + 1] <= t + 1e-9)
		step++;
	return step;
}

/* Returns where a packet is: { phase: "before", "wait", "travel" or "done", share of its way }. */
export function placeAt({ starts, beta, tau }, { step, bytes }, t) {
	const since = t - starts[step];

	if (since <= 1e-9)
		return { phase: "before", share: 0 };
	if (since < beta)
		return { phase: "wait", share: 0 };
	const share = bytes * tau > 0 ? (since - beta) / (bytes * tau) : 1;

	return share < 1 - 1e-9 ? { phase: "travel", share } : { phase: "done", share: 1 };
}
