/* Self-consistency: what auto expects of a collective is no more than of others that do its work.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/auto/choose.h"
#include "library/library_internal.h"
#include "tests/collective_help.h"

enum {
	GUIDELINES_MAX = 32
};

/* A collective with blocks of M bytes, or of N M on N nodes. */
struct guided {
	enum collective collective;
	bool all; /* N M */
};

/* `whole` takes no longer than its parts one after another. */
struct guideline {
	char text[80];
	struct guided whole, part[2];
	int parts;
};

static struct guideline guidelines[GUIDELINES_MAX];
static int count;

static struct guided guided_of(const char *name, const char *unit)
{
	struct guided guided = { .all = !strcmp(unit, "NM") };

	if (collective_named(&guided.collective, name) || (!guided.all && strcmp(unit, "M") != 0))
		fail_msg("tests/collectives/guidelines.txt: %s %s", name, unit);
	return guided;
}

/* Reads tests/collectives/guidelines.txt: "allreduce M <= reduce M + broadcast M" in each line. */
BEFORE_TESTS
{
	const char *source = getenv("GROVE_SOURCE");
	char path[4096], line[128], name[3][32], unit[3][8];
	FILE *file;

	snprintf(path, sizeof path, "%s/tests/collectives/guidelines.txt", source ? source : ".");
	file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof line, file)) {
		struct guideline *g = &guidelines[count];
		int words = sscanf(line, "%31s %7s <= %31s %7s + %31s %7s", name[0], unit[0],
			name[1], unit[1], name[2], unit[2]);

		if (line[0] == '#')
			continue;
		assert_in_range(count++, 0, GUIDELINES_MAX - 1);
		assert_true(words == 4 || words == 6);
		g->parts = words / 2 - 1;
		snprintf(g->text, sizeof g->text, "%.*s", (int)strcspn(line, "\n"), line);
		g->whole = guided_of(name[0], unit[0]);
		for (int p = 0; p < g->parts; p++)
			g->part[p] = guided_of(name[1 + p], unit[1 + p]);
	}
	assert_int_equal(fclose(file), 0);
}

/* Exactly on links. Between far threads a scatter of 8 bytes along any tree waits for more cache
 * lines than a broadcast of all blocks along a path that crosses once: there it may be slower. */
static const double ON_LINKS = 1 + 1e-9, ON_THREADS = 1.6;

/* Elements of 8 bytes in all parts of what folds: its other parts do not cut them either. */
static size_t element_of(const struct guideline *g)
{
	bool folds = collective_folds(g->whole.collective);

	for (int p = 0; p < g->parts; p++)
		folds |= collective_folds(g->part[p].collective);
	return folds ? 8 : 1;
}

static double guided(const struct guided *g, const char *network, size_t bytes, size_t element,
	const struct rates *rates)
{
	static struct candidate list[CANDIDATES];
	struct problem problem = problem_of(network, g->collective);

	bytes *= g->all ? (size_t)problem.net.nodes : 1;
	if (choose(list, &problem, bytes, element, rates) < 1)
		fail_msg("%s on %s: %s", collective_name(g->collective), network, why_text());
	return list[0].seconds;
}

static void obey(const char *network, const struct rates *rates, double margin)
{
	static const size_t sizes[] = { 8, 512, 4096, 65536, 1 << 20 };

	for (const struct guideline *g = guidelines; g < guidelines + count; g++)
		for (int s = 0; s < COUNT(sizes); s++) {
			size_t element = element_of(g);
			double whole = guided(&g->whole, network, sizes[s], element, rates),
			       parts = 0;

			for (int p = 0; p < g->parts; p++)
				parts += guided(&g->part[p], network, sizes[s], element, rates);
			if (whole > parts * margin)
				fail_msg("%s, %zu bytes: %s: %g s, %g s", network, sizes[s],
					g->text, whole, parts);
		}
}

/* By construction: whatever is no single algorithm's work is a composed one's. */
TEST("guidelines: predictions obey them on links")
{
	static const struct rates links = { .beta = 1e-6, .tau = 1e-10, .threads = 1 << 20 };

	obey("gh:2", &links, ON_LINKS);
	obey("cube:3", &links, ON_LINKS);
	obey("gh:5", &links, ON_LINKS);
	obey("gh:2x3", &links, ON_LINKS);
	obey("star:3", &links, ON_LINKS);
}

/* Two far cores, eight near ones. */
TEST("guidelines: predictions obey them on threads")
{
	static const struct link_costs far_links = {
		.beta = 3.1e-7, .packet = 6e-8, .tau = 4e-11, .folded_tau = 3e-11
	};
	static const struct link_costs near_links = {
		.beta = 1.1e-7, .packet = 4e-8, .tau = 8e-11, .folded_tau = 5e-11
	};
	static struct measured_costs far_costs, near_costs;
	struct machine far_machine, near_machine;
	struct rates far, near;

	rough_machine(&far_machine, &far_costs, &far_links);
	rough_machine(&near_machine, &near_costs, &near_links);
	far = machine_rates(&far_machine, 2);
	near = machine_rates(&near_machine, 8);
	obey("gh:2", &far, ON_THREADS);
	obey("cube:3", &far, ON_THREADS);
	obey("cube:3", &near, ON_THREADS);
}

TEST("guidelines: each line of the table is read")
{
	assert_true(count >= 10);
}
