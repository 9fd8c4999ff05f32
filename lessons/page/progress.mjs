/* Keeps in the browser which scenes were seen, and which questions and tasks were solved. */
/* SPDX-License-Identifier: BSD-2-Clause */

const KEY = "grove course";

function read() {
	try {
		return JSON.parse(localStorage.getItem(KEY)) ?? {};
	} catch {
		return {}; /* without storage, progress lasts as long as the page */
	}
}

/* Returns { own, share(number), see(id), solve(id, how) } for a lesson of so many scenes. */
export function openProgress(number, title, scenes) {
	const all = read();
	const own = all[number] = { seen: {}, solved: {}, ...all[number], title, scenes };
	const save = () => {
		try {
			localStorage.setItem(KEY, JSON.stringify(all));
		} catch { /* as above */ }
	};

	return {
		own,
		share: (n) => all[n] ? Math.min(1, Object.keys(all[n].seen).length / all[n].scenes) : 0,
		see(id) {
			if (!own.seen[id]) {
				own.seen[id] = 1;
				save();
			}
		},
		solve(id, how) {
			own.solved[id] ??= how;
			save();
		},
	};
}
