/* Reads the XML of an algorithm of MSCCL with Expat. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_file.h"
#include "base/array.h"
#include "base/error.h"

#ifdef GROVE_EXPAT
#include <expat.h>

/* ---- Attributes ---- */

enum {
	ATTRIBUTE_NEEDED = INT32_MIN, /* as a default: there is none */
	ATTRIBUTE_SHOWN = 64	      /* bytes of a word of the text in a refusal */
};

/* The first error counts; after an error nothing is read. */
struct msccl_attributes {
	const char *element, **attribute; /* attribute: name, value, name, ..., NULL */
	unsigned long line;
	int error;
};

/* Sets the error -EINVAL, with the line of the text as why. */
__attribute__((format(printf, 2, 3))) static void attribute_refuse(
	struct msccl_attributes *of, const char *format, ...)
{
	char text[WHY_BYTES / 2];
	va_list values;

	if (of->error)
		return;
	va_start(values, format);
	vsnprintf(text, sizeof text, format, values);
	va_end(values);
	of->error = why(EINVAL, "line %lu: %s", of->line, text);
}

static const char *attribute_word(const struct msccl_attributes *of, const char *name)
{
	for (const char **a = of->attribute; *a; a += 2)
		if (!strcmp(*a, name))
			return a[1];
	return NULL;
}

/* Returns a word, or "" with an error where it is not there. */
static const char *attribute_needed(struct msccl_attributes *of, const char *name)
{
	const char *word = attribute_word(of, name);

	if (!word)
		attribute_refuse(of, "<%s> has no %s", of->element, name);
	return word ? word : "";
}

static int32_t attribute_number(struct msccl_attributes *of, const char *name, int32_t least,
	int32_t most, int32_t otherwise)
{
	const char *word = otherwise == ATTRIBUTE_NEEDED ? attribute_needed(of, name)
							 : attribute_word(of, name);
	char *end;
	long number;

	if (of->error || !word)
		return otherwise;
	errno = 0;
	number = strtol(word, &end, 10);
	if (!errno && *word && !*end && strchr("-0123456789", *word) && number >= least &&
		number <= most)
		return (int32_t)number;
	attribute_refuse(of, "%s=\"%.*s\" is no whole number from %d to %d", name, ATTRIBUTE_SHOWN,
		word, least, most);
	return otherwise;
}

/* Returns a buffer; a step that does not use the buffer may call it as it likes. */
static enum msccl_buffer attribute_buffer(struct msccl_attributes *of, const char *name, bool used)
{
	static const char letters[] = "ios";
	const char *word = used ? attribute_needed(of, name) : "i",
		   *found = *word ? strchr(letters, *word) : NULL;

	if (found && !word[1])
		return (enum msccl_buffer)(found - letters);
	attribute_refuse(of, "%s=\"%.*s\" is no buffer: i, o or s", name, ATTRIBUTE_SHOWN, word);
	return MSCCL_INPUT;
}

/* ---- Elements ---- */

/* Elements are within one another in one order, and all else is refused: text cannot nest deeply. A
 * document type is refused before it may declare entities. */

struct algorithm_reader {
	struct msccl_attributes of; /* of the element that begins; an error ends the reading */
	struct msccl_file *file;
	XML_Parser parser;
	int depth;
};

static const struct msccl_kind kinds[] = {
	/*         receives folds stores sends reads */
	{ "s", false, false, false, true, true },
	{ "r", true, false, true, false, false },
	{ "rcs", true, false, true, true, false },
	{ "rrs", true, true, false, true, true },
	{ "rrc", true, true, true, false, true },
	{ "rrcs", true, true, true, true, true },
	{ "cpy", false, false, true, false, true },
	{ "re", false, true, true, false, true },
	{ "nop", false, false, false, false, false },
};

/* Makes room for one more element of an array, and for the end mark after it. */
static bool has_room(
	struct algorithm_reader *r, void *array, size_t *room, size_t things, size_t bytes)
{
	if (!r->of.error)
		r->of.error = array_reserve(array, room, things + 2, bytes);
	return !r->of.error;
}

static void name_collective(struct algorithm_reader *r)
{
	static const struct {
		const char *name;
		enum collective collective;
	} names[] = { { "allreduce", ALLREDUCE }, { "allgather", ALLGATHER },
		{ "reduce_scatter", REDUCESCATTER }, { "reducescatter", REDUCESCATTER },
		{ "alltoall", ALLTOALL }, { "broadcast", BROADCAST }, { "reduce", REDUCE } };
	const char *word = attribute_needed(&r->of, "coll");

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(word, names[i].name)) {
			r->file->collective = names[i].collective;
			return;
		}
	if (!r->of.error)
		attribute_refuse(&r->of,
			"coll=\"%.*s\" promises nothing that can be verified: allreduce, "
			"allgather, "
			"reduce_scatter, alltoall, broadcast and reduce do",
			ATTRIBUTE_SHOWN, word);
}

