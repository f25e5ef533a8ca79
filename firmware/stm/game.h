/* The game: mahjong solitaire on the board's side. The PC shows the tiles and says which are open. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"

enum {
    MOST_X = 63,
    MOST_Y = 31,
    MOST_Z = 7,
    MOST_KIND = 41,
    FIRST_FLOWER = 34,
    FIRST_SEASON = 38,
    SHUFFLES_PER_GAME = 5,
    WINNING_PAIRS = 72,
};

enum state { STATE_PLAYING, STATE_WON, STATE_OVER };

/* As on the wire, in half tiles. */
struct tile {
    uint8_t x, y, z, kind;
};

/* Power-on: no game. */
void game_power_on(void);

/* Start, and Reset within a game. */
void game_start(void);
void game_restart(void);

/* Why the game has no answer to the command now; ERROR_NONE: it has one. */
enum error game_refusal(enum command command);

/* One of a game's shuffles is used up. */
void game_count_shuffle(void);

/* Deals the kinds anew over the positions. */
void game_shuffle(struct tile *tiles, size_t count);

bool game_select(struct tile tile, bool open);
bool game_match(struct tile tile, bool open);

/* Any answer but playing ends the game. */
enum state game_state(void);

/* Deselects the selected tile. */
void game_deselect(void);

#endif
