/* Reads the properties of the machine and of the build that a measurement must state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include "base/small_file.h"
#include "config.h"
#include "grove.h"
#include "perf/timing/clock.h"
#include "perf/environment.h"
#include "runtime/machine/sysfs.h"

#define CPU0 "/sys/devices/system/cpu/cpu0/cpufreq/"

/* Reads the word in brackets of a line such as "always [madvise] never". */
static void huge_pages_read(char *text, size_t size)
{
	char line[64], *open, *close;

	small_file_line(line, sizeof line, "/sys/kernel/mm/transparent_hugepage/enabled");
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
	small_file_line(text, size, "/sys/hypervisor/type");
}
#endif

static void cpus_describe(struct environment *e)
{
	const struct cpus *cpus = cpus_machine();

	if (!cpus)
		return;
	model_read(e->cpu_model, "");
	e->cores = cpus->domains[DOMAIN_CORE];
	e->cpus = cpus->count;
	e->cache_bytes[0] = (double)cache_first_level(cpus, "");
	for (int level = 2; level <= 3; level++)
		e->cache_bytes[level - 1] = (double)cpus->level[level];
}

static void system_read(struct environment *e)
{
	struct utsname name;
	char frequency[32];

	if (!uname(&name))
		snprintf(e->kernel, sizeof e->kernel, "%s %s %s", name.sysname, name.release,
			name.machine);
	small_file_line(e->governor, sizeof e->governor, CPU0 "scaling_governor");
	small_file_line(frequency, sizeof frequency, CPU0 "cpuinfo_max_freq");
	e->frequency_max_Hz = 1e3 * strtod(frequency, NULL);
	huge_pages_read(e->huge_pages, sizeof e->huge_pages);
	hypervisor_read(e->hypervisor, sizeof e->hypervisor);
	if (getloadavg(e->load_average, 3) < 3)
		memset(e->load_average, 0, sizeof e->load_average);
}

static const char *clock_name_of(const struct clock *clock)
{
	return clock->simulated ? "simulated" : clock->counter ? "tsc" : "clock_gettime";
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
	snprintf(e->flags, sizeof e->flags, "%s", CONFIG_FLAGS);
	snprintf(e->clock, sizeof e->clock, "%s", clock_name_of(clock));
	e->clock_cost_s = clock_cost();
	e->usable_cpus = cores_usable();
	cpus_describe(e);
	system_read(e);
}
