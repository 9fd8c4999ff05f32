/* Runs `grove reproduce`, which simulates the papers' claims and measures them on paced threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "grove_measure.h"
#include "perf/claim_run.h"
#include "tool/output/json_out.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"

/* The usual pace. A packet of 1 KiB takes 4 ms, far more than a thread needs to wake up. */
static const struct grove_pace usual = { 2e-3, 2e-6 };

static const double MOST_OFF = 0.1; /* share of the paper's ratio */

struct report {
	enum form form;
	struct run_options how;
	struct grove_pace pace;
	int off, late;
	double worst;
};

static double off_by(const struct reproduction *r)
{
	return r->threads / r->paper - 1;
}

static void write_result(const struct reproduction *r)
{
	const struct paper_claim *h = r->claim;

	json_row();
	json_text("name", h->name);
	json_text("text", h->text);
	json_text("citation", h->citation);
	json_text("network", r->network);
	json_text("collective", collective_name(h->before.collective));
	json_text("before", h->before.algorithm);
	json_text("before_ports", ports_name(h->before.ports));
	json_text("after", h->after.algorithm);
	json_text("after_ports", ports_name(h->after.ports));
	json_size("bytes", (uint64_t)r->setting.bytes);
	if (r->setting.packet == GROVE_PACKET_AUTO)
		json_text("packet", "auto");
	else
		json_size("packet", r->setting.packet);
	json_text("limit", h->limit);
	json_real("paper", r->paper);
	json_real("simulator", r->simulator);
	json_real("measured", r->threads);
	json_real("off", off_by(r));
	json_real("before_predicted_s", r->predicted[0]);
	json_real("after_predicted_s", r->predicted[1]);
	json_real("before_s", r->measured[0]);
	json_real("after_s", r->measured[1]);
	json_bool("late", r->late);
	json_close('}');
}

/* Prints the message, so that a reader can compute the paper's ratio. */
static void print_message(const struct paper_claim *h)
{
	if (h->length)
		puts("  blocks whose length in start-ups follows from `grove list crossovers`, in "
		     "the best packets");
	else if (h->packets)
		printf("  blocks of %zu KiB, in packets of 1 KiB\n", h->packets);
	else
		printf("  blocks of %zu B / N on N nodes, in packets of any size\n", h->bytes);
}

static void print_heading(const struct paper_claim *h)
{
	printf("\n%s: %s\n  %s; %s for %s\n", h->name, h->text, h->citation, h->limit,
		h->lengths ? h->lengths : "long messages");
	print_message(h);
	printf("  %-12s %9s %9s %8s %9s %9s %7s\n", "network", "before", "after", "paper",
		"simulator", "measured", "off");
}

static void print_result(const struct reproduction *r)
{
	printf("  %-12s %9s %9s %8.3f %9.3f %9.3f %+6.1f%%%s\n", r->network,
		time_text(r->measured[0]), time_text(r->measured[1]), r->paper,
		r->simulator, r->threads, 100 * off_by(r), r->late ? " late" : "");
	fflush(stdout);
}

static int show(struct report *report, const struct paper_claim *claim)
{
	int error = 0;

	if (report->form == FORM_TEXT)
		print_heading(claim);
	for (int n = claim->from; n <= claim->to && !error; n += claim->by) {
		struct reproduction result;
		char network[NETWORK_NAME];

		paper_claim_network(claim, n, network);
		progress("%s on %s", claim->name, network);
		error = reproduce(&result, claim, n, &report->how);
		progress_end();
		if (error)
			break;
		report->late += result.late;
		report->off += !(fabs(off_by(&result)) <= MOST_OFF);
		report->worst = fmax(report->worst, fabs(off_by(&result)));
		if (report->form == FORM_JSON)
			write_result(&result);
		else
			print_result(&result);
	}
	return error ? say_why(error) : STATUS_DONE;
}

static int no_such_claim(const char *name)
{
	struct did_you_mean nearest = did_you_mean(name);

	for (int i = 0; paper_claim_at(i); i++)
		did_you_mean_offer(&nearest, paper_claim_at(i)->name);
	return refuse_word(&nearest, "claim", NULL);
}

static void begin(const struct report *report)
{
	if (report->form == FORM_JSON) {
		json_open(NULL, '{');
		json_text("schema", "grove-reproduce");
		json_whole("schema_version", 1);
		json_real("beta", report->pace.beta);
		json_real("tau", report->pace.tau);
		json_open("results", '[');
		return;
	}
	printf("How many times as long the first schedule takes as the second, on links with %s "
	       "for\n"
	       "each packet and %s: by the paper's closed forms, by the simulator, and measured "
	       "on\n"
	       "threads that keep to these times; every byte was checked.\n",
		time_text(report->pace.beta),
		report->pace.tau > 0 ? rate_text(1 / report->pace.tau) : "any rate");
}

static int end(const struct report *report, int status)
{
	if (report->form == FORM_JSON) {
		json_close(']');
		json_close('}');
	}
	if (status != STATUS_DONE)
		return status;
	if (report->form == FORM_TEXT)
		printf("\nAll measured ratios are within %.1f %% of the papers'.\n",
			100 * report->worst);
	if (report->off)
		return say(STATUS_FAILED,
			"%d ratio%s more than 10 %% off; a node was late in %d of all "
			"measurements. Is the machine busy? See --beta",
			report->off, report->off == 1 ? " is" : "s are", report->late);
	return STATUS_DONE;
}

int command_reproduce(const struct options *options)
{
	struct report report = { .form = options->form,
		.how = { options->threads, options->pin, options->wait, options->timeout, true },
		.pace = usual };
	const char *name = options->words ? options->word[0] : NULL;
	int status = STATUS_DONE;

	if (name && !paper_claim_named(name))
		return no_such_claim(name);
	if (option_given(options, OPTION_MACHINE) || option_given(options, OPTION_BETA))
		report.pace = (struct grove_pace){ options->machine.beta, options->machine.tau };
	report.how.pace = &report.pace;
	begin(&report);
	for (int i = 0; paper_claim_at(i) && status == STATUS_DONE; i++)
		if (!name || !strcmp(name, paper_claim_at(i)->name))
			status = show(&report, paper_claim_at(i));
	return end(&report, status);
}
