/*
 * Frames of the STM protocol: CMD, DATA, CRC. There is no length: a frame's end follows from its first three bytes.
 *
 *     CMD FF CRC                        Start, Reset, Set State
 *     CMD 0A x y z kind condition CRC   Select, Match
 *     CMD 0A n (x y z kind){n} CRC      Shuffle
 */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum command {
    CMD_START = 1,
    CMD_RESET,
    CMD_SHUFFLE,
    CMD_SELECT,
    CMD_MATCH,
    CMD_SET_STATE,
    CMD_ERROR = 0xEE,
};

enum descriptor { DATA_FALSE = 0x00, DATA_TRUE = 0x01, DATA_PAYLOAD = 0x0A, DATA_NONE = 0xFF };

enum error {
    ERROR_NONE,
    ERROR_CRC,
    ERROR_COMMAND,
    ERROR_DATA,
    ERROR_TRUNCATED,
    ERROR_BLOCKED,
    ERROR_NO_GAME,
};

enum {
    IDLE_GAP_MS = 50,
    MOST_TILES = 144,
    TILE_BYTES = 4,
    /* The place of the only tile of a frame, and of the first tile of a Shuffle. */
    TILE_AT = 2,
    TILES_AT = 3,
    LONGEST_FRAME = TILES_AT + MOST_TILES * TILE_BYTES + 1,
};

uint8_t frame_crc(const uint8_t *bytes, size_t count);

/* Power-on. */
void frame_reset(void);

/* Call it before the byte at `now`, or at a tick: the Error that a silence causes. ERROR_NONE: none. */
enum error frame_gap(uint32_t now);

/* The length of the frame that this byte completes, CRC included and not yet checked; else 0. */
size_t frame_push(uint8_t byte, uint32_t at, const uint8_t **frame);

#endif
