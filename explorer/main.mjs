/* Unpacks the command that the page contains, and starts the page. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { grove, load } from "./command.mjs";
import { openPage } from "./page.mjs";

/* The command is WebAssembly, packed by gzip, written in base64. */
async function unpackCommand() {
	const packed = Uint8Array.from(atob(document.getElementById("wasm").textContent.trim()),
		(c) => c.charCodeAt(0));
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));

	return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function main() {
	await load(await unpackCommand());
	await openPage(grove);
}
