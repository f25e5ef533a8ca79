/**
 * Two laws of a judge, tried where it can be known without one what a sound board could send.
 *
 *     any traffic │ silence │ reset, or baseline │ request … request … request     each alone on a quiet line
 *                                                  state known ──────▶ one byte of the last answer is changed, its sum is repaired
 *
 * explanation: no sound board answers so, in any state that the rules allow. No time decides anything there, however wide its bounds are.
 * So the judge fails the board. It must not pass it, nor leave it open.
 *
 * accounting: each of these requests, and each message that the board sends by itself meanwhile, ends as judged, or as not judged for a
 * reason. None is lost, and none counts twice. In other traffic nobody can say how many requests there are: this is what times decide.
 */
import { frameContent } from '../../../protocols/wire/frame-content';
import { silenceOf } from '../../../protocols/wire/framing';
import type { AnySession } from '../../../protocols/request-response/definition';
import { isSameBytes } from '../../../protocols/bytes';
import { dice, type Dice } from '../../fuzz/campaign/dice';
import type { Disturbance } from './disturbance';
import { drawOrderlyScript, drawScript, type HostStep } from './host-script';
import type { Accounting } from './judge-session';
import { playDisturbed, type DisturbedSession } from './session';
import { decodeAll } from '../../../protocols/frame';
import { SoundAnswers } from './sound-answers';
import type { System } from './system';

export type LawResult = 'held' | 'broken' | 'no case';

export interface LawSession {
  readonly result: LawResult;
  /** For people: what was asked and what came. */
  readonly text: string;
}

const BEFORE = 6;
const MOST_ORDERLY = 4;
const TRIES = 20;

interface OrderlyTail {
  readonly script: readonly HostStep[];
  /** The step that makes the state known is the one before. */
  readonly firstKnown: number;
  readonly answers: SoundAnswers;
}

/** By the names that the command of disturbed-sessions.ts has. */
export const LAWS = { explanation: tryExplanation, accounting: tryAccounting } as const;

function tryExplanation(system: System, disturbance: Disturbance, seed: number): LawSession {
  const { script, firstKnown, answers } = orderlyTail(system, seed);
  const choices = dice(seed ^ 0x1b873593);
  let step = -1;
  let sent: readonly Uint8Array[] = [];
  let text = '';
  const requestOf = (index: number): Uint8Array => script[index]?.writes[0]?.bytes ?? new Uint8Array(0);
  const play = (): DisturbedSession =>
    playDisturbed(system, {
      seed,
      disturbance,
      script,
      onStep: (next) => {
        if (step >= firstKnown) answers.follow(requestOf(step), sent);
        [step, sent] = [next, []];
      },
      change: (bytes) => {
        sent = [...sent, bytes];
        if (step !== script.length - 1 || text !== '') return bytes;
        const changed = changedAnswer(system.session, bytes, choices);
        if (changed === undefined || !answers.isImpossible(requestOf(step), changed)) return bytes;
        text = `${script[step]?.what ?? ''}: ${hexOf(bytes)} was changed to ${hexOf(changed)}`;
        return changed;
      },
    });
  try {
    const { failures } = play();
    return { result: text === '' ? 'no case' : failures.length > 0 ? 'held' : 'broken', text };
  } catch (error) {
    // A judge never throws, whatever the board sends.
    return { result: 'broken', text: `${text}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function tryAccounting(system: System, disturbance: Disturbance, seed: number): LawSession {
  const { script, firstKnown } = orderlyTail(system, seed);
  const session = playDisturbed(system, { seed, disturbance, script, countedFrom: firstKnown });
  const requests = script.length - firstKnown;
  const messages = countMessages(system.session, session);
  const counted = countOf(session);
  if (counted === undefined || messages === undefined) return { result: 'no case', text: '' };
  return {
    result: counted === requests + messages ? 'held' : 'broken',
    text: `${requests} requests and ${messages} messages, ${counted} accounted for`,
  };
}

/** Of the messages that the board sends by itself. Undefined: where they end, times decide. */
function countMessages(
  { answers, unsolicited }: AnySession,
  { told, toldBefore }: DisturbedSession,
): number | undefined {
  if (unsolicited.length === 0) return 0;
  if (silenceOf(answers.framing) !== undefined) return undefined;
  const decoder = answers.codec.decoder();
  let count = 0;
  for (const [i, event] of told.entries())
    if (event.kind === 'chunk' && event.chunk.direction === 'rx')
      for (const found of decoder.push(event.chunk.bytes, event.chunk.notAfter))
        if (i >= toldBefore && found.kind === 'frame' && unsolicited.some((one) => one.matches(found.value)))
          count++;
  return count;
}

function countOf({ accounting, accountingBefore }: DisturbedSession): number | undefined {
  if (accounting === undefined || accountingBefore === undefined) return undefined;
  return total(accounting) - total(accountingBefore);
}

function total({ judged, unjudged }: Accounting): number {
  return Object.values(unjudged).reduce<number>((sum, number = 0) => sum + number, judged);
}

export function orderlyTail({ session, source }: System, seed: number): OrderlyTail {
  const before = seed % 2 === 0 ? drawScript({ session, source, seed, steps: BEFORE }) : [];
  // A silence within a request of the baseline could have parted it: only an answer shows that it did not.
  const isBaselineSure =
    silenceOf(session.requests.framing) === undefined ||
    session.baseline.every((request) => session.rule(request, session.initial).answer !== undefined);
  const beginsWithReset = !isBaselineSure || session.baseline.length === 0 || seed % 4 < 2;
  const steps = 1 + (seed % MOST_ORDERLY);
  const tail = drawOrderlyScript({ session, source, seed: seed ^ 0x68e31da4, steps }, beginsWithReset);
  const state = beginsWithReset ? (session.afterReset ?? session.initial) : session.initial;
  return {
    script: [...before, ...tail],
    firstKnown: before.length + tail.length - steps,
    answers: new SoundAnswers(session, state),
  };
}

/** The answer with one byte of its content changed, and right lengths and sum. */
function changedAnswer({ answers }: AnySession, frame: Uint8Array, choices: Dice): Uint8Array | undefined {
  const [event] = decodeAll(answers.codec.decoder(), frame);
  if (event?.kind !== 'frame') return undefined;
  const content = answers.wire.encode(event.value);
  for (let tries = 0; tries < TRIES; tries++) {
    const changed = Uint8Array.from(content);
    const at = choices.int(0, content.length - 1);
    changed[at] = choices.once(2) ? choices.int(0, 255) : (content[at] ?? 0) ^ (1 << choices.int(0, 7));
    const sealed = frameContent(answers.framing, answers.wire.seal(changed));
    if (!isSameBytes(sealed, frame)) return sealed;
  }
  return undefined;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
