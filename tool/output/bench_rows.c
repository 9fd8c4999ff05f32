/* Writes the rows of a benchmark as a table, as JSON or as CSV. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "perf/environment.h"
#include "tool/output/bench_rows.h"
#include "tool/output/json_out.h"
#include "tool/output/units.h"

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
	json_open("cache_bytes", '[');
	for (int i = 0; i < 3; i++)
		json_real(NULL, e.cache_bytes[i]);
	json_close(']');
	json_real("frequency_max_Hz", e.frequency_max_Hz);
	json_real("clock_cost_s", e.clock_cost_s);
	json_open("load_average", '[');
	for (int i = 0; i < 3; i++)
		json_real(NULL, e.load_average[i]);
	json_close(']');
	json_close('}');
}

static void write_time(const struct stats *time)
{
	json_open("time_s", '{');
	json_real("median", time->median);
	json_real("ci_low", time->ci_low);
	json_real("ci_high", time->ci_high);
	json_real("min", time->min);
	json_real("p99", time->p99);
	json_size("samples", time->samples);
	json_close('}');
}

static void write_flags(int flags)
{
	json_open("flags", '[');
	for (int bit = 0; flag_name(bit); bit++)
		if (flags >> bit & 1)
			json_text(NULL, flag_name(bit));
	json_close(']');
}

static bool is_paced(const struct bench_result *result)
{
	return result->clock && !strcmp(result->clock, "paced");
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

/* By reference no bytes cross a link. */
static double busiest_link_bytes(const struct run_result *run)
{
	return run->forward == FORWARD_REFERENCE ? NAN : (double)run->figures.busiest_link;
}

static void write_result(const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;

	json_text("collective", collective_name(problem->collective));
	json_text("algorithm", problem->algorithm);
	if (problem->order[0])
		json_text("order", problem->order);
	json_text("network", problem->net.name);
	json_whole("root", problem->root);
	json_whole("nodes", problem->net.nodes);
	json_size("bytes", result->what.bytes);
	if (result->error) {
		json_text("error", result->text);
		return;
	}
	json_whole("threads", result->run.threads);
	json_text("cpus", result->run.cpus);
	json_size("packet", result->packet);
	json_text("clock", result->clock);
	json_text("start", result->agreed ? "agreed" : "meeting");
	json_text("forward", forward_name(result->run.forward));
	json_text("data", result->run.data);
	if (is_paced(result))
		write_pace(result);
	write_time(&result->time);
	json_real("link_Bps", result->run.link_Bps);
	json_real("peak_Bps", result->run.peak_Bps);
	json_size("links_used", result->run.figures.links);
	json_real("busiest_link_bytes", busiest_link_bytes(&result->run));
	json_real("bound_s", result->run.bound_s);
	json_real("predicted_s", result->run.predicted_s);
	json_text("check", check_name(result->run.check));
	write_flags(result->run.flags);
}

/* ---- CSV: blanks separate flags, and unknown numbers are empty ---- */

static void write_csv_real(double number)
{
	if (isfinite(number))
		printf("%.9g", number);
	putchar(',');
}

static void write_csv(const struct bench_result *result)
{
	const struct bench_case *what = &result->what;
	const struct stats *time = &result->time;
	int count = 0;

	printf("%s,%s,%s,%s,%d,%d,%d,%zu,%zu,%s,", collective_name(what->problem.collective),
		what->problem.algorithm, what->problem.order, what->problem.net.name,
		what->problem.root, what->problem.net.nodes, result->run.threads, what->bytes,
		result->packet, result->error ? "" : result->clock);
	write_csv_real(result->error ? NAN : time->median);
	write_csv_real(result->error ? NAN : time->ci_low);
	write_csv_real(result->error ? NAN : time->ci_high);
	write_csv_real(result->error ? NAN : time->min);
	write_csv_real(result->error ? NAN : time->p99);
	printf("%zu,", time->samples);
	write_csv_real(result->error ? NAN : result->run.link_Bps);
	printf("%zu,", result->run.figures.links);
	write_csv_real(result->error ? NAN : result->run.bound_s);
	write_csv_real(result->error ? NAN : result->run.predicted_s);
	printf("%s,", result->error ? "error" : check_name(result->run.check));
	for (int bit = 0; flag_name(bit); bit++)
		if (result->run.flags >> bit & 1)
			printf("%s%s", count++ ? " " : "", flag_name(bit));
	printf(",%s,%s\n", result->error ? "" : forward_name(result->run.forward),
		result->run.data ? result->run.data : "");
}

