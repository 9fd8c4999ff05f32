/* grove in C++17: teams, plans and nodes as objects, bodies as lambdas, errors as exceptions.
 *
 *	grove::team team("cube:3");
 *	team.run([](grove::node me) {
 *		double sum = me.allreduce(1.0 * me.number(), grove::sum);
 *	});
 *
 * A thin layer over grove.h, header only. Each function does what the C function of the same name
 * does, under the same rules, and throws grove::error where the C function returns an error.
 * Buffers are anything with data() and size(); sizes are in elements, and are checked.
 *
 * Exceptions cross threads: when a body throws, the team is aborted, and team::run throws that
 * exception again, the first if several bodies threw. In other bodies calls throw grove::error with
 * -ECANCELED, which never hides the failure that it follows from. Objects of other libraries must
 * be handed over in an exception only if they may be destroyed by another thread. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef GROVE_HPP
#define GROVE_HPP

#include <atomic>
#include <cerrno>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif
#include "grove_measure.h"

namespace grove
{

/* A failed call: code() is -errno, or what the body of a run returned, and what() the line of
 * grove_why(). */
class error : public std::runtime_error
{
      public:
	error(int code, const std::string &line)
	    : std::runtime_error(line.empty() ? "grove: error " + std::to_string(-code) : line),
	      number(code)
	{
	}
	int code() const noexcept
	{
		return number;
	}

      private:
	int number;
};

inline void check(int result)
{
	if (result < 0)
		throw error(result, grove_why());
}

/* A run of elements in memory that belongs to somebody else. */
template <class T> class span
{
      public:
	using element = std::remove_const_t<T>;

	constexpr span(T *first, std::size_t count) noexcept : first(first), count(count)
	{
	}
	template <std::size_t N> constexpr span(T (&array)[N]) noexcept : first(array), count(N)
	{
	}
	template <class Container, class = std::enable_if_t<std::is_convertible_v<
					   decltype(std::declval<Container &>().data()), T *>>>
	constexpr span(Container &&container) noexcept
	    : first(container.data()), count(container.size())
	{
	}
	constexpr T *data() const noexcept
	{
		return first;
	}
	constexpr std::size_t size() const noexcept
	{
		return count;
	}
	constexpr std::size_t bytes() const noexcept
	{
		return count * sizeof(T);
	}

      private:
	T *first;
	std::size_t count;
};

/* The element type of a buffer, and a read-only view of the buffer. */
template <class Container>
using element_of = std::remove_pointer_t<decltype(std::declval<Container &>().data())>;

template <class Container> auto view(Container &container)
{
	return span<element_of<Container>>(container.data(), container.size());
}

template <class T, std::size_t N> auto view(T (&array)[N])
{
	return span<T>(array, N);
}

/* The type of T as grove numbers types: for integers, float, double, bool and std::complex of float
 * and double. Other types need a fold of their own. */
template <class T> constexpr int type_of()
{
	static_assert(std::is_trivially_copyable_v<T>, "elements are copied byte by byte");
	if constexpr (std::is_same_v<T, float>)
		return GROVE_F32;
	else if constexpr (std::is_same_v<T, double>)
		return GROVE_F64;
	else if constexpr (std::is_same_v<T, bool>)
		return GROVE_BOOL;
	else if constexpr (std::is_same_v<T, std::complex<float>>)
		return GROVE_C64;
	else if constexpr (std::is_same_v<T, std::complex<double>>)
		return GROVE_C128;
	else if constexpr (std::is_integral_v<T> && sizeof(T) <= 8)
		return (sizeof(T) == 1		? GROVE_U8
			       : sizeof(T) == 2 ? GROVE_U16
			       : sizeof(T) == 4 ? GROVE_U32
						: GROVE_U64) +
		       (std::is_signed_v<T> ? 1 : 0);
	else
		return GROVE_ELEMENT(sizeof(T));
}

/* ---- Folds ---- */

/* The folds of grove, for the types of grove. */
struct builtin {
	int number;
	const grove_fold *get() const
	{
		return grove_builtin_fold(number);
	}
};
inline constexpr builtin sum{ 0 }, prod{ 1 }, min{ 2 }, max{ 3 }, bit_and{ 4 }, bit_or{ 5 },
	bit_xor{ 6 };

