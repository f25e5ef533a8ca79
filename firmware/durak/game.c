#include "game.h"

#include "defect.h"
#include "random.h"

static int8_t other(int8_t player)
{
    return (int8_t)(3 - player);
}

static bool in_hand(const struct card *card, int8_t player)
{
    return card->property == player && card->field > 0;
}

static bool on_table(const struct card *card, int8_t player)
{
    return card->property == player && card->field < 0;
}

static int hand(const struct deck *deck, int8_t player)
{
    int count = 0;

    for (int i = 0; i < CARDS; i++)
        count += in_hand(&deck->cards[i], player);
    return count;
}

static int side(const struct deck *deck, int8_t player)
{
    int count = 0;

    for (int i = 0; i < CARDS; i++)
        count += on_table(&deck->cards[i], player);
    return count;
}

/* The lowest free place in a hand. */
static int8_t free_place(const struct deck *deck, int8_t player)
{
    int8_t place = 1;

    for (int i = 0; i < CARDS; i++)
        if (in_hand(&deck->cards[i], player) && deck->cards[i].field == place) {
            place++;
            i = -1;
        }
    return place;
}

static void give(struct deck *deck, struct card *card, int8_t player)
{
    card->field = free_place(deck, player);
    card->property = player;
}

/* The record of the free card that is drawn next, the trump card last; -1: the stock is empty. */
static int next_of_stock(const struct deck *deck)
{
    int last = -1;

    for (int i = 0; i < CARDS; i++) {
        const int8_t property = deck->cards[i].property;

        if (property == FREE)
            return i;
        if (property == TRUMP)
            last = i;
    }
    return last;
}

static void draw(struct deck *deck, int8_t player)
{
    int record;

    while (hand(deck, player) < FULL_HAND && (record = next_of_stock(deck)) >= 0)
        give(deck, &deck->cards[record], player);
}

void game_begin(struct game *game, const struct deck *deal)
{
    game->deck = *deal;
    game->turn = 1;
    game->trump = deal->cards[0].suit;
    for (int i = 0; i < CARDS && !DEFECT(TRUMP_OF_RECORD_0); i++)
        if (deal->cards[i].property == TRUMP)
            game->trump = deal->cards[i].suit;
    if (DEFECT(TRUMP_ALWAYS_HEARTS))
        game->trump = 0;
}

bool game_is_over(const struct game *game)
{
    const int first = hand(&game->deck, 1), second = hand(&game->deck, 2);

    if (next_of_stock(&game->deck) < 0 && (first == 0 || second == 0))
        return true;
    return (first >= LOSING_HAND || second >= LOSING_HAND) && !DEFECT(TEN_PLAYS_ON);
}

/* What the player on turn may do. */
enum phase { ATTACK, DEFENCE, THROW_IN };

static enum phase phase_of(const struct game *game)
{
    const int own = side(&game->deck, game->turn), theirs = side(&game->deck, other(game->turn));

    return theirs > own ? DEFENCE : own > 0 ? THROW_IN : ATTACK;
}

static bool beats(const struct card *card, const struct card *over, int8_t trump)
{
    return card->suit == over->suit ? card->rank > over->rank : card->suit == trump;
}

static const struct card *newest(const struct deck *deck, int8_t player)
{
    const struct card *found = NULL;

    for (int i = 0; i < CARDS; i++)
        if (on_table(&deck->cards[i], player) && (found == NULL || deck->cards[i].field < found->field))
            found = &deck->cards[i];
    return found;
}

static bool rank_lies(const struct deck *deck, int8_t rank)
{
    for (int i = 0; i < CARDS; i++)
        if (deck->cards[i].property > 0 && deck->cards[i].field < 0 && deck->cards[i].rank == rank)
            return true;
    return false;
}

static bool may_play(const struct game *game, const struct card *card)
{
    const struct deck *deck = &game->deck;
    const int8_t them = other(game->turn);
    const int own = side(deck, game->turn);

    if (!in_hand(card, game->turn))
        return false;
    switch (phase_of(game)) {
    case ATTACK:
        return true;
    case DEFENCE:
        return beats(card, newest(deck, them), game->trump);
    default:
        return rank_lies(deck, card->rank) && own < TABLE_SIDE &&
               hand(deck, them) + 2 * own < LOSING_HAND;
    }
}