/* ---- The table: a heading for each collective, network and team, then a line for each row ---- */

static void print_heading(struct bench_rows *rows, const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;
	char group[sizeof rows->group], peak[UNITS_TEXT], beta[UNITS_TEXT];

	snprintf(group, sizeof group, "%s on %s", collective_name(problem->collective),
		problem->net.name);
	if (!strcmp(group, rows->group))
		return;
	strcpy(rows->group, group);
	printf("%s%s", rows->printed ? "\n" : "", group);
	if (!result->error)
		printf(": %d nodes on %d threads, cpus %s%s%s\n  a link's peak: %s",
			problem->net.nodes, result->run.threads, result->run.cpus,
			result->run.data ? "; data " : "", result->run.data ? result->run.data : "",
			rate_text(peak, result->run.peak_Bps));
	if (is_paced(result))
		printf("\n  paced: %s for each packet; predicted by the simulator",
			time_text(beta, result->pace.beta));
	printf("\n  %-15s %9s %8s %6s %10s %5s %9s %8s\n", "algorithm", "bytes", "time", "95 %",
		"link", "peak", "predicted", "bound");
}

/* Writes half of the interval's width as a percentage of the median. */
static const char *spread_text(char text[UNITS_TEXT], const struct stats *time)
{
	double percent = 50 * (time->ci_high - time->ci_low) / time->median;

	if (percent < 999)
		snprintf(text, UNITS_TEXT, "+-%.0f%%", percent);
	else
		snprintf(text, UNITS_TEXT, ">999%%");
	return text;
}

/* Writes the rate of the busiest link. There is no such rate by reference. */
static const char *link_text(char text[UNITS_TEXT], const struct run_result *run)
{
	if (run->forward == FORWARD_REFERENCE)
		return "reference";
	return run->figures.busiest_link ? rate_text(text, run->link_Bps) : "-";
}

static void print_result(const struct bench_result *result)
{
	char bytes[UNITS_TEXT], time[UNITS_TEXT], spread[UNITS_TEXT], rate[UNITS_TEXT];
	char share[UNITS_TEXT], predicted[UNITS_TEXT], bound[UNITS_TEXT];
	char name[2 * ALGORITHM_NAME];
	const struct run_result *run = &result->run;
	bool moves = run->link_Bps > 0; /* not by reference */

	snprintf(name, sizeof name, "%s %s", result->what.problem.algorithm,
		result->what.problem.order);
	printf("  %-15s %9s", name, size_text(bytes, result->what.bytes));
	if (result->error) {
		printf(" - %s\n", result->text);
		return;
	}
	if (run->check == CHECK_FAIL) {
		printf(" WRONG: %s\n", result->text);
		return;
	}
	printf(" %8s %6s %10s %5s %9s %8s%s\n", time_text(time, result->time.median),
		spread_text(spread, &result->time), link_text(rate, run),
		moves ? share_text(share, run->link_Bps, run->peak_Bps) : "-",
		time_text(predicted, run->predicted_s), time_text(bound, run->bound_s),
		run->flags & FLAG_LATE ? " late" : "");
}

/* ---- The rows in any form ---- */

void rows_begin(struct bench_rows *rows)
{
	if (rows->form == FORM_CSV)
		puts("collective,algorithm,order,network,root,nodes,threads,bytes,packet,clock,"
		     "median_s,ci_low_s,ci_high_s,min_s,p99_s,samples,link_Bps,links_used,bound_s,"
		     "predicted_s,check,flags,forward,data");
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
		json_line();
		json_open(NULL, '{');
		write_result(result);
		json_close('}');
	} else if (rows->form == FORM_CSV) {
		write_csv(result);
	} else {
		print_heading(rows, result);
		print_result(result);
	}
	rows->printed++;
	rows->references += !result->error && result->run.forward == FORWARD_REFERENCE;
	fflush(stdout);
}

void rows_end(struct bench_rows *rows)
{
	if (rows->form == FORM_JSON) {
		json_close(']');
		json_close('}');
		putchar('\n');
	} else if (rows->form == FORM_TEXT) {
		puts("\n"
		     "time: median of one operation, last exit minus first entry; 95 %: the "
		     "interval\n"
		     "of the median. link: bytes over the busiest link in that time; peak: the "
		     "share\n"
		     "of a link's peak. predicted: by the model; bound: no schedule is "
		     "faster.");
		if (rows->references)
			puts("reference: blocks were copied once, from the first node; no bytes "
			     "crossed the links.");
	}
}
