/* Keeps the texts of a plan for undo and redo. */
/* SPDX-License-Identifier: BSD-2-Clause */

const MOST = 200;
const PAUSE = 800;	/* milliseconds: keys that follow one another sooner are undone together */
const KEYS = 3;		/* characters: a longer change is undone alone */

/* Returns { push(text, now), undo(), redo() }; undo and redo return the text, or null. */
export function openUndo(text) {
	let texts = [text];
	let at = 0;
	let last = -Infinity;

	return {
		push(next, now) {
			if (next === texts[at])
				return;
			const together = now - last < PAUSE && at > 0 && at === texts.length - 1 &&
				Math.abs(next.length - texts[at].length) <= KEYS;

			texts = texts.slice(Math.max(0, at + 1 - MOST), at + (together ? 0 : 1));
			texts.push(next);
			at = texts.length - 1;
			last = now;
		},
		undo() {
			last = -Infinity;
			return at > 0 ? texts[--at] : null;
		},
		redo() {
			last = -Infinity;
			return at < texts.length - 1 ? texts[++at] : null;
		},
	};
}

const undos = [];	/* of both plans */

/* Remembers a text of plan A or B. */
export function rememberText(side, text) {
	if (undos[side])
		undos[side].push(text, performance.now());
	else
		undos[side] = openUndo(text);
}

/* Returns the text before ("undo") or after ("redo") the text of plan A or B, or null. */
export function recallText(side, which) {
	return undos[side]?.[which]() ?? null;
}
