#include "scanner.h"

#include "board.h"
#include "defect.h"

#define CR 0x0D
#define LF 0x0A

static struct scan frame;
static uint32_t last_at;
/* Directly after a CR, an LF is part of the line end, unless a CR follows: then it was a frame. */
static bool behind_cr, holding_lf;
/* Only for a defect: silence dropped the last frame. */
static bool dropped;

void scanner_reset(void)
{
    frame.length = 0;
    behind_cr = false;
    holding_lf = false;
    dropped = false;
}

void scanner_idle(uint32_t now)
{
    const uint32_t limit = DEFECT(IDLE_EARLY) ? IDLE_RESET_MS / 3 : IDLE_RESET_MS;
    const bool pending = frame.length > 0 || holding_lf;

    if (DEFECT(IDLE_KEPT) || !(pending || behind_cr) || !has_passed(last_at, limit, now))
        return;
    scanner_reset();
    dropped = pending;
}

static void append(uint8_t byte)
{
    if (frame.length++ == 0)
        frame.first = byte;
    frame.last = byte;
}

static bool end(struct scan *scan)
{
    const bool ghost = (DEFECT(LONE_CR_CARD) && !behind_cr) || (DEFECT(CRCR_GHOST) && behind_cr) ||
                       (DEFECT(IDLE_CR_GHOST) && dropped);

    if (holding_lf)
        append(LF);
    if (frame.length == 0 && ghost)
        append(CR);
    *scan = frame;
    scanner_reset();
    behind_cr = true;
    return true;
}

bool scanner_push(uint8_t byte, uint32_t at, struct scan *scan)
{
    last_at = at;
    if (byte == CR)
        return end(scan);
    if (byte == LF && behind_cr && !DEFECT(LF_BEGINS_FRAME))
        holding_lf = true;
    else {
        holding_lf = false;
        append(byte);
    }
    behind_cr = false;
    dropped = false;
    return false;
}
