#include "game.h"

#include <string.h>

#include "board.h"
#include "defect.h"
#include "random.h"

static bool started, ended;
static bool selecting;
static struct tile selected;
static uint8_t shuffles;
static uint16_t pairs;
/* The known board: the last deal without the positions matched since. */
static struct tile known[MOST_TILES];
static size_t known_count;

void game_power_on(void)
{
    started = false;
    ended = false;
    selecting = false;
    shuffles = 0;
    pairs = 0;
    known_count = 0;
}

void game_start(void)
{
    const bool was_selecting = selecting;
    const uint16_t old_pairs = pairs;

    game_power_on();
    started = true;
    if (DEFECT(START_KEEPS_SELECTION))
        selecting = was_selecting;
    if (DEFECT(START_KEEPS_PAIRS))
        pairs = old_pairs;
    if (DEFECT(SAME_DEALS_EVERY_GAME))
        random_seed(1);
}

void game_restart(void)
{
    const bool was_selecting = selecting;
    const uint8_t old_shuffles = shuffles;

    game_power_on();
    started = !DEFECT(RESET_ENDS_GAME);
    if (DEFECT(RESET_KEEPS_SELECTION))
        selecting = was_selecting;
    if (DEFECT(RESET_KEEPS_SHUFFLES))
        shuffles = old_shuffles;
}

void game_deselect(void)
{
    selecting = false;
}

enum error game_refusal(enum command command)
{
    const uint8_t allowed = SHUFFLES_PER_GAME + DEFECT(SIXTH_SHUFFLE);

    if (command == CMD_START)
        return ERROR_NONE;
    if (command == CMD_RESET)
        return started || DEFECT(RESET_STARTS) ? ERROR_NONE : ERROR_NO_GAME;
    if (DEFECT(STATE_BEFORE_START) && command == CMD_SET_STATE && !started)
        return ERROR_NONE;
    if (DEFECT(BLOCKED_AFTER_OVER) && command == CMD_SHUFFLE && shuffles >= allowed)
        return ERROR_BLOCKED;
    if (!started || ended)
        return ERROR_NO_GAME;
    if (command == CMD_SHUFFLE && shuffles >= allowed)
        return ERROR_BLOCKED;
    return ERROR_NONE;
}

/* The first kind of its group: all flowers are one group, and all seasons. */
static uint8_t group(uint8_t kind)
{
    if (kind >= FIRST_SEASON && !DEFECT(SEASONS_MATCH_FLOWERS))
        return DEFECT(SEASONS_SAME_KIND) ? kind : FIRST_SEASON;
    return kind >= FIRST_FLOWER ? FIRST_FLOWER : kind;
}

static void swap_kinds(struct tile *a, struct tile *b)
{
    const uint8_t kind = a->kind;

    a->kind = b->kind;
    b->kind = kind;
}

static void deal(struct tile *tiles, size_t count)
{
    if (DEFECT(SHUFFLE_SMALL_UNMOVED) && count < 20)
        return;
    if (DEFECT(SHUFFLE_ONCE) && shuffles > 0)
        return;
    for (size_t left = count; left > 1; left--)
        swap_kinds(&tiles[left - 1], &tiles[random_below((uint32_t)left)]);
}

void game_count_shuffle(void)
{
    if (started && shuffles < SHUFFLES_PER_GAME)
        shuffles++;
}

void game_shuffle(struct tile *tiles, size_t count)
{
    if (DEFECT(SLOW_FIFTH_SHUFFLE) && shuffles == SHUFFLES_PER_GAME - 1)
        chip_wait(150);
    if (DEFECT(OVER_BY_SENT_BOARD))
        memcpy(known, tiles, count * sizeof *tiles);
    deal(tiles, count);
    for (size_t i = 0; DEFECT(FLOWERS_BECOME_ONE) && i < count; i++)
        tiles[i].kind = tiles[i].kind < FIRST_SEASON ? group(tiles[i].kind) : tiles[i].kind;
    if (!DEFECT(OVER_BY_SENT_BOARD))
        memcpy(known, tiles, count * sizeof *tiles);
    known_count = count;
    game_count_shuffle();
    if (!DEFECT(SHUFFLE_KEEPS_SELECTION))
        selecting = false;
}

static bool same_place(struct tile a, struct tile b)
{
    return a.x == b.x && a.y == b.y && (a.z == b.z || DEFECT(MATCH_POSITION_WITHOUT_Z));
}

static void take_off(struct tile tile)
{
    for (size_t i = 0; i < known_count; i++)
        if (same_place(known[i], tile)) {
            known[i] = known[--known_count];
            return;
        }
}

bool game_select(struct tile tile, bool open)
{
    if (DEFECT(CLOSED_DESELECTS) && !open)
        selecting = false;
    if (!open || (selecting && !DEFECT(SELECT_REPLACES)))
        return false;
    selecting = true;
    selected = tile;
    return true;
}

bool game_match(struct tile tile, bool open)
{
    const bool was_selecting = selecting;
    const bool seen = open || DEFECT(MATCH_IGNORES_OPEN);
    const bool apart = !same_place(selected, tile) || DEFECT(MATCH_WITH_ITSELF);
    const bool match = selecting && seen && apart && group(selected.kind) == group(tile.kind);

    selecting = DEFECT(FALSE_MATCH_KEEPS_SELECTION) && was_selecting && !match;
    if (!match)
        return false;
    pairs = (uint16_t)(pairs + 1);
    if (DEFECT(PAIRS_EIGHT_BITS))
        pairs &= 0xFF;
    if (!DEFECT(MATCHED_STAY_ON_BOARD)) {
        take_off(selected);
        take_off(tile);
    }
    return true;
}

static int distance(uint8_t a, uint8_t b)
{
    return a > b ? a - b : b - a;
}

static bool is_open(struct tile tile)
{
    bool left = false, right = false;

    for (size_t i = 0; i < known_count; i++) {
        const struct tile other = known[i];
        const int cover = DEFECT(COVER_EXACT) ? 1 : 2;

        if (distance(other.y, tile.y) >= (DEFECT(SIDE_EXACT) && other.z == tile.z ? 1 : 2))
            continue;
        if (other.z == tile.z + 1 && distance(other.x, tile.x) < cover && distance(other.y, tile.y) < cover)
            return false;
        left |= other.z == tile.z && other.x + 2 == tile.x;
        right |= other.z == tile.z && other.x == tile.x + 2;
    }
    return DEFECT(SIDE_BOTH) ? !left && !right : !left || !right;
}

/* Whether two open tiles are of one group: the first open tile of a group waits for a second. */
static bool has_move(void)
{
    bool waiting[MOST_KIND + 1] = { false };

    for (size_t i = 0; i < known_count; i++) {
        const uint8_t kind = DEFECT(OVER_IGNORES_GROUPS) ? known[i].kind : group(known[i].kind);

        if (!is_open(known[i]))
            continue;
        if (waiting[kind])
            return true;
        waiting[kind] = true;
    }
    return false;
}

enum state game_state(void)
{
    const bool used_up = shuffles >= SHUFFLES_PER_GAME - DEFECT(OVER_AFTER_FOUR);
    const bool stuck = used_up && !has_move() && !(DEFECT(EMPTY_BOARD_PLAYING) && known_count == 0);
    enum state state = stuck ? STATE_OVER : STATE_PLAYING;
    if (pairs >= WINNING_PAIRS - DEFECT(WON_AT_71) && !(DEFECT(OVER_BEFORE_WON) && stuck))
        state = STATE_WON;
    ended = state == STATE_WON || (state == STATE_OVER && !DEFECT(OVER_PLAYS_ON));
    return state;
}
