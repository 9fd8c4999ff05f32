/* The figures of a verdict by the names that lessons use, and the conditions of a task. */
/* SPDX-License-Identifier: BSD-2-Clause */

function redundantOf(verdict) {
	const said = verdict.notes?.map((note) => /^(\d+) of \d+ packets bring only/.exec(note.text)).find((m) => m);

	return said ? Number(said[1]) : 0;
}

/* Returns steps, packets, volume, busiest, links, failures, packet, ports and redundant of a verdict (verify --json). */
export function figuresOf(verdict) {
	return {
		steps: verdict.steps, packets: verdict.packets, volume: verdict.volume_bytes, busiest: verdict.busiest_link_bytes,
		links: verdict.links_used, failures: verdict.survives_link_failures, packet: verdict.packet, ports: verdict.ports,
		redundant: redundantOf(verdict),
	};
}

const compare = { "<=": (a, b) => a <= Number(b), ">=": (a, b) => a >= Number(b), "=": (a, b) => String(a) === b };

/* Does a figure meet "<=", ">=" or "=" a limit? */
export function meets(found, relation, limit) {
	return found !== undefined && found !== null && compare[relation](found, limit);
}
