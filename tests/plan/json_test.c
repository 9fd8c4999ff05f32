/* Plans as JSON: the contract's fields, round trips, and hostile files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include "tests/plan_help.h"

static const char sample[] =
	"{ \"collective\": \"broadcast\", \"algorithm\": \"nesbt\", \"network\": \"cube:2\", "
	"\"root\": 0, \"nodes\": 4, \"bytes\": 1024, \"packet\": 512, \"ports\": \"all\", "
	"\"duplex\": \"full\", \"steps\": 2,\n"
	"  \"transfers\": [\n"
	"    { \"step\": 0, \"from\": 0, \"to\": 1, \"op\": \"copy\", \"pieces\": [[0, 0, 512]], "
	"\"way\": 0 },\n"
	"    { \"step\": 0, \"from\": 0, \"to\": 2, \"op\": \"copy\", "
	"\"pieces\": [[0, 512, 700], [0, 700, 1024]], \"way\": 1 },\n"
	"    { \"step\": 1, \"from\": 1, \"to\": 3, \"op\": \"copy\", \"pieces\": [[0, 0, 512]], "
	"\"way\": 0 }\n"
	"  ] }\n";

static struct schedule *read_json(const char *text)
{
	struct schedule *schedule;

	MUST(schedule_read_json(&schedule, text, strlen(text)));
	return schedule;
}

TEST("json: printing gives the text again")
{
	AUTO(schedule) schedule = read_json(sample);
	FREED char *text = text_of(schedule, schedule_print_json);

	assert_string_equal(text, sample);
}

TEST("json: any schedule comes back from its JSON")
{
	assert_round_trips(schedule_print_json, schedule_read_json);
}

/* The names and types that other programs rely on. */
static json_t *printed(const char *plan)
{
	AUTO(schedule) schedule = schedule_of(plan);
	FREED char *text = text_of(schedule, schedule_print_json);
	json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	assert_non_null(object);
	return object;
}

static void assert_number(const json_t *object, const char *name, int64_t number)
{
	const json_t *value = json_object_get(object, name);

	if (!json_is_integer(value) || json_integer_value(value) != number)
		fail_msg("%s is not %lld", name, (long long)number);
}

static void assert_word(const json_t *object, const char *name, const char *word)
{
	const json_t *value = json_object_get(object, name);

	if (!json_is_string(value) || strcmp(json_string_value(value), word) != 0)
		fail_msg("%s is not %s", name, word);
}

TEST("json: fields have the names and types of the contract")
{
	json_t *plan = printed("reduce nesbt cube:1 root=1 bytes=64 ports=all duplex=half\n"
			       "step 0\n0 -> 1 fold 0[0:16] 0[16:64]\n");
	const json_t *transfers = json_object_get(plan, "transfers"), *t;

	assert_word(plan, "network", "cube:1");
	assert_word(plan, "collective", "reduce");
	assert_word(plan, "algorithm", "nesbt");
	assert_word(plan, "duplex", "half");
	assert_number(plan, "root", 1);
	assert_number(plan, "nodes", 2);
	assert_number(plan, "bytes", 64);
	assert_number(plan, "steps", 1);
	assert_int_equal(json_array_size(transfers), 1);
	t = json_array_get(transfers, 0);
	assert_number(t, "step", 0);
	assert_number(t, "from", 0);
	assert_number(t, "to", 1);
	assert_word(t, "op", "fold");
	t = json_array_get(json_object_get(t, "pieces"), 1);
	assert_int_equal(json_array_size(t), 3);
	assert_int_equal(json_integer_value(json_array_get(t, 0)), 0);
	assert_int_equal(json_integer_value(json_array_get(t, 1)), 16);
	assert_int_equal(json_integer_value(json_array_get(t, 2)), 64);
	json_decref(plan);
}

static void end_json(json_t **object)
{
	json_decref(*object);
}

static void prints_word(const char *text, const char *name, const char *word)
{
	ENDED(end_json) json_t *plan = printed(text);

	assert_word(plan, name, word);
}

