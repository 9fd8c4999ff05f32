/* Plans the waves of messages that leave one node of a cube for all others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/arith.h"
#include "base/error.h"
#include "collectives/cube/corner_split.h"
#include "collectives/cube/distribute_waves.h"

/* Stout & Wagar 1990, section 5. C(d,j) messages go to distance j, so a link of node 0 carries
 * C(d,j)/d messages for that distance, and a link from distance i to i + 1 carries
 * C(d,j) / (d C(d-1,i)).
 *
 * DISTRIBUTE 2 sends k waves, each r times as large as the next wave. k is the least number for
 * which r <= d - 1: each neighbour of node 0 has d - 1 links to send a wave on before the next wave
 * has come. The last wave has the messages for distance 1. The waves before have the messages for
 * distances 2, 3, ..., as many as the size of the wave allows. Where a wave has no room for the
 * messages of a distance (d = 5, d = 10), the wave is larger; the first wave has all the rest. A
 * portion of a message is a multiple of lcm(1, ..., j) units, so that a portion can be split
 * evenly. */

static int open_wavelets(struct distribute_waves *w, int d)
{
	*w = (struct distribute_waves){ .d = d, .units = corner_units(CORNER_EVEN, d) };
	return w->units
		       ? 0
		       : why(ENOMEM, "messages across %d dimensions would be cut in too many units",
				 d);
}

static void add(struct distribute_waves *w, int wave, int distance, uint32_t begin, uint32_t end)
{
	w->wavelet[w->count++] = (struct distribute_wave){
		.wave = wave, .distance = distance, .begin = begin, .end = end
	};
}

int distribute_waves_by_stage(struct distribute_waves *w, int d)
{
	int error = open_wavelets(w, d);

	if (error)
		return error;
	w->waves = d;
	for (int j = d; j > 0; j--) {
		add(w, d - j, j, 0, w->units);
		for (int i = 0; i < j; i++)
			w->wavelet[w->count - 1].time[i] = d - j + i;
	}
	return 0;
}

/* ---- The contents of the waves ---- */

/* Returns how many messages k waves take: d (1 + r + ... + r^(k-1)). */
static double taken(int d, int k, double r)
{
	double sum = 0, size = 1;

	for (int i = 0; i < k; i++, size *= r)
		sum += size;
	return d * sum;
}

static int count_waves(int d)
{
	int k = 1;

	while (taken(d, k, d - 1) < ldexp(1, d) - 1)
		k++;
	return k;
}

static double ratio(int d, int k)
{
	double low = 0, high = d;

	for (int i = 0; i < 60 && k > 1; i++) {
		double middle = (low + high) / 2;

		if (taken(d, k, middle) < ldexp(1, d) - 1)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* Returns how many of the `left` units of the messages for distance j go into `room` messages per
 * link. */
static uint32_t portion(const struct distribute_waves *w, int j, uint32_t left, double room)
{
	double units = room * w->d / binomial(w->d, j) * w->units;
	uint32_t grain = corner_units(CORNER_EVEN, j);

	if (!(units > 0))
		return 0;
	return units >= left ? left : (uint32_t)units / grain * grain;
}

/* Fills the waves from the last to the first, so the wavelets are in reverse order. */
static void fill_waves(struct distribute_waves *w)
{
	double r = ratio(w->d, w->waves), size = 1;
	uint32_t left = w->units;

	for (int wave = w->waves - 1, j = 1; wave >= 0; wave--, size *= r) {
		double room = size;
		bool first = true;

		for (; j <= w->d; j++, left = w->units, first = false) {
			uint32_t take = first || !wave ? left : portion(w, j, left, room);

			if (take)
				add(w, wave, j, left - take, left);
			room -= binomial(w->d, j) / w->d * take / w->units;
			left -= take;
			if (left)
				break;
		}
	}
}

static void turn_round(struct distribute_waves *w)
{
	for (int i = 0, k = w->count - 1; i < k; i++, k--) {
		struct distribute_wave held = w->wavelet[i];

		w->wavelet[i] = w->wavelet[k];
		w->wavelet[k] = held;
	}
}

/* ---- The times of the waves ---- */

/* Sets times in the order of arrival, so that no node waits for a wave while the node has something
 * to send. A packet leaves after the packet that brought its bytes, and not before its receiver
 * sends on the last packet of the wavelets before. So a packet also comes after the last packet on
 * the same link, which the receiver had to send on. */
static void set_times(struct distribute_waves *w)
{
	int last[NETWORK_DIGITS + 1] = { 0 };

	for (int i = 0; i < w->count; i++) {
		struct distribute_wave *x = &w->wavelet[i];
		bool opens = !i || w->wavelet[i - 1].wave != x->wave;

		for (int l = 0; l < x->distance; l++) {
			int time = l ? x->time[l - 1] + 1 : 0;

			x->time[l] = time > last[l + 1] ? time : last[l + 1];
			if (!l && !opens)
				x->time[0] = w->wavelet[i - 1].time[0];
			last[l] = x->time[l];
		}
	}
}

int distribute_waves_in_waves(struct distribute_waves *w, int d)
{
	int error = open_wavelets(w, d);

	if (error)
		return error;
	w->waves = count_waves(d);
	fill_waves(w);
	turn_round(w);
	set_times(w);
	return 0;
}
