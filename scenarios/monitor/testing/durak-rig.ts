/** Two virtual Durak boards that play each other through the tap in virtual time, for tests and benchmarks. */
import type { FaultKind } from '../../../devices/faults/faults';
import { DURAK_BOARD, DURAK_TAP_MONITOR } from '../../../protocols/durak/testing/parts';
import { virtualPair } from '../../../devices/board/virtual-board';
import { durak } from '../../../protocols/durak/durak';
import type { Micros } from '../../../protocols/time';
import type { JournalEvent } from '../../record';
import { tapRun, type TapResult } from '../tap/tap-run';

export interface TappedGameOptions {
  readonly seed: number;
  /** Defects of board a; board b is sound. */
  readonly defects?: readonly string[];
  readonly kinds?: readonly FaultKind[];
  /** A fault begins once in this many bytes; default 200. */
  readonly every?: number;
  readonly longest?: Micros;
}

/** A game from power-on. */
export async function tappedGame(
  options: TappedGameOptions,
): Promise<TapResult & { events: JournalEvent[] }> {
  const { seed, defects = [], kinds, every = 200, longest } = options;
  const parameters = Object.fromEntries(durak.suite.parameters.map((one) => [one.name, one.default]));
  const events: JournalEvent[] = [];
  const result = await tapRun({
    kind: DURAK_TAP_MONITOR,
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
  return { ...result, events };
}

/** The error in a game of two sound boards; undefined: it ended without one. */
export function gameFailure({
  end,
  winner,
  events,
}: Awaited<ReturnType<typeof tappedGame>>): string | undefined {
  const bad = events.find((event) => event.type === 'check' && event.verdict !== 'skip');
  if (bad?.type === 'check') return `${bad.requirement} ${bad.verdict}: ${bad.title}: ${bad.seen ?? ''}`;
  return winner === undefined ? `${end.outcome}: ${end.reason ?? ''}` : undefined;
}
