/* A plan as the pictures of a lesson need it: packets with tone and letters, and when each node gets each piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { concerns } from "../../explorer/plans/holdings.mjs";
import { readModel } from "../../explorer/plans/model.mjs";
import { openTiming } from "./timing.mjs";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const MOST_CELLS = 8;
export const TONES = 6;

const meet = (a, b) => a[0] === b[0] && a[1] < b[2] && b[1] < a[2];

/* A piece is a letter, or the number of its block where blocks differ. */
function namesOf(things) {
	const blocks = new Set(things.map(([block]) => block));

	if (blocks.size > 1)
		return things.map(([block]) => String(block));
	return things.map((_, i) => LETTERS[i] ?? String(i));
}

/* The link of each tree: Map of "from-to" to tree. */
async function treesOf(grove, request) {
	const [, family, network] = request.split(" ");
	const { out } = await grove(["trees", network, family, "--json"]);
	const links = new Map();

	JSON.parse(out).trees.forEach(({ parent }, tree) => parent.forEach((from, to) => {
		if (from >= 0)
			links.set(`${from}-${to}`, tree);
	}));
	return links;
}

/* The end of the packets that bring a thing to a node in a step. */
function broughtAt({ holdings, transfers }, timing, to, thing, step) {
	return (holdings.brought.get(`${step} ${to}`) ?? [])
		.filter((i) => !transfers[i].pieces.length || transfers[i].pieces.some((piece) => meet(piece, holdings.things[thing])))
		.reduce((last, i) => Math.max(last, timing.starts[step] + timing.beta + transfers[i].bytes * timing.tau), 0);
}

/* For each node its pieces: [{ thing, gets: [{ at: seconds, share }] }]. */
function findArrivals(model, timing) {
	const { holdings, problem } = model;

	if (!holdings)
		return [];
	return Array.from({ length: problem.nodes }, (_, node) => holdings.things.flatMap((_, thing) => {
		if (!concerns(holdings, node, thing))
			return [];
		const gets = (holdings.entries[node * holdings.things.length + thing] ?? []).map(({ step, contributors }) => ({
			at: step < 0 ? -1 : broughtAt(model, timing, node, thing, step),
			share: contributors ? Math.min(1, new Set(contributors).size / problem.nodes) : 1,
		}));

		return [{ thing, gets }];
	}));
}

/* Returns the share that a node holds of a piece at a time. */
export function shareAt({ gets }, t) {
	return gets.reduce((share, each) => each.at <= t + 1e-9 ? each.share : share, 0);
}

function dressPackets(model, trees, names) {
	const things = model.holdings?.things ?? [];

	for (const packet of model.transfers) {
		const inside = things.flatMap((thing, i) => packet.pieces.some((piece) => meet(piece, thing)) ? [i] : []);

		packet.tone = (trees ? trees.get(`${packet.from}-${packet.to}`) ?? 0 : packet.way) % TONES;
		packet.things = inside;
		packet.name = inside.length === 0 ? "" : inside.length < 3 ? inside.map((i) => names[i]).join("") : `×${inside.length}`;
	}
}

/* Reads a plan's text: the model (model.mjs) with names, timing, arrivals, cells; trees: colour by tree of the request. */
export async function readPicturePlan(grove, text, machine, { request, byTree } = {}) {
	const model = Object.assign(await readModel(grove, request ?? "", text, machine), { text });

	if (!model.network)
		return model;
	const timing = openTiming(model, machine);
	const names = namesOf(model.holdings?.things ?? []);
	const trees = byTree && request ? await treesOf(grove, request) : null;

	dressPackets(model, trees, names);
	const arrivals = findArrivals(model, timing);
	const most = arrivals.reduce((count, list) => Math.max(count, list.length), 0);

	return Object.assign(model, { timing, names, arrivals, trees, cells: most <= MOST_CELLS && model.problem.nodes <= 32 ? most : 0 });
}

/* Makes the plan of a request ("broadcast sbt cube:3 --bytes 24"). */
export async function makePicturePlan(grove, request, machine, byTree) {
	const { status, out, err } = await grove(["plan", ...request.split(/\s+/)]);

	if (status !== 0)
		throw new Error(`${request}: ${err}`);
	return readPicturePlan(grove, out, machine, { request, byTree });
}
