/* The STM board: handles each frame, in the order of checks on the wire page. */
#include "board.h"

#include <string.h>

#include "defect.h"
#include "frame.h"
#include "game.h"
#include "random.h"

#define LINK_PC 0u

const unsigned board_links = 1;
const uint32_t board_baud[] = { 115200 };

/* Only for a defect: since when the line has been idle. */
static uint32_t quiet_since;

static void answer(uint8_t *frame, size_t length)
{
    size_t covered = length;

    if (DEFECT(LONG_ANSWER_CRC) && covered > 255)
        covered = 255;
    frame[length] = frame_crc(frame, covered);
    if (DEFECT(ERROR_CRC_WITHOUT_CMD) && frame[0] == CMD_ERROR)
        frame[length] ^= CMD_ERROR;
    if (DEFECT(PAUSE_BEFORE_CRC) && frame[0] == CMD_MATCH && frame[1] == DATA_TRUE) {
        chip_say(LINK_PC, frame, length);
        chip_wait(48);
        chip_say(LINK_PC, &frame[length], 1);
        return;
    }
    chip_say(LINK_PC, frame, length + 1);
}

static void answer_data(enum command command, uint8_t data)
{
    uint8_t frame[3] = { (uint8_t)command, data };

    answer(frame, 2);
}

static void answer_error(enum error error)
{
    answer_data(CMD_ERROR, (uint8_t)error);
}

static bool in_range(struct tile tile)
{
    return tile.x <= MOST_X && tile.y <= (DEFECT(Y_CHECKED_AS_X) ? MOST_X : MOST_Y) && tile.z <= MOST_Z &&
           tile.kind <= MOST_KIND + DEFECT(KIND_42);
}

static struct tile tile_at(const uint8_t *bytes)
{
    return (struct tile){ bytes[0], bytes[1], bytes[2], bytes[3] };
}

/* Every tile is in range, and no position occurs twice. */
static bool good_tiles(const uint8_t *bytes, size_t count)
{
    static uint8_t taken[(MOST_X + 1) * (MOST_Y + 1) * (MOST_Z + 1) / 8];

    memset(taken, 0, sizeof taken);
    for (size_t i = 0; i < count; i++) {
        const struct tile tile = tile_at(&bytes[i * TILE_BYTES]);
        const unsigned place = (unsigned)(tile.x | tile.y << 6 | tile.z << 11);
        const uint8_t bit = (uint8_t)(1u << place % 8);

        if (!in_range(tile) || (taken[place / 8] & bit) != 0)
            return false;
        if (DEFECT(REPEAT_NEIGHBOURS_ONLY))
            memset(taken, 0, sizeof taken);
        taken[place / 8] |= bit;
    }
    return true;
}

static bool good_content(const uint8_t *frame)
{
    switch (frame[0]) {
    case CMD_SHUFFLE:
        return good_tiles(&frame[TILES_AT], frame[2]);
    case CMD_SELECT:
    case CMD_MATCH:
        return in_range(tile_at(&frame[TILE_AT])) && (frame[TILE_AT + 4] <= 1 || DEFECT(CONDITION_ANY));
    default:
        return true;
    }
}

static enum error judge(const uint8_t *frame, size_t length)
{
    const uint8_t sum = frame_crc(frame, length);
    const bool same = DEFECT(CRC_LOW_NIBBLE) ? (sum & 0x0F) == 0 : sum == 0;

    if (DEFECT(CONTENT_BEFORE_CRC) && !good_content(frame))
        return ERROR_DATA;
    if (!same && !DEFECT(CRC_IGNORED) && !(DEFECT(CRC_IGNORED_SHUFFLE) && frame[0] == CMD_SHUFFLE))
        return ERROR_CRC;
    if (DEFECT(NO_GAME_BEFORE_CONTENT) && game_refusal(frame[0]) == ERROR_NO_GAME)
        return ERROR_NO_GAME;
    if (!good_content(frame))
        return ERROR_DATA;
    return game_refusal(frame[0]);
}

static void shuffle(const uint8_t *frame)
{
    static uint8_t dealt[LONGEST_FRAME];
    const size_t count = frame[2];
    const size_t length = TILES_AT + count * TILE_BYTES;
    struct tile tiles[MOST_TILES];

    /* A tile has the same layout in memory and on the wire. */
    memcpy(tiles, &frame[TILES_AT], count * TILE_BYTES);
    game_shuffle(tiles, count);
    memcpy(dealt, frame, TILES_AT);
    memcpy(&dealt[TILES_AT], tiles, count * TILE_BYTES);
    answer(dealt, length);
}

static void play(const uint8_t *frame)
{
    const enum command command = frame[0];
    const bool open = frame[TILE_AT + 4] != 0;
    uint8_t state[4] = { CMD_SET_STATE, DATA_PAYLOAD };

    switch (command) {
    case CMD_START:
        game_start();
        answer_data(command, DATA_NONE);
        break;
    case CMD_RESET:
        game_restart();
        answer_data(command, DATA_NONE);
        break;
    case CMD_SHUFFLE:
        shuffle(frame);
        break;
    case CMD_SELECT:
        answer_data(command, game_select(tile_at(&frame[TILE_AT]), open));
        break;
    case CMD_MATCH: {
        const bool match = game_match(tile_at(&frame[TILE_AT]), open);

        answer_data(DEFECT(FALSE_MATCH_AS_SELECT) && !match ? CMD_SELECT : command, match);
        break;
    }
    default:
        state[2] = (uint8_t)game_state();
        answer(state, 3);
        if (DEFECT(WON_TWICE) && state[2] == STATE_WON)
            answer(state, 3);
    }
}

static void take(const uint8_t *frame, size_t length)
{
    const enum error error = judge(frame, length);

    if (DEFECT(CRC_ERROR_DESELECTS) && error == ERROR_CRC)
        game_deselect();
    if (DEFECT(MALFORMED_SHUFFLE_COUNTED) && error == ERROR_DATA && frame[0] == CMD_SHUFFLE)
        game_count_shuffle();
    if (DEFECT(CONTENT_DESELECTS) && error == ERROR_DATA)
        game_deselect();
    if (error != ERROR_NONE)
        answer_error(error);
    else
        play(frame);
}

void board_power_on(uint32_t noise)
{
    random_seed(noise);
    frame_reset();
    game_power_on();
}

void board_hear(unsigned link, uint8_t byte, uint32_t at)
{
    const uint8_t *frame;
    size_t length;

    (void)link;
    board_tick(at);
    quiet_since = at;
    length = frame_push(byte, at, &frame);
    if (length > 0)
        take(frame, length);
}

void board_tick(uint32_t now)
{
    const enum error error = frame_gap(now);

    if (DEFECT(TRUNCATED_ERROR_LATE) && error == ERROR_TRUNCATED)
        chip_wait(120);
    if (error != ERROR_NONE && !(DEFECT(TRUNCATED_SILENT) && error == ERROR_TRUNCATED))
        answer_error(error);
    if (DEFECT(HEARTBEAT) && has_passed(quiet_since, 1500, now)) {
        uint8_t playing[4] = { CMD_SET_STATE, DATA_PAYLOAD, STATE_PLAYING };

        answer(playing, 3);
        quiet_since = now;
    }
}
