/** Defects of repetitions, handshake and deal: DRK-LK-07 to LK-09, DRK-HS-01 to HS-07, DRK-DL-01 and DL-02. */
import { dice } from '../../../api/index';
import { deal, dealFault, isDeal, withRecord } from '../game/game';
import { ETX, FREE, TRUMP, type CardRecord, type Deck, bytesOf } from '../wire/packet';
import { waitingOf, type DurakEvent, type DurakState, type Step } from '../state';
import {
  adding,
  at,
  before,
  cancelling,
  deckOf,
  isAck,
  isHello,
  onRuling,
  onStep,
  onTitled,
  takesStaleAcks,
  unacked,
  withoutSend,
  type Change,
  type Changes,
} from './hooks';

const AGAIN = 'the same packet again';
/** Milliseconds to the next repetition of a sound board. */
const SOUND = 3000;
const HELLO = { type: 'hello' } as const;
/** An acknowledgement later than this is not seen, microseconds. */
const MISSED = 2_000_000;

export const HANDSHAKE_DEFECTS: Changes = {
  'repeat-never': repeatsAfter((step) => (step === 'hello' ? SOUND : undefined)),
  'repeat-twice-only': repeatsAfter((_, sends) => (sends > 2 ? undefined : SOUND)),
  'repeat-four-times-only': repeatsAfter((_, sends) => (sends > 4 ? undefined : SOUND)),
  'repeat-slow': repeatsAfter(() => 5000),
  'repeat-hasty': repeatsAfter(() => 1500),
  'repeat-backs-off': repeatsAfter((_, sends) => SOUND * 1.25 ** (sends - 1)),
  'hello-not-repeated': repeatsAfter((step) => (step === 'hello' ? undefined : SOUND)),
  'repeat-loses-etx': onTitled(AGAIN, (send, { own }) => ({
    ...send,
    make: (state) => {
      const message = send.make?.(state);
      if (message === undefined || (own?.sends ?? 1) < 2) return message;
      return { type: 'raw', bytes: bytesOf(message).map((byte) => (byte === ETX ? 0 : byte)) };
    },
    then: (_message, state, rx) => send.then?.(send.make?.(state) ?? { type: 'ack' }, state, rx) ?? {},
  })),
  'repeat-once-more': adding(SOUND, ackedDeck),
  'late-ack-repeats': adding(SOUND, (event, state) =>
    (state.own?.sends ?? 0) > 1 ? ackedDeck(event, state) : undefined,
  ),
  'late-ack-missed': before((state, event) =>
    isAck(event) &&
    'last' in event &&
    event.last.notAfter > state.notes.sentAt + MISSED &&
    state.own?.sends === 1
      ? { ...state, own: { ...state.own, standing: 'acked' } }
      : state,
  ),
  'stale-ack-hello': takesStaleAcks('hello'),
  'stale-ack-move': takesStaleAcks('move'),
  'move-no-ack': onRuling((ruling, event, { own }) =>
    event.kind === 'message' && own?.kind === 'deck' && ruling.state?.own?.standing === 'moved'
      ? {
          ...withoutSend(ruling, 'move'),
          state: { ...ruling.state, own, plan: undefined },
          cancels: ['own'],
        }
      : ruling,
  ),
  'hello-at-once': helloAfter(10, 90),
  'hello-late': helloAfter(10_500, 16_000),
  'hello-wait-fixed': helloAfter(4217, 4217),
  'hello-wait-narrow': helloAfter(3000, 3089),
  'hello-as-player-2': onRuling((ruling, event, state) =>
    isFirstHello(event, state) ? { ...ruling, cancels: [] } : ruling,
  ),
  'hello-11s-later': adding(11_000, (event, state) => (isFirstHello(event, state) ? HELLO : undefined)),
  'player-2-deals': adding(1000, (event, state, { steps }) =>
    isFirstHello(event, state) ? { type: 'deck', cards: steps.deal() } : undefined,
  ),
  'hello-again': adding(5000, (event, state) =>
    isAck(event) && waitingOf(state)?.kind === 'hello' ? HELLO : undefined,
  ),
  'never-deals': onTitled('deal', () => undefined),
  'deal-late': onTitled('deal', (send) => at(send, 1500)),
  'deal-late-repeated-hello': onTitled('deal', (send, { own }) =>
    (own?.sends ?? 0) > 1 ? at(send, 3000) : send,
  ),
  'crossed-hello-ignored': ignoresCrossedHello(1),
  'crossed-late-hello-ignored': ignoresCrossedHello(2),
  'crossed-hello-kept': onRuling((ruling, event, state) =>
    isHello(event) && state.role === undefined && ruling.state !== undefined
      ? { ...ruling, state: { ...ruling.state, own: state.own }, cancels: [] }
      : ruling,
  ),
  'late-ack-takes-role': before((state, event) =>
    isAck(event) && state.own?.standing === 'dropped' && state.game === undefined
      ? { ...state, role: undefined, own: { ...state.own, standing: 'waiting' } }
      : state,
  ),
  'hello-restarts': before((state, event) =>
    isHello(event)
      ? { ...state, role: undefined, game: undefined, plan: undefined, applied: undefined }
      : state,
  ),
  'hello-answered-by-state': answeredByState(isHello),
  'ack-answered-by-state': answeredByState(isAck),
  'hello-stops-repeat': cancelling('again', isLateHello),
  'hello-stops-move': cancelling('own', isLateHello),
  'hello-mid-game-silent': unacked(isLateHello),
  'early-deck-settles': before((state, event) =>
    state.role === undefined && isDeal(deckOf(event) ?? []) ? { ...state, role: 2, plan: undefined } : state,
  ),
  'early-deck-stops-hello': cancelling(
    'again',
    (event, { role }) => deckOf(event) !== undefined && role === undefined,
  ),
  'first-deck-any': () => ({ isDeal: () => true }),
  'first-deck-by-hands': () => ({ isDeal: (cards) => dealFault(cards)?.startsWith('player') !== true }),
  'first-deck-by-stock': () => ({ isDeal: (cards) => dealFault(cards)?.startsWith('player') !== false }),
  'second-deal-applied': before((state, event) =>
    state.role === 2 && isDeal(deckOf(event) ?? []) ? { ...state, game: undefined } : state,
  ),
  'deal-seven': dealing(FREE, { property: 2, field: 7 }),
  'deal-no-trump': dealing(TRUMP, { property: FREE }),
  'deal-trump-placed': dealing(TRUMP, { field: 7 }),
  'deal-fixed': () => ({ deal: () => numberedDeal(0) }),
  'deal-four': (_, { random }) => ({ deal: () => numberedDeal(random.int(0, 3)) }),
};

