/* Lists the panels below the pictures; a panel is drawn whenever the state changes. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* { name, title, draw(element, state) }: name is the element's id. */
export const panels = [
];
