/**
 * The catalogue of the GM67 page: every clause and parameter, as data. The texts are README.md's.
 */
import { clauses, type Parameter, type Requirement } from '../requirement';
import { VALUE_PARAMETERS } from './parameters';

export const requirements: readonly Requirement[] = [
  ...clauses('Framing', [
    'GM-FR-01 MUST documented — every frame the scanner sends has the right checksum, LEN and SOURCE 00.',
    'GM-FR-02 MUST family — a frame with a wrong checksum is answered with one NAK 01 and changes nothing (`badChecksum` = nak | silent); the next frame is accepted at once.',
    'GM-FR-03 MUST family — a frame that stops half-way is dropped silently after `interByteMs` 200; the next good frame is answered. Gaps up to `interByteMs`/2 belong to a frame.',
    'GM-FR-04 MUST family — LEN below 4 or a LEN that does not fit its opcode: dropped to the next pause of `interByteMs`, at most one NAK; the next good frame is answered.',
    'GM-FR-05 MUST family — noise of any length and value before a good frame, followed by a pause of `interByteMs`, does not stop it (noise itself may draw any number of NAKs).',
  ]),
  ...clauses('Commands', [
    'GM-CM-01 MUST documented — each valid command of the table (not D0, D1) is answered with exactly one ACK or its own reply (C6 for C7, A4 for A3) within `commandMs` 500; with a NAK only where this page says so.',
    'GM-CM-02 MUST family — start and stop decode outside trigger mode host are denied (NAK 06).',
    'GM-CM-03 MUST family — an unknown opcode gets NAK 02 or 06, never ACK, never silence.',
    'GM-CM-04 MUST family — ACK and NAK from the host are never answered.',
    'GM-CM-05 MUST documented — a parameter written is the parameter read, for each parameter of the table and each of its values; an out-of-range value gets NAK 06 and leaves the old value, an unknown number gets NAK 06. Parameter defaults brings back every default.',
    'GM-CM-06 SHOULD family — a repeat of the last good command with the retransmission bit is acknowledged as the first was and obeyed once (seen by: start decode in mode host, a code read, the same start repeated: no second read); after a NAK 01 it counts as new.',
    'GM-CM-07 MUST family — a sleeping module answers after the wake byte `00` and 50 ms.',
  ]),
  ...clauses('Decoded data', [
    'GM-DT-01 MUST documented — a code read in raw mode arrives as payload and terminator, all 256 byte values unchanged (compared by known length: a payload may contain the terminator), in one burst (no gap above 20 ms + two byte times).',
    'GM-DT-02 MUST family — each terminator setting gives its bytes.',
    'GM-DT-03 MUST documented — in packet mode a code arrives as one F3 frame with type and payload; above 249 payload bytes as one long frame.',
    'GM-DT-04 MUST family — in packet mode the host acknowledges data; a frame not acknowledged in `dataAckMs` 2000 (±20 %, from its last byte) is sent again with the retransmission bit, twice at most (`dataRetries` 2). A NAK from the host changes no timer; commands are answered meanwhile.',
    'GM-DT-05 MUST documented — after scan disable no code is sent, and a code shown then is lost; one shown after scan enable is sent.',
    'GM-DT-06 SHOULD family — one showing of a code is sent once within `sameCodeMs` 1000; a new showing is sent again.',
  ]),
  ...clauses('Timing', ['GM-TM-01 SHOULD family — commands are acknowledged within 100 ms.']),
];

export const parameters: readonly Parameter[] = [
  { name: 'baud', unit: 'baud', text: 'Line speed, 8N1.', default: 9600, min: 300, max: 4_000_000 },
  {
    name: 'idleResetMs',
    unit: 'ms',
    text: 'Silence in raw mode after which a code without its terminator is dropped.',
    default: 1000,
    min: 30,
    max: 60_000,
  },
  {
    name: 'interByteMs',
    unit: 'ms',
    text: 'Silence that drops a frame that stopped half-way and ends a stretch behind a bad LEN.',
    default: 200,
    min: 30,
    max: 10_000,
  },
  {
    name: 'badChecksum',
    text: 'What a frame with a wrong checksum draws.',
    default: 'nak',
    choices: ['nak', 'silent'],
  },
  {
    name: 'commandMs',
    unit: 'ms',
    text: "Longest time from a command's last byte to the start of its answer.",
    default: 500,
    min: 1,
    max: 60_000,
  },
  {
    name: 'dataAckMs',
    unit: 'ms',
    text: 'Time from the last byte of a data frame that is not acknowledged to the next try.',
    default: 2000,
    min: 10,
    max: 60_000,
  },
  {
    name: 'dataRetries',
    text: 'How often a data frame that is not acknowledged is sent again.',
    default: 2,
    min: 0,
    max: 100,
  },
  {
    name: 'sameCodeMs',
    unit: 'ms',
    text: 'Time in which one showing of a code is sent once.',
    default: 1000,
    min: 1,
    max: 60_000,
  },
  ...VALUE_PARAMETERS,
];