/* A fold of two elements by a function object f(left, right), for any type that can be copied byte
 * by byte. The object must live as long as plans and calls use the fold, and be the same on all
 * nodes: make one, and share it. */
template <class T, class F> class fold
{
	static_assert(std::is_trivially_copyable_v<T>, "elements are copied byte by byte");

      public:
	explicit fold(F function, const char *name = "own")
	    : function(std::move(function)), own{ apply, &this->function, name }
	{
	}
	fold(const fold &) = delete;
	fold &operator=(const fold &) = delete;
	const grove_fold *get() const
	{
		return &own;
	}

      private:
	static void apply(void *result, const void *left, const void *right, std::size_t count, int,
		void *context)
	{
		const F &function = *static_cast<F *>(context);

		for (std::size_t i = 0; i < count; i++)
			static_cast<T *>(result)[i] = function(
				static_cast<const T *>(left)[i], static_cast<const T *>(right)[i]);
	}

	F function;
	grove_fold own;
};

template <class T, class F> fold<T, F> make_fold(F function, const char *name = "own")
{
	return fold<T, F>(std::move(function), name);
}

/* The same fold in the order and bracket of the nodes (grove_fold_ordered), for folds that round or
 * do not commute. The fold must live as long as this object. */
class ordered
{
      public:
	template <class F> explicit ordered(const F &fold) : own(grove_fold_ordered(fold.get()))
	{
		check(own.function ? 0 : -EINVAL);
	}
	const grove_fold *get() const
	{
		return &own;
	}

      private:
	grove_fold own;
};

/* A handle that is given back at the end of its owner's life. */
template <class T, auto give_back> struct owned {
	T *handle;

	explicit owned(T *handle = nullptr) noexcept : handle(handle)
	{
	}
	owned(owned &&other) noexcept : handle(std::exchange(other.handle, nullptr))
	{
	}
	owned &operator=(owned &&other) noexcept
	{
		std::swap(handle, other.handle);
		return *this;
	}
	~owned()
	{
		give_back(handle);
	}
};

/* ---- Plans ---- */

class plan : owned<grove_plan, grove_plan_free>
{
      public:
	plan(const std::string &network, const grove_problem &problem)
	{
		check(grove_plan_make(&handle, network.c_str(), &problem));
	}
	/* A plan of one's own, as text or JSON. */
	static plan read(const std::string &text, const grove_plan_options *options = nullptr)
	{
		grove_plan *handle;

		check(grove_plan_read(&handle, text.data(), text.size(), options));
		return plan(handle);
	}
	/* The packets for blocks of that many bytes, as "text" or "json". */
	std::string write(std::size_t bytes, const char *form = "text") const
	{
		char *text;
		std::size_t length;

		check(grove_plan_write(handle, bytes, form, &text, &length));
		std::unique_ptr<char, void (*)(void *)> owner(text, std::free);
		return std::string(text, length);
	}
	const grove_plan *get() const noexcept
	{
		return handle;
	}
	std::string algorithm() const
	{
		return grove_plan_heading(handle)->algorithm;
	}
	grove_figures figures(std::size_t bytes) const
	{
		grove_figures result{};

		check(grove_plan_figures(handle, bytes, &result));
		return result;
	}

      private:
	using owned::owned;
};

/* ---- Nodes ---- */

/* Blocks with sizes of their own, one after another: sizes[v] elements for node v. The sum of the
 * sizes is the size of the buffer. */
using sizes = std::vector<std::size_t>;

class sub_node;

/* An operation that is started and waited for later (grove_start, grove_prepare). The destructor
 * waits, so that no buffer ends before the operation; an error of that wait is lost. */
inline void finish(grove_request *request) noexcept
{
	if (grove_wait(&request) == 0)
		grove_request_free(request);
}

class request : owned<grove_request, finish>
{
      public:
	using owned::owned;
	/* Starts a persistent request again. */
	void start() const
	{
		check(grove_request_start(handle));
	}
	void wait()
	{
		check(grove_wait(&handle));
	}
	/* Returns true if there is nothing to wait for any more. */
	bool test()
	{
		int done = 0;

		check(grove_test(&handle, &done));
		return done != 0;
	}
};

