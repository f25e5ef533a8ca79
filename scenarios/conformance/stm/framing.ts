/** STM: what is no frame is refused by exactly one Error, and changes nothing. */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/encode';
import { request as requestArbitrary } from '../../../protocols/stm/stm.arbitrary';
import { CMD, crc, DESCRIPTOR, describeRequest, type Request } from '../../../protocols/stm/stm';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench';
import { hex } from '../../channel';
import type { Scenario } from '../../suite';
import { range } from '../range';
import { StmHost, type Refusal } from './host';
import {
  altered,
  join,
  match,
  RESET,
  row,
  select,
  SET_STATE,
  shuffle,
  START,
  tile,
  wrongCrc,
} from './pieces';

const BAD_CRC: Refusal = { code: 1, atGap: false };
const UNKNOWN: Refusal = { code: 2, atGap: true };
const BAD_DATA: Refusal = { code: 3, atGap: true };
const TRUNCATED: Refusal = { code: 4, atGap: true };

const ONE_OF_EACH: readonly Request[] = [
  START,
  RESET,
  shuffle(row(4)),
  select(tile(20, 9)),
  match(tile(20, 9)),
  SET_STATE,
];

/**
 * Refused, exactly once, and without effect: a tile selected before is still selected, and where none was, none is.
 * What would show a request obeyed after all: Start, Reset, Shuffle and Match deselect, Select selects.
 */
async function refusedWithoutEffect(
  host: StmHost,
  bytes: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  const { bench } = host;
  for (const selected of [true, false]) {
    await host.start();
    if (selected) await host.ask(select(tile(20, 1)));
    if (!(await host.refused(bytes, refusal, id, what))) continue;
    const answer = await host.ask(match(tile(20, 2)));
    if (answer === undefined)
      bench.inconclusive(id, `${what}: whether it changed the game cannot be read (STM-FR-11)`);
    else
      bench.check(id, answer.type === 'match' && answer.result === selected, () => ({
        title: `${what}, ${selected ? 'with a tile selected' : 'with nothing selected'}: nothing changes`,
        expected: `the Match afterwards ${selected ? 'TRUE' : 'FALSE'}`,
        seen: answer.type === 'match' ? `Match ${answer.result ? 'TRUE' : 'FALSE'}` : answer.type,
      }));
  }
}

/** Some of `all` on a real board, all of them where time costs nothing. `first` are always among them. */
function values(bench: Bench, all: readonly number[], first: readonly number[], count: number): number[] {
  if (bench.exhaustive) return [...all];
  const rest = all.filter((value) => !first.includes(value));
  return [...first.filter((value) => all.includes(value)), ...bench.sample(fc.constantFrom(...rest), count)];
}

const crcScenario: Scenario = {
  id: 'stm/crc',
  title: 'a wrong CRC, whatever its value, is refused and changes nothing',
  covers: ['STM-FR-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-FR-02';
    for (const request of ONE_OF_EACH) {
      const what = `${describeRequest(request)} with a wrong CRC`;
      await refusedWithoutEffect(host, wrongCrc(request, 0x55), BAD_CRC, id, what);
      await host.refused(wrongCrc(request, 0x55), BAD_CRC, id, what);
      await host.onlyOne(id, what, micros(host.gap + host.response));
    }
    for (const request of ONE_OF_EACH)
      for (const flip of values(bench, range(1, 255), [1, 2, 4, 8, 16, 32, 64, 128, 255], 8)) {
        if (bench.enough(id)) break;
        await host.refused(
          wrongCrc(request, flip),
          BAD_CRC,
          id,
          `${describeRequest(request)} with its CRC wrong by ${flip}`,
        );
      }
    await uncounted(host, wrongCrc(shuffle(row(4)), 0x21), BAD_CRC, id, 'a Shuffle with a wrong CRC');
    await bench.forAll(
      fc.record({ request: requestArbitrary(), flip: fc.integer({ min: 1, max: 255 }) }),
      {
        title: 'any request with any wrong CRC',
        runs: bench.exhaustive ? 150 : 40,
        show: ({ request, flip }) =>
          `${describeRequest(request)}, CRC wrong by ${flip}: ${hex(wrongCrc(request, flip))}`,
      },
      async ({ request, flip }) => {
        await host.refused(
          wrongCrc(request, flip),
          BAD_CRC,
          id,
          `${describeRequest(request)} with its CRC wrong by ${flip}`,
        );
      },
    );
    await flippedBits(host);
  },
};