static void prints_number(const char *text, const char *name, int64_t number)
{
	ENDED(end_json) json_t *plan = printed(text);

	assert_number(plan, name, number);
}

TEST("json: ports is the strictest model that the plan obeys")
{
	prints_word("broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n"
		    "step 0\n0 -> 1 0[0:8]\n",
		"ports", "single");
	prints_word("allgather x cube:1 bytes=8 ports=all duplex=full\n"
		    "step 0\n0 -> 1 0[0:8]\n1 -> 0 1[0:8]\n",
		"ports", "exchange");
	/* A packet beside all links obeys nothing; the request is repeated. */
	prints_word("broadcast x cube:2 root=0 bytes=8 ports=sendrecv duplex=full\n"
		    "step 0\n0 -> 3 0[0:8]\n",
		"ports", "sendrecv");
}

TEST("json: packet is the limit, or the largest packet where there is none")
{
	prints_number("broadcast x cube:2 root=0 bytes=8 packet=100 ports=all duplex=full\n"
		      "step 0\n0 -> 1 0[0:8]\n",
		"packet", 100);
	prints_number("broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n"
		      "step 0\n0 -> 1 0[0:3]\nstep 1\n0 -> 1 0[3:8]\n",
		"packet", 5);
}

TEST("json: permutation and destination are there where they mean something")
{
	ENDED(end_json)
	json_t *plan =
		printed("permute x cube:2 bytes=8 ports=all duplex=full permutation=3,2,1,0");
	ENDED(end_json)
	json_t *other = printed("send x cube:2 root=1 destination=2 bytes=8 ports=all duplex=full");
	const json_t *p = json_object_get(plan, "permutation");

	assert_int_equal(json_array_size(p), 4);
	assert_int_equal(json_integer_value(json_array_get(p, 0)), 3);
	assert_null(json_object_get(plan, "destination"));
	assert_number(other, "destination", 2);
	assert_null(json_object_get(other, "permutation"));
}

#define START(COLLECTIVE, BYTES)                                                                   \
	"{\"network\":\"cube:2\",\"collective\":\"" COLLECTIVE "\",\"root\":0,\"nodes\":4,"        \
	"\"ports\":\"all\",\"duplex\":\"full\",\"bytes\":" BYTES
#define PLAN(TRANSFERS) START("broadcast", "8") ",\"transfers\":[" TRANSFERS "]}"
#define PIECES(LIST) PLAN("{\"step\":0,\"from\":0,\"to\":1,\"op\":\"copy\",\"pieces\":" LIST "}")

TEST("json: files may say more, and leave out what only informs")
{
	AUTO(schedule) schedule =
		read_json("{\"network\":\"cube:2\",\"collective\":\"barrier\",\"bytes\":0,"
			  "\"author\":{\"a\":[null,1e9,true]},\"steps\":4,\"transfers\":["
			  "{\"step\":3,\"from\":0,\"to\":1,\"colour\":\"red\"}]}");

	assert_int_equal(schedule->steps, 4);
	assert_int_equal(schedule->packet[0].count, 0);
	assert_string_equal(schedule->problem.algorithm, "");
	schedule_free(schedule);
	schedule = read_json(PIECES("[[0,3,3],[0,0,8]]"));
	assert_int_equal(schedule->packet[0].count, 1);
	schedule_free(schedule);
	schedule = read_json(START("transpose", "8") ",\"transfers\":[]}");
	assert_int_equal(schedule->problem.collective, ALLTOALL);
	schedule_free(schedule);
	schedule =
		read_json(START("transpose", "8") ",\"permutation\":[0,2,1,3],\"transfers\":[]}");
	assert_int_equal(schedule->problem.collective, PERMUTE);
}

