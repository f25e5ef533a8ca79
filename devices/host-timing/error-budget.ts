/**
 * The parts of time bounds: why a latency is known only to some milliseconds, and how to improve that.
 *
 *     byteTime       the time of one byte on the wire: the first byte of a chunk came before its last
 *     hold           the adapter may hold received bytes
 *     networkDelay   a server on the network forwards them
 *     wakeupLatency  this process reads them when it gets a processor
 */

import { nap } from './wakeup-latency';

/** The parts of one link, microseconds. */
export interface ErrorBudget {
  /** 0 if the rate is unknown. */
  readonly byteTime: number;
  readonly hold: number;
  readonly networkDelay: number;
}

/** The worst of all links of a board, and of this machine. */
export interface Calibration extends ErrorBudget {
  /** How late this process wakes up, microseconds. */
  readonly wakeupLatency: number;
}

const TRIES = 32;
const NAP_MS = 0.2;

/** The second worst of 32 wake-ups, microseconds. It takes about 10 ms on an idle machine. */
export function measureWakeupLatency(): number {
  const late = Array.from({ length: TRIES }, () => nap(NAP_MS));
  return Math.max(0, late.sort((a, b) => b - a)[1] ?? 0);
}

/** The worst of each part. */
export function calibrationOf(budgets: readonly ErrorBudget[], wakeupLatency: number): Calibration {
  const worst = (part: keyof ErrorBudget): number => Math.max(0, ...budgets.map((budget) => budget[part]));
  return {
    byteTime: worst('byteTime'),
    hold: worst('hold'),
    networkDelay: worst('networkDelay'),
    wakeupLatency,
  };
}

/** A line of the journal: `a byte takes 0.087 ms on the wire, the adapter delays …`. */
export function calibrationText({ byteTime, hold, networkDelay, wakeupLatency }: Calibration): string {
  const parts = [
    byteTime > 0 ? `a byte takes ${ms(byteTime)} on the wire` : '',
    hold > 0 ? `the adapter delays bytes by at most ${ms(hold)}` : '',
    networkDelay > 0 ? `the server is up to ${ms(networkDelay)} away` : '',
    `this machine wakes up ${ms(wakeupLatency)} late`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Why a measurement known to `width` microseconds is inconclusive, and the remedy: it follows the value and its limit. */
export function undecidedText(width: number, { hold, networkDelay, wakeupLatency }: Calibration): string {
  const [greatest] = [
    { part: hold, text: `the adapter may delay bytes by ${ms(hold)}. ${HOLD_REMEDY}` },
    {
      part: networkDelay,
      text: `the server may be ${ms(networkDelay)} away. Plug the board into this machine.`,
    },
    { part: Math.max(wakeupLatency, width - hold - networkDelay), text: BUSY },
  ].sort((a, b) => b.part - a.part);
  return greatest?.text ?? BUSY;
}

const HOLD_REMEDY =
  'Give its real delay by hold=… in the link (an FTDI with latency_timer 1: hold=1), or use another adapter.';
const BUSY = 'this machine was too busy to tell. Close programs and rerun.';

function ms(micros: number): string {
  return `${(micros / 1000).toFixed(micros < 1000 ? 3 : 1)} ms`;
}