/** A bit flipped anywhere behind what tells the length: a CRC that leaves some bytes out would not see it. */
async function flippedBits(host: StmHost): Promise<void> {
  const { bench } = host;
  const long = encodeRequest(shuffle(row(144)));
  const places = bench.exhaustive
    ? range(3, long.length - 2).filter((at) => at % 7 === 3)
    : [3, 130, 255, 256, 400, long.length - 2];
  for (const at of places) {
    if (bench.enough('STM-FR-02')) return;
    const bytes = Uint8Array.from(long);
    bytes[at]! ^= 1;
    await host.refused(
      bytes,
      BAD_CRC,
      'STM-FR-02',
      `a Shuffle of 144 tiles with bit 0 of byte ${at} flipped`,
    );
  }
}

/** A refused Shuffle is not one of the five (STM-GM-05), nor did it deal anything. */
async function uncounted(
  host: StmHost,
  bytes: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  await host.start();
  for (let i = 0; i < 4; i++) await host.ask(shuffle(row(4)));
  if (!(await host.refused(bytes, refusal, id, what))) return;
  const answer = await host.ask(shuffle(row(4)));
  if (answer === undefined)
    host.bench.inconclusive(id, `${what}: the Shuffle after it has no answer that can be read (STM-FR-11)`);
  else
    host.bench.check(id, answer.type === 'shuffle', () => ({
      title: `${what} after four shuffles, then a fifth`,
      expected: 'the fifth shuffle is done',
      seen: answer.type === 'error' ? `Error 0${answer.code}` : answer.type,
    }));
}

const truncated: Scenario = {
  id: 'stm/truncated',
  title: 'a frame that stops half-way is dropped at the idle gap',
  covers: ['STM-FR-03', 'STM-TM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-FR-03';
    const requests = [...ONE_OF_EACH, shuffle(row(144))];
    for (const request of requests) {
      const bytes = encodeRequest(request);
      for (const length of cuts(bench, bytes.length)) {
        if (bench.enough(id)) break;
        const what = `the first ${length} of ${bytes.length} bytes of ${describeRequest(request)}`;
        const held = await host.refused(bytes.subarray(0, length), TRUNCATED, id, what);
        if (held && (bench.exhaustive || length === bytes.length - 1))
          await host.onlyOne(id, what, micros(host.gap + host.response));
        await answersAgain(host, id, what);
      }
      const half = bytes.subarray(0, bytes.length - 1);
      await refusedWithoutEffect(host, half, TRUNCATED, id, `${describeRequest(request)} without its CRC`);
    }
    await uncounted(
      host,
      encodeRequest(shuffle(row(4))).subarray(0, 12),
      TRUNCATED,
      id,
      'a truncated Shuffle',
    );
    gapTimingSeen(bench);
  },
};

function cuts(bench: Bench, length: number): number[] {
  if (length <= 20) return range(1, length - 1);
  return bench.exhaustive
    ? [1, 2, 3, 4, 64, 128, 255, 256, 257, 512, length - 2, length - 1]
    : [3, 256, length - 1];
}

/** A board that sends no Error at any gap says nothing of when it would. */
function gapTimingSeen(bench: Bench): void {
  if (!bench.wasJudged('STM-TM-02')) bench.inconclusive('STM-TM-02', 'no Error was sent at a gap');
}

/** The next good frame is answered as ever. */
async function answersAgain(host: StmHost, id: string, what: string): Promise<void> {
  const answer = await host.ask(START, id);
  if (answer === undefined) return;
  host.bench.check(id, answer.type === 'start', () => ({
    title: `Start after ${what}`,
    expected: 'Start',
    seen: answer.type === 'error' ? `Error 0${answer.code}` : answer.type,
  }));
}

const slowBytes: Scenario = {
  id: 'stm/slow-bytes',
  title: 'bytes that come one at a time, within half the idle gap, are one frame',
  covers: ['STM-FR-04'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    await host.start();
    // Near the half where time is exact; a host that cannot keep to it tries shorter pauses.
    const shares = bench.exhaustive ? [0.48] : [0.42, 0.42, 0.36, 0.3];
    for (const request of [...ONE_OF_EACH, shuffle(row(12))]) await trickled(host, request, shares);
    for (const request of [SET_STATE, select(tile(7)), match(tile(7, 2))])
      await trickled(host, request, [0.05, 0.05, 0.05]);
  },
};

/** Tries of input whose pauses this host may itself stretch too far. */
const TRICKLE_TRIES = 4;

async function trickled(host: StmHost, request: Request, shares: readonly number[]): Promise<void> {
  const { bench } = host;
  for (const share of shares) {
    const what = `${describeRequest(request)}, a byte every ${((share * host.gap) / 1000).toFixed(1)} ms`;
    await host.start();
    const sent = await sendSlowly(host, encodeRequest(request), share);
    if (sent === undefined) {
      // The Errors of the pieces may take as long as that, and blame nobody.
      await bench.pause(micros(host.gap + host.response));
      await host.quiet();
      continue;
    }
    const answer = await host.answerTo(request, sent, 'STM-FR-04');
    if (answer === undefined) return;
    bench.check('STM-FR-04', answer.type !== 'error', () => ({
      title: what,
      expected: 'the answer to one whole frame',
      seen: answer.type === 'error' ? `Error 0${answer.code}` : '',
    }));
    return;
  }
  bench.inconclusive(
    'STM-FR-04',
    `${describeRequest(request)}, a byte at a time: this host paused longer than half the idle gap between two bytes, ${shares.length} times`,
  );
}

