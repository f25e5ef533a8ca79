/**
 * What bounds of times are made of: why a latency is known to some milliseconds only, and what would narrow it.
 *
 *     wire      a byte's own time: a chunk's first byte came before its last
 *     hold      the adapter may keep received bytes to itself
 *     way       a server on the network passes them on
 *     wake-up   this process sees them when it is given a processor
 */

import { nap } from './wakeup-latency';

/** Of a link, in microseconds each. */
export interface ErrorBudget {
  /** 0 where no rate is known. */
  readonly byteTime: number;
  readonly hold: number;
  readonly networkDelay: number;
}

/** Of a board's links, the worst of each, and of this machine. */
export interface Calibration extends ErrorBudget {
  /** How late this process wakes up: of 32 tries the worst but one, microseconds. */
  readonly wakeupLatency: number;
}

const TRIES = 32;
const NAP_MS = 0.2;

/** Sleeps some times and looks how late it wakes: microseconds, the worst but one. Takes about 10 ms of an idle machine. */
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

/** `a byte takes 0.087 ms on the wire, the adapter holds …`: a line of the journal. */
export function calibrationText({ byteTime, hold, networkDelay, wakeupLatency }: Calibration): string {
  const parts = [
    byteTime > 0 ? `a byte takes ${ms(byteTime)} on the wire` : '',
    hold > 0 ? `the adapter holds bytes for at most ${ms(hold)}` : '',
    networkDelay > 0 ? `the server is up to ${ms(networkDelay)} away` : '',
    `this machine wakes up ${ms(wakeupLatency)} late`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Why a quantity known to `width` microseconds decided nothing, and what would. */
export function undecidedText(width: number, { hold, networkDelay, wakeupLatency }: Calibration): string {
  const known = `it is known to ${ms(width)} only`;
  const [greatest] = [
    { part: hold, text: `the adapter may hold bytes for ${ms(hold)}: ${HOLD_REMEDY}` },
    {
      part: networkDelay,
      text: `the server may be ${ms(networkDelay)} away: plug the board into this machine`,
    },
    { part: Math.max(wakeupLatency, width - hold - networkDelay), text: BUSY },
  ].sort((a, b) => b.part - a.part);
  return `${known}, and the limit lies within; ${greatest?.text ?? BUSY}`;
}

const HOLD_REMEDY =
  'say what yours does by hold=… in the link (an FTDI with its latency_timer at 1: hold=1), or take another adapter';
const BUSY = 'this machine had other work: end it, or try again when it is idle';

function ms(micros: number): string {
  return `${(micros / 1000).toFixed(micros < 1000 ? 3 : 1)} ms`;
}
