/* What the threads do to reach a limit of a row: bare copies, or a bare line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "perf/limit_acts.h"

enum {
	LOOKS = 1 << 23 /* of a thread at a line, if the other thread has failed */
};

static const struct limit_way *contender_of(const struct session_act *act)
{
	return (const struct limit_way *)(const void *)act;
}

static void run_copies(const struct session *s, const struct session_act *act, int thread)
{
	const struct limit_way *c = contender_of(act);

	(void)s;
	bare_run(c->copies, thread, c->way);
}

static void keep_row(const struct session *s, const struct session_act *act, int thread)
{
	session_keep(s, thread);
	bare_ready(contender_of(act)->copies, thread);
}

static void keep_links(const struct session *s, const struct session_act *act, int thread)
{
	const struct bare_work *copies = contender_of(act)->copies;

	for (size_t i = 0; i < copies->groups; i++) {
		const struct bare_group *group = &copies->group[i];
		const struct bare_step *step = &copies->step[group->first];
		bool reads = group->reader == thread, owns = group->owner == thread;
		struct kept_memory memory = {
			.in = owns ? (void *)(uintptr_t)step->from : NULL,
			.out = reads ? step->to : NULL,
			.in_bytes = owns ? copies->bytes : 0,
			.out_bytes = reads ? copies->bytes : 0,
		};

		data_keep(&s->keeper, &memory);
	}
	data_keep_end(&s->keeper);
	bare_ready(copies, thread);
}

/* Takes the line to its owner's core, as slots are fetched before a packet is written. */
static void keep_line(const struct session *s, const struct session_act *act, int thread)
{
	struct shared_line *line = contender_of(act)->line;
	uint64_t number;

	(void)s;
	if (thread != line->owner)
		return;
	number = atomic_load_explicit(&line->number, memory_order_relaxed);
	atomic_store_explicit(&line->number, number, memory_order_relaxed);
}

static void run_line(const struct session *s, const struct session_act *act, int thread)
{
	struct shared_line *line = contender_of(act)->line;
	uint64_t number = 0;

	(void)s;
	if (thread == line->owner) {
		number = atomic_load_explicit(&line->number, memory_order_relaxed);
		atomic_store_explicit(&line->number, number + 1, memory_order_relaxed);
	} else if (thread == line->reader) {
		line->seen++;
		for (int k = 0; number < line->seen && k < LOOKS; k++)
			number = atomic_load_explicit(&line->number, memory_order_relaxed);
	}
}

static void fill_links(const struct session *s, const struct session_act *act, int thread)
{
	const struct bare_work *copies = contender_of(act)->copies;

	(void)s;
	for (size_t i = 0; i < copies->groups; i++) {
		const struct bare_step *step = &copies->step[copies->group[i].first];

		if (copies->group[i].owner == thread)
			memset((void *)(uintptr_t)step->from, 1, copies->bytes);
		if (copies->group[i].reader == thread)
			memset(step->to, 0, copies->bytes);
	}
}

const struct session_act limit_acts[LIMITS] = {
	[LIMIT_LINE] = { keep_line, run_line },
	[LIMIT_COPIES] = { keep_row, run_copies },
	[LIMIT_OWN] = { keep_row, run_copies },
	[LIMIT_CROSSING] = { keep_row, run_copies },
	[LIMIT_LINKS] = { keep_links, run_copies },
};

const struct session_act limit_filling = { fill_links, fill_links };