/** Sends byte by byte; undefined where this host itself paused too long, so that what follows says nothing of the board. */
async function sendSlowly(host: StmHost, bytes: Uint8Array, share: number) {
  const step = micros(share * host.gap);
  let previous: { notBefore: number } | undefined;
  let tooLong = false;
  for (let i = 0; ; i++) {
    const sent = await host.channel.sendBytes(bytes.subarray(i, i + 1));
    if (previous !== undefined && sent.notAfter - previous.notBefore > host.gap / 2) tooLong = true;
    if (i === bytes.length - 1) return tooLong ? undefined : sent;
    previous = sent;
    await host.bench.pause(step);
  }
}

const unknownCommand: Scenario = {
  id: 'stm/unknown-command',
  title: 'an unknown command byte discards everything to the next idle gap',
  covers: ['STM-FR-05', 'STM-TM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-FR-05';
    const commands = values(
      bench,
      [0, ...range(7, 255)],
      [0, 7, 8, 0x0a, 0x10, 0x41, 0x7f, 0x80, 0xee, 0xfe, 0xff],
      16,
    );
    for (const cmd of commands) {
      if (bench.enough(id)) break;
      const what = `a frame of command ${byteText(cmd)}`;
      const held = await host.refused(Uint8Array.of(cmd, 0xff, cmd ^ 0xff), UNKNOWN, id, what);
      if (held && bench.exhaustive) await host.onlyOne(id, what, micros(host.gap + host.response));
    }
    for (const cmd of [0x00, 0x07, 0xee, 0xff]) {
      await discardsToGap(host, Uint8Array.of(cmd), UNKNOWN, id, `command byte ${byteText(cmd)}`);
      await answersAgain(host, id, `command byte ${byteText(cmd)}`);
    }
    await host.refused(Uint8Array.of(0x07, 0xff, 0x00), UNKNOWN, id, 'an unknown command with a wrong CRC');
    gapTimingSeen(bench);
  },
};

const badData: Scenario = {
  id: 'stm/bad-data',
  title: 'a descriptor or a count that cannot be discards everything to the next idle gap',
  covers: ['STM-FR-06', 'STM-TM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-FR-06';
    for (const request of ONE_OF_EACH) {
      const [cmd = 0, right = 0] = encodeRequest(request);
      const wrong = range(0, 255).filter((value) => value !== right);
      for (const descriptor of values(
        bench,
        wrong,
        [0x00, 0x01, 0x02, 0x09, 0x0a, 0x0b, 0x8a, 0xfe, 0xff],
        2,
      )) {
        if (bench.enough(id)) break;
        const bytes = altered(request, { 1: descriptor });
        await host.refused(
          bytes,
          BAD_DATA,
          id,
          `command ${byteText(cmd)} with descriptor ${byteText(descriptor)}`,
        );
      }
    }
    await badCounts(host);
    const heads = [
      Uint8Array.of(CMD.start, 0x0a),
      Uint8Array.of(CMD.select, 0xff),
      Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0),
    ];
    for (const head of heads) {
      await discardsToGap(host, head, BAD_DATA, id, `the beginning ${hex(head)}`);
      await answersAgain(host, id, `the beginning ${hex(head)}`);
    }
    await uncounted(
      host,
      Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0, 0x09),
      BAD_DATA,
      id,
      'a Shuffle of no tiles',
    );
    gapTimingSeen(bench);
  },
};

async function badCounts(host: StmHost): Promise<void> {
  const { bench } = host;
  const tiles = encodeRequest(shuffle(row(144))).subarray(3, -1);
  for (const count of values(bench, [0, ...range(145, 255)], [0, 145, 146, 160, 192, 255], 4)) {
    if (bench.enough('STM-FR-06')) return;
    const head = Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, count);
    // Both what a board that ignores the count would wait for, and a beginning that it would wait on.
    for (const length of [3 + 4 * count, 7]) {
      const cut = join(head, tiles, tiles).subarray(0, length);
      const bytes = join(cut, Uint8Array.of(crc(cut)));
      const what = `a Shuffle of ${count} tiles, ${bytes.length} bytes of it`;
      const held = await host.refused(bytes, BAD_DATA, 'STM-FR-06', what);
      if (held && (bench.exhaustive || count === 145))
        await host.onlyOne('STM-FR-06', what, micros(host.gap + host.response));
    }
  }
}

