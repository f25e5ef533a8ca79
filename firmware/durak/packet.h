/*
 * Packets of the Durak protocol, as lines of ASCII fields between control characters.
 *
 *     deck   SYN '1' GS ( RS card US suit US color US property US field ){36} ETX LF
 *     hello  SYN '2' GS ETX LF
 *     ack    EOT LF
 *
 * Each value has one way to be written, so two decks are the same packet exactly when their cards are the same.
 */
#ifndef PACKET_H
#define PACKET_H

#include <stddef.h>
#include <stdint.h>

enum { ETX = 0x03, EOT = 0x04, LF = 0x0A, SYN = 0x16, GS = 0x1D, RS = 0x1E, US = 0x1F };

enum { CARDS = 36, SUITS = 4, RANKS = 9 };

/* The owner of a card, if it is no player. */
enum { OUT_OF_PLAY = -2, FREE = -1, TRUMP = 0 };

enum {
    /* A record is 12 bytes at the most: RS, three digits, two numbers of two characters, four US. */
    LONGEST_PACKET = 3 + CARDS * 12 + 2,
};

struct card {
    int8_t rank, suit, color, property, field;
};

struct deck {
    struct card cards[CARDS];
};

enum packet { PACKET_NONE, PACKET_ACK, PACKET_HELLO, PACKET_DECK };

/* The kind of a line, its LF included. */
enum packet packet_read(const uint8_t *line, size_t length, struct deck *deck);

/* Writes a packet; returns its length. `deck` is used only for a deck. */
size_t packet_write(enum packet packet, const struct deck *deck, uint8_t *line);

#endif