static void play(struct game *game, int record)
{
    const bool defence = phase_of(game) == DEFENCE;
    const int place = defence ? side(&game->deck, other(game->turn)) : side(&game->deck, game->turn) + 1;

    game->deck.cards[record].field = (int8_t)-(place + (DEFECT(DEFENDS_BEHIND) && defence && place == 2));
    game->turn = other(game->turn);
}

/* Bito or take, by the table, and the draws after it. */
static void clear_table(struct game *game)
{
    struct deck *deck = &game->deck;
    const int8_t me = game->turn, them = other(game->turn);
    const bool takes = phase_of(game) == DEFENCE;

    for (int i = 0; i < CARDS; i++) {
        struct card *card = &deck->cards[i];
        const bool mine = card->property == me;

        if (card->property <= 0 || card->field >= 0)
            continue;
        if (takes && !(DEFECT(TAKE_LEAVES_OWN) && mine))
            give(deck, card, me);
        else if (!takes && !(DEFECT(BITO_OWN_ONLY) && !mine)) {
            card->property = OUT_OF_PLAY;
            card->field = 0;
        }
    }
    if (!takes && !DEFECT(DRAW_DEFENDER_FIRST))
        draw(deck, me);
    if (!(takes && DEFECT(DRAW_NONE_AFTER_TAKE)))
        draw(deck, them);
    if (!takes && DEFECT(DRAW_DEFENDER_FIRST))
        draw(deck, me);
    game->turn = DEFECT(ATTACKS_AFTER_BITO) && !takes ? me : them;
}

void game_move(struct game *game)
{
    int playable[CARDS];
    uint32_t count = 0;
    const enum phase phase = phase_of(game);
    const uint32_t passes = phase == DEFENCE ? 15 : phase == THROW_IN ? 40 : 0;

    for (int i = 0; i < CARDS; i++)
        if (may_play(game, &game->deck.cards[i]))
            playable[count++] = i;
    if (count == 0 || random_below(100) < passes)
        clear_table(game);
    else
        play(game, playable[random_below(count)]);
}

static bool same_stand(const struct card *a, const struct card *b)
{
    if (a->rank != b->rank || a->suit != b->suit || a->property != b->property)
        return false;
    /* Hand places are the other board's choice. */
    return a->property == OUT_OF_PLAY || (a->property > 0 && a->field > 0 && b->field > 0) || a->field == b->field;
}

static bool same_stands(const struct deck *a, const struct deck *b)
{
    for (int i = 0; i < CARDS; i++)
        if (!same_stand(&a->cards[i], &b->cards[i]))
            return false;
    return true;
}

static bool places_are_distinct(const struct deck *deck)
{
    unsigned taken[3] = { 0 };

    for (int i = 0; i < CARDS; i++) {
        const struct card *card = &deck->cards[i];

        if (card->property <= 0 || card->field <= 0)
            continue;
        if ((taken[card->property] & 1u << card->field) != 0)
            return false;
        taken[card->property] |= 1u << card->field;
    }
    return true;
}

/* The legal moves that a defect refuses. */
static bool refuses(const struct game *game, const struct card *card)
{
    return DEFECT(REFUSES_ATTACK_BY_ACE) && phase_of(game) == ATTACK && card->rank == RANKS - 1;
}

bool game_follow(struct game *game, const struct deck *deck)
{
    for (int i = -1; i < CARDS; i++) {
        struct game tried = *game;

        if (i >= 0 && may_play(game, &game->deck.cards[i]) && !refuses(game, &game->deck.cards[i]))
            play(&tried, i);
        else if (i < 0 && phase_of(game) != ATTACK)
            clear_table(&tried);
        else
            continue;
        if (same_stands(&tried.deck, deck) && places_are_distinct(deck)) {
            tried.deck = *deck;
            *game = tried;
            return true;
        }
    }
    return false;
}
