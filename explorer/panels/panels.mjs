/* Lists the panels below the pictures; a panel is drawn whenever the state changes. */
/* SPDX-License-Identifier: BSD-2-Clause */

import { drawBroken } from "./broken_panel.mjs";
import { drawCost } from "./cost_panel.mjs";
import { drawLoad } from "./load_panel.mjs";
import { drawPorts } from "./ports_panel.mjs";

/* { name, title, draw(element, state) }: name is the element's id. Those that grow when an answer comes are last, so
 * that nothing moves under the mouse. */
export const panels = [
	{ name: "cost", title: "Cost", draw: drawCost },
	{ name: "load", title: "Load of links and steps", draw: drawLoad },
	{ name: "broken", title: "Broken links", draw: drawBroken },
	{ name: "ports", title: "Ports and duplex", draw: drawPorts },
];
