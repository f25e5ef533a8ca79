/**
 * For tests: the session of a defect, judged three times. Which clause does each blame first?
 *
 *     trigger session ── recorded trace ──┬── check    the trace monitor
 *                                         ├── fuzz     the fuzz model, fed with the same chunks
 *                                         └── suite    the suite's host sends the same bytes after the same silences
 */
import type { BoardKind, VirtualBoard } from '../../devices/virtual/engine/board';
import type { BoardBench } from '../../devices/virtual/testing/board-bench';
import { micros, millis, type Micros } from '../../protocols/time';
import type { Parameters } from '../../protocols/requirement';
import type { Bench } from '../bench/bench';
import type { FuzzTarget } from '../fuzz/target';
import { judgeTrace } from '../monitor/testing/trace-rig';
import { inOrder } from '../monitor/trace/event-order';
import type { TraceEvent, TraceMonitorKind } from '../monitor/trace/trace-monitor';
import type { JournalEvent } from '../record';
import type { Suite } from '../suite';
import { runSuite } from './suite-run';
import { codeOf, NO_PAUSE, perform, stimuliOf, type SessionHost } from './session-host';
import { recordingBoard } from './trigger-trace';

export interface VerdictRigOptions<View> {
  readonly kind: BoardKind;
  readonly suite: Suite;
  readonly monitor: TraceMonitorKind;
  readonly target: FuzzTarget<View>;
  readonly host: (bench: Bench, parameters: Parameters) => Promise<SessionHost>;
  /** Default: 5. */
  readonly seed?: number;
  /** Parts with a shorter pause between them are one write of the suite's host. Default: 0, no pause. */
  readonly shortPause?: Micros;
  /** The silence after a session, in which what is missing turns out to be. Default: 3 s. */
  readonly afterwards?: Micros;
}

/** The clause that each blames first; undefined: nothing is wrong. */
export interface Blames {
  readonly check: string | undefined;
  readonly fuzz: string | undefined;
  readonly suite: string | undefined;
}

/** All three blame this clause. */
export function allBlame(clause: string | undefined): Blames {
  return { check: clause, fuzz: clause, suite: clause };
}

/** A session of one defect. */
export interface DefectSession {
  readonly defect: string | undefined;
  readonly parameters: Parameters;
  readonly events: readonly TraceEvent[];
  /** What the board would have sent after this is not known. */
  readonly end: Micros;
}

export class VerdictRig<View> {
  private readonly seed: number;
  private readonly afterwards: Micros;

  constructor(private readonly options: VerdictRigOptions<View>) {
    this.seed = options.seed ?? 5;
    this.afterwards = options.afterwards ?? millis(3000);
  }

  /** `play` plays the session on a bench. `defect`: undefined for a sound board. */
  record(
    defect: string | undefined,
    play: (board: VirtualBoard, parameters: Parameters) => Pick<BoardBench, 'advance'>,
  ): DefectSession {
    const { kind, suite } = this.options;
    const own = kind.defects.find(({ name }) => name === defect)?.parameters;
    const defaults = suite.parameters.map((one) => [one.name, one.default] as const);
    const parameters = { ...Object.fromEntries(defaults), ...own };
    const { board, events } = recordingBoard(kind, {
      seed: this.seed,
      parameters,
      defects: new Set(defect === undefined ? [] : [defect]),
    });
    const { now } = play(board, parameters).advance(this.afterwards);
    return { defect, parameters, events: [...inOrder(events)], end: micros(now) };
  }

  async judge(session: DefectSession): Promise<Blames> {
    return {
      check: this.byCheck(session),
      fuzz: this.byFuzzing(session),
      suite: await this.bySuite(session),
    };
  }

  private byCheck({ events, parameters, end }: DefectSession): string | undefined {
    const { monitor, kind } = this.options;
    // Something later, so that what is missing is.
    const later: TraceEvent = { kind: 'lost', at: end, detail: '' };
    const binding = kind.links[0]?.binding ?? 'serial';
    return firstFailed(judgeTrace(monitor, [...events, later], { binding, own: parameters }).events);
  }

  private byFuzzing({ events, parameters, end }: DefectSession): string | undefined {
    const { target, kind } = this.options;
    const session = target.session(
      parameters,
      kind.links.map(({ name }) => name),
    );
    let model = session.model(true, true);
    const passUntil = (until: number): void => {
      for (let due = model.due(); due !== undefined && due.until < until; due = model.due()) {
        if (model.failure !== undefined) return;
        model.tick(due.until);
      }
    };
    model.begins?.(micros(0));
    for (const event of events) {
      passUntil(timeOf(event));
      if (model.failure !== undefined) break;
      if (event.kind === 'reset') {
        model = session.model(true, true);
        model.begins?.(event.at);
      } else feedModel(model, event);
    }
    passUntil(end);
    if (model.failure === undefined) model.tick(end);
    return model.failure?.requirement;
  }

  /** The same bytes after the same silences, sent by the suite's host. */
  private async bySuite({ defect, parameters, events }: DefectSession): Promise<string | undefined> {
    const { suite, kind, host, shortPause = NO_PAUSE } = this.options;
    const play = {
      id: `${suite.id}/session`,
      title: 'the session of a defect',
      covers: suite.requirements.map(({ id }) => id),
      run: async (bench: Bench): Promise<void> => {
        const player = await host(bench, parameters);
        const begin = bench.now();
        for (const stimulus of stimuliOf(events, shortPause)) {
          const wait = micros(begin + stimulus.at - bench.now());
          if (wait > 0) await player.quiet(wait);
          await perform(player, stimulus);
        }
        await player.quiet(this.afterwards);
      },
    };
    const ran = await runSuite(
      { ...suite, scenarios: [play], probe: () => Promise.resolve(undefined) },
      {
        board: [kind.name, ...(defect === undefined ? [] : [defect])].join('+'),
        seed: this.seed,
        own: parameters,
      },
    );
    return firstFailed(ran.events);
  }
}

function firstFailed(events: readonly JournalEvent[]): string | undefined {
  for (const event of events)
    if (event.type === 'check' && event.verdict === 'fail') return event.requirement;
  return undefined;
}

function endOf(event: TraceEvent): Micros {
  return event.kind === 'chunk' ? event.chunk.notAfter : event.at;
}

/** What is sent counts from its first byte, what comes from its last. */
function timeOf(event: TraceEvent): Micros {
  return event.kind === 'chunk' && event.chunk.direction === 'tx' ? event.chunk.notBefore : endOf(event);
}

type FuzzModel = ReturnType<ReturnType<FuzzTarget['session']>['model']>;

function feedModel(model: FuzzModel, event: TraceEvent): void {
  switch (event.kind) {
    case 'chunk':
      return model[event.chunk.direction](event.chunk, event.link);
    case 'open':
      return model.opened?.(event.link, event.at);
    case 'close':
      return model.closed?.(event.link, event.by, event.at);
    case 'present':
      return model.presented?.(codeOf(event.detail), { notBefore: event.at, notAfter: event.at });
    default:
  }
}
