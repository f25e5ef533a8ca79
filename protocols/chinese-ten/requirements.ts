/** The clauses of Chinese Ten's wire page (README.md), word by word, and its profile parameter. */
import { clauses, type Parameter, type Requirement } from '../requirement';

export const CHINESE_TEN_REQUIREMENTS: readonly Requirement[] = [
  ...clauses('Dealing', [
    'CT-DL-01 MUST documented — 2, 3 or 4 players; 24 cards are dealt out evenly, 4 lie open, 24 are in the stock.',
    "CT-DL-02 MUST implied — all cards ever shown are different cards of one 52-card pack; the stock's count falls by one each turn.",
  ]),
  ...clauses('Play', [
    'CT-PL-01 MUST documented — A–9 capture a card that makes ten with them; 10, J, Q, K capture their equal; suits do not matter.',
    'CT-PL-02 MUST documented — where a hand card can capture, one capture is made (a non-capturing choice is refused and asked again); where none can, one card is laid down.',
    'CT-PL-03 MUST documented — then the top of the stock is turned: it captures if it can (a choice that makes no capture is refused and asked again), else it is laid down.',
    "CT-PL-04 MUST documented — after 24 turns every hand, the stock and the table are empty: every card is captured (the README's proof; with the special cases: all four of 5, 10, J, Q or K on the first table go to the dealer; three of them go to whoever holds or turns the fourth: the holder takes the three before the first turn, and the fourth joins them when it is played). Special deals come once in 282 and once in 54 145 games: where none came and none can be forced, that part is skipped with the reason.",
  ]),
  ...clauses('Scoring', [
    "CT-SC-01 MUST implied — points: red A 20, red 9–K 10, red 2–8 their number; with 3 or 4 players ♠A 30, with 4 ♣A 40; the sum over players is 210, 240 or 280; tie score 105, 80, 70; the scoreboard's figures equal the captured cards' points.",
  ]),
  ...clauses('Screen and keys', [
    "CT-UI-01 MUST implied — a suit's colour is right wherever a card is printed; colours are reset at the end of the card.",
    'CT-UI-02 MUST profile — an index out of range, at every prompt, is refused and asked again; no key ends or hangs the program (every byte but 03 1C 1A 13 11, at line prompts also 04 0A 0D, tried at every prompt but the main menu and the any-key ones; then the game goes on). Ctrl-D on an empty name asks again or takes the default, and later prompts still wait.',
    'CT-UI-03 MUST implied — a player count outside 2–4 and a name with a comma are asked again; a name longer than 33 bytes is cut.',
    'CT-UI-04 MUST profile — keys typed between prompts change nothing.',
    'CT-UI-05 SHOULD profile — of several bytes sent at once at a prompt only the first counts.',
  ]),
];

export const CHINESE_TEN_PARAMETERS: readonly Parameter[] = [
  {
    name: 'patienceMs',
    unit: 'ms',
    text: 'A prompt or a screen that has not come within this is missing.',
    default: 6000,
    min: 100,
    max: 600000,
  },
];
