/* Saves a picture as an SVG file that looks the same outside of the page. */
/* SPDX-License-Identifier: BSD-2-Clause */

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-size", "font-weight", "font-family",
	"text-anchor", "visibility"];

/* Copies the looks that the page's style gives each element into the element. */
function dress(from, to) {
	const style = getComputedStyle(from);

	to.setAttribute("style", LOOKS.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
	[...from.children].forEach((child, i) => dress(child, to.children[i]));
}

/* Returns the text of a picture as a file. */
export function pictureText(svg) {
	const copy = svg.cloneNode(true);

	dress(svg, copy);
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	return new XMLSerializer().serializeToString(copy);
}

export function savePicture(svg, name) {
	const link = document.createElement("a");

	link.href = URL.createObjectURL(new Blob([pictureText(svg)], { type: "image/svg+xml" }));
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}
