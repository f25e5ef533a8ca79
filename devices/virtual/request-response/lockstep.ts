/** A sound board and a changed one play the same session. Their first difference shows the broken clause. */
import { isDeepStrictEqual } from 'node:util';
import type { AnySession, DescribedLink, Message } from '../../../protocols/request-response/definition';
import { fittedBytes } from '../../../protocols/request-response/fitted-request';
import { after, micros, type Micros } from '../../../protocols/time';
import { SyncSimulation } from '../engine/sync-simulation';
import { RequestResponseBoard, type Turn } from './virtual-board';
import type { FirmwareChange } from './firmware';
import type { SessionStep } from './session-step';
import type { FrameEvent } from '../../../protocols/frame';

interface Play {
  /** All bytes of the board, as hex. */
  readonly rx: string;
  readonly turns: readonly Turn[];
  /** The state of the board at the end. */
  readonly state: unknown;
}

/** One protocol with one set of parameters, and the sessions played on it. */
export class Stage {
  private readonly sound = new WeakMap<readonly SessionStep[], Play>();

  constructor(
    readonly session: AnySession,
    readonly link: DescribedLink,
    readonly seed: number,
  ) {}

  /** The play of a sound board. */
  playSound(steps: readonly SessionStep[]): Play {
    const known = this.sound.get(steps) ?? playSession(this, [], steps);
    this.sound.set(steps, known);
    return known;
  }
}

/** Plays a session on a new board, then waits until nothing more can come. */
export function playSession(
  { session, link, seed }: Pick<Stage, 'session' | 'link' | 'seed'>,
  changes: readonly FirmwareChange[],
  steps: readonly SessionStep[],
): Play {
  const turns: Turn[] = [];
  const board = new RequestResponseBoard({
    session,
    link,
    seed,
    changes,
    state: session.initial,
    onTurn: (turn) => turns.push(turn),
  });
  const line = new SyncSimulation([{ name: link.name, baud: link.baud }], board);
  let rx = '';
  const wait = (span: Micros): void => {
    const until = after(line.now, span);
    for (
      let chunk = line.receive(link.name, until);
      chunk !== undefined;
      chunk = line.receive(link.name, until)
    )
      rx += Buffer.from(chunk.bytes).toString('hex');
  };
  for (const { bytes, pause } of steps) {
    const state = turns.length === 0 ? session.initial : turns.at(-1)?.state;
    if (bytes.length > 0) line.send(link.name, fittedBytes(session, bytes, state));
    wait(pause);
  }
  wait(micros(2 * session.idle));
  return { rx, turns, state: turns.length === 0 ? session.initial : turns.at(-1)?.state };
}

export interface Difference {
  /** The first turn that differs; undefined: the difference is in bytes without a request. */
  readonly turn: number | undefined;
  readonly sound: Turn | undefined;
  readonly changed: Turn | undefined;
}

/**
 * The difference on the line: bytes that are neither due nor accepted, or an answer at a wrong time. Undefined: none.
 */
export function compare(session: AnySession, sound: Play, changed: Play): Difference | undefined {
  if (sound.rx === changed.rx) {
    const turn = changed.turns.findIndex(
      (one, i) => one.isPaused || isOutOfTime(session, one, sound.turns[i]),
    );
    if (turn < 0) return undefined;
    return { turn, sound: sound.turns[turn], changed: changed.turns[turn] };
  }
  const count = Math.max(sound.turns.length, changed.turns.length);
  let isAccepted = false;
  for (let turn = 0; turn < count; turn++) {
    const [mine, other] = [sound.turns[turn], changed.turns[turn]];
    if (mine === undefined || other === undefined || !hasSameOutcome(mine, other))
      return { turn, sound: mine, changed: other };
    if (isDeepStrictEqual(mine.frames, other.frames)) continue;
    if (!isAcceptedAnswer(session, mine, other)) return { turn, sound: mine, changed: other };
    isAccepted = true;
  }
  return isAccepted ? undefined : { turn: undefined, sound: undefined, changed: undefined };
}

function hasSameOutcome(a: Turn, b: Turn): boolean {
  return a.clause === b.clause && isDeepStrictEqual(a.state, b.state);
}

/** A different answer that is right too. */
function isAcceptedAnswer(session: AnySession, sound: Turn, changed: Turn): boolean {
  const { events, pending } = readAnswers(session, changed.frames);
  const [only, ...others] = events;
  const isOne = others.length === 0 && pending === 0 && sound.frames.length === 1;
  return isOne && only?.kind === 'frame' && sound.accepts?.(only.value) === true;
}

function isOutOfTime({ time }: AnySession, turn: Turn, sound: Turn | undefined): boolean {
  if (turn.frames.length === 0 || !turn.isFirst || sound === undefined) return false;
  const { min = micros(0), max, sinceLastByte = false } = sound.limits ?? time;
  const { last } = turn.event;
  return turn.at - last < min || turn.at - (sinceLastByte ? last : turn.decided) > max;
}

interface AnswersRead {
  readonly events: readonly FrameEvent<Message>[];
  /** The number of bytes after them that are no frame yet. */
  readonly pending: number;
}

/** If silence ends a frame, each frame has one after it. */
export function readAnswers({ answers }: AnySession, frames: readonly Uint8Array[]): AnswersRead {
  const decoder = answers.codec.decoder();
  const events = frames.flatMap((frame) => {
    const pushed = decoder.push(frame, micros(0));
    const deadline = decoder.deadline();
    return deadline === undefined ? pushed : [...pushed, ...decoder.tick(deadline)];
  });
  return { events, pending: decoder.pending };
}