/* A node inside a body, or after an attach. A node is a name, and may be copied. */
class node
{
      public:
	explicit node(grove_node *handle) noexcept : handle(handle)
	{
	}
	grove_node *get() const noexcept
	{
		return handle;
	}
	int number() const noexcept
	{
		return grove_node_number(handle);
	}
	int nodes() const noexcept
	{
		return grove_team_nodes(grove_node_team(handle));
	}

	void barrier() const
	{
		check(grove_barrier(handle));
	}
	template <class B> void broadcast(B &&buffer, int root = 0) const
	{
		auto all = view(buffer);

		check(grove_broadcast(handle, all.data(), all.bytes(), root));
	}
	/* out is only used at the root, and may be empty elsewhere. */
	template <class I, class O, class F>
	void reduce(const I &in, O &&out, const F &fold, int root = 0) const
	{
		auto [from, to, type] = both(in, out);

		same_size("reduce", number() == root ? to.size() : from.size(), from.size());
		check(grove_reduce(
			handle, from.data(), to.data(), from.size(), type, fold.get(), root));
	}
	template <class I, class O, class F>
	void allreduce(const I &in, O &&out, const F &fold) const
	{
		fold_all("allreduce", grove_allreduce, in, out, fold);
	}
	/* In place. */
	template <class B, class F> void allreduce_in_place(B &&buffer, const F &fold) const
	{
		auto all = view(buffer);

		check(grove_allreduce(handle, GROVE_IN_PLACE, all.data(), all.size(),
			type_of<typename decltype(all)::element>(), fold.get()));
	}
	/* A single value. */
	template <class T, class F, class = std::enable_if_t<std::is_arithmetic_v<T>>>
	T allreduce(T value, const F &fold) const
	{
		T result;

		check(grove_allreduce(handle, &value, &result, 1, type_of<T>(), fold.get()));
		return result;
	}
	template <class I, class O, class F>
	void reducescatter(const I &in, O &&out, const F &fold) const
	{
		auto [from, to, type] = both(in, out);

		same_size("reducescatter", from.size(), to.size() * blocks());
		check(grove_reducescatter(
			handle, from.data(), to.data(), to.size(), type, fold.get()));
	}
	template <class I, class O, class F> void scan(const I &in, O &&out, const F &fold) const
	{
		fold_all("scan", grove_scan, in, out, fold);
	}
	template <class I, class O, class F> void exscan(const I &in, O &&out, const F &fold) const
	{
		fold_all("exscan", grove_exscan, in, out, fold);
	}
	/* in is only used at the root, and may be empty elsewhere. */
	template <class I, class O> void scatter(const I &in, O &&out, int root = 0) const
	{
		auto [from, to, type] = both(in, out);

		same_size("scatter", number() == root ? from.size() : to.size() * blocks(),
			to.size() * blocks());
		check(grove_scatter(handle, from.data(), to.data(), to.bytes(), root));
	}
	/* out is only used at the root, and may be empty elsewhere. */
	template <class I, class O> void gather(const I &in, O &&out, int root = 0) const
	{
		auto [from, to, type] = both(in, out);

		same_size("gather", number() == root ? to.size() : from.size() * blocks(),
			from.size() * blocks());
		check(grove_gather(handle, from.data(), to.data(), from.bytes(), root));
	}
	template <class I, class O> void allgather(const I &in, O &&out) const
	{
		auto [from, to, type] = both(in, out);

		same_size("allgather", to.size(), from.size() * blocks());
		check(grove_allgather(handle, from.data(), to.data(), from.bytes()));
	}
	template <class I, class O> void alltoall(const I &in, O &&out) const
	{
		auto [from, to, type] = both(in, out);

		same_size("alltoall", to.size(), from.size());
		if (from.size() % blocks())
			throw error(-EINVAL, "alltoall: " + std::to_string(from.size()) +
						     " elements do not divide among " +
						     std::to_string(nodes()) + " nodes");
		check(grove_alltoall(handle, from.data(), to.data(), from.bytes() / blocks()));
	}
	template <class I, class O, class P>
	void permute(const I &in, O &&out, const P &permutation) const
	{
		auto [from, to, type] = both(in, out);

		same_size("permute", to.size(), from.size());
		same_size("permute", permutation.size(), blocks());
		check(grove_permute(
			handle, from.data(), to.data(), from.bytes(), permutation.data()));
	}
	/* in and in_sizes are only used at the root. */
	template <class I, class O>
	void scatterv(const I &in, const sizes &in_sizes, O &&out, int root = 0) const
	{
		auto [from, to, type] = both(in, out);
		sizes bytes = bytes_of("scatterv", from, in_sizes, number() == root);

		check(grove_scatterv(
			handle, from.data(), bytes.data(), nullptr, to.data(), to.bytes(), root));
	}
	/* out and out_sizes are only used at the root. */
	template <class I, class O>
	void gatherv(const I &in, O &&out, const sizes &out_sizes, int root = 0) const
	{
		auto [from, to, type] = both(in, out);
		sizes bytes = bytes_of("gatherv", to, out_sizes, number() == root);

		check(grove_gatherv(
			handle, from.data(), from.bytes(), to.data(), bytes.data(), nullptr, root));
	}
	template <class I, class O>
	void allgatherv(const I &in, O &&out, const sizes &out_sizes) const
	{
		auto [from, to, type] = both(in, out);
		sizes bytes = bytes_of("allgatherv", to, out_sizes, true);

		check(grove_allgatherv(
			handle, from.data(), from.bytes(), to.data(), bytes.data(), nullptr));
	}
	template <class I, class O>
	void alltoallv(const I &in, const sizes &in_sizes, O &&out, const sizes &out_sizes) const
	{
		auto [from, to, type] = both(in, out);
		sizes in_bytes = bytes_of("alltoallv", from, in_sizes, true);
		sizes out_bytes = bytes_of("alltoallv", to, out_sizes, true);

		check(grove_alltoallv(handle, from.data(), in_bytes.data(), nullptr, to.data(),
			out_bytes.data(), nullptr));
	}
	template <class I, class O, class F>
	void reducescatterv(const I &in, const sizes &counts, O &&out, const F &fold) const
	{
		auto [from, to, type] = both(in, out);

		sizes bytes = bytes_of("reducescatterv", from, counts, true);
		same_size("reducescatterv", to.size(), counts[static_cast<std::size_t>(number())]);
		check(grove_reducescatterv(
			handle, from.data(), to.data(), bytes.data(), type, fold.get()));
	}
	/* in and out as for the plan's collective; bytes of a block. */
	void execute(const plan &plan, const void *in, void *out, std::size_t bytes) const
	{
		check(grove_execute(handle, plan.get(), in, out, bytes));
	}

