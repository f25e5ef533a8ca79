/**
 * The catalogue of the STM page: every clause and parameter, as data. The texts are README.md's.
 */
import { clauses, type Parameter, type Requirement } from '../requirement';

export const requirements: readonly Requirement[] = [
  ...clauses('Framing and checksum', [
    'STM-FR-01 MUST documented — every frame the board sends has CRC = CMD ⊕ DATA[0] ⊕ DATA[1] ⊕ …',
    'STM-FR-02 MUST documented — a complete frame with a wrong CRC is discarded: nothing about the game changes, and exactly one Error (01) is sent. Any wrong CRC value, not only off-by-one. The next byte begins a new frame.',
    'STM-FR-03 MUST profile — a frame that stops half-way is discarded once the line has been idle for `idleGapMs` 50, and exactly one Error (04) is sent; the next good frame is answered normally.',
    'STM-FR-04 MUST profile — bytes of one frame that arrive one at a time, each within half of `idleGapMs`, are one frame. (Between half of `idleGapMs` and `idleGapMs` either reading is allowed, and no check tries it.)',
    'STM-FR-05 MUST profile — a command byte outside 01..06 (EE included): everything up to the next idle gap is discarded, and exactly one Error (02) is sent, at that gap (STM-TM-02).',
    'STM-FR-06 MUST profile — a descriptor not allowed for the command, or a count of 0 or above 144: everything up to the next idle gap is discarded, and exactly one Error (03) is sent, at that gap.',
    'STM-FR-07 MUST profile — a complete frame with a right CRC whose payload holds a value out of range (kind, condition, coordinate), or one Shuffle that names a position twice, gets one Error (03) within `responseMs`, without waiting for a gap, and changes nothing. Order of judgement: 02 and 03 from the first bytes; 01; 03 for content; 06; 05.',
    'STM-FR-08 MUST profile — the longest frame (Shuffle of 144 tiles, 580 bytes) is accepted.',
    "STM-FR-09 MUST profile — after any discarded input, the board answers the next good frame; noise of any length (64 KiB tried) does not stop it. Noise is followed by `idleGapMs` + `responseMs` of silence and what was answered to it is ignored; the game is judged unchanged only where the noise's first byte is outside 01..06 and it has no gap.",
    'STM-FR-10 SHOULD profile — two requests written back to back without waiting are both answered, in order. (A request sent without a gap after a frame of FR-05 or FR-06 is discarded with it.)',
    "STM-FR-11 MUST documented — each request gets exactly one frame: the table's form with the request's CMD, or one Error with a listed code.",
  ]),
  ...clauses('Timing', [
    "STM-TM-01 MUST profile — an answer starts within `responseMs` 100 of the request's last byte (Errors that the idle gap decides excepted). On a host that stalls, an outlier seen fewer than three times in the run is inconclusive, not a failure.",
    'STM-TM-02 MUST profile — an Error that the idle gap decides starts no earlier than `idleGapMs`/2 and no later than `idleGapMs` + `responseMs` after the last byte.',
    'STM-TM-03 MUST documented — the board sends nothing unasked (2 s of silence watched, after the line was opened and flushed, after a reset where there is one, and after an answer).',
    'STM-TM-04 SHOULD profile — the bytes of one answer follow each other without a gap above `idleGapMs`/2.',
  ]),
  ...clauses('Game', [
    'STM-GM-01 MUST documented — Start is answered `01 FF FE` and begins a game, within a game too: nothing selected, no pairs matched.',
    'STM-GM-02 MUST documented — Reset is answered `02 FF FD` and begins the game anew, as Start does. (The count of shuffles is judged by STM-GM-05.)',
    'STM-GM-03 MUST profile — Reset, Shuffle, Select, Match or Set State before the first Start gets Error (06).',
    'STM-GM-04 MUST documented — Shuffle returns the same positions in the same order, and the same multiset of kinds, dealt anew over them (a kind may keep its place).',
    'STM-GM-05 MUST documented — five shuffles in one game are done; the sixth and later get Error (05) and change nothing. Start and Reset give five new ones. A refused or malformed Shuffle is not counted.',
    'STM-GM-06 MUST documented — shuffling is random: of five shuffles of the same sent board (at least eight different kinds, at least 16 tiles) in one game, at least two results differ from what was sent and two from each other; and the first results of five games are not all equal.',
    'STM-GM-07 MUST documented — Select is TRUE when condition is open and nothing is selected; the tile is then selected. Otherwise FALSE, and nothing changes.',
    "STM-GM-08 MUST documented — Match is TRUE when a tile is selected, the second tile is open, stands at another position, and is of the same kind, or both are flowers, or both are seasons. Otherwise FALSE. Open is the frame's condition byte; Select and Match are not checked against the known board.",
    'STM-GM-09 MUST profile — a Match, TRUE or FALSE, leaves nothing selected. A Match with nothing selected is FALSE. A Shuffle that was done leaves nothing selected.',
    "STM-GM-10 MUST documented — Set State answers `won` from 72 matched pairs up, else `game over` when five shuffles are used and the known board (the last Shuffle's answer less the positions matched since) has no two matching open tiles, else `playing`. Every TRUE Match counts one pair, of unknown or already matched positions too, and takes both positions off the known board whatever kind stood there. An empty board has no matching tiles.",
    'STM-GM-11 MUST profile — after Set State answered `won` or `game over`, Shuffle, Select, Match and Set State get Error (06) until Start or Reset.',
  ]),
];

export const parameters: readonly Parameter[] = [
  { name: 'baud', unit: 'baud', text: 'Line speed, 8N1.', default: 115_200, min: 300, max: 4_000_000 },
  {
    name: 'errorCmd',
    text: 'Command byte of the Error frame, outside 01..06.',
    default: 0xee,
    min: 0x07,
    max: 0xff,
  },
  {
    name: 'idleGapMs',
    unit: 'ms',
    text: 'Silence on the line that ends a truncated frame and a discarded stretch.',
    default: 50,
    min: 2,
    max: 10_000,
  },
  {
    name: 'responseMs',
    unit: 'ms',
    text: "Longest time from a request's last byte to the start of its answer.",
    default: 100,
    min: 1,
    max: 60_000,
  },
];