/** Good frames behind a bad beginning, without a gap, are discarded with it: one Error, at the gap, nothing obeyed. */
async function discardsToGap(
  host: StmHost,
  head: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  const starts = Array.from({ length: 300 }, () => encodeRequest(START));
  const behind = [encodeRequest(START), encodeRequest(match(tile(1, 1))), encodeRequest(select(tile(20, 7)))];
  for (const good of behind)
    await refusedWithoutEffect(host, join(head, good), refusal, id, `${what} with ${hex(good)} behind it`);
  for (const tail of [join(encodeRequest(SET_STATE), encodeRequest(START)), join(...starts)]) {
    const about = `${what} with ${tail.length} bytes of good frames behind it`;
    if (await host.refused(join(head, tail), refusal, id, about))
      await host.onlyOne(id, about, micros(host.gap + host.response));
  }
  await pausedBehind(host, head, refusal, id, what);
}

/** A pause shorter than half the gap ends nothing. */
async function pausedBehind(
  host: StmHost,
  head: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  const { bench, channel } = host;
  const about = `${what}, a pause below half the idle gap, then Start`;
  for (let n = 0; n < TRICKLE_TRIES; n++) {
    await host.quiet();
    const first = await channel.sendBytes(head);
    await bench.pause(micros((bench.exhaustive ? 0.45 : 0.3) * host.gap));
    const second = await channel.sendBytes(encodeRequest(START));
    if (second.notAfter - first.notBefore > host.gap / 2) {
      await channel.watch(after(channel.now(), millis(700)), 4);
      continue;
    }
    if (await host.refusal(second, refusal, id, about))
      await host.onlyOne(id, about, micros(host.gap + host.response));
    return;
  }
  bench.inconclusive(id, `${about}: this host paused longer than half the idle gap, ${TRICKLE_TRIES} times`);
}

function byteText(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}

const noise: Scenario = {
  id: 'stm/noise',
  title: 'noise of any length does not stop the board',
  covers: ['STM-FR-09'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const lengths = bench.exhaustive
      ? [
          1, 2, 3, 4, 5, 8, 16, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 579, 580, 581, 1024,
          4096, 10_000, 65_536,
        ]
      : [1, 3, 64, 256, 580, 1024, 4096, 65_536];
    for (const length of lengths) {
      const [bytes] = bench.sample(fc.uint8Array({ minLength: length, maxLength: length }), 1);
      if (bytes !== undefined) await noisy(host, bytes, `${length} random bytes`);
    }
    const repeated = bench.exhaustive ? range(0, 255) : [0, 1, 2, 3, 4, 5, 6, 7, 0x0a, 0xee, 0xff];
    for (const byte of repeated)
      await noisy(host, new Uint8Array(700).fill(byte), `700 times ${byteText(byte)}`);
    await unchangedByNoise(host);
  },
};

async function noisy(host: StmHost, bytes: Uint8Array, what: string): Promise<void> {
  const { bench, channel } = host;
  if (bench.enough('STM-FR-09')) return;
  bench.note(what);
  await channel.sendBytes(bytes);
  await listenAway(host);
  await answersAgain(host, 'STM-FR-09', what);
}

/** What was answered to noise is ignored: a fixed silence, and what a slow board still has to say. */
async function listenAway(host: StmHost): Promise<void> {
  const { bench, channel } = host;
  await bench.pause(micros(host.gap + host.response));
  await channel.settle(micros(host.gap), millis(10_000));
}

async function unchangedByNoise(host: StmHost): Promise<void> {
  const { bench, channel } = host;
  const id = 'STM-FR-09';
  const first = fc.constantFrom(0, 7, 0x20, 0x80, 0xfe, 0xff);
  const bursts = bench.sample(
    fc.tuple(first, fc.uint8Array({ minLength: 2, maxLength: 200 })),
    bench.exhaustive ? 40 : 8,
  );
  for (const [head, tail] of bursts) {
    if (bench.enough(id)) return;
    await host.start();
    await host.ask(select(tile(20, 1)));
    const bytes = join(Uint8Array.of(head), tail);
    await channel.sendBytes(bytes);
    await listenAway(host);
    const answer = await host.ask(match(tile(20, 2)), id);
    if (answer === undefined) continue;
    bench.check(id, answer.type === 'match' && answer.result, () => ({
      title: `a selected tile, then ${bytes.length} bytes of noise that begin with ${byteText(head)}`,
      expected: 'the tile still selected: Match TRUE',
      seen:
        answer.type === 'match'
          ? 'Match FALSE'
          : answer.type === 'error'
            ? `Error 0${answer.code}`
            : answer.type,
    }));
  }
}

export const framingScenarios: readonly Scenario[] = [
  crcScenario,
  truncated,
  slowBytes,
  unknownCommand,
  badData,
  noise,
];
export { refusedWithoutEffect, uncounted, range, values };
