/* Reads the values of options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/size_text.h"
#include "base/size.h"
#include "base/error.h"
#include "library/machine/distance.h"
#include "library/machine/machine_files.h"
#include "library/library_internal.h"
#include "perf/timing/verb_form.h"
#include "tool/arguments/fold_names.h"
#include "tool/arguments/option_values.h"

/* ---- By the table of options ---- */

/* Returns which of the words a text is, or -1. */
static int word_index(const char *words, const char *text)
{
	size_t length;

	for (int i = 0; *words; i++, words += length + strspn(words + length, ", ")) {
		length = strcspn(words, ",");
		if (strlen(text) == length && !strncmp(words, text, length))
			return i;
	}
	return -1;
}

static int check_range(const struct option_value *value, double number, const char *text)
{
	if (number >= value->least && !(value->most && number > value->most))
		return 0;
	if (value->most)
		return why(EINVAL, "%s is out of range: %.15g to %.15g", text, value->least,
			value->most);
	return why(EINVAL, "'%s' is not a number of at least %g", text, value->least);
}

static int read_real(double *number, const struct option_value *value, const char *text)
{
	char *end;

	*number = strtod(text, &end);
	if (end == text || *end || !isfinite(*number))
		return why(EINVAL, "'%s' is not a number of at least %g", text, value->least);
	return check_range(value, *number, text);
}

static int check_length(const struct option_value *value, const char *text)
{
	double length = (double)strlen(text);

	if (value->most && length > value->most)
		return why(EINVAL, "'%.40s' is too long", text);
	return length < value->least ? why(EINVAL, "a file must have a name") : 0;
}

int option_value_read(struct options *options, const struct option_value *value, const char *text)
{
	int word = value->words ? word_index(value->words, text) : 0, error;
	void *place = (char *)options + value->offset;

	if (word < 0)
		return why(EINVAL, "'%s' is not one of %s", text, value->words);
	switch (value->kind) {
	case VALUE_NUMBER:
		return number_parse(place, text, (int)value->least, (int)value->most);
	case VALUE_SIZE:
		error = size_parse(place, text);
		return error ? error : check_range(value, (double)*(size_t *)place, text);
	case VALUE_REAL:
		return read_real(place, value, text);
	case VALUE_TEXT:
		*(const char **)place = text;
		return check_length(value, text);
	case VALUE_WORD:
		*(int *)place = word;
		return 0;
	case VALUE_EITHER:
		*(bool *)place = word % 2;
		return 0;
	default:
		return value->read(options, text);
	}
}

/* ---- Other values ---- */

int read_packet(struct options *options, const char *text)
{
	int error;

	options->packet = GROVE_PACKET_AUTO;
	if (!strcmp(text, "auto"))
		return 0;
	error = size_parse(&options->packet, text);
	if (!error && !options->packet)
		return why(EINVAL, "a packet holds at least 1 byte, or auto");
	return error;
}

int read_ports(struct options *options, const char *text)
{
	return ports_named(&options->ports, text);
}

int read_duplex(struct options *options, const char *text)
{
	return duplex_named(&options->duplex, text);
}

int read_step(struct options *options, const char *text)
{
	int step = 0, error = number_parse(&step, text, 0, DRAW_STEPS - 1);

	options->look.stop = step + 1;
	return error;
}

int read_type(struct options *options, const char *text)
{
	return type_named(&options->type, text);
}

int read_fold(struct options *options, const char *text)
{
	options->fold = fold_named(text);
	return options->fold ? 0 : -EINVAL;
}

static int read_calibrated(struct options *options)
{
	const struct machine *machine;
	int error = distance_machine(&machine, NULL, TRIP_KEEPS);

	if (!error && !machine)
		return why(EINVAL, "this machine was not calibrated (%s): run `grove calibrate`",
			machine_files_names()->machine);
	if (!error)
		options->machine = *machine;
	return error;
}

/* Reads the calibration of any machine, because a user may ask for times on another machine. */
static int read_machine_file(struct options *options, const char *name)
{
	static struct calibration calibration;
	FILE *file = fopen(name, "r");
	int error;

	if (!file && !strchr(name, '/'))
		return why(EINVAL,
			"there is no machine '%s', and no such file; `grove list machines` shows "
			"them",
			name);
	if (!file)
		return why(EINVAL, "%s: %s", name, strerror(errno));
	error = calibration_read(&calibration, file, name, NULL);
	if (!error)
		options->machine = calibration.machine[0];
	options->machine.name = name;
	fclose(file);
	return error;
}

int read_machine(struct options *options, const char *text)
{
	const struct machine *machine = machine_named(text);

	if (!strcmp(text, "here"))
		return read_calibrated(options);
	if (!machine)
		return read_machine_file(options, text);
	options->machine = *machine;
	return 0;
}

int read_forward(struct options *options, const char *text)
{
	return forward_named(&options->forward, text);
}

int read_data(struct options *options, const char *text)
{
	return data_state_named(&options->data, text);
}

/* Reads [MIN:]MAX. Sizes are the given powers of two, unless there is a factor. */
int read_message_size(struct options *options, const char *text)
{
	const char *colon = strchr(text, ':');
	char first[32];
	int error = size_parse(&options->max_bytes, colon ? colon + 1 : text);

	if (error)
		return error;
	snprintf(first, sizeof first, "%.*s", colon ? (int)(colon - text) : 0, text);
	options->min_bytes = options->max_bytes < 8 ? options->max_bytes : 8;
	if (colon)
		error = size_parse(&options->min_bytes, first);
	if (!option_given(options, OPTION_FACTOR))
		options->factor = 2;
	options->given[OPTION_MIN_BYTES] = options->given[OPTION_MAX_BYTES] = true;
	return error;
}

int read_range(struct options *options, const char *text)
{
	char *end;

	options->low = strtod(text, &end);
	if (end == text || *end != ':')
		return why(EINVAL, "'%s' is not LOW:HIGH, two numbers", text);
	text = end + 1;
	options->high = strtod(text, &end);
	if (end == text || *end)
		return why(EINVAL, "'%s' is not a number", text);
	if (!(options->low < options->high) || !isfinite(options->high - options->low))
		return why(EINVAL, "%g:%g is not a range: LOW is less than HIGH, both finite",
			options->low, options->high);
	return 0;
}

static int read_seed(struct size_rule *rule, const char *text)
{
	char *end;
	unsigned long seed = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || strlen(text) > 9)
		return why(EINVAL, "random:%s: a seed is a number from 0 to 999999999", text);
	*rule = (struct size_rule){ SIZES_RANDOM, (uint32_t)seed };
	return 0;
}

int read_sizes(struct options *options, const char *text)
{
	if (!strncmp(text, "random:", 7))
		return read_seed(&options->sizes, text + 7);
	for (enum size_rule_kind kind = SIZES_EVEN; kind <= SIZES_ONE; kind++)
		if (kind != SIZES_RANDOM && !strcmp(text, size_rule_name(kind))) {
			options->sizes = (struct size_rule){ kind, 0 };
			return 0;
		}
	return why(EINVAL, "'%s' is not a rule of sizes; there are even, linear, random:SEED, one",
		text);
}
