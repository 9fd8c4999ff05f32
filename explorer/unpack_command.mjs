/* Unpacks the command that a page contains: WebAssembly, packed by gzip, written in base64. */
/* SPDX-License-Identifier: BSD-2-Clause */

export async function unpackCommand() {
	const packed = Uint8Array.from(atob(document.getElementById("wasm").textContent.trim()),
		(c) => c.charCodeAt(0));
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));

	return new Uint8Array(await new Response(stream).arrayBuffer());
}
