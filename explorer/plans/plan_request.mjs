/* Changes the words of a request, and the heading of a plan's text. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* Returns the words of a request: "broadcast nesbt cube:3 --bytes 24" as a list. */
export function splitWords(text) {
	return text.trim().split(/\s+/).filter((word) => word);
}

/* Returns the value of an option, or null. */
export function optionOf(words, name) {
	for (let i = 0; i < words.length; i++) {
		if (words[i] === `--${name}`)
			return words[i + 1] ?? null;
		if (words[i].startsWith(`--${name}=`))
			return words[i].slice(name.length + 3);
	}
	return null;
}

/* Returns the words with other values of options; null takes an option away. */
export function withOptions(words, values) {
	const kept = [];

	for (let i = 0; i < words.length; i++) {
		const name = Object.keys(values).find((each) =>
			words[i] === `--${each}` || words[i].startsWith(`--${each}=`));

		if (name === undefined)
			kept.push(words[i]);
		else if (words[i] === `--${name}`)
			i++;
	}
	for (const name in values)
		if (values[name] !== null)
			kept.push(`--${name}`, String(values[name]));
	return kept;
}

const heading = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[^\n]*/;

function changeWord(line, name, value) {
	const word = new RegExp(`(\\s)${name}=\\S*`);

	return word.test(line) ? line.replace(word, `$1${name}=${value}`) : `${line} ${name}=${value}`;
}

/* Splits a text at the heading, the first line that is not a comment. */
function splitHeading(text) {
	const [all] = heading.exec(text);
	const begin = all.lastIndexOf("\n") + 1;
	const line = all.slice(begin).replace(/\s*(#.*)?$/, "");

	return { before: text.slice(0, begin), line, after: text.slice(all.length) };
}

/* Returns a plan's text with other values in the heading, as { ports: "single" }. */
export function withHeading(text, values) {
	const { before, line, after } = splitHeading(text);
	const changed = Object.keys(values).reduce((said, name) => changeWord(said, name, values[name]), line);

	return before + changed + after;
}

/* Returns a plan's text on another network. */
export function withNetwork(text, from, to) {
	const { before, line, after } = splitHeading(text);
	const words = line.split(/(\s+)/).map((word) => word === from ? to : word);

	return before + words.join("") + after;
}

/* Returns a network's name with links that are absent, as "0-1", beside those that are absent
 * already. */
export function withoutLinks(network, links) {
	return links.length ? `${network}${network.includes("~") ? "," : "~"}${links.join(",")}` : network;
}

const asked = ["bytes", "packet", "ports", "duplex", "root", "destination", "order"];

/* Returns the words by which the command makes a plan with the heading of a text. A heading without
 * an algorithm leaves the choice to the command. */
export function requestOfHeading(text) {
	const words = splitWords(splitHeading(text).line);
	const names = words.filter((word) => !word.includes("="));
	const [collective, network] = [names[0], names.at(-1)];
	const options = Object.fromEntries(words.map((word) => word.split("=", 2)).filter(([name]) => asked.includes(name)));

	return withOptions([collective, names.length > 2 ? names[1] : "auto", network], options);
}
