/* Calls each function of grove.hpp beside what must come out; hpp_test.sh builds and runs this. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>
#include <grove.hpp>

namespace
{

void expect(bool right, const char *what, int line)
{
	if (right)
		return;
	std::printf("line %d: %s\n", line, what);
	std::exit(1);
}

#define EXPECT(condition) expect(condition, #condition, __LINE__)

/* Returns true if the call throws grove::error with this code and with these words. */
template <class F> bool throws(int code, const char *words, F call)
{
	try {
		call();
	} catch (const grove::error &error) {
		return error.code() == code && std::strstr(error.what(), words);
	}
	return false;
}

static_assert(grove::type_of<float>() == GROVE_F32 && grove::type_of<double>() == GROVE_F64);
static_assert(
	grove::type_of<signed char>() == GROVE_I8 && grove::type_of<unsigned char>() == GROVE_U8);
static_assert(grove::type_of<short>() == GROVE_I16 && grove::type_of<int>() == GROVE_I32);
static_assert(grove::type_of<long long>() == GROVE_I64);
static_assert(grove::type_of<unsigned long long>() == GROVE_U64);
static_assert(grove::type_of<std::array<char, 24>>() == GROVE_ELEMENT(24));
static_assert(
	!std::is_copy_constructible_v<grove::team> && !std::is_copy_constructible_v<grove::plan>);

void folds(grove::node me)
{
	const int v = me.number(), n = me.nodes();
	const auto blocks = static_cast<std::size_t>(n);
	std::vector<int> in(blocks, v), out(blocks, -1), one(1);
	int array[2] = { v, -v };

	EXPECT(me.allreduce(v + 0.5, grove::sum) == n * (n - 1) / 2 + 0.5 * n);
	EXPECT(me.allreduce(1 << v, grove::bit_or) == (1 << n) - 1);
	EXPECT(me.allreduce(v == 1, grove::bit_or) && !me.allreduce(v == 1, grove::bit_and));
	const std::vector<std::complex<double>> turn{ { 0, 1 } };
	std::vector<std::complex<double>> turned(1);
	me.allreduce(turn, turned, grove::prod);
	EXPECT(turned[0] == std::pow(turn[0], n));
	me.reduce(in, out, grove::max, 1);
	EXPECT(out[0] == (v == 1 ? n - 1 : -1));
	if (v == 0)
		me.reduce(in, out, grove::min);
	else
		me.reduce(in, std::vector<int>(), grove::min);
	me.allreduce(in, out, grove::sum);
	EXPECT(out.back() == n * (n - 1) / 2);
	me.allreduce_in_place(array, grove::min);
	EXPECT(array[0] == 0 && array[1] == 1 - n);
	me.reducescatter(in, one, grove::sum);
	EXPECT(one[0] == n * (n - 1) / 2);
	me.scan(std::array<int, 1>{ v }, one, grove::sum);
	EXPECT(one[0] == v * (v + 1) / 2);
	me.allreduce(in, out, grove::ordered(grove::sum));
	EXPECT(out.back() == n * (n - 1) / 2);
	me.exscan(std::array<int, 1>{ v }, one, grove::sum);
	EXPECT(v == 0 || one[0] == v * (v - 1) / 2);
}

struct place {
	double value;
	int node;
};

void own_fold(grove::node me)
{
	static const auto first = grove::make_fold<place>(
		[](const place &a, const place &b) { return a.value > b.value ? a : b; }, "first");
	const int v = me.number();
	std::array<place, 1> in{ { { 3.0 - (v - 1) * (v - 1), v } } }, out{};

	me.allreduce(in, out, first);
	EXPECT(out[0].node == 1 && out[0].value == 3.0);
}

