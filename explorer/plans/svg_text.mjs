/* Writes SVG and HTML as text, which a browser reads faster than single elements. */
/* SPDX-License-Identifier: BSD-2-Clause */

export function escaped(text) {
	return String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/* Returns an element; attributes that are undefined are left out. */
export function tag(name, attributes, ...inner) {
	let text = `<${name}`;

	for (const key in attributes)
		if (attributes[key] !== undefined)
			text += ` ${key}="${escaped(attributes[key])}"`;
	return inner.length ? `${text}>${inner.join("")}</${name}>` : `${text}/>`;
}

/* Returns a number with one digit after the point. */
export const short = (number) => Math.round(number * 10) / 10;

const unitOf = (seconds) => [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]
	.find(([least]) => seconds >= least * 0.9995) ?? [1, "s"];

/* Returns seconds as people say them: 1.5 ms. */
export function secondsText(seconds) {
	const [size, unit] = unitOf(seconds);

	return `${Number((seconds / size).toPrecision(4))} ${unit}`;
}

/* Returns a time of a clock and its end, in the unit of the end: 0.01 of 6.492 ms. */
export function clockText(seconds, end) {
	const [size] = unitOf(end);

	return `${Number((seconds / size).toFixed(end >= 100 * size ? 1 : 2))} of ${secondsText(end)}`;
}

/* Returns bytes as people say them: 1.5 KiB. */
export function bytesText(bytes) {
	const units = [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]];
	const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, "B"];

	return `${Number((bytes / size).toPrecision(4))} ${unit}`;
}
