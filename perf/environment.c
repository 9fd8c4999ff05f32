/* Reads what a measurement must say about the machine and the build it was made on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include "config.h"
#include "grove.h"
#include "perf/clock.h"
#include "perf/environment.h"
#include "runtime/cpus.h"

#define CPU0 "/sys/devices/system/cpu/cpu0/cpufreq/"

/* The first line of a file, "" when there is none. */
static void line_read(char *text, size_t size, const char *path)
{
	FILE *file = fopen(path, "r");

	text[0] = 0;
	if (!file)
		return;
	if (!fgets(text, (int)size, file))
		text[0] = 0;
	text[strcspn(text, "\n")] = 0;
	fclose(file);
}

/* "always [madvise] never": the word in brackets. */
static void huge_pages_read(char *text, size_t size)
{
	char line[64], *open, *close;

	line_read(line, sizeof line, "/sys/kernel/mm/transparent_hugepage/enabled");
	open = strchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	snprintf(text, size, "%.*s", close ? (int)(close - open - 1) : 0, close ? open + 1 : "");
}

#if defined(__x86_64__)
static const struct {
	const char *signature, *name;
} hypervisors[] = {
	{ "KVMKVMKVM", "kvm" },
	{ "Microsoft Hv", "hyperv" },
	{ "VMwareVMware", "vmware" },
	{ "XenVMMXenVMM", "xen" },
	{ "bhyve bhyve ", "bhyve" },
	{ "TCGTCGTCGTCG", "qemu" },
};

static void hypervisor_read(char *text, size_t size)
{
	unsigned a, b, c, d;
	char signature[13] = "";

	snprintf(text, size, "none");
	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 31))
		return;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	snprintf(text, size, "%s", signature);
	for (size_t i = 0; i < sizeof hypervisors / sizeof hypervisors[0]; i++)
		if (!strcmp(signature, hypervisors[i].signature))
			snprintf(text, size, "%s", hypervisors[i].name);
}
#else
static void hypervisor_read(char *text, size_t size)
{
	line_read(text, size, "/sys/hypervisor/type");
}
#endif

static double cache_bytes(hwloc_topology_t topology, hwloc_obj_type_t type)
{
	hwloc_obj_t cache = hwloc_get_obj_by_type(topology, type, 0);

	return cache ? (double)cache->attr->cache.size : 0;
}

static void machine_read(struct environment *e)
{
	hwloc_topology_t topology;
	hwloc_obj_t package;
	const char *model = NULL;

	if (hwloc_topology_init(&topology))
		return;
	if (!hwloc_topology_load(topology)) {
		package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
		if (package)
			model = hwloc_obj_get_info_by_name(package, "CPUModel");
		snprintf(e->cpu_model, sizeof e->cpu_model, "%s", model ? model : "");
		e->cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
		e->cpus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
		e->cache_bytes[0] = cache_bytes(topology, HWLOC_OBJ_L1CACHE);
		e->cache_bytes[1] = cache_bytes(topology, HWLOC_OBJ_L2CACHE);
		e->cache_bytes[2] = cache_bytes(topology, HWLOC_OBJ_L3CACHE);
	}
	hwloc_topology_destroy(topology);
}

static void system_read(struct environment *e)
{
	struct utsname name;
	char frequency[32];

	if (!uname(&name))
		snprintf(e->kernel, sizeof e->kernel, "%s %s %s", name.sysname, name.release,
			name.machine);
	line_read(e->governor, sizeof e->governor, CPU0 "scaling_governor");
	line_read(frequency, sizeof frequency, CPU0 "cpuinfo_max_freq");
	e->frequency_max_Hz = 1e3 * strtod(frequency, NULL);
	huge_pages_read(e->huge_pages, sizeof e->huge_pages);
	hypervisor_read(e->hypervisor, sizeof e->hypervisor);
	if (getloadavg(e->load_average, 3) < 3)
		memset(e->load_average, 0, sizeof e->load_average);
}

/* Options that are not set leave spaces behind. */
static void copy_trimmed(char *to, size_t size, const char *from)
{
	size_t length = strlen(from);

	while (length && from[length - 1] == ' ')
		length--;
	snprintf(to, size, "%.*s", (int)length, from);
}

void environment_read(struct environment *e)
{
	const struct clock *clock = clock_get();
	time_t now = time(NULL);
	struct tm utc;

	memset(e, 0, sizeof *e);
	if (gmtime_r(&now, &utc))
		strftime(e->date, sizeof e->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
	snprintf(e->version, sizeof e->version, "%s", CONFIG_VERSION);
	snprintf(e->compiler, sizeof e->compiler, "%s", CONFIG_COMPILER);
	copy_trimmed(e->flags, sizeof e->flags, CONFIG_FLAGS);
	snprintf(e->clock, sizeof e->clock, "%s", clock->counter ? "tsc" : "clock_gettime");
	e->tsc_Hz = clock->counter ? 1 / clock->tick : 0;
	e->clock_cost_s = clock->cost;
	e->usable_cpus = cores_usable();
	machine_read(e);
	system_read(e);
}
