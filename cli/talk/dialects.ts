/** What each protocol can be said to and heard from a board by name: for a person at a terminal, and for the doctor. */
import { consoleLines } from '../../protocols/console-line';
import { packets } from '../../protocols/durak/durak';
import type { Codec } from '../../protocols/frame';
import { commands, replies } from '../../protocols/gm67/gm67';
import { BARE, hostCommand, WAKE, type BareType } from '../../protocols/gm67/message';
import { cardByte, CARDS, cardName } from '../../protocols/set/card';
import { scannerLink } from '../../protocols/set/scanner-link';
import { answers, requests } from '../../protocols/stm/stm';
import { BYTE, CELLS } from '../../protocols/ttt/message';
import { playerMessages, serverMessages } from '../../protocols/ttt/ttt';

/** A message that is sent by its name. */
export interface Word {
  readonly name: string;
  readonly says: string;
  readonly bytes: Uint8Array;
}

export interface Dialect {
  readonly suite: string;
  readonly link: string;
  /** Explains what is sent. */
  readonly out: Pick<Codec<unknown>, 'fields'>;
  /** Takes apart what is received. */
  readonly back: Pick<Codec<unknown>, 'decoder' | 'fields'>;
  readonly words: readonly Word[];
  /** The word that a sound board answers at any time, and that changes nothing which matters. */
  readonly probe?: string;
}

const stm = requests();
const gm67 = commands();
const durak = packets();

function gmWord(name: string, type: BareType): Word {
  return { name, says: `the command ${type}`, bytes: gm67.encode(hostCommand({ type })) };
}

export const DIALECTS: readonly Dialect[] = [
  {
    suite: 'stm',
    link: 'main',
    out: stm,
    back: answers(),
    words: [
      { name: 'start', says: 'begin a game', bytes: stm.encode({ type: 'start' }) },
      { name: 'reset', says: 'give the game up', bytes: stm.encode({ type: 'reset' }) },
      {
        name: 'state',
        says: 'Set State: how does the game stand?',
        bytes: stm.encode({ type: 'set-state' }),
      },
    ],
    probe: 'state',
  },
  {
    suite: 'durak',
    link: 'main',
    out: durak,
    back: durak,
    words: [
      { name: 'hello', says: 'is a second board there?', bytes: durak.encode({ type: 'hello' }) },
      { name: 'ack', says: 'the last packet came', bytes: durak.encode({ type: 'ack' }) },
    ],
    probe: 'hello',
  },
  {
    suite: 'gm67',
    link: 'main',
    out: gm67,
    back: replies(),
    words: [
      ...Object.keys(BARE).flatMap((name) => (isBare(name) ? [gmWord(name, name)] : [])),
      { name: 'wake', says: 'the byte 00 that wakes it', bytes: gm67.encode(WAKE) },
      { name: 'beep', says: 'beep once', bytes: gm67.encode(hostCommand({ type: 'beep', pattern: 0 })) },
      { name: 'led-on', says: 'LED on', bytes: gm67.encode(hostCommand({ type: 'led-on', led: 1 })) },
      { name: 'led-off', says: 'LED off', bytes: gm67.encode(hostCommand({ type: 'led-off', led: 1 })) },
    ],
    probe: 'revision',
  },
  {
    suite: 'set',
    link: 'scanner',
    out: scannerLink(),
    back: consoleLines(),
    words: Array.from({ length: CARDS }, (_, card) => ({
      name: `card-${card}`,
      says: cardName(card),
      bytes: Uint8Array.of(cardByte(card, '1..3'), 0x0d),
    })),
  },
  { suite: 'set', link: 'console', out: consoleLines(), back: consoleLines(), words: [] },
  {
    suite: 'ttt',
    link: 'main',
    out: playerMessages('serial'),
    back: serverMessages('serial'),
    words: [
      { name: 'join', says: 'sit down', bytes: Uint8Array.of(BYTE.join) },
      { name: 'leave', says: 'go', bytes: Uint8Array.of(BYTE.leave) },
      ...CELLS.map((cell) => ({
        name: `cell-${cell}`,
        says: 'a move, row by row from 0',
        bytes: Uint8Array.of(BYTE.cell0 + cell),
      })),
    ],
  },
];

function isBare(name: string): name is BareType {
  return name in BARE;
}

/** What is spoken on a link of a suite; undefined where it is plain text or nothing known. */
export function dialectOf(suite: string, link: string): Dialect | undefined {
  return DIALECTS.find((one) => one.suite === suite && one.link === link);
}
