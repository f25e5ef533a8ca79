/**
 * The catalogue of the Set page: every clause and parameter, as data. The texts are README.md's.
 */
import { clauses, type Parameter, type Requirement } from '../requirement';

export const requirements: readonly Requirement[] = [
  ...clauses('Frames on the scanner link', [
    'SET-FR-01 MUST implied — a byte and CR is one frame: one `EndOfFrame` line with Rx:2.',
    'SET-FR-02 MUST profile — a CR with nothing before it adds no card.',
    'SET-FR-03 MUST implied — a frame not ended within `idleResetMs` 1000 of its last byte is dropped and adds no card, neither then nor when a CR follows; the next frame is taken. (A CR within half of `idleResetMs` completes the frame; from 1.2 times on it does not; between, no check tries.)',
    'SET-FR-04 MUST profile — a frame longer than `rxBufferBytes` 150 is dropped whole, adds no card, and the next frame is taken; 151, 154, 306, 1024 and 65536 bytes, CR included, tried.',
    'SET-FR-05 MUST profile — a frame of more than one payload byte adds no card (`multiByte` = reject | first).',
    "SET-FR-06 MUST profile — frames back to back (no pause but the wire's) are each taken: 12 cards in a row, 12 `+` lines.",
    'SET-FR-07 MUST profile — CR LF and CR CR as terminator add no ghost card, and every card so sent is taken. (An LF right after a CR is ignored unless a CR follows it: in encoding `0..2` LF is a card.)',
    'SET-FR-08 MUST documented — every console line ends in CR LF.',
  ]),
  ...clauses('Cards', [
    'SET-CD-01 MUST documented — each of the 81 bytes is taken once.',
    'SET-CD-02 MUST documented — a card again is `Duplicate` and adds nothing.',
    'SET-CD-03 MUST documented — above `tableLimit` cards: `TooManyCardsOnnTable`, nothing added.',
    'SET-CD-04 MUST profile — a byte that is no card (an attribute of the fourth value) adds no card.',
  ]),
  ...clauses('Solver', [
    "SET-SO-01 MUST documented — after each new card exactly the sets that the card completes are reported, each once, by right indices; against the harness's own solver on any order of any cards (random tables of 3..21 cards, tables with no set (up to 20 cards), tables rich in sets).",
    'SET-SO-02 MUST documented — `SetCnt` equals the sets reported so far; `NoSets` exactly while there are none.',
    'SET-SO-03 MUST profile — all 81 cards on the table give 1080 sets, none twice, and the board still lives.',
  ]),
  ...clauses('Timing', [
    'SET-TM-01 SHOULD profile — the last line after a new card is out within `solveMs` 1000 for up to 21 cards.',
  ]),
  ...clauses('Reset', [
    "SET-RS-01 MUST implied — after a reset (the board's reset recipe; ready within `bootMs` 2000) the table is empty and set numbers start at 1. Every check that needs an empty table needs a reset recipe.",
  ]),
];

export const parameters: readonly Parameter[] = [
  {
    name: 'cardEncoding',
    text: 'What the two bits of an attribute hold: its value 1..3, or its value less one.',
    default: '1..3',
    choices: ['1..3', '0..2'],
  },
  { name: 'tableLimit', text: 'Cards that the table takes.', default: 81, min: 1, max: 81 },
  {
    name: 'idleResetMs',
    unit: 'ms',
    text: 'Silence after which a frame that was not ended is dropped.',
    default: 1000,
    min: 10,
    max: 60_000,
  },
  {
    name: 'rxBufferBytes',
    unit: 'bytes',
    text: 'Longest frame on the scanner link, CR included.',
    default: 150,
    min: 3,
    max: 65_535,
  },
  {
    name: 'multiByte',
    text: 'What a frame of more than one payload byte does: nothing, or its first byte counts.',
    default: 'reject',
    choices: ['reject', 'first'],
  },
  {
    name: 'solveMs',
    unit: 'ms',
    text: "Longest time from a new card's CR to the last line it draws, for up to 21 cards.",
    default: 1000,
    min: 1,
    max: 60_000,
  },
  {
    name: 'bootMs',
    unit: 'ms',
    text: 'Longest time from a reset until the board takes cards.',
    default: 2000,
    min: 0,
    max: 60_000,
  },
];
