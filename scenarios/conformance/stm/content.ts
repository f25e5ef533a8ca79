/** STM: whole frames with impossible content (FR-07), the order of judgement, and the longest frame (FR-08). */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/stm';
import { describeRequest, LIMIT, type Request, type Tile } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import { range } from '../range';
import type { StmHost } from './host';
import { checkNoEffect, checkUncounted, someOf } from './refusals';
import { altered, match, row, select, SET_STATE, shuffle, tile, wrongCrc } from './requests';
import { stmScenario } from './scenario';

const ID = 'STM-FR-07';

interface Field {
  readonly name: string;
  /** Offset within x y z kind condition. */
  readonly at: number;
  readonly highest: number;
}

const TILE_FIELDS: readonly Field[] = [
  { name: 'x', at: 0, highest: LIMIT.x },
  { name: 'y', at: 1, highest: LIMIT.y },
  { name: 'z', at: 2, highest: LIMIT.z },
  { name: 'kind', at: 3, highest: LIMIT.kind },
];
const CONDITION: Field = { name: 'condition', at: 4, highest: 1 };

const content = stmScenario(
  { id: 'stm/content', title: 'a value out of range is refused at once and changes nothing', covers: [ID] },
  async (host) => {
    for (const request of [select(tile(20, 9)), match(tile(20, 9))])
      for (const field of [...TILE_FIELDS, CONDITION]) await checkOutOfRange(host, request, field, 2);
    for (const index of [0, 1, 3])
      for (const field of TILE_FIELDS) await checkOutOfRange(host, shuffle(row(4)), field, 3 + 4 * index);
    await checkEachShuffledTile(host);
    await checkPositionTwice(host);
    await checkWithoutGap(host);
    const noKind = altered(shuffle(row(4)), { 6: 0xff });
    await checkUncounted(host, noKind, 'a Shuffle of a kind that is none');
  },
);

async function checkOutOfRange(host: StmHost, request: Request, field: Field, from: number): Promise<void> {
  const { bench } = host;
  const all = range(field.highest + 1, 255);
  const near = [field.highest + 1, field.highest + 2, 64, 128, 255].filter((value) => value > field.highest);
  const tried = request.type === 'shuffle' && bench.exhaustive ? near : someOf(bench, all, near, 1);
  for (const value of new Set(tried)) {
    if (bench.failedEnough(ID)) return;
    const what = `${describeRequest(request)} with ${field.name} ${value} (highest ${field.highest})`;
    await host.refuse(altered(request, { [from + field.at]: value }), what);
  }
  const what = `${describeRequest(request)} with ${field.name} ${field.highest + 1}`;
  const bytes = altered(request, { [from + field.at]: field.highest + 1 });
  await checkNoEffect(host, bytes, what);
  await host.refuse(bytes, what);
  await host.expectNoMore(what);
}

/** Puts a bad value into one tile of a long Shuffle, at several places. */
async function checkEachShuffledTile(host: StmHost): Promise<void> {
  const { bench } = host;
  const places = bench.exhaustive
    ? range(0, 143).filter((place) => place % 5 === 0 || place > 138)
    : [0, 63, 64, 127, 143];
  for (const place of places) {
    if (bench.failedEnough(ID)) return;
    const bytes = altered(shuffle(row(144)), { [3 + 4 * place + 3]: LIMIT.kind + 1 });
    await host.start();
    const what = `a Shuffle of 144 tiles, the kind of tile ${place} being ${LIMIT.kind + 1}`;
    await host.refuse(bytes, what);
  }
}

/** Names one position twice, near and far apart, with the same kind and with another. */
async function checkPositionTwice(host: StmHost): Promise<void> {
  const places: readonly (readonly [number, number, number])[] = [
    [2, 0, 1],
    [4, 0, 3],
    [4, 1, 2],
    [20, 3, 17],
    [144, 0, 143],
    [144, 142, 143],
    [144, 60, 130],
  ];
  for (const [count, first, second] of places)
    for (const kind of [undefined, 33]) {
      const tiles: Tile[] = row(count, 34);
      const copied = tiles[first];
      if (copied === undefined || host.bench.failedEnough(ID)) return;
      const at = 3 + 4 * second;
      const place = { [at]: copied.x, [at + 1]: copied.y, [at + 2]: copied.z, [at + 3]: kind ?? copied.kind };
      await host.start();
      const what = `a Shuffle of ${count} tiles, tile ${second} at the position of tile ${first}`;
      await host.refuse(altered(shuffle(tiles), place), what);
    }
}

/** Judges that the Error comes although the line is never idle: bytes of the next frame follow, each within half the gap. */
async function checkWithoutGap(host: StmHost): Promise<void> {
  const step = micros(0.3 * host.gap);
  const bytes = altered(select(tile(20)), { 5: LIMIT.kind + 1 });
  const count = Math.ceil((1.5 * host.response) / step);
  const slow = [...encodeRequest(shuffle(row(144))).subarray(0, count)].map((byte) => Uint8Array.of(byte));
  await host.start();
  const what = 'a Select of a kind that is none, and no idle gap after it';
  await host.sendSlowly(ID, [bytes, ...slow], step, what);
}

const order = stmScenario(
  {
    id: 'stm/order',
    title: 'what is wrong is judged in order: beginning, CRC, content, game, shuffles',
    covers: [ID],
  },
  async (host) => {
    const badKind = altered(select(tile(20)), { 5: 99 });
    badKind[badKind.length - 1]! ^= 0x10;
    await host.refuse(badKind, 'a Select with a wrong CRC and a kind that is none');
    for (let i = 0; i < 5; i++) await host.ask(shuffle(row(4)));
    const noShuffle = altered(shuffle(row(4)), { 6: 99 });
    await host.refuse(noShuffle, 'a sixth Shuffle, of a kind that is none');
    await host.refuse(wrongCrc(shuffle(row(4)), 3), 'a sixth Shuffle with a wrong CRC');
    // Five shuffles of four different kinds leave no move: the game is over.
    await host.ask(SET_STATE, 'after five shuffles of different kinds');
    await host.ask(select(tile(20)), 'after the game ended');
    const noKind = altered(select(tile(20)), { 5: 99 });
    await host.refuse(noKind, 'a Select after the game, of a kind that is none');
    await host.refuse(wrongCrc(SET_STATE, 1), 'Set State after the game, with a wrong CRC');
    await host.ask(shuffle(row(4)), 'a sixth Shuffle after the game');
  },
);

const longest = stmScenario(
  { id: 'stm/longest', title: 'frames of every length up to 580 bytes are accepted', covers: ['STM-FR-08'] },
  async (host, bench) => {
    const counts = bench.exhaustive ? range(1, 144) : [144, 143, 128, 127, 126, 65, 64, 63, 62, 32, 31, 2, 1];
    for (const [i, count] of [144, ...counts].entries()) {
      if (bench.failedEnough('STM-FR-08')) return;
      if (i % 5 === 0) await host.start();
      await host.ask(shuffle(row(count)));
    }
    const boards = bench.sample(
      fc.shuffledSubarray(row(300, 42).slice(100, 300), { minLength: 144, maxLength: 144 }),
      3,
    );
    for (const tiles of boards) {
      await host.start();
      await host.ask(shuffle(tiles));
    }
  },
);

export const contentScenarios = [content, order, longest];
