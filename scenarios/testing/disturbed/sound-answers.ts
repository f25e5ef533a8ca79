/**
 * Which answers a sound board could give to a request that is alone on the line, by asking the rules: the states in which it may be, and
 * what is right in each. It is written apart from the judge, for the little that can be known without one.
 *
 * It errs to one side only: what it calls impossible is so in every state, and also where a silence within the request had parted it.
 */
import { isDeepStrictEqual } from 'node:util';
import { decodeAll, type FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message, Ruling } from '../../../protocols/request-response/definition';
import { isFunction } from '../../../protocols/request-response/outcomes';
import { isSameBytes } from '../../../protocols/bytes';
import { silenceOf } from '../../../protocols/wire/framing';

type AnyRuling = Ruling<Message, unknown>;

/** States that are followed. */
const MOST_STATES = 64;
/** Of a longer request, nobody asks about each part. */
const MOST_PARTED = 40;

export class SoundAnswers {
  private states: readonly unknown[];
  /** More states than are followed: nothing is impossible any more. */
  private isLost = false;

  constructor(
    private readonly session: AnySession,
    state: unknown,
  ) {
    this.states = [state];
  }

  /** No sound board answers this request so: with one frame, or with bytes that are none. */
  isImpossible(request: Uint8Array, answer: Uint8Array): boolean {
    const events = decodeAll(this.session.answers.codec.decoder(), answer);
    const [only, ...others] = events;
    const isLong = request.length > MOST_PARTED && silenceOf(this.session.requests.framing) !== undefined;
    if (this.isLost || isLong || only === undefined || others.length > 0) return false;
    if (only.kind === 'reject') return only.error.code !== 'discarded' && only.raw.length === answer.length;
    const { value } = only;
    if (this.session.unsolicited.some((one) => one.matches(value))) return false;
    return this.rulings(request).every((ruling) => !this.isRight(ruling, value));
  }

  /** The board got this request, and sent these frames: answers, and messages that it sends by itself. */
  follow(request: Uint8Array, frames: readonly Uint8Array[]): void {
    const given = frames
      .flatMap((frame) => decodeAll(this.session.answers.codec.decoder(), frame))
      .flatMap((event) => (event.kind === 'frame' ? [event.value] : []));
    const isSure = given.length > 0 || silenceOf(this.session.requests.framing) === undefined;
    const after = this.states.flatMap((state) => {
      const rulings = this.rulingsIn(decodeAll(this.session.requests.codec.decoder(), request), state);
      return [...(isSure ? [] : [state]), ...rulings.flatMap((ruling) => nextStates(ruling, state, given))];
    });
    const different: unknown[] = [];
    for (const state of after)
      if (!different.some((one) => isDeepStrictEqual(one, state))) different.push(state);
    this.states = different;
    if (this.states.length > MOST_STATES) this.isLost = true;
  }

  /** Of the whole request, and of each part that a silence could have left of it. */
  private rulings(request: Uint8Array): readonly AnyRuling[] {
    const { requests } = this.session;
    const parts = silenceOf(requests.framing) === undefined ? [request] : partsOf(request);
    const events = parts.flatMap((part) => decodeAll(requests.codec.decoder(), part));
    return this.states.flatMap((state) => this.rulingsIn(events, state));
  }

  private rulingsIn(events: readonly FrameEvent<Message>[], state: unknown): readonly AnyRuling[] {
    return events.flatMap((event) => {
      if (event.kind === 'frame') return [this.session.rule(event.value, state)];
      return event.error.code === 'discarded' ? [] : [this.session.refusal(event, state)];
    });
  }

  private isRight(ruling: AnyRuling, value: Message): boolean {
    const { wire } = this.session.answers;
    const encode = (message: Message): Uint8Array => wire.encode(message);
    const bytes = encode(value);
    const due = [
      ruling.answer,
      ...(ruling.answers ?? []),
      ...(ruling.oneOf ?? []).map(({ answer }) => answer),
    ];
    if (due.some((one) => one !== undefined && isSameBytes(encode(one), bytes))) return true;
    return ruling.accepts?.(value) === true;
  }
}

function nextStates(
  { state, oneOf }: AnyRuling,
  before: unknown,
  given: readonly Message[],
): readonly unknown[] {
  const choices = oneOf ?? [{ state }];
  return choices.flatMap((one) => {
    const next = one.state ?? state;
    if (!isFunction(next)) return [next ?? before];
    return given.length === 0 ? [before] : given.map((answer) => next(answer));
  });
}

function partsOf(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: bytes.length }, (_, from) =>
    Array.from({ length: bytes.length - from }, (_, n) => bytes.subarray(from, from + n + 1)),
  ).flat();
}