/** Milliseconds to the next repetition of a packet that was sent so often; undefined: never. */
function repeatsAfter(wait: (step: Step, sends: number) => number | undefined): Change {
  return onTitled(AGAIN, (send, { own }) => {
    const next = own && wait(own.step, own.sends);
    if (next === undefined || typeof send.usual !== 'object') return undefined;
    const at = send.usual.min + 1000 * (next - SOUND);
    return { ...send, usual: { min: at, max: at } };
  });
}

/** The deck of its own that an event acknowledges. */
function ackedDeck(event: DurakEvent, state: DurakState) {
  const { kind, key = '' } = waitingOf(state) ?? {};
  if (!isAck(event) || kind !== 'deck') return undefined;
  return { type: 'raw', bytes: Uint8Array.from(Buffer.from(key, 'latin1')) } as const;
}

/** On the other's turn such a line brings the last state. */
function answeredByState(isAnswered: (event: DurakEvent) => boolean): Change {
  return adding(200, (event, { game, role, plan, own }) => {
    const isFree = plan === undefined && own?.standing !== 'waiting';
    if (!isAnswered(event) || game === undefined || game.turn === role || !isFree) return undefined;
    return { type: 'deck', cards: game.cards };
  });
}

function helloAfter(min: number, max: number): Change {
  return onTitled('hello', (send) => ({ ...send, usual: { min: 1000 * min, max: 1000 * max } }));
}

function isLateHello(event: DurakEvent, { role }: DurakState): boolean {
  return isHello(event) && role !== undefined;
}

/** After so many hellos of its own. */
function ignoresCrossedHello(least: number): Change {
  return onRuling((ruling, event, state) =>
    isHello(event) && state.role === undefined && (waitingOf(state)?.sends ?? 0) >= least
      ? { ...ruling, state, cancels: [] }
      : ruling,
  );
}

function isFirstHello(event: DurakEvent, { role, own }: DurakState): boolean {
  return isHello(event) && role === undefined && own === undefined;
}

/** The first card of this property is dealt otherwise. */
function dealing(property: number, change: Partial<CardRecord>): Change {
  return onStep('deal', (cards) =>
    withRecord(
      cards,
      cards.findIndex((card) => card.property === property),
      change,
    ),
  );
}

/** The deal of that number: the same in every run. */
function numberedDeal(number: number): Deck {
  const choices = dice(number);
  return deal((below) => choices.int(0, below - 1));
}