static void begin_algorithm(struct algorithm_reader *r)
{
	struct msccl_file *file = r->file;
	const char *name = attribute_word(&r->of, "name");

	name_collective(r);
	snprintf(file->name, sizeof file->name, "%s", name ? name : "");
	file->gpus = attribute_number(&r->of, "ngpus", 2, MSCCL_GPUS, ATTRIBUTE_NEEDED);
	file->chunks =
		attribute_number(&r->of, "nchunksperloop", 1, MSCCL_CHUNKS, ATTRIBUTE_NEEDED);
	file->in_place = attribute_number(&r->of, "inplace", 0, 1, 0);
	file->out_of_place = attribute_number(&r->of, "outofplace", 0, 1, !file->in_place);
	if (r->of.error)
		return;
	if ((int64_t)file->gpus * file->chunks > MSCCL_CHUNKS)
		attribute_refuse(&r->of, "%d gpus with %d chunks each: more than %d chunks",
			file->gpus, file->chunks, MSCCL_CHUNKS);
	else if (!file->in_place && !file->out_of_place)
		attribute_refuse(
			&r->of, "inplace and outofplace are 0: the algorithm is for no buffers");
}

static void begin_gpu(struct algorithm_reader *r)
{
	static const char *const names[] = { "i_chunks", "o_chunks", "s_chunks" };
	struct msccl_file *file = r->file;
	struct msccl_gpu gpu = { .first = (uint32_t)file->blocks };
	int32_t id = attribute_number(&r->of, "id", 0, MSCCL_GPUS, ATTRIBUTE_NEEDED);

	for (int b = 0; b < MSCCL_BUFFERS; b++)
		gpu.chunks[b] =
			attribute_number(&r->of, names[b], 0, MSCCL_CHUNKS, ATTRIBUTE_NEEDED);
	if (!has_room(r, &file->gpu, &file->gpu_room, file->gpus_read, sizeof gpu))
		return;
	if ((size_t)id != file->gpus_read || id >= file->gpus) {
		attribute_refuse(&r->of, "gpu %d stands where gpu %zu of %d is expected", id,
			file->gpus_read, file->gpus);
		return;
	}
	file->gpu[file->gpus_read++] = gpu;
}

static void begin_block(struct algorithm_reader *r)
{
	struct msccl_file *file = r->file;
	int last = file->gpus - 1, gpu = (int)file->gpus_read - 1;
	struct msccl_block block = { gpu,
		attribute_number(&r->of, "id", 0, INT32_MAX, ATTRIBUTE_NEEDED),
		attribute_number(&r->of, "send", -1, last, ATTRIBUTE_NEEDED),
		attribute_number(&r->of, "recv", -1, last, ATTRIBUTE_NEEDED),
		attribute_number(&r->of, "chan", 0, MSCCL_CHANNELS - 1, ATTRIBUTE_NEEDED),
		(uint32_t)file->steps };
	size_t expected = file->blocks - file->gpu[gpu].first;

	if (!has_room(r, &file->block, &file->block_room, file->blocks, sizeof block))
		return;
	if ((size_t)block.id != expected)
		attribute_refuse(&r->of, "gpu %d: thread block %d stands where %zu is expected",
			gpu, block.id, expected);
	else if (block.send == gpu || block.recv == gpu)
		attribute_refuse(&r->of, "gpu %d, thread block %d: send or recv is the gpu itself",
			gpu, block.id);
	file->block[file->blocks++] = block;
}

static const struct msccl_kind *kind_of(struct algorithm_reader *r)
{
	const char *word = attribute_needed(&r->of, "type");

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(word, kinds[i].name))
			return &kinds[i];
	if (!r->of.error)
		attribute_refuse(&r->of,
			"type=\"%.*s\" is no type of step: s, r, rcs, rrs, rrc, rrcs, cpy, re, nop",
			ATTRIBUTE_SHOWN, word);
	return &kinds[0];
}