	template <class B> void send(const B &buffer, int to, int tag = 0) const
	{
		auto all = view(buffer);

		check(grove_send(handle, all.data(), all.bytes(), to, tag));
	}
	/* The message fills the buffer exactly. */
	template <class B> void recv(B &&buffer, int from, int tag = 0) const
	{
		auto all = view(buffer);

		check(grove_recv(handle, all.data(), all.bytes(), from, tag, nullptr));
	}
	/* The message has at most as many bytes as the buffer. */
	template <class B>
	grove_message recv_any(B &&buffer, int from = GROVE_ANY, int tag = GROVE_ANY) const
	{
		grove_message message{};
		auto all = view(buffer);

		check(grove_recv(handle, all.data(), all.bytes(), from, tag, &message));
		return message;
	}
	template <class O, class I>
	void sendrecv(const O &out, int to, I &&in, int from, int tag = 0) const
	{
		auto sent = view(out);
		auto received = view(in);

		check(grove_sendrecv(handle, sent.data(), sent.bytes(), to, received.data(),
			received.bytes(), from, tag, nullptr));
	}
	template <class L> void exchange(const L &neighbours) const
	{
		auto list = view(neighbours);

		check(grove_exchange(handle, list.data(), static_cast<int>(list.size())));
	}
	/* An operation by name, whose blocks may be subarrays. */
	void call(const grove_operation &operation) const
	{
		check(grove_call(handle, &operation));
	}

