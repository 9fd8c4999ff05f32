/* A plug-in's host loads and unloads the shared library again and again, and threads outlive it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
#include "tests/test.h"
#include "grove.h"
#include "tests/sanitized.h"

enum {
	LOADS = 1100, /* more than a process has keys of pthreads */
	GROWTH_KIB = 4096
};

static struct {
	void *handle;
	__typeof__(grove_team_open) *open;
	__typeof__(grove_team_run) *run;
	__typeof__(grove_team_free) *close;
	__typeof__(grove_barrier) *barrier;
	__typeof__(grove_attach) *attach;
	__typeof__(grove_detach) *detach;
	__typeof__(grove_why) *why;
} grove;

static void load(void)
{
	const char *build = getenv("GROVE_BUILD");
	char path[4096];

	snprintf(path, sizeof path, "%s/libgrove.so", build ? build : "build");
	if (access(path, R_OK))
		skip(); /* a build without a shared library */
	grove.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!grove.handle)
		fail_msg("%s", dlerror());
	grove.open = dlsym(grove.handle, "grove_team_open");
	grove.run = dlsym(grove.handle, "grove_team_run");
	grove.close = dlsym(grove.handle, "grove_team_free");
	grove.barrier = dlsym(grove.handle, "grove_barrier");
	grove.attach = dlsym(grove.handle, "grove_attach");
	grove.detach = dlsym(grove.handle, "grove_detach");
	grove.why = dlsym(grove.handle, "grove_why");
}

static int meets(struct grove_node *me, void *unused)
{
	return grove.barrier(me);
}

static void use(void)
{
	struct grove_team *team;

	if (grove.open(&team, &(struct grove_team_options){ .network = "gh:2" }) ||
		grove.run(team, meets, NULL) || grove.close(team))
		fail_msg("%s", grove.why());
}

static long resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long all, resident = 0;

	if (file && fscanf(file, "%ld %ld", &all, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

TEST("a library is loaded any number of times")
{
	long before = 0;

	for (int i = 0; i < LOADS; i++) {
		load();
		use();
		dlclose(grove.handle);
		if (i == 20)
			before = resident_kib();
	}
	if (!SANITIZED)
		assert_true(resident_kib() - before < GROWTH_KIB);
}

struct guest {
	struct grove_team *team;
	pthread_barrier_t both;
	int error;
};

static void *be_node(void *argument)
{
	struct guest *guest = argument;
	struct grove_node *me;

	guest->error = grove.attach(guest->team, 0, &me);
	if (!guest->error)
		guest->error = grove.barrier(me);
	if (!guest->error)
		guest->error = grove.detach(me);
	pthread_barrier_wait(&guest->both); /* has used the library */
	pthread_barrier_wait(&guest->both); /* the library is closed */
	return NULL;
}

TEST("a thread that was a node ends after the library is closed")
{
	struct guest guest;
	pthread_t thread;

	load();
	assert_int_equal(grove.open(&guest.team, &(struct grove_team_options){ .network = "cube:0",
							 .threads = GROVE_CALLER }),
		0);
	pthread_barrier_init(&guest.both, NULL, 2);
	assert_int_equal(pthread_create(&thread, NULL, be_node, &guest), 0);
	pthread_barrier_wait(&guest.both);
	assert_int_equal(grove.close(guest.team), 0);
	dlclose(grove.handle);
	pthread_barrier_wait(&guest.both);
	pthread_join(thread, NULL);
	assert_int_equal(guest.error, 0);
	pthread_barrier_destroy(&guest.both);
}

BEFORE_TESTS
{
	alarm(100);
}
