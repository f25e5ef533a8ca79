/** Set: frames of more than one payload byte (SET-FR-05), and frames that the buffer does not hold (SET-FR-04). */
import { cardByte, type Card } from '../../../protocols/set/card';
import { CR, LF, NOTHING, type Act } from './act';
import { nonCards } from './bytes';
import type { SetHost } from './host';
import { setScenario } from './scenario';

/** The page's own sizes, CR included. */
const TRIED = [151, 154, 306, 1024, 65536];

const overlong = setScenario(
  {
    id: 'set/overlong',
    title: 'a frame that the buffer does not hold is dropped whole',
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
    await host.empty();
    for (const size of [...sizes].filter((one) => one > rxBuffer).sort((a, b) => a - b)) {
      if (bench.failedEnough(id)) return;
      if (size > 10_000) bench.note(`a frame of ${size} bytes`);
      await tooLong(host, size, 1);
      if (bench.exhaustive && size < 10_000) await tooLong(host, size, 7);
    }
  },
);

/** All of the frame is `kinds` cards that are not on the table: whichever byte counted would add one. */
async function tooLong(host: SetHost, size: number, kinds: number): Promise<void> {
  if (!(await host.ready(2))) return host.bench.inconclusive('SET-FR-04', 'plain cards go wrong');
  const cards = strangers(host, kinds);
  const payload = Uint8Array.from({ length: size - 1 }, (_, i) => cards[i % cards.length] ?? 0);
  const act: Act = { what: `${size} bytes`, parts: [payload, Uint8Array.of(CR)], frames: [NOTHING] };
  await host.trial('SET-FR-04', `a frame of ${size} bytes, CR included`, [act], { close: true });
}

/** Bytes of cards that are neither on the table nor sent next. */
function strangers(host: SetHost, count: number): number[] {
  const next = host.fresh();
  const bytes = (cards: readonly Card[]): number[] => cards.map((card) => cardByte(card, host.encoding));
  return bytes(host.unused(81).filter((card) => card !== next))
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
    await host.empty();
    for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++)
      for (let form = 0; form < FORMS.length; form++) {
        if (bench.failedEnough(id)) return;
        if (!(await host.ready(3))) return bench.inconclusive(id, 'plain cards go wrong');
        const [name, of] = FORMS[form]!;
        const payload = Uint8Array.from(of(host)).subarray(0, host.rxBuffer - 1);
        const frames = [{ type: 'bytes', payload } as const];
        const act: Act = { what: name, parts: [payload, Uint8Array.of(CR)], frames };
        await host.trial(id, `a frame of ${payload.length} payload bytes: ${name}`, [act], {
          close: round % 2 === 0,
        });
      }
  },
);

const FORMS: readonly (readonly [string, (host: SetHost) => readonly number[]])[] = [
  ['two new cards', (host) => strangers(host, 2)],
  ['a new card twice', (host) => doubled(strangers(host, 1))],
  ['a new card and a byte that is none', (host) => [...strangers(host, 1), nonCards(host.encoding)[5]!]],
  ['a byte that is no card and a new card', (host) => [nonCards(host.encoding)[40]!, ...strangers(host, 1)]],
  ['a card that lies there and a new one', (host) => [...lying(host), ...strangers(host, 1)]],
  ['a new card and one that lies there', (host) => [...strangers(host, 1), ...lying(host)]],
  ['three new cards', (host) => strangers(host, 3)],
  ['four new cards', (host) => strangers(host, 4)],
  ['eleven new cards', (host) => strangers(host, 11)],
  [
    'as many bytes as the buffer holds',
    (host) => Array<number>(host.rxBuffer - 1).fill(strangers(host, 1)[0]!),
  ],
];

const doubled = (bytes: readonly number[]): number[] => [...bytes, ...bytes];

function lying(host: SetHost): number[] {
  const [card] = host.cards;
  return card === undefined ? strangers(host, 2).slice(1) : [cardByte(card, host.encoding)];
}

export const sizeScenarios = [multiByte, overlong];
