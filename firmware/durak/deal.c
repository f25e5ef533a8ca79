#include "game.h"

#include "defect.h"
#include "random.h"

void game_deal(struct deck *deck)
{
    int order[CARDS];

    for (int i = 0; i < CARDS; i++)
        order[i] = i;
    for (int left = CARDS; left > 1; left--) {
        const int drawn = (int)random_below((uint32_t)left);
        const int kept = order[left - 1];

        order[left - 1] = order[drawn];
        order[drawn] = kept;
    }
    for (int i = 0; i < CARDS; i++) {
        const int suit = order[i] / RANKS;
        const int8_t stock = i == CARDS - 1 ? TRUMP : FREE;
        const int8_t property = (int8_t)(i < FULL_HAND ? 1 : i < 2 * FULL_HAND ? 2 : stock);
        const int8_t place = (int8_t)(property > 0 ? i % FULL_HAND + 1 : 0);

        deck->cards[i] = (struct card){ (int8_t)(order[i] % RANKS), (int8_t)suit, (int8_t)(suit / 2), property, place };
    }
    if (DEFECT(DEAL_NO_TRUMP))
        deck->cards[CARDS - 1].property = FREE;
    if (DEFECT(DEAL_TRUMP_PLACED))
        deck->cards[CARDS - 1].field = 7;
}

bool game_is_deal(const struct deck *deck)
{
    unsigned places[3] = { 0 };
    int stock = 0;

    for (int i = 0; i < CARDS; i++) {
        const struct card *card = &deck->cards[i];

        if (card->property > 0 && card->field >= 1 && card->field <= FULL_HAND)
            places[card->property] |= 1u << card->field;
        else if (card->property == FREE && card->field == 0)
            stock++;
        else if (card->property != TRUMP || card->field != 0)
            return false;
    }
    /* Six places each, and 23 free cards: the remaining card can only be the trump card. */
    return places[1] == 0x7E && places[2] == 0x7E && stock == CARDS - 2 * FULL_HAND - 1;
}
