/*
 * Frames of the scanner in raw mode: the bytes of a code, then CR. Only the bytes that can make a frame a card are kept.
 *
 *     byte … CR [LF]
 */
#ifndef SCANNER_H
#define SCANNER_H

#include <stdbool.h>
#include <stdint.h>

enum { IDLE_RESET_MS = 1000, RX_BYTES = 150 };

struct scan {
    /* Bytes before the CR. */
    uint32_t length;
    uint8_t first, last;
};

/* Power-on. */
void scanner_reset(void);

/* Before the byte at `now`, or at a tick: a frame that was not ended in time is dropped. */
void scanner_idle(uint32_t now);

/* true: this byte ends a frame. */
bool scanner_push(uint8_t byte, uint32_t at, struct scan *scan);

#endif
