// Runs the command, compiled to WebAssembly: a command line goes in, status and output come out.
// SPDX-License-Identifier: BSD-2-Clause

// Error numbers of WASI.
const DONE = 0, BAD_FILE = 8, NO_ENTRY = 44, NO_SYSTEM = 52, NOT_ALLOWED = 63;
// The command sees one folder, which holds the files that the caller hands in.
const FOLDER = 3, FIRST_FILE = 4;
const TYPE_STREAM = 2, TYPE_FOLDER = 3, TYPE_FILE = 4;
const ALL_RIGHTS = 0x1fffffff;

let program;

/** Compiles the program, once. */
export async function load(bytes) {
	program = await WebAssembly.compile(bytes);
}

class Ended extends Error {
	constructor(status) {
		super(`the command ended with status ${status}`);
		this.status = status;
	}
}

function joined(chunks) {
	const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
	let at = 0;
	for (const chunk of chunks) {
		all.set(chunk, at);
		at += chunk.length;
	}
	return new TextDecoder().decode(all);
}

const encoded = (text) => new TextEncoder().encode(text);

// The calls of WASI that the command makes, over memory, words and files of one run.
function system(run) {
	const view = () => new DataView(run.memory.buffer);
	const bytes = () => new Uint8Array(run.memory.buffer);
	const word = (at, value) => view().setUint32(at, value, true);
	const long = (at, value) => view().setBigUint64(at, BigInt(value), true);
	// A list of buffers, each an address and a length.
	const buffers = (at, count) => Array.from({ length: count }, (_, i) => {
		const from = view().getUint32(at + 8 * i, true);
		return bytes().subarray(from, from + view().getUint32(at + 8 * i + 4, true));
	});
	const named = (at, length) => new TextDecoder().decode(bytes().slice(at, at + length));

	const calls = {
		args_sizes_get(count, size) {
			word(count, run.words.length);
			word(size, run.words.reduce((sum, each) => sum + each.length + 1, 0));
			return DONE;
		},
		args_get(addresses, text) {
			for (const each of run.words) {
				word(addresses, text);
				bytes().set(each, text);
				bytes()[text + each.length] = 0;
				addresses += 4;
				text += each.length + 1;
			}
			return DONE;
		},
		proc_exit(status) {
			throw new Ended(status);
		},
		fd_prestat_get(file, prestat) {
			if (file !== FOLDER)
				return BAD_FILE;
			word(prestat, 0);
			word(prestat + 4, 1);
			return DONE;
		},
		fd_prestat_dir_name(_file, path, _length) {
			bytes().set(encoded("/"), path);
			return DONE;
		},
		fd_fdstat_get(file, stat) {
			if (file !== FOLDER && !run.open[file] && file > 2)
				return BAD_FILE;
			bytes().fill(0, stat, stat + 24);
			bytes()[stat] = file === FOLDER ? TYPE_FOLDER : TYPE_STREAM;
			long(stat + 8, ALL_RIGHTS);
			long(stat + 16, ALL_RIGHTS);
			return DONE;
		},
		path_open(_folder, _flags, path, length, create, _rights, _inherited, _more, opened) {
			const text = run.files.get(named(path, length));
			if (text === undefined)
				return create & 1 ? NOT_ALLOWED : NO_ENTRY;
			run.open[run.next] = { text, at: 0 };
			word(opened, run.next++);
			return DONE;
		},
		path_filestat_get(_folder, _flags, path, length, stat) {
			const text = run.files.get(named(path, length));
			if (text === undefined)
				return NO_ENTRY;
			bytes().fill(0, stat, stat + 64);
			bytes()[stat + 16] = TYPE_FILE;
			long(stat + 32, text.length);
			return DONE;
		},
		fd_read(file, list, count, read) {
			const source = run.open[file];
			if (!source)
				return BAD_FILE;
			let total = 0;
			for (const buffer of buffers(list, count)) {
				const part = source.text.subarray(source.at, source.at + buffer.length);
				buffer.set(part);
				source.at += part.length;
				total += part.length;
			}
			word(read, total);
			return DONE;
		},
		fd_write(file, list, count, written) {
			if (file !== 1 && file !== 2)
				return BAD_FILE;
			const parts = buffers(list, count).map((buffer) => buffer.slice());
			run.written[file].push(...parts);
			word(written, parts.reduce((sum, part) => sum + part.length, 0));
			return DONE;
		},
		fd_close(file) {
			return delete run.open[file] ? DONE : BAD_FILE;
		},
	};
	// A call that the command does not need answers that there is none.
	return new Proxy(calls, { get: (known, name) => known[name] ?? (() => NO_SYSTEM) });
}

function begun(words, input, files) {
	return {
		words: ["grove", ...words].map((each) => encoded(String(each))),
		files: new Map(Object.entries(files).map(([name, text]) =>
			[name.replace(/^(\.?\/)+/, ""), encoded(text)])),
		open: { 0: { text: encoded(input), at: 0 } },
		next: FIRST_FILE,
		written: { 1: [], 2: [] },
	};
}

// Says why the program broke off, which a right program does not.
function broken(error) {
	const memory = error instanceof RangeError ? "the stack or the memory of the page" : "";
	return `grove: the command broke off in the page (${memory || error.message})\n`;
}

/**
 * Runs a command line in an instance of its own, which leaves nothing behind.
 * `input` is standard input; `files` are texts by name, for words such as graph:NAME.
 * Returns { status, out, err }.
 */
export function grove(words, input = "", files = {}) {
	const run = begun(words, input, files);
	let status = 0, trouble = "";

	try {
		const instance = new WebAssembly.Instance(program,
			{ wasi_snapshot_preview1: system(run) });
		run.memory = instance.exports.memory;
		instance.exports._start();
	} catch (error) {
		status = error instanceof Ended ? error.status : 2;
		trouble = error instanceof Ended ? "" : broken(error);
	}
	return { status, out: joined(run.written[1]), err: joined(run.written[2]) + trouble };
}
