/** The names of what travels on the Set board's two lines, for dissectors. */
import { namesOf, type Dissection, type Grammar } from '../dissection';
import { byteMeaning, type CardEncoding } from './card';
import { LINKS } from './set';

const CR = 0x0d;
const LF = 0x0a;
/** A line of the console that stops for so long has ended. */
const CONSOLE_MS = 5000;

function scanner(encoding: CardEncoding): Grammar {
  const names = namesOf(256, (byte) => (byte === CR ? 'CR' : byteMeaning(byte, encoding)));
  return {
    frame: [
      { kind: 'number', name: 'card', length: 1, base: 'hex', names, titled: true },
      {
        kind: 'switch',
        on: 'card',
        cases: [[[CR], []]],
        other: [
          { kind: 'text', name: 'more bytes', ends: [CR], titled: true },
          { kind: 'number', name: 'CR', length: 1, base: 'hex', only: [CR] },
        ],
      },
    ],
    resync: 'idle',
    closes: [CR],
  };
}

const LINE: Grammar = {
  frame: [
    { kind: 'text', name: 'line', ends: [LF], titled: true },
    { kind: 'number', name: 'LF', length: 1, base: 'hex', only: [LF] },
  ],
  resync: 'idle',
  closes: [LF],
};

export function setDissection(options: {
  readonly encoding: CardEncoding;
  readonly idleResetMs: number;
}): Dissection {
  const cards = scanner(options.encoding);
  const [card, console] = Object.keys(LINKS);
  return {
    id: 'set',
    title: 'Set solver',
    links: [
      { name: card ?? '', idleMs: options.idleResetMs, tx: cards, rx: cards },
      { name: console ?? '', idleMs: CONSOLE_MS, tx: LINE, rx: LINE },
    ],
  };
}