	/* Start an operation; the buffers must stay until the end of the request. */
	request start(const grove_operation &operation) const
	{
		grove_request *started = nullptr;

		check(grove_start(handle, &operation, &started));
		return request(started);
	}
	request prepare(const grove_operation &operation) const
	{
		grove_request *prepared = nullptr;

		check(grove_prepare(handle, &operation, &prepared));
		return request(prepared);
	}
	template <class B> request ibroadcast(B &&buffer, int root = 0) const
	{
		auto all = view(buffer);
		auto operation = named("broadcast", nullptr, all.data(), all.bytes());

		operation.root = root;
		return start(operation);
	}
	template <class I, class O, class F>
	request iallreduce(const I &in, O &&out, const F &fold) const
	{
		auto [from, to, type] = both(in, out);
		auto operation = named("allreduce", from.data(), to.data(), to.size());

		same_size("allreduce", to.size(), from.size());
		operation.type = type;
		operation.fold = fold.get();
		return start(operation);
	}
	template <class B> request isend(const B &buffer, int to, int tag = 0) const
	{
		auto all = view(buffer);
		auto operation = named("send", all.data(), nullptr, all.bytes());

		operation.node = to;
		operation.tag = tag;
		return start(operation);
	}
	template <class B> request irecv(B &&buffer, int from, int tag = 0) const
	{
		auto all = view(buffer);
		auto operation = named("recv", nullptr, all.data(), all.bytes());

		operation.node = from;
		operation.tag = tag;
		return start(operation);
	}

	/* The node leaves the sub-team when the result is destroyed. */
	sub_node split(int colour, int key = 0, const char *network = nullptr) const;

      private:
	static grove_operation named(
		const char *verb, const void *in, void *out, std::size_t count) noexcept
	{
		grove_operation operation{};

		operation.verb = verb;
		operation.in = in;
		operation.out = out;
		operation.count = count;
		return operation;
	}
	/* A fold whose result has as many elements as the input. */
	using fold_verb = int(
		grove_node *, const void *, void *, std::size_t, int, const grove_fold *);
	template <class I, class O, class F>
	void fold_all(const char *name, fold_verb *verb, const I &in, O &out, const F &fold) const
	{
		auto [from, to, type] = both(in, out);

		same_size(name, to.size(), from.size());
		check(verb(handle, from.data(), to.data(), to.size(), type, fold.get()));
	}
	std::size_t blocks() const noexcept
	{
		return static_cast<std::size_t>(nodes());
	}
	static void same_size(const char *name, std::size_t size, std::size_t expected)
	{
		if (size != expected)
			throw error(-EINVAL, std::string(name) + ": a buffer of " +
						     std::to_string(size) +
						     " elements, where there must be " +
						     std::to_string(expected));
	}
	/* The bytes of each block. Sizes that the caller uses must fill the buffer. */
	template <class T>
	sizes bytes_of(const char *name, span<T> buffer, const sizes &elements, bool used) const
	{
		sizes bytes = elements;
		std::size_t all = 0;

		if (!used)
			return bytes;
		same_size(name, elements.size(), blocks());
		for (std::size_t &size : bytes) {
			all += size;
			size *= sizeof(T);
		}
		same_size(name, buffer.size(), all);
		return bytes;
	}
	/* Both buffers, and the type of their elements. */
	template <class I, class O> static constexpr auto both(const I &in, O &out)
	{
		auto from = view(in);
		auto to = view(out);
		using T = typename decltype(from)::element;

		static_assert(std::is_same_v<T, typename decltype(to)::element>,
			"input and output have elements of the same type");
		return std::tuple(from, to, type_of<T>());
	}

      protected:
	grove_node *handle;
};

/* A node that is given back at the end of the object's life. */
template <int (*give_back)(grove_node *)> class owned_node : public node
{
      public:
	explicit owned_node(grove_node *handle) noexcept : node(handle)
	{
	}
	owned_node(owned_node &&other) noexcept : node(std::exchange(other.handle, nullptr))
	{
	}
	owned_node &operator=(owned_node &&other) noexcept
	{
		std::swap(handle, other.handle);
		return *this;
	}
	~owned_node()
	{
		if (handle)
			give_back(handle);
	}
};