TEST("json: what is damaged is refused with the path of the field")
{
	static const struct damage damages[] = {
		{ "[]", "line 1, column 1: expected an object" },
		{ "{}", "collective: is missing" },
		{ START("broadcast", "8") "}", "transfers: is missing" },
		{ START("broadcast", "8") ",\"transfers\":{}}", "transfers: is not an array" },
		{ START("broadcast", "8.0") ",\"transfers\":[]}", "bytes: is not a whole number" },
		{ START("broadcast", "-1") ",\"transfers\":[]}", "bytes: not between 0 and 2^53" },
		{ START("broadcast", "9007199254740993") ",\"transfers\":[]}",
			"bytes: not between 0 and 2^53" },
		{ START("broadcast", "8") ",\"steps\":\"1\",\"transfers\":[]}",
			"steps: is not a whole number" },
		{ START("broadcast", "8") ",\"algorithm\":7,\"transfers\":[]}",
			"algorithm: is not a string" },
		{ START("broadcast", "8") ",\"algorithm\":\"a\\nb\",\"transfers\":[]}",
			"algorithm: byte 2 is not a printable character" },
		{ START("broadcast", "8") ",\"algorithm\":\"12345678901234567890123456789012\","
					  "\"transfers\":[]}",
			"algorithm: longer than 31 bytes" },
		{ START("\\u001b[2J", "8") ",\"transfers\":[]}",
			"collective: byte 1 is not a printable character" },
		{ START("broadcast", "8") ",\"destination\":1,\"transfers\":[]}",
			"destination: only send has one" },
		{ START("send", "8") ",\"destination\":4,\"transfers\":[]}",
			"destination: 4 is not a node of cube:2" },
		{ START("permute", "8") ",\"transfers\":[]}", "permutation: is missing" },
		{ START("permute", "8") ",\"permutation\":7,\"transfers\":[]}",
			"permutation: is not an array of nodes" },
		{ START("permute", "8") ",\"permutation\":[0,1,2,\"3\"],\"transfers\":[]}",
			"permutation[3]: is not a whole number" },
		{ START("permute", "8") ",\"permutation\":[0,1,2,4],\"transfers\":[]}",
			"permutation: not a permutation: 3 is sent to 4, of 4 nodes" },
		{ "{\"collective\":\"barrier\",\"network\":\"graph:k\",\"bytes\":0,\"links\":7}",
			"links: is not an array of [node, node]" },
		{ "{\"collective\":\"barrier\",\"network\":\"graph:k\",\"bytes\":0,\"links\":[[0,1]"
		  ","
		  "[1,2,3]]}",
			"links[1]: is not [node, node]" },
		{ "{\"collective\":\"barrier\",\"network\":\"graph:k\",\"bytes\":0,\"links\":[[0,1]"
		  ","
		  "[1,-2]]}",
			"links: graph:k: there is no node -2: nodes are 0 to 1023" },
		{ "{\"network\":\"loop:4\",\"collective\":\"broadcast\",\"root\":0,\"ports\":"
		  "\"all\","
		  "\"duplex\":\"full\",\"bytes\":8,\"transfers\":[]}",
			NULL },
		{ PLAN("3"), "transfers[0]: is not an object" },
		{ PLAN("{}"), "transfers[0].step: is missing" },
		{ PLAN("{\"step\":-1}"),
			"transfers[0].step: a step is a number from 0 to 1073741823" },
		{ PLAN("{\"step\":0,\"from\":\"0\"}"), "transfers[0].from: is not a whole number" },
		{ PLAN("{\"step\":0,\"from\":0,\"to\":9}"),
			"transfers[0].to: 9 is not a node of cube:2" },
		{ PLAN("{\"step\":0,\"from\":0,\"to\":1,\"op\":null}"),
			"transfers[0].op: is neither \"copy\" nor \"fold\"" },
		{ PLAN("{\"step\":0,\"from\":0,\"to\":1,\"op\":\"add\"}"),
			"transfers[0].op: is neither \"copy\" nor \"fold\"" },
		{ PLAN("{\"step\":0,\"from\":0,\"to\":1,\"op\":1}"),
			"transfers[0].op: is neither \"copy\" nor \"fold\"" },
		{ PLAN("{\"step\":0,\"from\":0,\"to\":1}"), "transfers[0].pieces: is missing" },
		{ PIECES("{}"), "transfers[0].pieces: is not an array" },
		{ PIECES("[3]"), "transfers[0].pieces[0]: is not [block, begin, end]" },
		{ PIECES("[[0,0,8],[0,0]]"), "transfers[0].pieces[1]: is not [block, begin, end]" },
		{ PIECES("[[0,0,8,8]]"), "transfers[0].pieces[0]: is not [block, begin, end]" },
		{ PIECES("[[0,0,1e0]]"), "transfers[0].pieces[0]: is not [block, begin, end]" },
		{ PIECES("[[1,0,8]]"),
			"transfers[0].pieces[0]: block 1: broadcast has one block, which is "
			"block 0" },
		{ PIECES("[[-1,0,8]]"),
			"transfers[0].pieces[0]: block -1: broadcast has one block, which is "
			"block 0" },
		{ PIECES("[[0,0,9]]"), "transfers[0].pieces[0]: byte 9: a block has 8" },
		{ PIECES("[[0,-1,8]]"), "transfers[0].pieces[0]: bytes -1 to 8 are not a range" },
		{ PIECES("[[0,5,4]]"), "transfers[0].pieces[0]: bytes 5 to 4 are not a range" },
		{ PIECES("[[0,0,9223372036854775807]]"),
			"transfers[0].pieces[0]: byte 9223372036854775807: a block has 8" },
		{ START("broadcast",
			  "8") ",\"steps\":3,\"transfers\":[{\"step\":3,\"from\":0,\"to\":1,"
			       "\"op\":\"copy\",\"pieces\":[]}]}",
			"steps: 3, but its packets take 4" },
	};
	struct network net;
	char network_why[512];

	network_open(&net, "loop:4");
	snprintf(network_why, sizeof network_why, "network: %s", why_text());
	for (int i = 0; i < COUNT(damages); i++) {
		struct damage damage = damages[i];

		damage.why = damage.why ? damage.why : network_why;
		assert_refused(&damage, 1, schedule_read_json);
	}
}

