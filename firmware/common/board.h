/*
 * The interface between a board and its machine: bytes and time in, bytes out. A board uses no registers, so the same
 * code runs on the chip (chip/) and, driven by a test, on a computer (host/).
 *
 * Times are milliseconds since power-on, in 32 bits that wrap.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each board defines these. Link n is on USART n + 1. */
extern const unsigned board_links;
extern const uint32_t board_baud[];

/* Power-on or reset. `noise`: the seed of the board's random choices. */
void board_power_on(uint32_t noise);

/* A byte came on a link at this time. Bytes of one link come in order. */
void board_hear(unsigned link, uint8_t byte, uint32_t at);

/* The time is `now`, and every earlier byte was passed. Called at least once a millisecond. */
void board_tick(uint32_t now);

/* Queues bytes for a link. Waits while the queue is full. */
void chip_say(unsigned link, const uint8_t *bytes, size_t count);

/* Does nothing for `span` ms. */
void chip_wait(uint32_t span);

/* `span` ms have passed from `since` to `now`, which may be slightly before it. */
static inline bool has_passed(uint32_t since, uint32_t span, uint32_t now)
{
    return (int32_t)(now - since) >= (int32_t)span;
}

#endif