/* A node of a sub-team, which leaves the sub-team at the end of its life. */
class sub_node : public owned_node<grove_leave>
{
      public:
	using owned_node::owned_node;
	/* False for a node that gave GROVE_NO_COLOUR. */
	explicit operator bool() const noexcept
	{
		return handle;
	}
};

inline sub_node node::split(int colour, int key, const char *network) const
{
	grove_node *sub;

	check(grove_split(handle, colour, key, network, &sub));
	return sub_node(sub);
}

/* ---- Teams ---- */

class team : owned<grove_team, grove_team_free>
{
      public:
	explicit team(const grove_team_options &options)
	{
		check(grove_team_open(&handle, &options));
	}
	explicit team(const std::string &network, int threads = 0)
	{
		grove_team_options options{};

		options.network = network.c_str();
		options.threads = threads;
		check(grove_team_open(&handle, &options));
	}
	/* Tells of an error, which the destructor does not. */
	void free()
	{
		int result = grove_team_free(handle);

		if (result != -EBUSY && result != -EDEADLK) /* else the team is unchanged */
			handle = nullptr;
		check(result);
	}
	grove_team *get() const noexcept
	{
		return handle;
	}
	int nodes() const noexcept
	{
		return grove_team_nodes(handle);
	}

	/* Calls body(node) on all nodes: as grove_team_run, and as grove_team_phase. The body may
	 * return nothing, or an int as in C: the first that is not 0 is the code() of the error. */
	template <class Body> void run(Body &&body)
	{
		start(grove_team_run, body);
	}
	template <class Body> void phase(Body &&body)
	{
		start(grove_team_phase, body);
	}
	/* The plan for all nodes: buffers[nodes]. */
	template <class B> void execute(const plan &plan, const B &buffers, std::size_t bytes)
	{
		if (buffers.size() != static_cast<std::size_t>(nodes()))
			throw error(-EINVAL, "execute: a pair of buffers for each node");
		check(grove_team_execute(handle, plan.get(), buffers.data(), bytes));
	}

      private:
	/* The first of the exceptions that bodies throw. */
	struct kept_exception {
		std::exception_ptr first;
		std::atomic<bool> taken{ false };

		int keep(int code)
		{
			if (!taken.exchange(true))
				first = std::current_exception();
			return code;
		}
	};

	template <class Body> struct job {
		Body &body;
		kept_exception own, canceled;

		int call(node me)
		{
			if constexpr (std::is_convertible_v<decltype(body(me)), int>)
				return body(me);
			body(me);
			return 0;
		}
	};

	/* A thread that is cancelled, or calls pthread_exit, unwinds its stack by an exception that
	 * nobody may keep. */
	template <class Body> static int enter(grove_node *me, void *argument)
	{
		auto &all = *static_cast<job<Body> *>(argument);

		try {
			return all.call(node(me));
#ifdef __GLIBCXX__
		} catch (const abi::__forced_unwind &) {
			throw;
#endif
		} catch (const error &failure) {
			/* -ECANCELED mostly follows from the failure of another body. */
			auto &kept = failure.code() == -ECANCELED ? all.canceled : all.own;
			return kept.keep(failure.code());
		} catch (...) {
			return all.own.keep(-ECANCELED);
		}
	}

	using starter = int(grove_team *, grove_body *, void *);

	template <class Body> void start(starter *run, Body &body)
	{
		job<Body> all{ body, {}, {} };
		int result = run(handle, enter<Body>, &all);

		if (all.own.first)
			std::rethrow_exception(all.own.first);
		if (all.canceled.first && result == -ECANCELED)
			std::rethrow_exception(all.canceled.first);
		if (result)
			throw error(result, grove_why());
	}
};

/* Makes the calling thread a node of a team that was opened with GROVE_CALLER, for the life of the
 * object. */
class attached : public owned_node<grove_detach>
{
      public:
	attached(const team &team, int number) : owned_node(attach(team, number))
	{
	}

      private:
	static grove_node *attach(const team &team, int number)
	{
		grove_node *me;

		check(grove_attach(team.get(), number, &me));
		return me;
	}
};

} /* namespace grove */

#endif
