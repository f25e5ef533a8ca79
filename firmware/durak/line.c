#include "line.h"

#include <stdbool.h>

#include "board.h"
#include "defect.h"
#include "packet.h"

/* The page allows longer lines, but no packet is longer: other bytes are only counted. */
static uint8_t held[LONGEST_PACKET];
static size_t length;
static uint32_t began_at;
/* Only for a defect: a garbage byte waits for its second one. */
static bool odd;

void line_reset(void)
{
    length = 0;
    odd = false;
}

void line_idle(uint32_t now)
{
    const uint32_t limit = DEFECT(LINE_DROPPED_EARLY) ? 2000 : LINE_LIMIT_MS;

    if (length > 0 && !DEFECT(LINE_NEVER_DROPPED) && has_passed(began_at, limit, now))
        length = 0;
}

static void append(uint8_t byte)
{
    if (length < sizeof held)
        held[length] = byte;
    length++;
}

/* Whether a byte outside a line, or a SYN inside one, begins a line. */
static bool begins(uint8_t byte)
{
    if (length > 0)
        return byte == SYN && !DEFECT(SYN_NO_RESYNC);
    if (DEFECT(GARBAGE_ODD) && (odd || (byte != SYN && byte != EOT))) {
        odd = !odd;
        return false;
    }
    return byte == SYN || byte == EOT;
}

size_t line_push(uint8_t byte, uint32_t at, const uint8_t **line)
{
    size_t whole;

    if (begins(byte)) {
        length = 0;
        began_at = at;
    } else if (length == 0)
        return 0;
    if (DEFECT(LINE_TIMER_FROM_LAST_BYTE))
        began_at = at;
    append(byte);
    if (byte != LF)
        return 0;
    whole = length;
    length = 0;
    *line = held;
    return whole <= sizeof held ? whole : 0;
}
