/* Writes the rows of a benchmark as JSON or as CSV, or hands the rows to the table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "perf/environment.h"
#include "tool/reports/bench_rows.h"
#include "tool/output/json_out.h"
#include "tool/reports/schedule_report.h"

/* ---- JSON ---- */

static void write_environment(void)
{
	struct environment e;

	environment_read(&e);
	json_line();
	json_open("environment", '{');
	json_text("date", e.date);
	json_text("version", e.version);
	json_text("compiler", e.compiler);
	json_text("flags", e.flags);
	json_text("kernel", e.kernel);
	json_text("cpu_model", e.cpu_model);
	json_text("hypervisor", e.hypervisor);
	json_text("governor", e.governor);
	json_text("huge_pages", e.huge_pages);
	json_text("clock", e.clock);
	json_whole("cores", e.cores);
	json_whole("cpus", e.cpus);
	json_whole("usable_cpus", e.usable_cpus);
	json_reals("cache_bytes", e.cache_bytes, 3);
	json_real("frequency_max_Hz", e.frequency_max_Hz);
	json_real("clock_cost_s", e.clock_cost_s);
	json_reals("load_average", e.load_average, 3);
	json_close('}');
}

static void write_time(const struct bench_result *result)
{
	const struct stats *time = &result->time;

	json_open("time_s", '{');
	json_real("median", bench_figure(result, time->median));
	json_real("ci_low", bench_figure(result, time->ci_low));
	json_real("ci_high", bench_figure(result, time->ci_high));
	json_real("min", bench_figure(result, time->min));
	json_real("p99", bench_figure(result, time->p99));
	json_size("samples", time->samples);
	json_close('}');
}

/* Writes the round trip of a bare line at the time of the row, if known. */
static void write_line(const struct stats *trip)
{
	if (!trip->samples)
		return;
	json_open("line_s", '{');
	json_real("median", trip->median);
	json_real("ci_low", trip->ci_low);
	json_real("ci_high", trip->ci_high);
	json_close('}');
}

void runs_write(const struct stats *launch, int launches, const char *median, const char *samples)
{
	if (!launches)
		return;
	json_open("runs", '[');
	for (int i = 0; i < launches; i++) {
		json_open(NULL, '{');
		json_real(median, launch[i].median);
		json_size(samples, launch[i].samples);
		json_close('}');
	}
	json_close(']');
}

void flags_write(int flags)
{
	json_open("flags", '[');
	for (int bit = 0; flag_name(bit); bit++)
		if (flags >> bit & 1)
			json_text(NULL, flag_name(bit));
	json_close(']');
}

/* The times of paced links. predicted_s is the simulated time of nodes that send each packet as
 * soon as possible, synchronous_s the simulated time of nodes in step. */
static void write_pace(const struct bench_result *result)
{
	json_real("beta", result->pace.beta);
	json_real("tau", result->pace.tau);
	json_real("synchronous_s", result->run.synchronous_s);
	json_real("late", result->run.late);
}

/* By reference no bytes cross a link, and with sizes of blocks the links differ. */
static double busiest_link_bytes(const struct bench_result *result)
{
	const struct run_result *run = &result->run;
	bool unknown = run->forward == FORWARD_REFERENCE || result->foreign ||
		       verb_form_sized(&result->what.form);

	return unknown ? NAN : (double)run->figures.busiest_link;
}

/* Messages go over no link, so they are not forwarded. How another library forwards is not
 * known. */
static const char *forward_text(const struct bench_result *result)
{
	bool unknown = result->what.form.messages || result->foreign;

	return unknown ? NULL : forward_name(result->run.forward);
}

static void write_sizes(struct size_rule rule)
{
	char text[SIZE_RULE_TEXT];

	if (rule.kind)
		json_text("sizes", size_rule_text(text, rule));
}

/* Writes a figure of a plan. */
static void write_known(const char *name, const struct bench_result *result, size_t figure)
{
	if (result->foreign)
		json_real(name, NAN);
	else
		json_size(name, figure);
}