TEST("json: what is no JSON is refused with line and column")
{
	static const char *const texts[] = { "", "{", "nonsense", PLAN("") " x", "{\"bytes\":NaN}",
		"{\"bytes\":1,\"bytes\":1}", "{\"bytes\":99999999999999999999}", "{\"a\":\"\xff\"}",
		"{\"a\":\"\\u0000\"}", "{\"a\":\"\n\"}", "{\"a\":1e999}" };

	for (int i = 0; i < COUNT(texts); i++) {
		struct schedule *schedule;

		assert_int_equal(
			schedule_read_json(&schedule, texts[i], strlen(texts[i])), -EINVAL);
		if (strncmp(why_text(), "line 1, column ", 15) != 0 ||
			strpbrk(why_text(), "\n\xff"))
			fail_msg("%s: %s", texts[i], why_text());
	}
}

/* A text of one character again and again. */
static void assert_flood(const char *what, size_t count)
{
	size_t each = strlen(what);
	FREED char *text = malloc(each * count);
	struct schedule *schedule;

	assert_non_null(text);
	for (size_t i = 0; i < count; i++)
		memcpy(text + i * each, what, each);
	assert_int_equal(schedule_read_json(&schedule, text, each * count), -EINVAL);
}

TEST("json: floods are refused before they take memory")
{
	assert_flood("[", 5000000);
	assert_string_equal(why_text(), "line 1, column 1: expected an object");
	assert_flood("{\"a\":", 1000000);
	assert_string_equal(
		why_text(), "line 1, column 321: more than 64 values within each other");
	assert_flood("{\"a\":[[0,", 1000000);
	assert_flood("1,", 20000000);
	assert_flood(PLAN(""), 1000000);
	assert_non_null(strstr(why_text(), "are too many for a plan"));
}

TEST("json: 100000 random damages never crash")
{
	assert_survives(sample, "0123456789-.eE \"\\[]{}:,\n\t\r\033\377abstuvx", 100000,
		schedule_read_json, schedule_print_json);
}
