/* Unpacks the command that the page contains, and starts the page. */
/* SPDX-License-Identifier: BSD-2-Clause */
import { grove, load } from "./command.mjs";
import { openPage } from "./page.mjs";
import { unpackCommand } from "./unpack_command.mjs";

export async function main() {
	await load(await unpackCommand());
	await openPage(grove);
}