void moves(grove::node me)
{
	const int v = me.number(), n = me.nodes();
	const auto blocks = static_cast<std::size_t>(n);
	std::vector<int> in(2 * blocks), out(2 * blocks), pair(2), next;
	std::string word = v == 2 ? "right" : "wrong";

	for (std::size_t i = 0; i < in.size(); i++)
		in[i] = v * 100 + static_cast<int>(i);
	me.broadcast(word, 2);
	EXPECT(word == "right");
	me.scatter(v == 1 ? in : std::vector<int>(), pair, 1);
	EXPECT(pair[1] == 100 + 2 * v + 1);
	me.gather(pair, out);
	EXPECT(v != 0 || out.back() == 100 + 2 * n - 1);
	me.allgather(std::array<int, 2>{ v, -v }, out);
	EXPECT(out[2] == 1 && out[3] == -1);
	me.alltoall(in, out);
	EXPECT(out[0] == 2 * v && out.back() == (n - 1) * 100 + 2 * v + 1);
	for (int u = 0; u < n; u++)
		next.push_back((u + 1) % n);
	me.permute(std::array<int, 1>{ v }, grove::span<int>(out.data(), 1), next);
	EXPECT(out[0] == (v + n - 1) % n);
	me.barrier();
}

/* Block v has v elements; node 0 has none. */
void blocks_of_any_size(grove::node me)
{
	const int v = me.number();
	const grove::sizes triangle{ 0, 1, 2, 3 };
	const std::vector<short> six{ 10, 20, 21, 30, 31, 32 };
	std::vector<short> own(static_cast<std::size_t>(v)), all(6);

	me.scatterv(six, triangle, own);
	EXPECT(v == 0 || own.back() == 10 * v + v - 1);
	me.gatherv(own, all, triangle, 2);
	EXPECT(v != 2 || all == six);
	all.assign(6, 0);
	me.allgatherv(own, all, triangle);
	EXPECT(all == six);
	const auto each = static_cast<std::size_t>(v);
	std::vector<short> in(4 * each, static_cast<short>(v)), out(6);
	me.alltoallv(in, grove::sizes(4, each), out, triangle);
	EXPECT((out == std::vector<short>{ 1, 2, 2, 3, 3, 3 }));
	me.reducescatterv(six, triangle, own, grove::sum);
	EXPECT(v == 0 || own[0] == 40 * v);
	EXPECT(throws(-EINVAL, "alltoallv: a buffer of",
		[&] { me.alltoallv(all, grove::sizes(4, 1), out, triangle); }));
}

/* The second column of one matrix becomes the first row of another. */
void subarrays(grove::node me)
{
	const int v = me.number();
	const std::vector<long> from{ v, 1, v, 2, v, 3 };
	std::vector<long> to(6, -1), all(6, v == 0 ? 7 : 0);
	const grove_subarray column{ sizeof(long), sizeof(long), 3, 2 * sizeof(long), 0, 0 };
	const grove_subarray row{ 0, 3 * sizeof(long), 1, 0, 0, 0 };
	grove_operation operation{};

	me.exchange(
		std::vector<grove_neighbour>{ { v, from.data(), 0, to.data(), 0, &column, &row } });
	EXPECT((to == std::vector<long>{ 1, 2, 3, -1, -1, -1 }));
	operation.verb = "broadcast";
	operation.out = all.data();
	operation.count = 3 * sizeof(long);
	operation.out_subarrays = &column;
	me.call(operation);
	EXPECT(all[1] == 7 && all[3] == 7 && all[5] == 7 && all[0] == (v == 0 ? 7 : 0));
}

void messages(grove::node me)
{
	const int v = me.number(), n = me.nodes(), to = (v + 1) % n, from = (v + n - 1) % n;
	std::vector<long> out(3, v), in(3), few(10);

	me.sendrecv(out, to, in, from, 7);
	EXPECT(in[2] == from);
	me.send(out, to);
	me.recv(in, from);
	EXPECT(in[0] == from);
	me.send(out, to, 5);
	grove_message message = me.recv_any(few, from);
	EXPECT(message.from == from && message.tag == 5 && message.bytes == 3 * sizeof(long));
	std::vector<grove_neighbour> both{ { to, &v, sizeof v, &in[0], sizeof v, nullptr, nullptr },
		{ from, &v, sizeof v, &in[1], sizeof v, nullptr, nullptr } };
	if (n > 2)
		me.exchange(both);
	subarrays(me);
}

