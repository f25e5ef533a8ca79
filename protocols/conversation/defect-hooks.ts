/** Helpers for the defects of a described conversation: each changes one step of the board. */
import type { Decoder, FrameEvent } from '../frame';
import type { Message } from '../request-response/definition';
import type { BoardSteps, ChangeContext } from './board-steps';
import type { BoardEvent, Ruling, Rulings, Send } from './definition';

/** All that a board may take. */
export function rulingsIn<Board extends Message, State>(
  rulings: Rulings<Board, State>,
): readonly Ruling<Board, State>[] {
  return isList(rulings) ? rulings : [rulings];
}

/** The ruling that a virtual board follows: the first of several. */
export function firstRuling<Board extends Message, State>(
  rulings: Rulings<Board, State>,
): Ruling<Board, State> {
  return rulingsIn(rulings)[0] ?? {};
}

/** Makes a virtual board send one more message, after this many milliseconds, whatever it receives. */
export function surplusSend<Board extends Message, State>(message: Board, wait: number): Send<Board, State> {
  return {
    title: 'surplus',
    queue: 'surplus',
    clause: '',
    within: { max: 0 },
    usual: { min: 1000 * wait, max: 1000 * wait },
    accepts: () => false,
    make: () => message,
  };
}

type Asked<Step> = Step extends (...asked: infer A) => unknown ? A : never;
type Given<Step> = Step extends (...asked: never) => infer R ? R : never;

/**
 * Helpers with the types of one protocol: `const { onRuling, onSend } = defectHooks<Request, Answer, State, Steps, Values>();`
 *
 * - `onStep` changes the result of a firmware step; it also gets the step's arguments.
 * - `onRuling` changes what follows from an event, and `before` what the board knows before it.
 * - `adding` sends one more message after some events, `wait` milliseconds later.
 * - `onSend` changes each message that is due, also what follows from others. `undefined`: it is left out.
 * - `onEvents` changes what the framing finds, and `withReceiver` the bytes before that.
 */
export function defectHooks<
  Host extends Message,
  Board extends Message,
  State,
  Steps extends BoardSteps<Host, Board, State>,
  Values,
>() {
  type Context = ChangeContext<Steps, Values>;
  type Sound = BoardSteps<Host, Board, State>;
  type Change = (sound: Sound, context: Context) => Partial<Sound>;
  type OneRuling = Ruling<Board, State>;
  type OneSend = Send<Board, State>;
  type Event = BoardEvent<Host>;
  type Receiver = Pick<Decoder<Host>, 'push'> & Partial<Decoder<Host>>;

  const onStep =
    <K extends keyof Steps>(
      name: K,
      change: (given: Given<Steps[K]>, ...asked: Asked<Steps[K]>) => Given<Steps[K]>,
    ) =>
    (sound: Steps): Partial<Steps> => {
      const step = sound[name] as (...asked: Asked<Steps[K]>) => Given<Steps[K]>;
      const changed = (...asked: Asked<Steps[K]>): Given<Steps[K]> => change(step(...asked), ...asked);
      return { [name]: changed } as Partial<Steps>;
    };

  const onRuling =
    (change: (ruling: OneRuling, event: Event, state: State, context: Context) => OneRuling): Change =>
    (sound, context) => ({
      rules: (event, state) => change(firstRuling(sound.rules(event, state)), event, state, context),
    });

  const before =
    (change: (state: State, event: Event) => State): Change =>
    (sound) => ({ rules: (event, state) => sound.rules(event, change(state, event)) });

  const adding = (
    wait: number,
    make: (event: Event, state: State, context: Context) => Board | undefined,
  ): Change =>
    onRuling((ruling, event, state, context) => {
      const message = make(event, state, context);
      if (message === undefined) return ruling;
      return { ...ruling, sends: [...(ruling.sends ?? []), surplusSend(message, wait)] };
    });

  const onSend =
    (change: (send: OneSend, state: State, context: Context) => OneSend | undefined): Change =>
    (sound, context) => {
      const changed = (ruling: OneRuling, known: State): OneRuling => {
        const state = ruling.state ?? known;
        const sends = (ruling.sends ?? []).flatMap((send) => {
          const then: OneSend['then'] = (message, now, rx) =>
            changed(send.then?.(message, now, rx) ?? {}, now);
          return change({ ...send, then }, state, context) ?? [];
        });
        return { ...ruling, sends };
      };
      return { rules: (event, state) => changed(firstRuling(sound.rules(event, state)), state) };
    };

  const onEvents =
    (change: (event: FrameEvent<Host>) => readonly FrameEvent<Host>[]): Change =>
    (sound) => ({ receives: (event, state) => sound.receives(event, state).flatMap(change) });

  const withReceiver =
    (make: (inner: Decoder<Host>) => Receiver): Change =>
    (sound) => ({
      receiver: (link) => {
        const inner = sound.receiver(link);
        const made = make(inner);
        return {
          push: (bytes, at) => made.push(bytes, at),
          tick: (now) => made.tick?.(now) ?? inner.tick(now),
          deadline: () => inner.deadline(),
          pending: 0,
        };
      },
    });

  return { onStep, onRuling, before, adding, onSend, onEvents, withReceiver };
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
