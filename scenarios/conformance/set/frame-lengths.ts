/** Set: frames of more than one payload byte (SET-FR-05), and frames longer than the buffer (SET-FR-04). */
import { cardByte, type Card } from '../../../protocols/set/card';
import { CR, LF, type Stimulus } from './stimulus';
import { nonCards } from './non-cards';
import type { SetHost } from './host';
import { setScenario } from './scenario';
import { untilFailed } from '../until-failed';

/** The page's own sizes, CR included. */
const TRIED = [151, 154, 306, 1024, 65536];

const overlong = setScenario(
  {
    id: 'set/overlong',
    title: 'a frame longer than the buffer is dropped whole',
    covers: ['SET-FR-04'],
  },
  async (host, bench) => {
    const id = 'SET-FR-04';
    const { rxBuffer } = host;
    const near = [rxBuffer + 1, rxBuffer + 2, rxBuffer + 4, 2 * rxBuffer + 1, 2 * rxBuffer + 2];
    const more = [3, 5, 50, 106]
      .map((beyond) => rxBuffer + beyond)
      .concat([256, 257, 258, 259, 511, 512, 513, 514, 2 * rxBuffer + 6, 3 * rxBuffer + 3]);
    const sizes = new Set([...TRIED, ...near, ...(bench.exhaustive ? more : [])]);
    await host.clearTable();
    for (const size of untilFailed(
      bench,
      id,
      [...sizes].filter((one) => one > rxBuffer).sort((a, b) => a - b),
    )) {
      if (size > 10_000) bench.note(`a frame of ${size} bytes`);
      await checkOverlong(host, size, 1);
      if (bench.exhaustive && size < 10_000) await checkOverlong(host, size, 7);
    }
  },
);

/** Fills the frame with `kinds` cards that are not on the table, so that any byte that counts adds a card. */
async function checkOverlong(host: SetHost, size: number, kinds: number): Promise<void> {
  if (!(await host.prepareTable(2))) return host.bench.inconclusive('SET-FR-04', 'plain cards go wrong');
  const cards = newCardBytes(host, kinds);
  const payload = Uint8Array.from({ length: size - 1 }, (_, i) => cards[i % cards.length] ?? 0);
  const stimulus: Stimulus = {
    what: `${size} bytes`,
    parts: [payload, Uint8Array.of(CR)],
  };
  await host.trial('SET-FR-04', `a frame of ${size} bytes, CR included`, [stimulus], { noPause: true });
}

/** Bytes of cards that are neither on the table nor sent after the trial. */
function newCardBytes(host: SetHost, count: number): number[] {
  const next = host.nextCard();
  const bytes = (cards: readonly Card[]): number[] => cards.map((card) => cardByte(card, host.encoding));
  return bytes(host.unusedCards(81).filter((card) => card !== next))
    .filter((byte) => byte !== LF)
    .slice(0, count);
}

const multiByte = setScenario(
  {
    id: 'set/multi-byte',
    title: 'a frame of more than one payload byte adds no card, or its first, by profile',
    covers: ['SET-FR-05'],
  },
  async (host, bench) => {
    const id = 'SET-FR-05';
    await host.clearTable();
    for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++)
      for (let form = 0; form < FORMS.length; form++) {
        if (bench.failedEnough(id)) return;
        if (!(await host.prepareTable(3))) return bench.inconclusive(id, 'plain cards go wrong');
        const [name, of] = FORMS[form]!;
        const payload = Uint8Array.from(of(host)).subarray(0, host.rxBuffer - 1);
        const stimulus: Stimulus = { what: name, parts: [payload, Uint8Array.of(CR)] };
        await host.trial(id, `a frame of ${payload.length} payload bytes: ${name}`, [stimulus], {
          noPause: round % 2 === 0,
        });
      }
  },
);

const FORMS: readonly (readonly [string, (host: SetHost) => readonly number[]])[] = [
  ['two new cards', (host) => newCardBytes(host, 2)],
  ['a new card twice', (host) => repeat(newCardBytes(host, 1))],
  ['a new card and a byte that is none', (host) => [...newCardBytes(host, 1), nonCards(host.encoding)[5]!]],
  [
    'a byte that is no card and a new card',
    (host) => [nonCards(host.encoding)[40]!, ...newCardBytes(host, 1)],
  ],
  ['a card that lies there and a new one', (host) => [...knownCardByte(host), ...newCardBytes(host, 1)]],
  ['a new card and one that is on the table', (host) => [...newCardBytes(host, 1), ...knownCardByte(host)]],
  ['three new cards', (host) => newCardBytes(host, 3)],
  ['four new cards', (host) => newCardBytes(host, 4)],
  ['eleven new cards', (host) => newCardBytes(host, 11)],
  [
    'as many bytes as the buffer holds',
    (host) => Array<number>(host.rxBuffer - 1).fill(newCardBytes(host, 1)[0]!),
  ],
];

const repeat = (bytes: readonly number[]): number[] => [...bytes, ...bytes];

function knownCardByte(host: SetHost): number[] {
  const [card] = host.cards;
  return card === undefined ? newCardBytes(host, 2).slice(1) : [cardByte(card, host.encoding)];
}

export const sizeScenarios = [multiByte, overlong];
