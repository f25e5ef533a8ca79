/*
 * What a board is to whatever it runs on: bytes and time in, bytes out. Nothing in a board knows a register, so the
 * same code runs on the chip (chip/) and, fed by a test, on a computer (host/).
 *
 * Times are milliseconds since power-on, in 32 bits that wrap.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each board has these four of its own. Link n is on USART n + 1. */
extern const unsigned board_links;
extern const uint32_t board_baud[];

/* Power-on or reset; `noise` is what the board's random choices come from. */
void board_power_on(uint32_t noise);

/* A byte that came on a link, and when. Bytes of one link come in their order. */
void board_hear(unsigned link, uint8_t byte, uint32_t at);

/* It is `now`, and every byte that came before has been heard. Called once a millisecond at least. */
void board_tick(uint32_t now);

/* What a board has of the chip: bytes for a link are queued; waits while the queue is full. */
void chip_say(unsigned link, const uint8_t *bytes, size_t count);

/* Does nothing for so many ms. */
void chip_wait(uint32_t span);

/* `span` ms have passed from `since` to `now`, which may be a little before it. */
static inline bool has_passed(uint32_t since, uint32_t span, uint32_t now)
{
    return (int32_t)(now - since) >= (int32_t)span;
}

#endif
