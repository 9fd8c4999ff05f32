/* Replaces the inside of an element; the keyboard's focus stays on the same control. */
/* SPDX-License-Identifier: BSD-2-Clause */

const shown = new WeakMap();

/* A control is known again by its data and its name. */
function selectorOf(control) {
	const data = Object.entries(control.dataset).map(([key, value]) =>
		`[data-${key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}="${CSS.escape(value)}"]`).join("");

	return control.name ? `${data}[name="${CSS.escape(control.name)}"]` : data;
}

export function replaceHtml(element, html) {
	const active = document.activeElement;
	const selector = active && active !== element && element.contains(active) ? selectorOf(active) : "";

	if (shown.get(element) === html)
		return;
	shown.set(element, html);
	element.innerHTML = html;
	if (selector)
		element.querySelector(selector)?.focus();
}
