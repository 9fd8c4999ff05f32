/* Answers for the machine in a page, where no threads, no calibration and no system files exist. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "base/large_pages.h"
#include "base/memory_budget.h"
#include "base/surroundings.h"
#include "library/machine/distance.h"
#include "library/machine/machine_files.h"
#include "runtime/machine/cpus.h"
#include "tool/arguments/command.h"

/* A page of WebAssembly has 64 KiB. The linker is told the same limit. */
static const size_t MOST_MEMORY = (size_t)1 << 30;

size_t memory_budget_left(void)
{
	return MOST_MEMORY - (size_t)__builtin_wasm_memory_size(0) * (64 << 10);
}

void large_pages_ask(void *memory, size_t bytes)
{
	(void)memory;
	(void)bytes;
}

const struct command *machine_command_at(int i)
{
	(void)i;
	return NULL;
}

/* The network `machine` has one core. */
const struct cpus *cpus_machine(void)
{
	static struct cpu core;
	static const struct cpus machine = { .count = 1,
		.usable = 1,
		.cpu = &core,
		.domains = { [DOMAIN_NODE] = 1, [DOMAIN_SOCKET] = 1, [DOMAIN_CORE] = 1 } };

	return &machine;
}

const struct cpus *cpus_machine_anew(void)
{
	return cpus_machine();
}

int machine_files_read(const struct machine_files_names **names)
{
	static const struct machine_files_names none = { .machine = "a page has none" };

	*names = &none;
	return 0;
}

int machine_files_calibration(const struct calibration **calibration)
{
	*calibration = NULL;
	return 0;
}

int machine_files_tuned(const struct tuned **tuned)
{
	*tuned = NULL;
	return 0;
}

int distance_machine(const struct machine **machine, const int cpus[2], double age)
{
	(void)cpus;
	(void)age;
	*machine = NULL;
	return 0;
}

/* Nobody changes the arithmetic and the locale of the page. */
struct surroundings surroundings_plain(void)
{
	return (struct surroundings){ 0 };
}

void surroundings_restore(const struct surroundings *callers)
{
	(void)callers;
}
