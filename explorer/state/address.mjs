/* Keeps the state in the address, so that a lecture links to a moment. */
/* SPDX-License-Identifier: BSD-2-Clause */

async function throughStream(bytes, stream) {
	const piped = new Blob([bytes]).stream().pipeThrough(stream);

	return new Uint8Array(await new Response(piped).arrayBuffer());
}

const toBase64 = (bytes) => {
	let text = "";

	for (const byte of bytes)
		text += String.fromCharCode(byte);
	return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const fromBase64 = (text) =>
	Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

export async function packText(text) {
	return toBase64(await throughStream(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
}

/* Returns the text, or null if the address was damaged. */
export async function unpackText(packed) {
	try {
		return new TextDecoder().decode(
			await throughStream(fromBase64(packed), new DecompressionStream("deflate-raw")));
	} catch {
		return null;
	}
}

/* A plan in the address: the request that makes the plan, "@1" for plan 1 of the page, or the text
 * compressed after "z:". */
async function planWord(model, given) {
	const place = given.findIndex((plan) => plan.text === model.text);

	return place >= 0 ? `@${place}` : model.request ?? `z:${await packText(model.text)}`;
}

const numbers = ["step", "seconds", "beta", "tau", "selected", "active", "fault"];
const words = { clock: ["steps", "seconds"], rows: ["link", "node", "level", "way"] };

/* Returns the state as the part of an address after #; defaults are left out. */
export async function addressOf(state, given, defaults) {
	const address = new URLSearchParams();
	const [a, b] = state.models;

	if (a)
		address.set("a", await planWord(a, given));
	if (b)
		address.set("b", await planWord(b, given));
	for (const name of [...numbers, ...Object.keys(words)])
		if (state[name] !== defaults[name])
			address.set(name, state[name]);
	if (state.broken.length)
		address.set("broken", state.broken.join(","));
	return address.toString();
}

/* Reads an address: { plans: [word, word], patch }. Whatever is damaged is left out. */
export function readAddress(hash) {
	const address = new URLSearchParams(hash.replace(/^#/, ""));
	const patch = {};

	for (const name of numbers)
		if (address.has(name) && address.get(name) !== "" && Number.isFinite(Number(address.get(name))))
			patch[name] = Number(address.get(name));
	for (const name in words)
		if (words[name].includes(address.get(name)))
			patch[name] = address.get(name);
	if (/^\d+-\d+(,\d+-\d+)*$/.test(address.get("broken") ?? ""))
		patch.broken = address.get("broken").split(",");
	return { plans: [address.get("a"), address.get("b")], patch: sound(patch) };
}

/* Leaves out numbers that the state cannot have. */
function sound(patch) {
	const whole = ["step", "selected", "active", "fault"];
	const least = { step: -1, selected: -1 };
	const most = { active: 1 };

	for (const name in patch) {
		const wrong = whole.includes(name) && !Number.isInteger(patch[name]) ||
			typeof patch[name] === "number" && patch[name] < (least[name] ?? 0) ||
			patch[name] > (most[name] ?? Infinity);

		if (wrong)
			delete patch[name];
	}
	return patch;
}
