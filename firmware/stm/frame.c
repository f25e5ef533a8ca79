#include "frame.h"

#include "board.h"
#include "defect.h"

static uint8_t held[LONGEST_FRAME];
static size_t length;
/* The length of the present frame, once its first bytes show it; 0 before. */
static size_t total;
/* The Error that the gap will cause for discarded bytes; ERROR_NONE: none are discarded. */
static enum error discarding;
static uint32_t last_at;
/* Only for a defect: the number of discarded bytes, and whether the next frame is lost too. */
static uint32_t discarded;
static bool deaf;

uint8_t frame_crc(const uint8_t *bytes, size_t count)
{
    uint8_t crc = 0;

    for (size_t i = 0; i < count; i++)
        crc ^= bytes[i];
    return crc;
}

static void begin(void)
{
    length = 0;
    total = 0;
    discarding = ERROR_NONE;
    discarded = 0;
}

void frame_reset(void)
{
    begin();
}

static bool idle(void)
{
    return length == 0 && discarding == ERROR_NONE;
}

enum error frame_gap(uint32_t now)
{
    enum error error;

    if (idle() || !has_passed(last_at, IDLE_GAP_MS, now))
        return ERROR_NONE;
    error = discarding != ERROR_NONE ? discarding : ERROR_TRUNCATED;
    if (DEFECT(LONE_COMMAND_SILENT) && !discarding && length == 1)
        error = ERROR_NONE;
    if (DEFECT(EE_SILENT) && held[0] == CMD_ERROR)
        error = ERROR_NONE;
    if (DEFECT(COUNT_145_SILENT) && discarding == ERROR_DATA && length == 3 && held[2] == MOST_TILES + 1)
        error = ERROR_NONE;
    deaf = DEFECT(UNKNOWN_THEN_DEAF) && discarding == ERROR_COMMAND && discarded >= 16;
    begin();
    return error;
}

static bool fits(uint8_t command, uint8_t descriptor)
{
    switch (command) {
    case CMD_SELECT:
        return descriptor == DATA_PAYLOAD || (DEFECT(SELECT_DESCRIPTOR_TRUE) && descriptor == DATA_TRUE);
    case CMD_SHUFFLE:
    case CMD_MATCH:
        return descriptor == DATA_PAYLOAD;
    case CMD_RESET:
        return descriptor == DATA_NONE || (DEFECT(RESET_DESCRIPTOR_ZERO) && descriptor == DATA_FALSE);
    default:
        return descriptor == DATA_NONE;
    }
}

/* Measures the frame after each new byte. */
static void measure(void)
{
    const uint8_t command = held[0];
    const uint8_t count = held[2];

    if (length == 1 && (command < CMD_START || command > CMD_SET_STATE))
        discarding = ERROR_COMMAND;
    else if (length == 2 && !fits(command, held[1]))
        discarding = ERROR_DATA;
    else if (length == 2 && (command == CMD_SELECT || command == CMD_MATCH))
        total = 8;
    else if (length == 2 && command != CMD_SHUFFLE)
        total = 3;
    else if (length == 3 && command == CMD_SHUFFLE) {
        const bool good = DEFECT(COUNT_SIGNED) ? (int8_t)count > 0 : count >= 1 && count <= MOST_TILES;

        if (good)
            total = (size_t)(TILES_AT + count * TILE_BYTES + 1);
        else
            discarding = ERROR_DATA;
    }
}

size_t frame_push(uint8_t byte, uint32_t at, const uint8_t **frame)
{
    size_t whole;

    last_at = at;
    if (discarding != ERROR_NONE) {
        discarded++;
        return 0;
    }
    if (DEFECT(ZERO_SKIPPED) && length == 0 && byte == 0)
        return 0;
    if (DEFECT(RX_512) && length >= 512)
        return 0;
    held[length++] = byte;
    if (total == 0)
        measure();
    if (total == 0 || length < total)
        return 0;
    whole = length;
    begin();
    *frame = held;
    if (deaf) {
        deaf = false;
        return 0;
    }
    return whole;
}
