/* Starts the threads of a team, each on its cpu, and ends the threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/machine/cpu_loads.h"
#include "runtime/team/job.h"
#include "runtime/team/team_threads.h"

static int stack_choose(pthread_attr_t *attributes, size_t least)
{
	size_t bytes;
	int error = pthread_attr_getstacksize(attributes, &bytes);

	if (!error && bytes < least)
		error = pthread_attr_setstacksize(attributes, least);
	return error;
}

/* Where nodes share threads, bodies have other stacks (crew.h). */
static size_t own_stack(const struct team *team)
{
	return team->threads == team->here ? team->bodies.stack : (size_t)STACK_USUAL;
}

/* On that cpu from its first moment, if not negative: a new thread that looks for its first job on
 * the cpu of its creator may keep the creator from going on. */
static int thread_create(struct worker *worker, int cpu)
{
	pthread_attr_t attributes;
	int error = pthread_attr_init(&attributes);

	if (error)
		return error;
	error = stack_choose(&attributes, own_stack(worker->team));
	if (!error && cpu >= 0)
		error = attributes_bind(&attributes, cpu);
	if (!error)
		error = pthread_create(&worker->handle, &attributes, worker_main, worker);
	pthread_attr_destroy(&attributes);
	return error;
}

static int thread_start(struct worker *worker)
{
	int cpu = load_own(&worker->cpu), error = thread_create(worker, cpu);

	if (error == EINVAL && cpu >= 0) {
		cpu_loads_return(cpu);
		store_own(&worker->cpu, -1);
		error = thread_create(worker, -1);
	}
	if (error)
		return why(EAGAIN,
			"%s: thread %d of %d, with a stack of at least %zu KiB, could not be "
			"started: %s",
			worker->team->net.name, worker->number, worker->team->threads,
			own_stack(worker->team) >> 10, strerror(error));
	worker->started = true;
	return 0;
}

/* Threads inherit the signal mask of their creator: bodies are the application's code, and its
 * handlers run there. */
int threads_start(struct team *team)
{
	int error = 0;

	for (int w = team->primary; w < team->threads && !error; w++)
		if (!team->worker[w].started)
			error = thread_start(&team->worker[w]);
	return error;
}

int threads_place(struct team *team, const struct cpus *cpus, const char *text)
{
	struct pins pins;
	int error = pins_read(&pins, cpus, text);
	int *cpu = error ? NULL : malloc((size_t)team->threads * sizeof *cpu);

	if (!error)
		error = cpu ? cpu_loads_take(cpu, team->threads, &pins, cpus)
			    : why(ENOMEM, "no memory to pin %d threads", team->threads);
	for (int w = 0; w < team->threads && !error; w++)
		store_own(&team->worker[w].cpu, cpu[w]);
	free(cpu);
	pins_free(&pins);
	return error;
}

int threads_cores(const struct team *team, int usable)
{
	int own = 0;
	struct cpu_set set = { { 0 } };

	for (int w = 0; w < team->threads; w++) {
		int cpu = load_own(&team->worker[w].cpu);

		if (cpu < 0)
			return usable;
		own += !cpu_set_has(&set, cpu);
		cpu_set_add(&set, cpu);
	}
	return own < team->threads && own < usable ? own : usable;
}

int threads_renew(struct team *team)
{
	for (int w = 0; w < team->threads; w++) {
		struct worker *worker = &team->worker[w];

		if (!worker->ended)
			continue;
		pthread_join(worker->handle, NULL);
		worker->started = worker->ended = false;
	}
	return threads_start(team);
}

/* Exchanges the cpu on which the calling thread is for the one that was left free for that
 * thread. */
static void make_room(struct worker *primary, struct worker *other)
{
	int here = load_own(&other->cpu), left = load_own(&primary->cpu);

	if (left < 0 || !thread_bind(other->handle, left))
		return;
	store_own(&other->cpu, left);
	store_own(&primary->cpu, here);
}

void threads_make_room(struct team *team)
{
	int here = sched_getcpu();

	if (here == team->primary_at)
		return;
	team->primary_at = here;
	for (int w = 1; w < team->threads; w++)
		if (here >= 0 && load_own(&team->worker[w].cpu) == here) {
			make_room(&team->worker[0], &team->worker[w]);
			return;
		}
}

void threads_close(struct team *team)
{
	team_stop(team);
	/* A worker without a team was never opened, and its cpu never taken: memory was short
	 * before. */
	for (int w = 0; w < team->threads && team->worker; w++)
		if (team->worker[w].team)
			cpu_loads_return(load_own(&team->worker[w].cpu));
}
