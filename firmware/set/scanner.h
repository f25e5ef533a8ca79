/*
 * Frames of the scanner in raw mode: the bytes of a code, then CR. Only bytes that can decide a card are kept.
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

/* Call it before the byte at `now`, or at a tick: drops a frame that did not end in time. */
void scanner_idle(uint32_t now);

/* true: this byte ends a frame. */
bool scanner_push(uint8_t byte, uint32_t at, struct scan *scan);

#endif