void requests(grove::node me)
{
	const int v = me.number(), n = me.nodes(), to = (v + 1) % n, from = (v + n - 1) % n;
	std::vector<long> one(1, v), sum(1), all(3, v == 1 ? 5 : 0), in(2), out(2, v);
	grove::request first = me.iallreduce(one, sum, grove::sum), second = me.ibroadcast(all, 1);
	grove::request sent = me.isend(out, to), received = me.irecv(in, from);
	grove_operation operation{};

	while (!second.test())
		;
	received.wait();
	sent.wait();
	first.wait();
	EXPECT(first.test());
	EXPECT(sum[0] == n * (n - 1) / 2 && all[2] == 5 && in[1] == from);
	operation.verb = "barrier";
	grove::request again = me.prepare(operation);
	for (int k = 0; k < 3; k++) {
		again.start();
		again.wait();
	}
	again.start();
	operation.verb = "no";
	EXPECT(throws(-EINVAL, "there is no verb 'no'", [&] { me.start(operation); }));
}

void parts(grove::node me)
{
	const int v = me.number();
	grove::sub_node half = me.split(v / 2, -v), none = me.split(GROVE_NO_COLOUR);

	EXPECT(half && !none && half.nodes() == 2 && half.number() == 1 - v % 2);
	EXPECT(half.allreduce(v, grove::sum) == (v < 2 ? 1 : 5));
	grove::sub_node other = std::move(half);
	EXPECT(!half && other);
}

void refusals(grove::node me)
{
	std::vector<int> three(3), four(4);
	const char *sizes = "elements, where there must be";

	EXPECT(throws(-EINVAL, sizes, [&] { me.allreduce(three, four, grove::sum); }));
	EXPECT(throws(-EINVAL, sizes, [&] { me.alltoall(three, four); }));
	EXPECT(throws(-EINVAL, "alltoall: 3 elements do not divide among 4 nodes",
		[&] { me.alltoall(three, three); }));
	EXPECT(throws(-EINVAL, sizes, [&] { me.allgather(four, four); }));
	EXPECT(throws(-EINVAL, "root 9", [&] { me.broadcast(four, 9); }));
	EXPECT(throws(-EINVAL, "nowhere:3", [&] { me.split(0, 0, "nowhere:3"); }) ||
		me.number() > 0);
	EXPECT(throws(-EINVAL, "colour -7", [&] { me.split(-7); }));
}

void plans(grove::team &team)
{
	grove_problem problem{};

	problem.collective = "broadcast";
	problem.algorithm = "nesbt";
	problem.bytes = 64;
	grove::plan plan("cube:2", problem), moved = std::move(plan);
	EXPECT(moved.algorithm() == "nesbt" && !plan.get() && moved.figures(64).steps > 0);
	team.run([&](grove::node me) {
		std::vector<char> text(64, me.number() == 0 ? 'r' : 'w');

		me.execute(moved, nullptr, text.data(), text.size());
		EXPECT(text[63] == 'r');
	});
	std::vector<std::array<char, 64>> text(4);
	std::vector<grove_buffers> buffers;
	for (auto &part : text)
		buffers.push_back({ nullptr, part.data() });
	text[0].fill('p');
	team.execute(moved, buffers, 64);
	EXPECT(text[3][63] == 'p');
	grove::plan again = grove::plan::read(moved.write(64));
	EXPECT(again.write(64, "json") == moved.write(64, "json"));
	EXPECT(throws(-EINVAL, "line 1", [] { grove::plan::read("nothing"); }));
	problem.algorithm = "none";
	EXPECT(throws(-EINVAL, "none", [&] { grove::plan wrong("cube:2", problem); }));
}

