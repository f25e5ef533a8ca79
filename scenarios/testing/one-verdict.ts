/**
 * For tests: the session of a defect, judged three times. Which clause does each blame first?
 *
 *     trigger session ── recorded trace ──┬── check    the trace monitor
 *                                         ├── fuzz     the fuzz model, fed with the same chunks
 *                                         └── suite    the suite's host sends the same bytes after the same silences
 */
import type { BoardKind, VirtualBoard } from '../../devices/virtual/engine/board';
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Parameters } from '../../protocols/requirement';
import type { Bench } from '../bench/bench';
import type { FuzzTarget } from '../fuzz/target';
import { judgeTrace } from '../monitor/testing/trace-rig';
import { inOrder } from '../monitor/trace/event-order';
import type { TraceEvent, TraceMonitorKind } from '../monitor/trace/trace-monitor';
import type { JournalEvent } from '../record';
import type { Suite } from '../suite';
import { runSuite } from './suite-run';
import { recordingBoard } from './trigger-trace';

/** The suite's host, as it plays a session. What it judges goes to the bench. A member that no session needs is absent. */
export interface SessionHost {
  /** Sends parts with `pause` between each two. */
  send(link: string, parts: readonly Uint8Array[], pause: Micros): Promise<void>;
  /** Listens for this long, and judges what comes. */
  quiet(span: Micros): Promise<void>;
  open?(link: string): Promise<void>;
  close?(link: string): Promise<void>;
  present?(symbology: string, payload: Uint8Array): Promise<void>;
  reset?(): Promise<void>;
  /** The session has ended. */
  finish?(): Promise<void>;
}

export interface VerdictRigOptions<View> {
  readonly kind: BoardKind;
  readonly suite: Suite;
  readonly monitor: TraceMonitorKind;
  readonly target: FuzzTarget<View>;
  /** Absent: the suite's checks are its scenarios' own, and it is left out. */
  readonly host?: (bench: Bench, parameters: Parameters) => SessionHost | Promise<SessionHost>;
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
  /** Absent: the suite was left out. */
  readonly suite?: string | undefined;
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

/** Chunks that follow each other within this time were sent without a pause. */
const NO_PAUSE = micros(2);

export class VerdictRig<View> {
  private readonly seed: number;
  private readonly afterwards: Micros;

  constructor(private readonly options: VerdictRigOptions<View>) {
    this.seed = options.seed ?? 5;
    this.afterwards = options.afterwards ?? millis(3000);
  }

  /**
   * `play` plays the session with the board, and lets {@link afterwards} pass. It returns the time then, for boards that go on and on.
   * Default: so long after the last event. `defect`: undefined for a sound board.
   */
  record(
    defect: string | undefined,
    play: (board: VirtualBoard, parameters: Parameters, afterwards: Micros) => Micros | undefined | void,
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
    const ended = play(board, parameters, this.afterwards);
    const end = ended ?? after(micros(Math.max(0, ...events.map(endOf))), this.afterwards);
    return { defect, parameters, events: [...inOrder(events)], end };
  }

  async judge(session: DefectSession): Promise<Blames> {
    const { host } = this.options;
    const blames = { check: this.byCheck(session), fuzz: this.byFuzzing(session) };
    return host === undefined ? blames : { ...blames, suite: await this.bySuite(session, host) };
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
  private async bySuite(
    { defect, parameters, events }: DefectSession,
    host: NonNullable<VerdictRigOptions<View>['host']>,
  ): Promise<string | undefined> {
    const { suite, kind, shortPause = NO_PAUSE } = this.options;
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
        await player.finish?.();
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

function codeOf(detail: string): { readonly symbology: string; readonly bytes: Uint8Array } {
  const [symbology = '', hex = ''] = detail.split(' ');
  return { symbology, bytes: Uint8Array.from(Buffer.from(hex, 'hex')) };
}

interface Write {
  readonly kind: 'write';
  readonly link: string;
  readonly parts: Uint8Array[];
  /** Between its parts. */
  pause: Micros;
  readonly at: Micros;
}

type Stimulus =
  | Write
  | { readonly kind: 'open' | 'close'; readonly link: string; readonly at: Micros }
  | { readonly kind: 'present' | 'reset'; readonly detail: string; readonly at: Micros };

/** What the host does in a session. What is sent piece by piece, with short pauses, is one write. */
function stimuliOf(events: readonly TraceEvent[], shortPause: Micros): readonly Stimulus[] {
  const stimuli: Stimulus[] = [];
  let end = -Infinity;
  for (const event of events) {
    if (event.kind !== 'chunk') {
      stimuli.push(...otherStimulus(event));
      continue;
    }
    if (event.chunk.direction === 'rx') continue;
    const { bytes, notBefore, notAfter } = event.chunk;
    const last = stimuli.at(-1);
    const goesOn = last?.kind === 'write' && last.link === event.link ? notBefore - end < shortPause : false;
    if (goesOn && last?.kind === 'write') addPart(last, bytes, micros(Math.round(notBefore - end)));
    else stimuli.push({ kind: 'write', link: event.link, parts: [bytes], pause: micros(0), at: notBefore });
    end = notAfter;
  }
  return stimuli;
}

function otherStimulus(event: Exclude<TraceEvent, { kind: 'chunk' }>): readonly Stimulus[] {
  switch (event.kind) {
    case 'open':
    case 'reset':
      return [event];
    case 'close':
      return event.by === 'board' ? [] : [event];
    case 'present':
      return [{ kind: 'present', detail: event.detail, at: event.at }];
    default:
      return [];
  }
}

function addPart(write: Write, bytes: Uint8Array, pause: Micros): void {
  const last = write.parts.at(-1);
  if (pause <= NO_PAUSE && write.pause === 0 && last !== undefined)
    write.parts[write.parts.length - 1] = Uint8Array.from([...last, ...bytes]);
  else {
    write.pause = pause;
    write.parts.push(bytes);
  }
}

async function perform(host: SessionHost, stimulus: Stimulus): Promise<void> {
  if (stimulus.kind === 'write') return host.send(stimulus.link, stimulus.parts, stimulus.pause);
  if (host[stimulus.kind] === undefined) throw new Error(`this host cannot ${stimulus.kind}`);
  switch (stimulus.kind) {
    case 'open':
    case 'close':
      return host[stimulus.kind]?.(stimulus.link);
    case 'present': {
      const { symbology, bytes } = codeOf(stimulus.detail);
      return host.present?.(symbology, bytes);
    }
    case 'reset':
      return host.reset?.();
  }
}