static void begin_step(struct algorithm_reader *r)
{
	struct msccl_file *file = r->file;
	const struct msccl_kind *kind = kind_of(r);
	bool reads = kind->reads, stores = kind->stores, moves = kind->reads || kind->receives;
	struct msccl_step step = { kind, (uint32_t)file->blocks - 1, (uint32_t)r->of.line,
		attribute_buffer(&r->of, "srcbuf", reads),
		attribute_buffer(&r->of, "dstbuf", stores),
		reads ? attribute_number(&r->of, "srcoff", 0, MSCCL_CHUNKS, ATTRIBUTE_NEEDED) : 0,
		stores ? attribute_number(&r->of, "dstoff", 0, MSCCL_CHUNKS, ATTRIBUTE_NEEDED) : 0,
		moves ? attribute_number(&r->of, "cnt", 1, MSCCL_CHUNKS, 1) : 0,
		attribute_number(&r->of, "depid", -1, INT32_MAX, -1),
		attribute_number(&r->of, "deps", -1, INT32_MAX, -1),
		attribute_number(&r->of, "hasdep", 0, INT32_MAX, 0) > 0 };
	size_t place = file->steps - file->block[step.block].first;
	int32_t number = attribute_number(&r->of, "s", 0, INT32_MAX, ATTRIBUTE_NEEDED);

	if (!has_room(r, &file->step, &file->step_room, file->steps, sizeof step))
		return;
	file->moves += (size_t)step.count;
	if ((size_t)number != place)
		attribute_refuse(
			&r->of, "step %d stands where step %zu is expected", number, place);
	else if (file->moves > MSCCL_MOVES)
		attribute_refuse(&r->of, "more than %d chunks are moved", MSCCL_MOVES);
	file->step[file->steps++] = step;
}

static void begin_element(void *data, const XML_Char *name, const XML_Char **attribute)
{
	static const struct {
		const char *name;
		void (*begin)(struct algorithm_reader *r);
	} elements[] = { { "algo", begin_algorithm }, { "gpu", begin_gpu }, { "tb", begin_block },
		{ "step", begin_step } };
	struct algorithm_reader *r = data;

	if (r->of.error)
		return;
	r->of = (struct msccl_attributes){ name, attribute, XML_GetCurrentLineNumber(r->parser),
		0 };
	if (r->depth == 4)
		attribute_refuse(&r->of, "<%.*s> within a step, which has no elements",
			ATTRIBUTE_SHOWN, name);
	else if (strcmp(name, elements[r->depth].name) != 0)
		attribute_refuse(&r->of, "<%.*s> stands where <%s> is expected", ATTRIBUTE_SHOWN,
			name, elements[r->depth].name);
	else
		elements[r->depth++].begin(r);
	if (r->of.error)
		XML_StopParser(r->parser, XML_FALSE);
}

static void end_element(void *data, const XML_Char *name)
{
	struct algorithm_reader *r = data;

	(void)name;
	r->depth--;
}

static void begin_doctype(void *data, const XML_Char *name, const XML_Char *system,
	const XML_Char *public, int internal)
{
	struct algorithm_reader *r = data;

	(void)system, (void)public, (void)internal;
	if (r->of.error)
		return;
	r->of.line = XML_GetCurrentLineNumber(r->parser);
	attribute_refuse(
		&r->of, "a document type, %.*s: an algorithm has none", ATTRIBUTE_SHOWN, name);
	XML_StopParser(r->parser, XML_FALSE);
}

static int parse(struct algorithm_reader *r, const char *text, size_t length)
{
	enum XML_Status status;

	XML_SetUserData(r->parser, r);
	XML_SetElementHandler(r->parser, begin_element, end_element);
	XML_SetStartDoctypeDeclHandler(r->parser, begin_doctype);
	status = XML_Parse(r->parser, text, (int)length, 1);
	if (status == XML_STATUS_OK || r->of.error)
		return r->of.error;
	return why(XML_GetErrorCode(r->parser) == XML_ERROR_NO_MEMORY ? ENOMEM : EINVAL,
		"line %lu, column %lu: %s", (unsigned long)XML_GetCurrentLineNumber(r->parser),
		(unsigned long)XML_GetCurrentColumnNumber(r->parser) + 1,
		XML_ErrorString(XML_GetErrorCode(r->parser)));
}

/* Puts an end mark after the last gpu and the last block. */
static int close_arrays(struct msccl_file *file)
{
	if (file->gpus_read != (size_t)file->gpus)
		return why(EINVAL, "ngpus=%d, and the file has %zu", file->gpus, file->gpus_read);
	if (!file->blocks || !file->steps)
		return why(EINVAL, "no gpu has a step");
	file->gpu[file->gpus].first = (uint32_t)file->blocks;
	file->block[file->blocks].first = (uint32_t)file->steps;
	return 0;
}

int msccl_file_read(struct msccl_file *file, const char *text, size_t length)
{
	struct algorithm_reader r = { .parser = XML_ParserCreate(NULL), .file = file };
	int error;

	*file = (struct msccl_file){ 0 };
	if (!r.parser)
		return why(ENOMEM, "no memory for a reader of XML");
	if (length > INT32_MAX)
		error = why(EINVAL, "%zu bytes of text are too many", length);
	else
		error = parse(&r, text, length);
	XML_ParserFree(r.parser);
	if (!error)
		error = close_arrays(file);
	if (error)
		msccl_file_free(file);
	return error;
}

#else

int msccl_file_read(struct msccl_file *file, const char *text, size_t length)
{
	(void)text, (void)length;
	*file = (struct msccl_file){ 0 };
	return why(EINVAL, "XML is not read: configure found no Expat (libexpat1-dev)");
}

#endif
