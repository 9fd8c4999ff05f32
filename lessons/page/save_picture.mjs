/* Saves the picture of a scene as SVG or PNG, and its plan as a picture that moves. */
/* SPDX-License-Identifier: BSD-2-Clause */

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-size", "font-weight", "font-family",
	"text-anchor", "visibility"];

/* Copies the looks that the page's style gives each element into the element. */
function dress(from, to) {
	const style = getComputedStyle(from);

	to.setAttribute("style", LOOKS.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
	[...from.children].forEach((child, i) => dress(child, to.children[i]));
}

/* Returns the text of a picture as a file that looks the same outside of the page. */
export function pictureText(svg) {
	const copy = svg.cloneNode(true);
	const { width, height } = svg.getBoundingClientRect();

	dress(svg, copy);
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	copy.setAttribute("width", width);
	copy.setAttribute("height", height);
	return new XMLSerializer().serializeToString(copy);
}

const svgOf = (text) => new Blob([text], { type: "image/svg+xml" });

/* Draws a picture on the page's background, with twice the points of the screen. */
async function pngOf(svg) {
	const image = new Image();
	const canvas = document.createElement("canvas");
	const address = URL.createObjectURL(svgOf(pictureText(svg)));

	image.src = address;
	await image.decode();
	URL.revokeObjectURL(address);
	canvas.width = 2 * image.width;
	canvas.height = 2 * image.height;
	const paper = canvas.getContext("2d");

	paper.fillStyle = getComputedStyle(document.body).backgroundColor;
	paper.fillRect(0, 0, canvas.width, canvas.height);
	paper.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function movingOf(grove, plan) {
	const { status, out, err } = await grove(["plan", "-", "--moving"], plan);

	if (status !== 0)
		throw new Error(err.replace(/^grove plan: (standard input: )?/, "").trim());
	return svgOf(out);
}

/* Saves as "svg", "png" or "moving" a file of that name without its ending. Returns what was saved. */
export async function savePicture(kind, name, svg, plan, grove) {
	const blob = kind === "moving" ? await movingOf(grove, plan) : kind === "png" ? await pngOf(svg) : svgOf(pictureText(svg));
	const link = document.createElement("a");

	link.href = URL.createObjectURL(blob);
	link.download = `${name}.${kind === "png" ? "png" : "svg"}`;
	link.click();
	URL.revokeObjectURL(link.href);
	return blob;
}
