/* Shows a scene's plan as text in place of the chart: a line lights its packet, and a packet its line. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { linesOfPackets } from "../../explorer/plans/plan_lines.mjs";
import { escaped } from "../../explorer/plans/svg_text.mjs";
import { stepAt } from "./timing.mjs";

const MOST_LINES = 400;

export function drawPlanText(element, model) {
	linesOfPackets(model.text, model.transfers);
	const packets = new Map(model.transfers.map(({ line }, i) => [line, i]));
	const lines = model.text.trimEnd().split("\n");
	const html = lines.slice(0, MOST_LINES).map((text, i) => {
		const packet = packets.get(i + 1);

		return packet === undefined ? `<span>${escaped(text)}</span>`
			: `<span class="line tone${model.transfers[packet].tone}" data-packet="${packet}">${escaped(text)}</span>`;
	});

	element.innerHTML = `<pre class="plan-text" tabindex="0" aria-label="The plan as text">${html.join("\n")}` +
		`${lines.length > MOST_LINES ? `\n… ${lines.length - MOST_LINES} lines more` : ""}</pre>`;
}

/* Marks the packets of the step that a time is in, and brings them into view. */
export function framePlanText(element, model, t) {
	const step = stepAt(model.timing, t);
	const pre = element.querySelector("pre");

	if (!pre || pre.dataset.step === String(step))
		return;
	pre.dataset.step = step;
	for (const line of pre.querySelectorAll(".line"))
		line.classList.toggle("now", model.transfers[line.dataset.packet].step === step);
	const first = pre.querySelector(".line.now");

	if (first)
		pre.scrollTop = first.offsetTop - pre.clientHeight / 3;
}
