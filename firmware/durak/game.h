/* The rules of Durak: the deal, the legal moves, and whether a packet is one of them. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "packet.h"

enum { FULL_HAND = 6, TABLE_SIDE = 6, LOSING_HAND = 10 };

struct game {
    struct deck deck;
    /* The trump suit. */
    int8_t trump;
    /* The player whose move the next packet is. */
    int8_t turn;
};

/* In deal.c. */
void game_deal(struct deck *deck);
bool game_is_deal(const struct deck *deck);

/* Begins after a deal: player 1 moves first. */
void game_begin(struct game *game, const struct deck *deal);

bool game_is_over(const struct game *game);

/* Makes a legal move of the player on turn, chosen at random, and passes the turn. */
void game_move(struct game *game);

/* Makes the move in the other board's packet, and passes the turn; false: it is not legal. */
bool game_follow(struct game *game, const struct deck *deck);

#endif
