/* The Durak board: finds its role, and plays by itself against the board at the other end. */
#include "board.h"

#include <string.h>

#include "defect.h"
#include "game.h"
#include "line.h"
#include "packet.h"
#include "random.h"

#define LINK_OTHER 0u

const unsigned board_links = 1;
const uint32_t board_baud[] = { 115200 };

enum { REPEAT_MS = 3000, LEAST_HELLO_MS = 100, MOST_HELLO_MS = 10000, LEAST_THOUGHT_MS = 50, MOST_THOUGHT_MS = 400 };

/* The purpose of a packet of the board. */
enum step { STEP_NONE, STEP_HELLO, STEP_DEAL, STEP_MOVE, STEP_ANSWER };

/* 0: not settled yet. */
static int8_t role;
static bool playing;
static struct game game;
/* The last applied packet: it may come again if its acknowledgement is lost. */
static struct deck applied;
static bool has_applied;
/* The next step, and its time. */
static enum step plan;
static uint32_t plan_at;
/* The packet that waits for its acknowledgement, and the time of its repetition. */
static enum step unacked;
static uint8_t sent[LONGEST_PACKET];
static size_t sent_length;
static uint32_t repeat_at;

static void intend(enum step step, uint32_t now, uint32_t least, uint32_t most)
{
    plan = step;
    plan_at = now + least + random_below(most - least);
}

static void intend_soon(enum step step, uint32_t now)
{
    const uint32_t late = DEFECT(MOVES_LATE) && step == STEP_MOVE ? 2600 : DEFECT(DEAL_LATE) && step == STEP_DEAL ? 1500 : 0;

    intend(step, now + late, LEAST_THOUGHT_MS, MOST_THOUGHT_MS);
}

static void put_on_line(uint32_t now)
{
    const uint32_t wait = DEFECT(REPEAT_SLOW) ? 5000 : DEFECT(REPEAT_HASTY) ? 1500 : REPEAT_MS;
    /* The time until the last byte has left: ten bit times each. */
    const uint32_t on_wire = (uint32_t)sent_length * 10000 / board_baud[LINK_OTHER];

    chip_say(LINK_OTHER, sent, sent_length);
    repeat_at = now + on_wire + wait;
}

static void acknowledge(void)
{
    uint8_t line[3];

    if (DEFECT(ACK_400MS))
        chip_wait(400);
    chip_say(LINK_OTHER, line, packet_write(PACKET_ACK, NULL, line));
    if (DEFECT(ACK_TWICE))
        chip_say(LINK_OTHER, line, packet_write(PACKET_ACK, NULL, line));
}

/* Plans the board's move on its turn. */
static void think(uint32_t now)
{
    if (playing && game.turn == role && unacked == STEP_NONE && !game_is_over(&game))
        intend_soon(STEP_MOVE, now);
}

static void hear_ack(uint32_t now)
{
    const enum step step = unacked;

    if (DEFECT(ACKS_ACKS))
        acknowledge();
    unacked = STEP_NONE;
    /* The other board has received a later move, so this packet will not come again as a repetition. */
    if (step == STEP_MOVE)
        has_applied = false;
    if (step == STEP_HELLO && role == 0) {
        role = 1;
        if (!DEFECT(NEVER_DEALS))
            intend_soon(STEP_DEAL, now);
    } else if (step != STEP_NONE)
        think(now);
}

static void hear_hello(void)
{
    if (DEFECT(HELLO_MID_GAME_SILENT) && role != 0)
        return;
    acknowledge();
    if (DEFECT(HELLO_RESTARTS) && role != 0) {
        role = 2;
        playing = false;
        plan = unacked = STEP_NONE;
    }
    if (role != 0 || (DEFECT(CROSSED_HELLO_IGNORED) && unacked == STEP_HELLO))
        return;
    role = 2;
    if (!DEFECT(HELLO_AS_PLAYER_2))
        plan = unacked = STEP_NONE;
}

static void apply(const struct deck *deck, uint32_t now)
{
    applied = *deck;
    has_applied = true;
    /* A move after the board's own packet also acknowledges it. */
    if (!DEFECT(MOVE_NO_ACK))
        unacked = STEP_NONE;
    plan = STEP_NONE;
    think(now);
}

static void hear_deck(const struct deck *deck, uint32_t now)
{
    const bool known = has_applied && memcmp(deck, &applied, sizeof *deck) == 0;

    if (!(DEFECT(REPEATED_UNACKED) && known))
        acknowledge();
    if (role == 0 || known)
        return;
    if (!playing || (DEFECT(SECOND_DEAL_APPLIED) && game_is_deal(deck))) {
        if (role == 1 || !(game_is_deal(deck) || DEFECT(FIRST_DECK_ANY)))
            return;
        game_begin(&game, deck);
        playing = true;
        apply(deck, now);
    } else if (game.turn != role && !game_is_over(&game)) {
        if (game_follow(&game, deck))
            apply(deck, now);
        else if (unacked == STEP_NONE && plan == STEP_NONE && !DEFECT(REFUSAL_UNANSWERED))
            intend_soon(STEP_ANSWER, now);
    }
}

static void hear_line(const uint8_t *line, size_t length, uint32_t now)
{
    struct deck deck;

    switch (packet_read(line, length, &deck)) {
    case PACKET_ACK:
        hear_ack(now);
        break;
    case PACKET_HELLO:
        hear_hello();
        break;
    case PACKET_DECK:
        hear_deck(&deck, now);
        break;
    default:
        break;
    }
}

/* Does the planned step. Only one own packet is unacknowledged at a time. */
static void carry_out(uint32_t now)
{
    const enum step step = plan;

    plan = STEP_NONE;
    if (step == STEP_DEAL) {
        struct deck deal;

        if (DEFECT(DEAL_FIXED))
            random_seed(1);
        game_deal(&deal);
        game_begin(&game, &deal);
        playing = true;
    } else if (step == STEP_MOVE)
        game_move(&game);
    sent_length = packet_write(step == STEP_HELLO ? PACKET_HELLO : PACKET_DECK, &game.deck, sent);
    unacked = step;
    put_on_line(now);
}

void board_power_on(uint32_t noise)
{
    random_seed(noise);
    line_reset();
    role = 0;
    playing = false;
    has_applied = false;
    unacked = STEP_NONE;
    intend(STEP_HELLO, 0, LEAST_HELLO_MS, MOST_HELLO_MS);
    if (DEFECT(HELLO_AT_ONCE))
        intend(STEP_HELLO, 0, 10, 90);
    if (DEFECT(HELLO_LATE))
        intend(STEP_HELLO, 0, 10500, 16000);
    if (DEFECT(HELLO_WAIT_FIXED))
        plan_at = 4217;
}

void board_hear(unsigned link, uint8_t byte, uint32_t at)
{
    const uint8_t *line;
    size_t length;

    (void)link;
    line_idle(at);
    length = line_push(byte, at, &line);
    if (length > 0)
        hear_line(line, length, at);
}

void board_tick(uint32_t now)
{
    line_idle(now);
    if (unacked != STEP_NONE) {
        if (has_passed(repeat_at, 0, now) && !(DEFECT(REPEAT_NEVER) && unacked != STEP_HELLO))
            put_on_line(now);
    } else if (plan != STEP_NONE && has_passed(plan_at, 0, now))
        carry_out(now);
}
