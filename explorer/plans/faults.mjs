/* Finds the nodes, the link and the line of a violation. */
/* SPDX-License-Identifier: BSD-2-Clause */

const none = { nodes: [], link: null, step: -1, line: null, lines: [] };

/* Returns { nodes, link: [from, to] or null, step, line, lines } of the violation with that number. Of
 * two packets that collide, lines has both. */
export function faultOf(model, number) {
	const violation = model.verdict?.violations?.[number];

	if (!violation)
		return none;
	const { from, to, step, text } = violation;
	const named = /\bnode (\d+)/.exec(text);
	const inText = /line (\d+)/.exec(text);
	const line = violation.line ?? (inText ? Number(inText[1]) : null);
	const nodes = from >= 0 ? [from, to].filter((v) => v >= 0) : named ? [Number(named[1])] : [];
	const there = nodes.every((v) => v < (model.network?.nodes ?? 0));

	return {
		nodes: there ? nodes : [],
		link: there && from >= 0 && to >= 0 && from !== to ? [from, to] : null,
		step, line, lines: [line, violation.other_line].filter((each) => each).sort((a, b) => a - b),
	};
}
