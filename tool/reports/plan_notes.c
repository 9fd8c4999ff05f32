/* Finds and prints redundant packets and unused links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "tool/output/json_out.h"
#include "tool/reports/plan_notes.h"

enum {
	NOTE_TEXT = 256
};

static void find_unused(struct plan_notes *notes, const bool *used)
{
	const struct network *net = &notes->schedule->problem.net;
	size_t ports = (size_t)net->ports;

	for (size_t link = (size_t)net->nodes * ports; link--;) {
		int from = (int)(link / ports);
		int to = used[link] ? -1 : network_neighbour(net, from, (int)(link % ports));

		if (to < 0)
			continue;
		notes->unused++;
		notes->from = from;
		notes->to = to;
	}
}

int plan_notes_find(struct plan_notes *notes, const struct schedule *schedule,
	const struct redundancy *redundant)
{
	const struct network *net = &schedule->problem.net;
	size_t ports = (size_t)net->ports;
	bool *used = array_zeros((size_t)net->nodes * ports, sizeof *used);

	if (!used)
		return why(ENOMEM, "no memory for the links of %s", net->name);
	*notes = (struct plan_notes){
		.schedule = schedule, .redundant = *redundant, .links = (size_t)network_links(net)
	};
	for (size_t i = 0; i < schedule->packets; i++)
		used[(size_t)schedule->packet[i].from * ports + schedule->packet[i].port] = true;
	find_unused(notes, used);
	free(used);
	return 0;
}

/* Writes the note on redundant packets. Returns false if there is nothing to say. */
static bool redundant_text(const struct plan_notes *notes, char text[NOTE_TEXT])
{
	const struct schedule *s = notes->schedule;
	const struct redundancy *r = &notes->redundant;
	const struct packet *first = &s->packet[r->first];
	char line[32] = "";

	if (!r->packets)
		return false;
	if (s->line_of)
		snprintf(line, sizeof line, ", line %u", s->line_of[r->first]);
	snprintf(text, NOTE_TEXT,
		"%zu of %zu packets bring only bytes that the receiver has anyway; the first is "
		"%d -> %d in step %d%s",
		r->packets, s->packets, first->from, first->to, first->step, line);
	return true;
}

static bool unused_text(const struct plan_notes *notes, char text[NOTE_TEXT])
{
	if (notes->unused)
		snprintf(text, NOTE_TEXT,
			"%zu of %zu links carry nothing; the first is from %d to %d", notes->unused,
			notes->links, notes->from, notes->to);
	return notes->unused;
}

void plan_notes_print(const struct plan_notes *notes)
{
	char text[NOTE_TEXT];

	if (redundant_text(notes, text))
		printf("  note: %s\n", text);
	if (unused_text(notes, text))
		printf("  note: %s\n", text);
}

void plan_notes_write(const struct plan_notes *notes)
{
	char text[NOTE_TEXT];

	json_open("notes", '[');
	if (redundant_text(notes, text)) {
		json_open(NULL, '{');
		json_text("note", "redundant");
		json_size("packets", notes->redundant.packets);
		json_size("bytes", notes->redundant.bytes);
		json_text("text", text);
		json_close('}');
	}
	if (unused_text(notes, text)) {
		json_open(NULL, '{');
		json_text("note", "unused");
		json_size("links", notes->unused);
		json_text("text", text);
		json_close('}');
	}
	json_close(']');
}
