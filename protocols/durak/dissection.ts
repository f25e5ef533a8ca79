/** The names of what travels between two Durak boards, for dissectors. Both directions are alike. */
import { range, type Dissection, type Grammar, type Names, type Piece } from '../dissection';
import { EOT, ETX, GS, LF, meaningOf, RECORD_FIELDS, RS, SYN, TYPE_DECK, TYPE_HELLO, US } from './packet';

const ENDS = [US, RS, ETX, LF, SYN];
/** A line that goes on for so long is dropped (DRK-LK-11). */
const LINE_MS = 3000;

const LEADS: Names = [
  [SYN, 'starts a packet'],
  [EOT, 'acknowledgement'],
];
const TITLES: Names = [[SYN, 'packet']];
const CONTROLS: Names = [
  [GS, 'ends the type'],
  [RS, 'starts a record'],
  [US, 'parts two fields'],
  [ETX, 'ends the data'],
  [LF, 'ends the line'],
];

function control(name: string, byte: number): Piece {
  return { kind: 'number', name, length: 1, base: 'hex', names: CONTROLS, only: [byte] };
}

function decimal({ name, min, max }: (typeof RECORD_FIELDS)[number]): Piece {
  const names = range(min, max).flatMap((value) => {
    const meaning = meaningOf(name, value);
    return meaning === undefined ? [] : [[value, meaning] as const];
  });
  return { kind: 'decimal', name, names, otherwise: 'out of range', ends: ENDS };
}

const RECORD: readonly Piece[] = [
  control('separator', RS),
  ...RECORD_FIELDS.flatMap((field, i) =>
    i === 0 ? [decimal(field)] : [control('separator', US), decimal(field)],
  ),
];
const TAIL = [control('ETX', ETX), control('LF', LF)];

const LINE: Grammar = {
  frame: [
    { kind: 'number', name: 'lead', length: 1, base: 'hex', names: LEADS, only: [SYN, EOT], titled: TITLES },
    {
      kind: 'switch',
      on: 'lead',
      cases: [
        [[EOT], [control('LF', LF)]],
        [
          [SYN],
          [
            {
              kind: 'number',
              name: 'type',
              length: 1,
              base: 'hex',
              names: [
                [TYPE_DECK, 'deck'],
                [TYPE_HELLO, 'hello'],
              ],
              only: [TYPE_DECK, TYPE_HELLO],
              titled: true,
            },
            control('GS', GS),
            {
              kind: 'switch',
              on: 'type',
              cases: [
                [[TYPE_DECK], [{ kind: 'while', name: 'record', first: RS, of: RECORD }, ...TAIL]],
                [[TYPE_HELLO], TAIL],
              ],
            },
          ],
        ],
      ],
    },
  ],
  resync: { after: [LF], before: [SYN, EOT] },
  closes: [LF],
};

export function durakDissection(): Dissection {
  return {
    id: 'durak',
    title: 'Durak',
    links: [{ name: 'main', idleMs: LINE_MS, tx: LINE, rx: LINE }],
  };
}
