/** The common part of the fuzzing benchmarks: a campaign on any rig with every answer judged, and its traffic. */
import type { Board } from '../../devices/board/board';
import { Campaign } from '../../scenarios/fuzz/campaign/campaign';
import { LinkRig } from '../../scenarios/fuzz/execution/link-rig';
import { withEffectListener, type Effect, type EffectResult } from '../../scenarios/player/play';
import type { Rig } from '../../scenarios/fuzz/execution/rig';
import type { FuzzSession } from '../../scenarios/fuzz/target';
import { VirtualRig } from '../../scenarios/fuzz/execution/virtual-rig';
import { Tracer } from '../../scenarios/journal/tracer';
import { STM_BOARD, STM_TARGET } from '../stm-parts';

export const SEED = 1;
export const PARAMETERS = { idleGapMs: 50, responseMs: 100, errorCmd: 0xee, baud: 115_200 };

/** After this many chunks a new trace begins, so that none is left out. */
const TRACED = 1000;

interface FuzzOptions {
  readonly rig: Rig;
  readonly cases: number;
  /** Default: all of the target's. */
  readonly session?: FuzzSession;
}

/** Returns the number of judged answers. Rejects if a board is blamed: all of them are sound. */
export async function fuzz({ rig, cases, session }: FuzzOptions): Promise<number> {
  const played = session ?? STM_TARGET.session(PARAMETERS);
  const noOperation = (): void => undefined;
  const campaign = new Campaign({
    session: played,
    rig,
    triage: {
      suite: 'stm',
      requirements: STM_TARGET.requirements,
      parameters: PARAMETERS,
      rig,
      session: played,
      budget: () => () => true,
      checkpoint: noOperation,
    },
    seed: SEED,
    board: 'stm',
    cases,
    over: () => false,
    checkpoint: noOperation,
    emit: noOperation,
    keep: ({ id }) => id,
    blockEnded: noOperation,
    caseEnded: noOperation,
  });
  await campaign.run();
  const [finding] = campaign.findings;
  if (finding !== undefined)
    throw new Error(
      `the conformant board was blamed: ${finding.title}: ${finding.expected}, not ${finding.seen}`,
    );
  const { responses } = campaign.end({ outcome: 'done' });
  return Object.entries(responses)
    .filter(([response]) => STM_TARGET.responses.includes(response) && response !== 'silence')
    .reduce((sum, [, count]) => sum + count, 0);
}

export function createVirtualRig(): VirtualRig {
  return new VirtualRig({ kind: STM_BOARD, defects: [], parameters: PARAMETERS, seed: SEED });
}

/**
 * A rig that reports the result of each effect. It is never reset and starts from the baseline, like a board without a
 * recipe.
 */
export function observedRig(
  rig: Rig,
  listener: (effect: Effect, result: EffectResult) => void,
  ahead = rig.ahead,
): Rig {
  return {
    links: rig.links,
    resetLevels: 0,
    needsLivenessCheck: false,
    presents: false,
    isVirtual: rig.isVirtual,
    ahead,
    spent: rig.spent,
    play: (steps) => rig.play(withEffectListener(steps, listener)),
    begin: () => false,
    reset: () => false,
  };
}

/** A campaign's trace: every chunk is an event with its bytes in hex. */
export class Trace {
  events = 0;
  private readonly tracer = new Tracer(() => void this.events++);
  private room = TRACED;

  /** The rig of a real board, traced by its links. */
  rig(board: Board, ahead?: number): Rig {
    return new LinkRig(this.tracer.board(board), () => undefined, ahead);
  }

  /** For a virtual rig, whose lines are no links. */
  readonly chunk = (effect: Effect, { chunk }: EffectResult): void => {
    if (chunk === undefined || !('link' in effect)) return;
    this.count();
    this.tracer.chunk(effect.link, chunk);
  };

  /** Counts a chunk; makes room for more. */
  count(): void {
    if (--this.room > 0) return;
    this.room = TRACED;
    this.tracer.begin(0);
  }
}
