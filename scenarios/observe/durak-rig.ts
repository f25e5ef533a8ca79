/** For tests and benchmarks: two virtual Durak boards that play each other through the tap, in virtual time. */
import type { FaultKind } from '../../devices/faults';
import { DURAK_BOARD } from '../../devices/virtual/durak-board';
import { virtualPair } from '../../devices/virtual-pair';
import { DURAK_PARAMETERS } from '../../protocols/durak/requirements';
import type { Micros } from '../../protocols/time';
import type { JournalEvent, RunEnd } from '../record';
import { tapRun } from './tap-run';
import { WATCHABLES } from './watchables';

export interface Wishes {
  readonly seed: number;
  /** Of board a; board b is sound. */
  readonly defects?: readonly string[];
  readonly kinds?: readonly FaultKind[];
  /** One byte in so many begins a fault, default 200. */
  readonly every?: number;
  readonly longest?: Micros;
}

/** A game from power-on. */
export async function tappedGame(wishes: Wishes): Promise<{ end: RunEnd; events: JournalEvent[] }> {
  const { seed, defects = [], kinds, every = 200, longest } = wishes;
  const [watchable] = WATCHABLES;
  if (watchable === undefined) throw new Error('nothing to watch');
  const parameters = Object.fromEntries(DURAK_PARAMETERS.map((one) => [one.name, one.default]));
  const events: JournalEvent[] = [];
  const end = await tapRun({
    watchable,
    boards: virtualPair({
      boards: { a: { kind: DURAK_BOARD, defects }, b: { kind: DURAK_BOARD, defects: [] } },
      parameters,
      seed,
    }),
    parameters,
    fresh: true,
    ...(kinds === undefined ? {} : { faults: { kinds, every } }),
    seed,
    version: '0',
    command: 'wirejig tap',
    ...(longest === undefined ? {} : { longest }),
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
  });
  return { end, events };
}

/** Why two boards may stand still that do everything right: what the page has no way out of. */
const NO_WAY_OUT = /made another good packet|hellos crossed/;

/** What is wrong with a game of two sound boards; undefined: it ended, and nobody did anything wrong. */
export function wrongWith({
  end,
  events,
}: {
  end: RunEnd;
  events: readonly JournalEvent[];
}): string | undefined {
  const bad = events.find((event) => event.type === 'check' && event.verdict !== 'skip');
  if (bad?.type === 'check') return `${bad.requirement} ${bad.verdict}: ${bad.title}: ${bad.seen ?? ''}`;
  if (end.outcome === 'done') return end.reason?.includes('has won') === true ? undefined : end.reason;
  return NO_WAY_OUT.test(end.reason ?? '') ? undefined : `${end.outcome}: ${end.reason ?? ''}`;
}
