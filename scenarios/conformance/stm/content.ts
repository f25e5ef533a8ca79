/** STM: whole frames with impossible content (FR-07), the order of judgement, and the longest frame (FR-08). */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/stm';
import {
  describeAnswer,
  describeRequest,
  ERROR,
  LIMIT,
  type ErrorCode,
  type Request,
  type Tile,
} from '../../../protocols/stm/stm';
import { agrees, describeExpected, describeSeen, type ExpectedAnswer } from '../../../protocols/stm/rules';
import { after, micros } from '../../../protocols/time';
import { range } from '../range';
import { describeEvent } from './answer-judge';
import type { StmHost } from './host';
import { BAD_CONTENT, BAD_CRC, checkNoEffect, checkUncounted, someOf } from './refusals';
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
    await checkUncounted(host, noKind, BAD_CONTENT, 'a Shuffle of a kind that is none');
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
    await host.checkRefused(altered(request, { [from + field.at]: value }), BAD_CONTENT, what);
  }
  const what = `${describeRequest(request)} with ${field.name} ${field.highest + 1}`;
  const bytes = altered(request, { [from + field.at]: field.highest + 1 });
  await checkNoEffect(host, bytes, BAD_CONTENT, what);
  await host.checkRefused(bytes, BAD_CONTENT, what);
  await host.expectNoMore(ID, what);
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
    await host.checkRefused(bytes, BAD_CONTENT, what);
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
      await host.checkRefused(altered(shuffle(tiles), place), BAD_CONTENT, what);
    }
}

/**
 * Judges that the Error comes although the line is never idle: bytes of the next frame follow, each within half the gap.
 * The answers to those are not judged.
 */
async function checkWithoutGap(host: StmHost): Promise<void> {
  const what = 'a Select of a kind that is none, and no idle gap after it';
  await host.withPauses(ID, what, () => sendWithoutGap(host, what));
}

async function sendWithoutGap(host: StmHost, title: string): Promise<boolean> {
  const { bench, channel } = host;
  const step = micros(0.3 * host.gap);
  const bytes = altered(select(tile(20)), { 5: LIMIT.kind + 1 });
  await host.start();
  await host.awaitQuiet();
  const sent = await channel.sendBytes(bytes);
  const slow = encodeRequest(shuffle(row(144)));
  const end = after(sent.notAfter, micros(1.5 * host.response));
  let last = sent;
  for (let i = 0; bench.now() < end && i < slow.length - 1; i++) {
    await bench.pause(step);
    const next = await channel.sendBytes(slow.subarray(i, i + 1));
    if (next.notAfter - last.notBefore > host.gap / 2) break;
    last = next;
  }
  const close = bench.now() >= end;
  if (close) {
    const received = await channel.nextQueued();
    const answer = received?.event.value;
    const late = received === undefined || received.notBefore > end;
    bench.check(ID, !late && answer?.type === 'error' && answer.code === ERROR.badData, () => ({
      title,
      expected: 'Error 03 within responseMs, without waiting for a gap',
      seen: received === undefined ? 'nothing while bytes went on' : describeEvent(received),
    }));
  }
  await bench.pause(host.gap);
  await channel.waitForSilence(micros(host.gap + host.response), micros(5e6));
  return close;
}

const order = stmScenario(
  {
    id: 'stm/order',
    title: 'what is wrong is judged in order: beginning, CRC, content, game, shuffles',
    covers: [ID],
  },
  async (host, bench) => {
    const badKind = altered(select(tile(20)), { 5: 99 });
    badKind[badKind.length - 1]! ^= 0x10;
    await checkError(host, badKind, ERROR.badCrc, 'a Select with a wrong CRC and a kind that is none');
    for (let i = 0; i < 5; i++) await host.step(shuffle(row(4)));
    const noShuffle = altered(shuffle(row(4)), { 6: 99 });
    await checkError(host, noShuffle, ERROR.badData, 'a sixth Shuffle, of a kind that is none');
    await checkError(host, wrongCrc(shuffle(row(4)), 3), ERROR.badCrc, 'a sixth Shuffle with a wrong CRC');
    // Five shuffles of four different kinds leave no move: the game is over.
    await host.step(SET_STATE, 'after five shuffles of different kinds');
    if (!(await host.play(select(tile(20)), 'STM-GM-11', 'after the game ended')))
      return bench.inconclusive(
        ID,
        'the order before 06 is unknown: the board plays on after the game (STM-GM-11)',
      );
    const noKind = altered(select(tile(20)), { 5: 99 });
    await checkError(host, noKind, ERROR.badData, 'a Select after the game, of a kind that is none');
    const wrongSum = wrongCrc(SET_STATE, 1);
    await checkError(host, wrongSum, ERROR.badCrc, 'Set State after the game, with a wrong CRC');
    await checkError(host, encodeRequest(shuffle(row(4))), ERROR.noGame, 'a sixth Shuffle after the game');
  },
);

/** Judges the order by the Error. A board that obeys wrong CRCs anyway (FR-02) shows no order. */
export async function checkError(
  host: StmHost,
  bytes: Uint8Array,
  code: ErrorCode,
  what: string,
): Promise<void> {
  const refusesCrc =
    code !== ERROR.badCrc ||
    (await host.checkRefused(wrongCrc(match(tile(20)), 7), BAD_CRC, 'a Match with a wrong CRC'));
  if (refusesCrc) await host.checkRefused(bytes, { code, atGap: false, clause: ID }, what);
  else host.bench.inconclusive(ID, `${what}: the board does not refuse a wrong CRC (STM-FR-02)`);
}

const longest = stmScenario(
  { id: 'stm/longest', title: 'frames of every length up to 580 bytes are accepted', covers: ['STM-FR-08'] },
  async (host, bench) => {
    const counts = bench.exhaustive ? range(1, 144) : [144, 143, 128, 127, 126, 65, 64, 63, 62, 32, 31, 2, 1];
    for (const [i, count] of [144, ...counts].entries()) {
      if (bench.failedEnough('STM-FR-08')) return;
      if (i % 5 === 0) await host.start();
      await checkAccepted(host, row(count));
    }
    const boards = bench.sample(
      fc.shuffledSubarray(row(300, 42).slice(100, 300), { minLength: 144, maxLength: 144 }),
      3,
    );
    for (const tiles of boards) {
      await host.start();
      await checkAccepted(host, tiles);
    }
  },
);

async function checkAccepted(host: StmHost, tiles: readonly Tile[]): Promise<void> {
  const answer = await host.ask(shuffle(tiles), 'STM-FR-08');
  if (answer === undefined) return;
  host.bench.check('STM-FR-08', answer.type === 'shuffle', () => ({
    title: `a Shuffle of ${tiles.length} tiles (${4 + 4 * tiles.length} bytes)`,
    expected: 'it is done',
    seen: describeAnswer(answer),
  }));
  const expected: ExpectedAnswer = { type: 'shuffle', tiles };
  if (answer.type === 'shuffle')
    host.bench.check('STM-GM-04', agrees(expected, answer), () => ({
      title: `a Shuffle of ${tiles.length} tiles`,
      expected: describeExpected(expected),
      seen: describeSeen(answer, expected),
    }));
}

export const contentScenarios = [content, order, longest];
