/**
 * The catalogue of the Durak page (README.md), as data.
 */
import { clauses, type Parameter, type Requirement } from '../requirement';

/** Every requirement of the page, in its order. */
export const DURAK_REQUIREMENTS: readonly Requirement[] = [
  ...clauses('Link', [
    'DRK-LK-01 MUST documented — a well-formed packet is acknowledged with exactly one `04 0A`.',
    "DRK-LK-02 MUST documented — the acknowledgement starts within `ackMs` 3000 of the packet's LF.",
    'DRK-LK-03 SHOULD profile — it starts within 250 ms.',
    'DRK-LK-04 MUST implied — an acknowledgement is never acknowledged: after a lone `04 0A` to an idle board there is 500 ms of silence.',
    'DRK-LK-05 MUST documented — bytes before SYN or EOT are cleared, however many (0..300, odd and even), and the packet behind them is acknowledged.',
    'DRK-LK-06 MUST implied — a malformed packet is not acknowledged and changes nothing: unknown type, missing GS, missing ETX, 35 or 37 records, 4 or 6 fields, a field that is no integer or out of range, a (card, suit) twice, a colour false to its suit, two cards of property 0. One requirement, a case for each.',
    'DRK-LK-07 MUST documented — a sender that gets no acknowledgement sends the same packet again, byte for byte, 3000 ms (2700..3500) after it sent it, and goes on until acknowledged (5 times watched).',
    'DRK-LK-08 MUST documented — after an acknowledgement the packet is not sent again (7 s watched).',
    "DRK-LK-09 MUST implied — an EOT that arrived before a packet was sent does not acknowledge it: one heard while no packet waits is dropped (tried before the hello, and between the acknowledgement of the host's move and the board's move). A legal move that follows an unacknowledged packet acknowledges it too.",
    "DRK-LK-10 MUST profile — a SYN inside a line starts a new packet; what stood before it is dropped. The packet is acknowledged and applied (judged by the board's next move). Holds inside an over-long line too.",
    'DRK-LK-11 MUST documented — a line that does not end is dropped 3000 ms (±500) after its first byte: a packet cut in two halves 3600 ms apart is not acknowledged, 2200 ms apart it is.',
    'DRK-LK-12 MUST profile — a line longer than 2048 bytes is dropped up to its LF; the next packet is acknowledged (64 KiB tried).',
    'DRK-LK-13 MUST implied — a packet that arrives one byte at a time within 2400 ms is acknowledged.',
    'DRK-LK-14 MUST implied — a packet byte-identical to the last one applied (its acknowledgement was lost) is acknowledged and not applied again. A refused packet sent again is answered again (DRK-PL-10).',
  ]),
  ...clauses('Handshake', [
    'DRK-HS-01 MUST documented — a board that hears nothing sends hello between 100 ms and 10 000 ms (+250) after start.',
    'DRK-HS-02 MUST documented — the waiting time is random: over 5 starts at least 2 differ by 100 ms or more.',
    'DRK-HS-03 MUST documented — a board that hears hello before it sent its own acknowledges it and is player 2: it sends no hello afterwards (12 s watched) and deals no cards.',
    'DRK-HS-04 MUST documented — a board whose hello is acknowledged is player 1: it deals (12 s watched), and sends no hello again.',
    'DRK-HS-05 MUST profile — player 1 shuffles, deals and sends the first deck packet within 1000 ms of that acknowledgement, then the turn is its own. (Only the deadline is judged here.)',
    'DRK-HS-06 MUST profile — hellos that cross: whichever the board hears first after sending its own decides: EOT, it is player 1; a hello, it acknowledges it, is player 2, drops its own hello and ignores a late EOT. (Driven by the harness, never between two boards, where a true crossing makes two players 2.)',
    'DRK-HS-07 MUST profile — a hello after the handshake is acknowledged and changes nothing; decks before a role is settled are acknowledged and ignored; player 2 applies only a deal (DRK-DL-01) as its first deck; a second deal is an illegal move.',
  ]),
  ...clauses('Deal', [
    'DRK-DL-01 MUST documented — 36 different cards; 6 have property 1 and fields 1..6, 6 have property 2 and fields 1..6, one has property 0 and field 0, 23 have property −1 and field 0.',
    'DRK-DL-02 MUST documented — deals differ: of 5 deals no two are the same.',
  ]),
  ...clauses('Play', [
    'DRK-PL-01 MUST documented — attack: own = other = 0: one hand card goes to field −1.',
    "DRK-PL-02 MUST documented — defence: other > own: one hand card that is higher in the suit of the opponent's newest table card, or a trump where that card is none, goes to field −other.",
    "DRK-PL-03 MUST documented — throw-in: own = other > 0: one hand card whose rank lies on the table goes to field −(own + 1); at most 6 a side, and only while the opponent's hand and the table together hold fewer than 10 cards (so that a take always fits, and every unfinished position has a legal move).",
    'DRK-PL-04 MUST documented — bito: own = other > 0: every table card gets property −2; fields of cards out of play stay or become 0 and are ignored.',
    "DRK-PL-05 MUST documented — take: other > own: every table card gets the mover's property and a free hand place.",
    'DRK-PL-06 MUST profile — after bito and take, in the same packet, players with fewer than 6 cards draw up to 6, the mover first after a bito (after a take the taker never draws); the first fills up wholly before the second; free cards in record order, the trump card last.',
    "DRK-PL-07 MUST implied — nothing else changes: ranks, suits and colours stay with their record, and no card is lost or made. Hand places are distinct but otherwise the board's own affair.",
    'DRK-PL-08 MUST documented — the trump suit is that of the card dealt with property 0 and stays so.',
    "DRK-PL-09 MUST documented — checked after every applied packet, draws included: an empty hand (table cards do not count) while no card has property −1 or 0 has won; 10 or more in hand has lost. A finished game's board acknowledges but moves no more.",
    "DRK-PL-10 MUST profile — a well-formed packet that is no legal move is acknowledged (it is a good packet) but not applied: the turn stays, and within `moveMs` the board sends its last state, repeated like any packet. None is owed on the board's own turn (its move comes next), before the deal, after the end, or while its own last packet is unacknowledged.",
    'DRK-PL-11 MUST profile — a board that plays by itself (virtual boards, boards with an auto-play build) moves within `moveMs` 2000 of the turn coming to it; with a person at the buttons the suite asks the operator and waits `operatorMs` 60 000.',
    'DRK-PL-12 MUST implied — out of turn a board sends no new deck packet, except the answer of DRK-PL-10.',
  ]),
];

/** Values that a board under test may have chosen differently. */
export const DURAK_PARAMETERS: readonly Parameter[] = [
  { name: 'baud', unit: 'bit/s', text: 'Speed of the UART, 8N1', default: 115_200, min: 300, max: 4_000_000 },
  {
    name: 'ackMs',
    unit: 'ms',
    text: "Latest start of an acknowledgement after the packet's LF (DRK-LK-02)",
    default: 3000,
    min: 1,
    max: 60_000,
  },
  {
    name: 'moveMs',
    unit: 'ms',
    text: 'Latest start of the move of a board that plays by itself, and of the answer to an illegal move (DRK-PL-10, 11)',
    default: 2000,
    min: 1,
    max: 600_000,
  },
  {
    name: 'operatorMs',
    unit: 'ms',
    text: 'Longest wait for the move of a person at the buttons (DRK-PL-11)',
    default: 60_000,
    min: 1,
    max: 3_600_000,
  },
  {
    name: 'moves',
    text: 'Who moves for the board: the board itself, or a person at its buttons (DRK-PL-11)',
    default: 'auto',
    choices: ['auto', 'operator'],
  },
];
