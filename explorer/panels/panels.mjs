/* Lists the panels below the pictures; a panel is drawn whenever the state changes. */
/* SPDX-License-Identifier: BSD-2-Clause */

import { drawBroken } from "./broken_panel.mjs";
import { drawCost } from "./cost_panel.mjs";
import { drawLoad } from "./load_panel.mjs";
import { drawPorts } from "./ports_panel.mjs";

/* { name, title, draw(element, state), side }: name is the element's id. Below the network or below the chart, those
 * that grow when an answer comes are last, so that nothing moves under the mouse. */
export const panels = [
	{ name: "cost", title: "Cost", draw: drawCost, side: "left" },
	{ name: "load", title: "Load of links and steps", draw: drawLoad, side: "right" },
	{ name: "broken", title: "Broken links", draw: drawBroken, side: "right" },
	{ name: "ports", title: "Ports and duplex", draw: drawPorts, side: "right" },
];
