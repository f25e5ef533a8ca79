/* The Set board: codes from a scanner are cards, and the sets that each card completes are printed on the console. */
#include "board.h"

#include "console.h"
#include "defect.h"
#include "scanner.h"
#include "table.h"

#define LINK_SCANNER 0u

const unsigned board_links = 2;
const uint32_t board_baud[] = { 9600, 460800 };

static uint32_t clock_ms;
static uint32_t sets_known;
/* The sets of the last card. */
static uint32_t sets_of_card;
/* Only for defects: the time of the last frame, and whether the board hangs. */
static uint32_t worked_at;
static bool hanging;

static void say_card(const char *what, uint8_t card)
{
    console_begin(clock_ms);
    console_text(what);
    console_text("0x");
    console_hex(card);
    if (DEFECT(DUPLICATE_ENDS_IN_LF) && what[0] == 'D')
        console_end_in_lf();
    else
        console_end();
}

static void say_set(struct set set)
{
    const unsigned first = DEFECT(INDICES_NEW_FIRST) ? 2 : 0;

    if (DEFECT(THOUSAND_SETS) && sets_known >= 1000)
        return;
    sets_known++;
    sets_of_card++;
    console_begin(clock_ms);
    console_number(sets_known);
    console_text(",SpotNewSet:");
    for (unsigned i = 0; i < 3; i++) {
        console_number(set.cards[(i + first) % 3] + (uint32_t)DEFECT(INDICES_FROM_ONE));
        console_text(i < 2 ? "," : "!");
    }
    console_end();
}

static void say_count(uint32_t before)
{
    const bool none = DEFECT(NO_SETS_OF_CARD) ? sets_of_card == 0 : sets_known == 0;

    console_begin(clock_ms);
    console_text("SetCnt:");
    console_number(DEFECT(SET_COUNT_OF_CARD) ? sets_of_card : DEFECT(SET_COUNT_LATE) ? before : sets_known);
    console_end();
    if (none && !DEFECT(NO_SETS_SILENT)) {
        console_begin(clock_ms);
        console_text("NoSets");
        console_end();
    }
}

static void lay(uint8_t card)
{
    const uint32_t before = sets_known;

    table_lay(card);
    say_card("+", card);
    if (DEFECT(FIRST_CARD_TOLD_TWICE) && table_count() == 1)
        say_card("+", card);
    if (DEFECT(SLOW_MANY_CARDS) && table_count() >= 18)
        chip_wait(1500);
    sets_of_card = 0;
    table_search(say_set);
    say_count(before);
    hanging = DEFECT(FULL_DECK_HANGS) && table_count() == TABLE_LIMIT;
}

static void take_card(uint8_t byte)
{
    const bool duplicate = table_has(byte);

    if (!table_is_card(byte))
        return;
    if (table_full() && !(DEFECT(DUPLICATE_BEFORE_FULL) && duplicate)) {
        if (!DEFECT(FULL_SILENT))
            say_card("TooManyCardsOnnTable:", byte);
    } else if (!duplicate)
        lay(byte);
    else {
        if (!DEFECT(DUPLICATE_SILENT))
            say_card("Duplicate:", byte);
        if (DEFECT(DUPLICATE_ADDED))
            table_lay(byte);
    }
}

static void say_end(const struct scan *scan)
{
    console_begin(clock_ms);
    console_number(clock_ms);
    console_text(",EndOfFrame,Rx:");
    console_number(scan->length + !DEFECT(RX_WITHOUT_CR));
    console_text(" Byte");
    console_end();
}

static void take(const struct scan *scan)
{
    const bool overlong = scan->length + 1 > RX_BYTES;
    const unsigned before = table_count();

    if (scan->length == 0)
        return;
    if (scan->length == 1 || (DEFECT(OVERLONG_FIRST_BYTE) && overlong))
        take_card(scan->first);
    else if ((DEFECT(OVERLONG_LAST_BYTE) && overlong) || (DEFECT(MULTI_LAST_BYTE) && !overlong))
        take_card(scan->last);
    if (!DEFECT(END_OF_FRAME_NEW_ONLY) || table_count() > before)
        say_end(scan);
}

void board_power_on(uint32_t noise)
{
    (void)noise;
    scanner_reset();
    table_clear();
    sets_known = 0;
    clock_ms = 0;
    hanging = false;
    if (DEFECT(SLOW_BOOT))
        chip_wait(3000);
}

void board_hear(unsigned link, uint8_t byte, uint32_t at)
{
    struct scan scan;

    if (link != LINK_SCANNER || hanging)
        return;
    board_tick(at);
    if (!scanner_push(byte, at, &scan))
        return;
    if (DEFECT(BUSY_LOSES_NEXT) && worked_at != 0 && !has_passed(worked_at, 4, at))
        return;
    worked_at = at;
    take(&scan);
}

void board_tick(uint32_t now)
{
    clock_ms = now;
    scanner_idle(now);
}
