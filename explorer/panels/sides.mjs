/* Places the pictures of two plans side by side. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { causesOf } from "../plans/causes.mjs";

const sides = ["A", "B"];

function place(id, side) {
	const parent = document.getElementById(id);

	while (parent.children.length <= side) {
		const figure = document.createElement("figure");

		figure.innerHTML = `<figcaption></figcaption><div class="sheet" tabindex="0" role="region"></div>`;
		parent.append(figure);
	}
	return parent.children[side];
}

/* Draws a picture of each plan into the element with that id. */
export function drawSides(state, id, what, draw) {
	const two = Boolean(state.models[1]);

	document.getElementById(id).classList.toggle("two", two);
	state.models.forEach((model, side) => {
		const figure = place(id, side);

		figure.hidden = !model;
		if (!model)
			return;
		const caption = two ? `plan ${sides[side]}: ${model.name}` : model.name;
		const sheet = figure.querySelector(".sheet");
		const chosen = side === state.active && state.selected >= 0 &&
			state.selected < model.transfers.length ? causesOnce(model, state.selected) : new Set();

		figure.querySelector("figcaption").textContent = two ? caption : "";
		sheet.setAttribute("aria-label", `${what} of ${caption}`);
		draw(sheet, state, model, chosen);
	});
}

const causes = new WeakMap();

/* The causes of a packet, computed once for each selection. */
function causesOnce(model, selected) {
	if (causes.get(model)?.selected !== selected)
		causes.set(model, { selected, set: new Set(causesOf(model, selected)) });
	return causes.get(model).set;
}
