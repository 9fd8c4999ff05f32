/* Holds the command in a page against the native command: the same plans, verdicts and times, as TAP. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , source, build, folder] = process.argv;
const { grove, load } = await import(pathToFileURL(`${source}/explorer/command.mjs`).href);

const NETWORKS = ["cube:3", "gh:2x3", "gh:5", "star:4", "ccc:3", "butterfly:3", "ring:5", "torus:3x3",
	"mesh:2x3", "cube:3~0-1"];
const COLLECTIVES = ["broadcast", "reduce", "scatter", "gather", "allgather", "reducescatter", "allreduce",
	"alltoall", "send", "permute", "barrier", "scan", "exscan"];
const FAMILIES = { cube: ["nesbt", "sbnt"], gh: ["bst", "sbt"], star: ["mst"], ccc: ["adst3"],
	butterfly: ["adst4"], ring: ["rsbt2"], torus: ["hp2"], mesh: ["sbt"] };
const PORTS = ["all", "sendrecv", "exchange", "single"];
const DAMAGES = 1;	/* of each plan */

/* ---- Requests, plans and damaged plans ---- */

function requests() {
	const all = [];

	for (const network of NETWORKS)
		for (const collective of COLLECTIVES)
			for (const algorithm of ["auto", "bfs", ...FAMILIES[network.split(":")[0]]])
				all.push([collective, algorithm, network, "--bytes", "48", "--packet", "16",
					"--ports", PORTS[all.length % 4], "--duplex", all.length % 5 ? "full" : "half"]);
	return all;
}

/* The same numbers in each run. */
let seed = 1;

function below(limit) {
	seed = (seed * 48271) % 2147483647;
	return seed % limit;
}

const changeNumber = (line, at) => {
	let i = 0;

	return line.replace(/\d+/g, (number) => i++ === at ? String(below(Number(number) + 4)) : number);
};

/* Each takes the lines and the index of a packet's line. */
const damages = [
	(lines, i) => lines.splice(i, 1),
	(lines, i) => lines.splice(i, 0, lines[i]),
	(lines, i) => lines.splice(below(lines.length - 2) + 2, 0, ...lines.splice(i, 1)),
	(lines, i) => { lines[i] = changeNumber(lines[i], 0); },
	(lines, i) => { lines[i] = changeNumber(lines[i], 1); },
	(lines, i) => { lines[i] = changeNumber(lines[i], 2); },
	(lines, i) => { lines[i] = changeNumber(lines[i], 4); },
	(lines, i) => { lines[i] = lines[i].replace(/->/, "=>"); },
	(lines) => { lines[0] = lines[0].replace(/ports=\S+/, "ports=single"); },
	(lines) => { lines[0] = lines[0].replace(/packet=\d+/, "packet=3"); },
	(lines) => { lines[0] = lines[0].replace(/bytes=\d+/, "bytes=64"); },
	(lines) => { lines[0] = lines[0].replace(/^\S+/, COLLECTIVES[below(COLLECTIVES.length)]); },
];

function damaged(text) {
	const lines = text.split("\n");
	const packets = lines.flatMap((line, i) => line.includes("->") ? [i] : []);

	if (packets.length)
		damages[below(damages.length)](lines, packets[below(packets.length)]);
	return lines.join("\n");
}

/* ---- Both commands ---- */

/* The native command in one shell: an answer is two files and a status. */
function runNative(jobs) {
	const quote = (word) => `'${word}'`;
	const script = jobs.map(({ words, input }, i) =>
		`"$G" ${words.map(quote).join(" ")} <${input ?? "/dev/null"} >${i}.out 2>${i}.err; echo $? >${i}.status`);

	writeFileSync(`${folder}/jobs.sh`, script.join("\n"));
	spawnSync("sh", ["jobs.sh"], { cwd: folder, env: { ...process.env, G: `${build}/grove`, GROVE_MACHINE: "", GROVE_TUNE: "" } });
	return jobs.map((_, i) => ({ status: Number(readFileSync(`${folder}/${i}.status`)),
		out: readFileSync(`${folder}/${i}.out`, "utf8"), err: readFileSync(`${folder}/${i}.err`, "utf8") }));
}

