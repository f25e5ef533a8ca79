/** Defects of repetitions and of received acknowledgements: DRK-LK-07 to LK-09. */
import { handOf } from '../game/game';
import { ETX, type Deck } from '../wire/packet';
import { waitingOf, type DurakState, type Step } from '../state';
import { bytesOf, encodeTexts, textsOf } from '../wire/wire';
import {
  changeRecords,
  isAck,
  onRuling,
  onSend,
  surplus,
  takesStaleAcks,
  withoutSend,
  withSends,
  type Change,
  type DurakDefects,
} from './hooks';

const AGAIN = 'the same packet again';
const SOUND = 3000;

/** Milliseconds to the next repetition of a packet that was sent so often; undefined: never. */
function repeatsAfter(wait: (step: Step, sends: number) => number | undefined): Change {
  return onSend(AGAIN, (send, { own }) => {
    const next = own && wait(own.step, own.sends);
    if (next === undefined || typeof send.usual !== 'object') return undefined;
    const at = send.usual.min + 1000 * (next - SOUND);
    return { ...send, usual: { min: at, max: at } };
  });
}

/** Other bytes in place of a repetition. */
function repeatsAs(
  change: (bytes: Uint8Array, sends: number, cards: Deck | undefined) => Uint8Array,
): Change {
  return onSend(AGAIN, (send, { own }) => ({
    ...send,
    make: (state) => {
      const message = send.make?.(state);
      if (message === undefined) return undefined;
      const cards = message.type === 'deck' ? message.cards : undefined;
      return { type: 'raw', bytes: change(bytesOf(message), own?.sends ?? 1, cards) };
    },
    then: (_message, state, rx) => send.then?.(send.make?.(state) ?? { type: 'ack' }, state, rx) ?? {},
  }));
}

/** The timer of an acknowledged deck is not stopped. */
function repeatsOnce(isLate: (state: DurakState) => boolean): Change {
  return onRuling((ruling, event, state) => {
    const waiting = waitingOf(state);
    if (!isAck(event) || waiting?.kind !== 'deck' || !isLate(state)) return ruling;
    const bytes = Uint8Array.from(Buffer.from(waiting.key, 'latin1'));
    return withSends(ruling, surplus({ type: 'raw', bytes }, SOUND));
  });
}

const REPEATING: DurakDefects = {
  'repeat-never': {
    breaks: 'DRK-LK-07',
    text: 'A deck that is not acknowledged is not sent again.',
    change: repeatsAfter((step) => (step === 'hello' ? SOUND : undefined)),
  },
  'repeat-twice-only': {
    breaks: 'DRK-LK-07',
    text: 'A packet is given up after two repetitions.',
    change: repeatsAfter((_, sends) => (sends > 2 ? undefined : SOUND)),
  },
  'repeat-four-times-only': {
    breaks: 'DRK-LK-07',
    text: 'A packet is given up after four repetitions.',
    change: repeatsAfter((_, sends) => (sends > 4 ? undefined : SOUND)),
  },
  'repeat-slow': {
    breaks: 'DRK-LK-07',
    text: 'A packet is sent again only after 5 s.',
    change: repeatsAfter(() => 5000),
  },
  'repeat-hasty': {
    breaks: 'DRK-LK-07',
    text: 'A packet is sent again after 1.5 s already.',
    change: repeatsAfter(() => 1500),
  },
  'repeat-backs-off': {
    breaks: 'DRK-LK-07',
    text: 'Each repetition waits a quarter longer than the one before.',
    change: repeatsAfter((_, sends) => SOUND * 1.25 ** (sends - 1)),
  },
  'hello-not-repeated': {
    breaks: 'DRK-LK-07',
    text: 'Hello is sent once and never again.',
    change: repeatsAfter((step) => (step === 'hello' ? undefined : SOUND)),
  },
  'repeat-loses-etx': {
    breaks: 'DRK-LK-07',
    text: 'From the second repetition on the ETX, overwritten in the shared buffer, is a zero.',
    change: repeatsAs((bytes, sends) => (sends < 2 ? bytes : bytes.map((byte) => (byte === ETX ? 0 : byte)))),
  },
  'repeat-renumbered': {
    breaks: 'DRK-LK-07',
    text: 'A deck is composed anew for its repetition, and two cards of the own hand have changed places.',
    change: repeatsAs((bytes, _sends, cards) => (cards === undefined ? bytes : renumbered(cards))),
  },
};

export const REPEAT_DEFECTS: DurakDefects = {
  ...REPEATING,
  'repeat-once-more': {
    breaks: 'DRK-LK-08',
    text: 'The timer of an acknowledged deck is not stopped: the deck is sent once more.',
    change: repeatsOnce(() => true),
  },
  'late-ack-repeats': {
    breaks: 'DRK-LK-08',
    text: 'An acknowledgement that comes after a repetition counts for the first copy only: the deck is sent once more.',
    change: repeatsOnce(({ own }) => (own?.sends ?? 0) > 1),
  },
  'stale-ack-hello': {
    breaks: 'DRK-LK-09',
    text: 'An EOT that comes before the own hello acknowledges it.',
    change: takesStaleAcks('hello'),
  },
  'stale-ack-move': {
    breaks: 'DRK-LK-09',
    text: 'An EOT that comes before the own move acknowledges it: the move is sent only once.',
    change: takesStaleAcks('move'),
  },
  'move-no-ack': {
    breaks: 'DRK-LK-09',
    text: 'A legal move does not stop the repetition of the packet it answers: only EOT does.',
    change: onRuling((ruling, event, state) =>
      event.kind === 'message' && waitingOf(state)?.kind === 'deck' && ruling.state?.own?.standing === 'moved'
        ? {
            ...withoutSend(ruling, 'move'),
            state: { ...ruling.state, own: state.own, plan: undefined },
            cancels: ['own'],
          }
        : ruling,
    ),
  },
};

function renumbered(cards: Deck): Uint8Array {
  const [a, b] = handOf(cards, 1).length > 1 ? handOf(cards, 1) : handOf(cards, 2);
  if (a === undefined || b === undefined) return bytesOf({ type: 'deck', cards });
  const places = new Map([
    [a, { field: cards[b]?.field ?? 0 }],
    [b, { field: cards[a]?.field ?? 0 }],
  ]);
  return encodeTexts(textsOf(changeRecords(cards, places)));
}
