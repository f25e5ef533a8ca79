/**
 * The accuracy of latencies: exchanges with a C responder of known delay. Its times are compared with the link's
 * bounds.
 *
 *     request  ──▶ read                 at `read`, by the responder's clock (CLOCK_MONOTONIC, as this process's)
 *     answer   ◀── written              between `before` and `after`
 *     notBefore ≤ after                 else the link's bound is wrong
 *     low ≤ after − read, before − read ≤ high
 */
import { realBoard } from '../../devices/board/real-board';
import type { Link } from '../../devices/links/link';
import { parseLinkUrl } from '../../devices/links/link-target';
import { after, micros, millis } from '../../protocols/time';
import { latency } from '../../protocols/monitor/measurement';
import type { PeerProcess } from '../peer-process';

export interface Accuracy {
  readonly exchanges: number;
  /** Exchanges whose bounds do not contain the true latency, and the largest error, microseconds. */
  readonly wrong: number;
  readonly worst: number;
  /** The width of the bounds, and the excess of the upper one over the responder's delay, microseconds. */
  readonly width: Spread;
  readonly excess: Spread;
  /** The least excess: below zero an upper bound is below the true latency. */
  readonly lowest: number;
}

export interface Spread {
  readonly median: number;
  readonly p99: number;
}

interface Exchange {
  /** Microseconds on the link's clock. */
  readonly txNotBefore: number;
  readonly txNotAfter: number;
  readonly rxNotBefore: number;
  readonly low: number;
  readonly high: number;
}

/** This machine may stall for seconds; a responder that has ended never answers. */
const ANSWER_TIMEOUT = millis(15_000);

/** Makes `count` exchanges one after the other, with each of `delays` in turn, microseconds. */
export async function accuracyOf(
  responder: PeerProcess,
  path: string,
  count: number,
  delays: readonly number[],
): Promise<Accuracy> {
  const board = realBoard({
    name: 'responder',
    kind: 'responder',
    targets: new Map([['main', parseLinkUrl('main', `serial:${path}`, 115_200)]]),
  });
  await board.open();
  try {
    const link = board.link('main');
    const zero = clockOffset(link);
    const exchanges: Exchange[] = [];
    for (let n = 0; n < count; n++) exchanges.push(await exchange(link, delays[n % delays.length] ?? 0));
    const told = await readResponderInstants(responder);
    return summarize(
      exchanges,
      told.map((instants) => instants.map((ns) => Number(ns - zero) / 1000)),
    );
  } finally {
    await board.close();
  }
}

async function exchange(link: Link, delay: number): Promise<Exchange> {
  const request = new Uint8Array(8);
  new DataView(request.buffer).setUint32(0, delay, true);
  const sent = await link.send(request);
  let first:
    { readonly notBefore: typeof sent.notBefore; readonly notAfter: typeof sent.notAfter } | undefined;
  for (let have = 0; have < request.length;) {
    const chunk = await link.receive(after(link.clock.now(), micros(ANSWER_TIMEOUT + delay)));
    if (chunk === undefined) throw new Error('the responder does not answer');
    first ??= chunk;
    have += chunk.bytes.length;
  }
  if (first === undefined) throw new Error('the responder does not answer');
  const bounds = latency(sent, first);
  return {
    txNotBefore: sent.notBefore,
    txNotAfter: sent.notAfter,
    rxNotBefore: first.notBefore,
    ...bounds,
  };
}

/** The link's zero on CLOCK_MONOTONIC, nanoseconds: from the closest of 50 readings of both. */
function clockOffset(link: Link): bigint {
  let best: { gap: bigint; zero: bigint } | undefined;
  for (let n = 0; n < 50; n++) {
    const before = process.hrtime.bigint();
    const at = link.clock.now();
    const gap = process.hrtime.bigint() - before;
    if (best === undefined || gap < best.gap)
      best = { gap, zero: before + gap / 2n - BigInt(Math.round(at * 1000)) };
  }
  return best?.zero ?? 0n;
}

/** The responder's exchanges since the last call: three instants each, nanoseconds. */
export async function readResponderInstants(responder: PeerProcess): Promise<readonly (readonly bigint[])[]> {
  const count = Number(await responder.ask('tell'));
  const told: bigint[][] = [];
  for (let n = 0; n < count; n++) told.push((await responder.line()).split(' ').map(BigInt));
  return told;
}

/** Reading both clocks has an error of some tenths of a microsecond. */
const CLOCKS_US = 2;

function summarize(exchanges: readonly Exchange[], told: readonly (readonly number[])[]): Accuracy {
  if (told.length !== exchanges.length) throw new Error('the responder reports other exchanges');
  const errors = exchanges.map((one, i) => {
    const [read = NaN, before = NaN, written = NaN] = told[i] ?? [];
    return Math.max(
      one.rxNotBefore - written,
      one.txNotBefore - read,
      // The true delay is the responder's: it excludes the way there and back.
      before - read - one.high,
      one.low - (written - read),
    );
  });
  const excesses = exchanges.map(({ high }, i) => high - ((told[i]?.[1] ?? NaN) - (told[i]?.[0] ?? NaN)));
  const wrong = errors.filter((error) => error > CLOCKS_US);
  return {
    exchanges: exchanges.length,
    wrong: wrong.length,
    worst: Math.max(0, ...wrong),
    width: spread(exchanges.map(({ low, high }) => high - low)),
    excess: spread(excesses),
    lowest: Math.min(...excesses),
  };
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN);
  return { median: at(0.5), p99: at(0.99) };
}