/* Returns a line for each job whose answers differ. */
function differences(jobs, pages) {
	return runNative(jobs).flatMap((native, i) => ["status", "out", "err"]
		.filter((field) => native[field] !== pages[i][field])
		.map((field) => `${jobs[i].words.join(" ")} <${jobs[i].input ?? ""}: ${field}: native ` +
			`${String(native[field]).slice(0, 200)} page ${String(pages[i][field]).slice(0, 200)}`));
}

let number = 0;

function ok(good, sentence, details = []) {
	console.log(`${good ? "ok" : "not ok"} ${++number} - ${sentence}`);
	if (!good) {
		console.log(details.slice(0, 10).join("\n").replace(/^/gm, "# "));
		process.exitCode = 1;
	}
}

console.log("1..6");
await load(readFileSync(`${build}/explorer/grove.wasm`));
mkdirSync(folder, { recursive: true });

/* Plans. */
const made = requests().map((request) => ({ words: ["plan", ...request] }));
const answers = made.map(({ words }) => grove(words));
const plans = answers.filter(({ status }) => status === 0).map(({ out }) => out);
const wrong = differences(made, answers);

ok(!wrong.length && plans.length >= 200, `${made.length} requests: ${plans.length} plans and the refusals are equal`,
	wrong);

/* Verdicts: of plans, of damaged plans, and of plans with typical mistakes. */
const students = readdirSync(`${source}/tests/tool/students`).filter((name) => name.endsWith(".plan"))
	.map((name) => readFileSync(`${source}/tests/tool/students/${name}`, "utf8"));
const texts = [...plans, ...plans.flatMap((text) => Array.from({ length: DAMAGES }, () => damaged(text))), ...students];
const judged = texts.flatMap((text, i) => {
	writeFileSync(`${folder}/${i}.plan`, text);
	return [["verify", "-"], ["verify", "-", "--json"]].map((words) => ({ words, input: `${i}.plan`, text }));
});
const verdicts = judged.map(({ words, text }) => grove(words, text));
const fits = ({ err }) => !/counts to 4 GiB - 1/.test(err);	/* a page has 32 bits */
const unequal = differences(judged.filter((_, i) => fits(verdicts[i])), verdicts.filter(fits));
const share = (status) => verdicts.filter((verdict, i) => i % 2 && verdict.status === status).length;

ok(!unequal.length && texts.length >= 500, `${texts.length} verdicts, as text and JSON: equal (` +
	`${share(0)} right, ${share(1)} wrong, ${share(2)} not read)`, unequal);
ok(share(0) >= 200 && share(1) >= 150 && share(2) >= 5, "verdicts of all kinds were compared");

/* Times, holdings, networks and trees. */
const shown = plans.filter((_, i) => i % 8 === 0).flatMap((text) => {
	const i = plans.indexOf(text);

	return [["simulate", "-", "--json"], ["plan", "-", "--json"], ["plan", "-", "--holds", "--json"]]
		.map((words) => ({ words, input: `${i}.plan`, text }));
}).concat(NETWORKS.flatMap((network) => [{ words: ["network", network, "--json"] },
	{ words: ["trees", network, "bfs", "--json"] }]), [{ words: ["list", "trees"] }, { words: ["--version"] }]);
const others = differences(shown, shown.map(({ words, text }) => grove(words, text)));

ok(!others.length, `${shown.length} answers about times, holdings, networks and trees: equal`, others);

/* What a page has not got is refused, and a program that breaks off says so. */
const large = grove(["verify", "-"], "broadcast cube:2 bytes=4G\n");
const refusals = [["run", "broadcast", "sbt", "cube:3"], ["network", "graph:none"], ["simulate", "x.plan"]]
	.map((words) => grove(words));
const path = grove(["network", "graph:path", "--json"], "", { path: "0 1\n1 2\n" });
const flood = grove(["plan", "alltoall", "bfs", "cube:9", "--bytes", "512", "--packet", "1"]);

ok(/counts to 4 GiB - 1; the command on 64 bits takes more/.test(large.err), "a block of 4 GiB: the page names its limit",
	[large.err]);
ok(refusals.every(({ status, err }) => status === 2 && /^grove/.test(err)) && path.status === 0 &&
	JSON.parse(path.out).nodes === 3 && (flood.status === 0 || flood.err.startsWith("grove")),
"threads, files that are not there: refused; files handed in are read; a flood ends", [JSON.stringify(refusals)]);