static void write_result(const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;

	json_text("collective", verb_form_name(&result->what.form, problem->collective));
	json_text("algorithm", problem->algorithm);
	if (problem->order[0])
		json_text("order", problem->order);
	json_text("network", problem->net.name);
	json_whole("root", problem->root);
	json_whole("nodes", problem->net.nodes);
	json_size("bytes", result->what.bytes);
	write_sizes(result->what.form.sizes);
	folding_write(problem->collective, result->what.type, result->what.fold);
	if (result->error) {
		json_text("error", result->text);
		return;
	}
	if (result->run.processes > 1)
		json_whole("ranks", result->run.processes);
	json_whole("threads", result->run.threads);
	json_text("cpus", result->run.cpus);
	write_known("packet", result, result->packet);
	json_text("clock", result->clock);
	json_text("start", result->agreed ? "agreed" : "meeting");
	json_text("style", style_name(result->what.form.style));
	json_text("forward", forward_text(result));
	json_text("data", result->run.data);
	if (bench_is_paced(result))
		write_pace(result);
	write_time(result);
	runs_write(result->launch, result->launches, "median", "samples");
	write_line(&result->trip);
	json_real("link_Bps", bench_figure(result, result->run.link_Bps));
	json_real("peak_Bps", result->run.peak_Bps);
	json_real("delivered_Bps", result->run.delivered_Bps);
	write_known("links_used", result, result->run.figures.links);
	json_real("busiest_link_bytes", busiest_link_bytes(result));
	json_real("bound_s", bench_figure(result, result->run.bound_s));
	json_real("predicted_s", result->run.predicted_s);
	json_text("check", check_name(result->run.check));
	if (result->run.check == CHECK_FAIL)
		json_text("wrong", result->text);
	flags_write(result->run.flags);
}

/* ---- CSV: blanks separate flags, and unknown numbers are empty ---- */

/* A name with a comma or a quotation mark stands between quotation marks (RFC 4180). */
static void write_csv_text(const char *text)
{
	const char *quotes = text[strcspn(text, ",\"")] ? "\"" : "";

	fputs(quotes, stdout);
	for (; *text; text++)
		printf("%s%c", *text == '"' ? "\"" : "", *text);
	printf("%s,", quotes);
}

static void write_csv_real(double number)
{
	if (isfinite(number))
		printf("%.9g", number);
	putchar(',');
}

static void write_csv_known(const struct bench_result *result, size_t figure)
{
	if (!result->foreign)
		printf("%zu", figure);
	putchar(',');
}

static void write_csv(const struct bench_result *result)
{
	const struct bench_case *what = &result->what;
	const struct stats *time = &result->time;
	char sizes[SIZE_RULE_TEXT], flags[FLAG_NAMES];

	write_csv_text(verb_form_name(&what->form, what->problem.collective));
	write_csv_text(what->problem.algorithm);
	write_csv_text(what->problem.order);
	write_csv_text(what->problem.net.name);
	printf("%d,%d,%d,%zu,", what->problem.root, what->problem.net.nodes, result->run.threads,
		what->bytes);
	write_csv_known(result, result->packet);
	printf("%s,", result->error ? "" : result->clock);
	write_csv_real(bench_figure(result, time->median));
	write_csv_real(bench_figure(result, time->ci_low));
	write_csv_real(bench_figure(result, time->ci_high));
	write_csv_real(bench_figure(result, time->min));
	write_csv_real(bench_figure(result, time->p99));
	printf("%zu,", time->samples);
	write_csv_real(bench_figure(result, result->run.link_Bps));
	write_csv_known(result, result->run.figures.links);
	write_csv_real(bench_figure(result, result->run.bound_s));
	write_csv_real(result->error ? NAN : result->run.predicted_s);
	printf("%s,%s,%s,%s,%d,", result->error ? "error" : check_name(result->run.check),
		flags_text(flags, result->run.flags, " "),
		result->error || !forward_text(result) ? "" : forward_text(result),
		result->run.data ? result->run.data : "", result->launches ? result->launches : 1);
	write_csv_real(result->error ? NAN : result->run.peak_Bps);
	if (!result->error && isfinite(result->run.delivered_Bps))
		printf("%.9g", result->run.delivered_Bps);
	printf(",%s,%s\n", result->error ? "" : style_name(what->form.style),
		size_rule_text(sizes, what->form.sizes));
}

/* ---- The rows in any form ---- */

void rows_begin(struct bench_rows *rows)
{
	if (rows->form == FORM_CSV)
		puts("collective,algorithm,order,network,root,nodes,threads,bytes,packet,clock,"
		     "median_s,ci_low_s,ci_high_s,min_s,p99_s,samples,link_Bps,links_used,bound_s,"
		     "predicted_s,check,flags,forward,data,runs,peak_Bps,delivered_Bps,style,"
		     "sizes");
	if (rows->form != FORM_JSON)
		return;
	json_open(NULL, '{');
	json_text("schema", "grove-bench");
	json_whole("schema_version", 1);
	write_environment();
	json_line();
	json_open("results", '[');
}

void rows_add(struct bench_rows *rows, const struct bench_result *result)
{
	if (rows->form == FORM_JSON) {
		json_row();
		write_result(result);
		json_close('}');
	} else if (rows->form == FORM_CSV) {
		write_csv(result);
	} else {
		bench_table_row(&rows->table, result);
	}
	fflush(stdout);
}

void rows_end(struct bench_rows *rows)
{
	if (rows->form == FORM_JSON) {
		json_close(']');
		if (rows->interrupted)
			json_bool("interrupted", true);
		json_close('}');
	} else if (rows->form == FORM_TEXT) {
		bench_table_legend(&rows->table);
	}
}
