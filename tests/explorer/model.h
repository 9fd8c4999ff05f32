/* The explorer's own view of one execution: messages, threads, and what each may do next. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_MODEL_H
#define TESTS_EXPLORER_MODEL_H

/* The memory model is RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency
 * in C/C++11, PLDI 2017) without fences, which grove has none of. An execution is a graph: the
 * events of each thread, which store each load reads (rf), and the order of the stores to each word
 * (mo). It is consistent when
 *
 *	coherence	loads and stores of a word respect mo and happens-before	memory.c
 *	atomicity	an exchange reads the store just before its own, in mo	memory.c
 *	psc		the seq_cst accesses have an order, as RC11 asks for one	ordered.c
 *	no cycle	of program order and rf: nothing from thin air	by construction
 *
 * The graph is built event by event, and a prefix of a consistent graph is consistent. A store is a
 * message in the history of its word; it may be put anywhere in that history that coherence allows,
 * not only at the end. A thread has a view: the newest message that it knows of each word. A load
 * reads any message that is not older than the view. A release store gives the thread's view and
 * clock along with the message, an acquire load takes them over. An exchange continues the release
 * sequence of what it reads; a later plain store of the same thread does not (C++20; C11 lets it,
 * which only makes programs better ordered).
 *
 * RC11 is weaker than C11 and C++20 in what seq_cst promises (happens-before alone does not order
 * two seq_cst accesses), so what holds here holds there. It forbids what hardware could do in one
 * case, a load that reads what depends on a later store of its thread; the others who check
 * programs exclude that too.
 *
 * The kernel: futex_wait and futex_wake on one word take turns, as under the kernel's lock. Whoever
 * comes later sees at least what those before it had seen when they came; the program itself learns
 * nothing by it. futex_wait reads the word within that. Time never passes, so a sleeper that nobody
 * wakes sleeps for ever, which is a failure. */
#include "tests/explorer/explorer.h"

enum {
	PLACES = 32,	/* words, and one more for each word that is slept on */
	HISTORY = 48,	/* messages of one place */
	MESSAGES = 400, /* of an execution */
	EVENTS = 1000,	/* of a thread */
	OPTIONS = HISTORY,
	NO_PLACE = 254, /* of a call of the kernel */
	PLAIN = 255	/* of an access to plain memory */
};

/* For each place a message of it; 0 is older than all. */
struct view {
	uint16_t at[PLACES];
};

/* For each thread a number of events. */
struct clock {
	uint16_t of[THREADS];
};

struct message {
	uint32_t value;
	uint8_t place, rank; /* its index in the history of the place */
	uint8_t writer;	     /* THREADS: it was there from the start */
	uint16_t event;	     /* of the writer */
	bool taken;	     /* an exchange has read it: nothing may come between the two */
	struct view view;    /* what an acquire load takes over */
	struct clock clock;  /* of events that then happen before the load */
	struct clock cause; /* of events without which this message would not be, acquired or not */
};

struct place {
	const volatile void *address;
	uint16_t history[HISTORY]; /* in modification order */
	unsigned count;
};

enum kind {
	LOAD,
	STORE,
	EXCHANGE,
	ADD,
	REPLACE,
	WAIT,
	WAKE
};

/* What a thread does next. */
struct operation {
	enum kind kind;
	enum order order;
	const struct site *site;
	uint8_t place;	  /* NO_PLACE: WAKE has none */
	uint8_t queue;	  /* of the kernel, for WAIT and WAKE; else NO_PLACE */
	uint32_t operand; /* to store, add, or compare with */
	uint32_t replaces; /* of REPLACE: any other value is stored again */
};

struct event {
	uint8_t place;
	uint16_t read; /* a message, or 0 */
	struct clock clock;
};

enum state {
	FINISHED,
	READY,
	PENDING,
	SPINNING,
	ASLEEP
};

/* What a load has read. */
struct look {
	uint8_t place;
	uint16_t message;
};

struct thread {
	enum state state;
	struct operation next;
	uint32_t result;
	struct view view;
	struct clock clock, cause;
	struct event log[EVENTS];
	unsigned events;
	uint16_t limit;		/* messages up to this number are not to be read next: search.c */
	uint8_t queue;		/* where it sleeps */
	bool early;		/* may still return early from futex_wait */
	/* Its last loads of different words, the newest first; those that it spins on until one of
	 * the words has a newer message. */
	struct look last[SPUN_MOST], spun[SPUN_MOST];
};

struct memory {
	struct message messages[MESSAGES]; /* from 1 */
	unsigned message_count;
	struct place places[PLACES];
	unsigned place_count;
};

extern struct memory memory;
extern struct thread threads[THREADS];

/* memory.c */
void memory_reset(void);
uint8_t memory_place(const volatile void *address, uint32_t value);
/* The messages that thread t's next operation may read (or store behind), oldest first. */
unsigned memory_options(int t, uint16_t list[OPTIONS]);
/* Thread t's next operation, done on that message. */
void memory_apply(int t, uint16_t message);
/* Whether there is something newer than what thread t has seen in vain. */
bool memory_news(int t);
void clock_join(struct clock *clock, const struct clock *other);
bool order_acquires(enum order order);
bool order_releases(enum order order);

/* ordered.c: the order of seq_cst accesses. */
void ordered_reset(void);
bool ordered_allows(int t, uint16_t message);
void ordered_add(int t, uint16_t message, uint16_t written);

/* race.c: plain memory. */
void race_reset(void);

/* plain.c, threads.c: what the scenario before this one has left there. */
void plain_forget(void);
void threads_forget(void);

/* sites.c: the order of an access as written, or as weakened. */
enum order site_order(const struct site *site, enum kind kind, enum order order);

/* choices.c */
extern bool choices_naive;  /* without the reduction */
extern bool choices_traced; /* printed */
/* Starts an execution; `forget`: the first. */
void choices_rewind(bool forget);
/* Makes the next choice and does that operation; false when no thread can move. */
bool choices_move(void);
/* Does thread t's store; where in the history it goes may be a choice. */
void choices_store(int t);
/* Thread t is about to change this place: loads of it that came before might have come after. */
void choices_touch(int t, uint8_t place);
/* Goes on to the next execution; false when there is none. */
bool choices_next(void);

/* search.c */
int current_thread(void);
void search_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* coroutine.c */
void coroutine_start(int t, void (*body)(void));
bool coroutine_resume(int t); /* false once the body has returned */
void coroutine_yield(void);
void coroutine_drop(int t);

#endif
