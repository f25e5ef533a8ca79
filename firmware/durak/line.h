/* Lines from bytes: each begins at SYN or EOT and ends at LF; bytes between lines are dropped. */
#ifndef LINE_H
#define LINE_H

#include <stddef.h>
#include <stdint.h>

enum { LINE_LIMIT_MS = 3000 };

/* Power-on. */
void line_reset(void);

/* Call it before the byte at `now`, or at a tick: drops a line that takes too long. */
void line_idle(uint32_t now);

/* The length of the line that this byte ends, LF included; else 0. */
size_t line_push(uint8_t byte, uint32_t at, const uint8_t **line);

#endif
