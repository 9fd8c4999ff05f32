/* The demo's sixth chapter: the three applications on real files, and back again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "plan/problem.h"
#include "tool/output/file_bytes.h"
#include "tool/output/subprocess.h"
#include "tool/commands/demo.h"
#include "tool/output/temporary_folder.h"
#include "tool/output/progress.h"
#include "tool/output/stream_error.h"
#include "tool/output/wrap.h"

enum {
	SECONDS = 10,
	NODES = 16
};

/* ---- Running one, and what it says last ---- */

static void show_last_line(const char *said)
{
	char line[1024] = "", next[1024];
	FILE *file = fopen(said, "r");

	while (file && fgets(next, sizeof next, file))
		strcpy(line, next);
	if (file)
		fclose(file);
	line[strcspn(line, "\n")] = 0;
	fputs("    ", stdout);
	wrap_words(line, 4, 4);
	putchar('\n');
}

/* Arguments are the program's name, then its own, up to NULL. True when it ended well. */
static bool run(const char *const *arguments, const char *said, bool show)
{
	const char *command[16];
	char path[FOLDER_PATH];
	int status, count = 0;

	if (program_path(path, arguments[0])) {
		printf("  %s\n", why_text());
		return false;
	}
	for (; arguments[count] && count < 15; count++)
		command[count] = arguments[count];
	command[0] = path;
	command[count] = NULL;
	progress("%s is running", arguments[0]);
	status = child_run(command, said, SECONDS);
	progress_end();
	if (status || show)
		show_last_line(said);
	if (status)
		printf("    %s ended with status %d\n", arguments[0], status);
	return !status;
}

static int verdict(bool right, const char *text)
{
	printf("  %s: %s\n\n", right ? "right" : "WRONG", text);
	fflush(stdout);
	return !right;
}

/* ---- */

static int show_transpose(const char *self)
{
	const char *picture = folder_file("picture.pgm"), *turned = folder_file("turned.pgm");
	const char *back = folder_file("back.pgm"), *said = folder_file("transpose.txt");
	bool right;

	if (picture_make(picture, self)) {
		printf("  %s\n", why_text());
		return 1;
	}
	puts("transpose: a picture, its rows and columns exchanged. The picture is this\n"
	     "command itself: each byte is a grey dot. 16 nodes each hold a part of it.\n");
	right = run((const char *const[]){ "transpose", picture, turned, "--network", "cube:4",
			    NULL },
			said, true) &&
		run((const char *const[]){ "transpose", turned, back, "--network", "cube:4",
			    "--layout", "submatrices", NULL },
			said, true) &&
		files_equal(picture, back) && !files_equal(picture, turned);
	return verdict(right, "the second time by submatrices, and the first picture is back");
}

/* The counts that the program printed, beside those of a plain loop. */
static bool counts_agree(const char *said, const char *counted)
{
	long long expected[256] = { 0 };
	json_t *root = json_load_file(said, 0, NULL), *counts = json_object_get(root, "counts");
	bool agree = json_array_size(counts) == 256 && !file_count(expected, counted);

	for (size_t i = 0; agree && i < 256; i++)
		agree = json_integer_value(json_array_get(counts, i)) == expected[i];
	json_decref(root);
	return agree;
}

static int show_histogram(const char *self)
{
	const char *said = folder_file("histogram.txt"), *json = folder_file("histogram.json");
	bool right;

	puts("histogram: how often each byte occurs in this command, counted by 8 nodes, each\n"
	     "in its own part; then their counts are summed along the trees.\n");
	right = run((const char *const[]){ "histogram", self, NULL }, said, true) &&
		run((const char *const[]){ "histogram", self, "--json", NULL }, json, false) &&
		counts_agree(json, self);
	return verdict(right, "one loop over the file counts the same");
}

/* The inverse of a permutation, as the file of numbers that the program reads. */
static int write_inverse(const char *name, const char *path)
{
	int permutation[NODES], inverse[NODES];
	struct network net;
	FILE *file = fopen(path, "w");
	int error = network_open(&net, "cube:4"), unwritten;

	if (!error)
		error = permutation_named(permutation, &net, name);
	if (!file)
		return why(errno, "%s: %s", path, strerror(errno));
	for (int v = 0; v < NODES && !error; v++)
		inverse[permutation[v]] = v;
	for (int v = 0; v < NODES && !error; v++)
		fprintf(file, "%d\n", inverse[v]);
	unwritten = stream_error(file);
	fclose(file);
	if (!error && unwritten)
		error = why(EIO, "%s could not be written: %s", path, strerror(unwritten));
	return error;
}

static int show_permute(const char *self)
{
	const char *mixed = folder_file("mixed"), *back = folder_file("back");
	const char *said = folder_file("permute.txt"), *inverse = folder_file("inverse.txt");
	bool right;

	if (write_inverse("random:7", inverse)) {
		printf("  %s\n", why_text());
		return 1;
	}
	puts("permute: this command cut in 16 slices, each sent to another node, by a random\n"
	     "permutation; then by its inverse.\n");
	right = run((const char *const[]){ "permute", self, mixed, "--permutation", "random:7",
			    "--network", "cube:4", NULL },
			said, true) &&
		run((const char *const[]){ "permute", mixed, back, "--permutation", inverse,
			    "--network", "cube:4", NULL },
			said, true) &&
		files_equal(self, back) && !files_equal(self, mixed);
	return verdict(right, "the file is back, byte for byte");
}

int demo_applications(void)
{
	char self[FOLDER_PATH], path[FOLDER_PATH];
	int failed = 0;

	if (program_path(path, "transpose") || self_path(self)) {
		printf("  left out: %s\n", why_text());
		return 0;
	}
	if (folder_open()) {
		printf("  left out: %s\n", why_text());
		return 0;
	}
	failed += show_transpose(self);
	failed += show_histogram(self);
	failed += show_permute(self);
	folder_close();
	return failed;
}