/* Node 1 throws while the others wait for the node. */
void exceptions()
{
	std::atomic<int> canceled{ 0 };
	grove::team team("cube:2");
	bool caught = false;

	try {
		team.run([&](grove::node me) {
			if (me.number() == 1)
				throw std::range_error("mine");
			try {
				for (;;)
					me.barrier();
			} catch (const grove::error &error) {
				canceled += error.code() == -ECANCELED;
				throw;
			}
		});
	} catch (const std::range_error &error) {
		caught = !std::strcmp(error.what(), "mine");
	}
	EXPECT(caught && canceled == 3);
	grove::team other("gh:2", 1); /* each body on a stack of its own */
	EXPECT(throws(-EDOM, "the body of node 1 returned -33", [&] {
		other.run([](grove::node me) {
			if (me.number() == 1)
				return -EDOM;
			me.barrier();
			return 0;
		});
	}));
	EXPECT(throws(5, "the body of node 1 returned 5", [&] {
		team.run([](grove::node me) {
			if (me.number() == 1)
				return 5;
			me.barrier();
			return 0;
		});
	}));
	EXPECT(throws(1, "returned 1", [&] { other.run([](grove::node) { return true; }); }));
	EXPECT(throws(1, "returned 1", [&] { other.phase([](grove::node) { return true; }); }));
	EXPECT(throws(-ECANCELED, "stopped by the user", [&] {
		other.run([](grove::node me) {
			if (me.number() == 1)
				throw grove::error(-ECANCELED, "stopped by the user");
		});
	}));
	EXPECT(throws(-EINVAL, "'cub:2' is not a network", [] { grove::team wrong("cub:2"); }));
}

void throws_as_caller(
	void *result, const void *left, const void *, std::size_t count, int, void *caller)
{
	std::memmove(result, left, count * sizeof(int));
	if (*static_cast<std::thread::id *>(caller) == std::this_thread::get_id())
		throw std::range_error("a fold");
}

/* The exception passes through the plan of the primary thread, and the other node has left. */
void exceptions_of_folds()
{
	std::thread::id self = std::this_thread::get_id();
	const grove_fold fold = { throws_as_caller, &self, "throws" };
	grove_team_options options{};
	grove_problem problem{};
	std::array<int, 2> in{ 1, 2 }, out{};
	std::vector<grove_buffers> buffers{ { &in[0], &out[0] }, { &in[1], &out[1] } };

	options.network = "gh:2";
	problem.collective = "allreduce";
	problem.bytes = sizeof(int);
	problem.type = GROVE_I32;
	problem.fold = &fold;
	grove::team team(options);
	grove::plan plan("gh:2", problem);
	for (int round = 0; round < 3; round++) {
		bool caught = false;

		try {
			team.execute(plan, buffers, sizeof(int));
		} catch (const std::range_error &) {
			caught = true;
		}
		EXPECT(caught);
		team.run([](grove::node me) { EXPECT(me.allreduce(1, grove::sum) == 2); });
	}
}

void guests()
{
	grove_team_options options{};

	options.network = "gh:2";
	options.threads = GROVE_CALLER;
	grove::team team(options);
	auto visit = [&](int number) {
		grove::attached me(team, number);

		EXPECT(me.allreduce(number, grove::sum) == 1);
	};
	std::thread other(visit, 1);
	visit(0);
	other.join();
	team.free();
	EXPECT(throws(-EINVAL, "", [&] { grove::attached me(team, 0); }));
}

/* Nodes leave before they learn that they differ, so the error comes with the end of the team. */
void guests_who_differ()
{
	grove_team_options options{};

	options.network = "gh:2";
	options.threads = GROVE_CALLER;
	grove::team team(options);
	for (int number : { 0, 1 })
		std::thread([&] {
			std::array<char, 1> byte{};
			grove::attached me(team, number);

			EXPECT(throws(-EBUSY, "is attached", [&] { team.free(); }) && team.get());
			me.broadcast(byte, number);
		}).join();
	EXPECT(throws(-EINVAL, "from root 1", [&] { team.free(); }) && !team.get());
}

} /* namespace */

int main()
{
	grove::team team("cube:2"), moved = std::move(team);

	for (auto part :
		{ folds, own_fold, moves, blocks_of_any_size, messages, requests, parts, refusals })
		moved.run(part);
	moved.phase([](grove::node me) { EXPECT(me.nodes() == 4); });
	plans(moved);
	moved.free();
	exceptions();
	exceptions_of_folds();
	guests();
	guests_who_differ();
	std::puts("right");
}
