#include "table.h"

#include "defect.h"

/* One extra place, for a board that counts wrongly. */
static uint8_t cards[TABLE_LIMIT + 1];
static unsigned count;

void table_clear(void)
{
    count = 0;
}

unsigned table_count(void)
{
    return count;
}

bool table_is_card(uint8_t byte)
{
    const unsigned attributes = DEFECT(FOURTH_SHAPE_CARD) ? 3 : 4;

    if (DEFECT(ANY_BYTE_CARD))
        return true;
    /* Only a defect makes a frame with a CR. */
    if (byte == '\r')
        return DEFECT(LONE_CR_CARD) || DEFECT(CRCR_GHOST) || DEFECT(IDLE_CR_GHOST);
    if (DEFECT(LAST_CARD_REFUSED) && byte == 0xFF)
        return false;
    for (unsigned i = DEFECT(FOURTH_QUANTITY_CARD); i < attributes; i++)
        if ((byte >> 2 * i & 3) == 0)
            return false;
    return true;
}

bool table_full(void)
{
    return count >= TABLE_LIMIT + (unsigned)DEFECT(LIMIT_ONE_MORE);
}

bool table_has(uint8_t card)
{
    const uint8_t mask = DEFECT(CARD_SEVEN_BITS) ? 0x7F : 0xFF;
    const unsigned from = DEFECT(DUPLICATE_OF_LAST_ONLY) && count > 1 ? count - 1 : 0;

    for (unsigned i = from; i < count; i++)
        if ((cards[i] & mask) == (card & mask))
            return true;
    return false;
}

void table_lay(uint8_t card)
{
    if (count < sizeof cards)
        cards[count++] = card;
}

static bool is_set(uint8_t a, uint8_t b, uint8_t c)
{
    unsigned different = 0;

    for (unsigned shift = 0; shift < (DEFECT(SHAPE_IGNORED) ? 6 : 8); shift += 2) {
        const unsigned x = a >> shift & 3, y = b >> shift & 3, z = c >> shift & 3;

        if (!(x == y && y == z) && !(x != y && y != z && x != z))
            return false;
        different += x != y;
    }
    return !(DEFECT(ALL_DIFFERENT_MISSED) && different == 4);
}

void table_search(void (*found)(struct set set))
{
    const uint8_t last = (uint8_t)(count - 1);
    const uint8_t limit = DEFECT(SEARCH_TWELVE_CARDS) && last > 12 ? 12 : last;
    const uint8_t from = DEFECT(FIRST_CARD_MISSED);

    for (uint8_t i = from; i < limit; i++)
        for (uint8_t j = (uint8_t)(i + 1); j < limit; j++)
            if (is_set(cards[i], cards[j], cards[last])) {
                found((struct set){ { i, j, last } });
                if (DEFECT(ONE_SET_A_CARD))
                    return;
            }
}
