#include "packet.h"

#include <stdbool.h>

#include "defect.h"

struct reader {
    const uint8_t *at, *end;
};

static bool takes(struct reader *reader, uint8_t byte)
{
    if (reader->at == reader->end || *reader->at != byte)
        return false;
    reader->at++;
    return true;
}

/* A decimal integer without a needless sign or zero. */
static bool takes_number(struct reader *reader, int least, int most, int8_t *number)
{
    const bool negative = takes(reader, '-');
    const uint8_t *first = reader->at;
    int value = 0;

    while (reader->at != reader->end && *reader->at >= '0' && *reader->at <= '9' && value <= most - least)
        value = value * 10 + (*reader->at++ - '0');
    if (reader->at == first || (*first == '0' && (negative || reader->at - first > 1)))
        return false;
    *number = (int8_t)(negative ? -value : value);
    return (negative ? -value : value) >= least && (negative ? -value : value) <= most;
}

static bool takes_card(struct reader *reader, struct card *card)
{
    return takes(reader, RS) && takes_number(reader, 0, RANKS - 1, &card->rank) && takes(reader, US) &&
           takes_number(reader, 0, SUITS - 1, &card->suit) && takes(reader, US) &&
           takes_number(reader, 0, 1, &card->color) && takes(reader, US) &&
           takes_number(reader, OUT_OF_PLAY, 2, &card->property) && takes(reader, US) &&
           takes_number(reader, -6, 10, &card->field);
}

/* Every card once, in its own color, and no two trump cards in the stock. */
static bool is_whole(const struct deck *deck)
{
    bool seen[SUITS][RANKS] = { 0 };
    int trumps = 0;

    for (int i = 0; i < CARDS; i++) {
        const struct card *card = &deck->cards[i];

        if (seen[card->suit][card->rank] || card->color != card->suit / 2)
            return false;
        seen[card->suit][card->rank] = true;
        trumps += card->property == TRUMP;
    }
    return trumps <= 1;
}

enum packet packet_read(const uint8_t *line, size_t length, struct deck *deck)
{
    struct reader reader = { line, line + length };
    enum packet packet = PACKET_NONE;

    if (takes(&reader, EOT))
        return length == 2 && takes(&reader, LF) ? PACKET_ACK : PACKET_NONE;
    if (!takes(&reader, SYN))
        return PACKET_NONE;
    if (takes(&reader, '2'))
        packet = PACKET_HELLO;
    else if (takes(&reader, '1'))
        packet = PACKET_DECK;
    if (packet == PACKET_NONE || !takes(&reader, GS))
        return PACKET_NONE;
    if (packet == PACKET_DECK) {
        for (int i = 0; i < CARDS; i++)
            if (!takes_card(&reader, &deck->cards[i]))
                return PACKET_NONE;
        if (!is_whole(deck))
            return PACKET_NONE;
    }
    return takes(&reader, ETX) && takes(&reader, LF) && reader.at == reader.end ? packet : PACKET_NONE;
}

static uint8_t *put_number(uint8_t *to, int number)
{
    if (number < 0) {
        *to++ = '-';
        number = -number;
    }
    if (number >= 10)
        *to++ = (uint8_t)('0' + number / 10);
    *to++ = (uint8_t)('0' + number % 10);
    return to;
}

static uint8_t *put_card(uint8_t *to, const struct card *card)
{
    const int8_t fields[] = { card->rank, card->suit, card->color, card->property, card->field };

    for (size_t i = 0; i < sizeof fields; i++) {
        *to++ = i == 0 ? RS : US;
        to = put_number(to, fields[i]);
    }
    return to;
}

size_t packet_write(enum packet packet, const struct deck *deck, uint8_t *line)
{
    uint8_t *to = line;

    if (packet == PACKET_ACK) {
        *to++ = EOT;
        if (DEFECT(ACK_WITH_CR))
            *to++ = '\r';
    } else {
        *to++ = SYN;
        *to++ = packet == PACKET_DECK ? '1' : '2';
        *to++ = GS;
        for (int i = 0; packet == PACKET_DECK && i < CARDS; i++)
            to = put_card(to, &deck->cards[i]);
        *to++ = ETX;
    }
    *to++ = LF;
    return (size_t)(to - line);
}
