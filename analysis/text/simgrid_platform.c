/* Writes a network as a platform of SimGrid: hosts, links and routes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "analysis/text/simgrid_platform.h"
#include "base/error.h"

/* The bandwidth of links is shared by the messages that cross a link at the same time; latencies
 * are not. So a limiter, a link without latency that all messages of a node cross, holds a node to
 * the rate of one port. No limiter tells one partner from another, as EXCHANGE does. */
int simgrid_platform_fits(const struct simgrid_platform *platform)
{
	if (platform->ports == EXCHANGE)
		return why(EINVAL, "ports exchange: a platform cannot tell a partner from other "
				   "partners: all, "
				   "sendrecv and single are limits of rate");
	return 0;
}

/* SimGrid has tori of its own, with routes that need no table. Cubes and rings are such tori. A
 * digit of radix 2 has two links there, one for each direction, so half duplex needs a table. */
static bool is_torus(const struct simgrid_platform *platform)
{
	const struct network *net = platform->net;
	const char *kind = net->kind->name;

	return platform->ports == ALL && platform->duplex == FULL && !net->kind->table &&
	       net->dimension > 0 && net->nodes > 1 &&
	       (!strcmp(kind, "cube") || !strcmp(kind, "torus") || !strcmp(kind, "ring"));
}

static void print_torus(const struct simgrid_platform *platform, FILE *file)
{
	const struct network *net = platform->net;

	fprintf(file,
		"  <cluster id=\"grove\" prefix=\"node-\" suffix=\"\" radical=\"0-%d\" "
		"speed=\"1Gf\"\n"
		"           bw=\"%.17gBps\" lat=\"%.17gs\" sharing_policy=\"SPLITDUPLEX\"\n"
		"           loopback_bw=\"1000000GBps\" loopback_lat=\"0s\"\n"
		"           topology=\"TORUS\" topo_parameters=\"",
		net->nodes - 1, 1 / platform->tau, platform->beta);
	for (int i = 0; i < net->dimension; i++)
		fprintf(file, "%s%d", i ? "," : "", net->radix[i]);
	fputs("\"/>\n", file);
}

/* ---- Links and routes one by one ---- */

static void print_link(const struct simgrid_platform *platform, int u, int v, FILE *file)
{
	fprintf(file, "    <link id=\"%d-%d\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>\n", u, v,
		1 / platform->tau, platform->beta);
}

/* The link that u uses to v: with half duplex the lesser node gives the link its name. */
static void print_route(
	const struct simgrid_platform *platform, const char *kind, int u, int v, FILE *file)
{
	bool turned = platform->duplex == HALF && v < u;

	fprintf(file,
		"    <route src=\"%s-%d\" dst=\"%s-%d\" symmetrical=\"NO\">"
		"<link_ctn id=\"%d-%d\"/></route>\n",
		kind, u, kind, v, turned ? v : u, turned ? u : v);
}

static void print_limiter(
	const struct simgrid_platform *platform, const char *name, int v, FILE *file)
{
	fprintf(file, "    <link id=\"%s-%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", name, v,
		1 / platform->tau);
}

static void print_door(const char *src, const char *dst, const char *limiter, int v, FILE *file)
{
	fprintf(file,
		"    <route src=\"%s-%d\" dst=\"%s-%d\" symmetrical=\"NO\">"
		"<link_ctn id=\"%s-%d\"/></route>\n",
		src, v, dst, v, limiter, v);
}

static void print_nodes(const struct simgrid_platform *platform, FILE *file)
{
	for (int v = 0; v < platform->net->nodes; v++) {
		fprintf(file, "    <host id=\"node-%d\" speed=\"1Gf\"/>\n", v);
		if (platform->ports == ALL)
			continue;
		fprintf(file, "    <router id=\"router-%d\"/>\n", v);
		print_limiter(platform, "out", v, file);
		if (platform->ports == SENDRECV)
			print_limiter(platform, "in", v, file);
	}
}

static void print_links(const struct simgrid_platform *platform, FILE *file)
{
	const struct network *net = platform->net;

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			int u = network_neighbour(net, v, p);

			if (u >= 0 && (platform->duplex == FULL || v < u))
				print_link(platform, v, u, file);
		}
}

static void print_routes(const struct simgrid_platform *platform, FILE *file)
{
	const struct network *net = platform->net;
	const char *kind = platform->ports == ALL ? "node" : "router";

	for (int v = 0; v < net->nodes; v++) {
		if (platform->ports != ALL) {
			print_door("node", "router", "out", v, file);
			print_door("router", "node", platform->ports == SINGLE ? "out" : "in", v,
				file);
		}
		for (int p = 0; p < net->ports; p++)
			if (network_neighbour(net, v, p) >= 0)
				print_route(platform, kind, v, network_neighbour(net, v, p), file);
	}
}

static void print_table(const struct simgrid_platform *platform, FILE *file)
{
	fputs("  <zone id=\"grove\" routing=\"DijkstraCache\">\n", file);
	print_nodes(platform, file);
	print_links(platform, file);
	print_routes(platform, file);
	fputs("  </zone>\n", file);
}

/* Two hyphens would end the comment. */
static void print_name(const char *name, FILE *file)
{
	for (; *name; name++) {
		putc(*name, file);
		if (name[0] == '-' && name[1] == '-')
			putc(' ', file);
	}
}

int simgrid_platform_print(const struct simgrid_platform *platform, FILE *file)
{
	fputs("<?xml version='1.0'?>\n"
	      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
	      "<!-- ",
		file);
	print_name(platform->net->name, file);
	fprintf(file,
		": host node-V is node V; a link takes %g s and %g s a byte; ports %s, duplex %s "
		"-->\n"
		"<platform version=\"4.1\">\n",
		platform->beta, platform->tau, ports_name(platform->ports),
		duplex_name(platform->duplex));
	if (is_torus(platform))
		print_torus(platform, file);
	else
		print_table(platform, file);
	fputs("</platform>\n", file);
	return ferror(file) ? why(EIO, "the platform could not be written") : 0;
}

int simgrid_hosts_print(const struct network *net, FILE *file)
{
	for (int v = 0; v < net->nodes; v++)
		fprintf(file, "node-%d\n", v);
	return ferror(file) ? why(EIO, "the names of the hosts could not be written") : 0;
}
