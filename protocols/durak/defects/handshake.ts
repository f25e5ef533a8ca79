/** Defects of handshake and deal: DRK-HS-01 to HS-07, DRK-DL-01 and DL-02. */
import { deal, isDeal } from '../game/deal';
import { handOf } from '../game/game';
import { FREE, TRUMP, type Deck } from '../wire/packet';
import { waitingOf, type DurakState } from '../state';
import {
  before,
  changeRecord,
  changeRecords,
  deckOf,
  isAck,
  isHello,
  ms,
  onAck,
  onRuling,
  onSend,
  surplus,
  withSends,
  type Change,
  type DurakDefects,
} from './hooks';

const STARTS_ONLY = 'only a comparison of several starts shows it, and a start is no input';
const DEALS_ONLY = 'only a comparison of several deals shows it, and a reset is no input';
const HELLO = { type: 'hello' } as const;

function helloAfter(min: number, max: number): Change {
  return onSend('hello', (send) => ({ ...send, usual: { min: 1000 * min, max: 1000 * max } }));
}

function isFirstHello(event: Parameters<typeof isHello>[0], { role, own }: DurakState): boolean {
  return isHello(event) && role === undefined && own === undefined;
}

const HELLOS: DurakDefects = {
  'hello-at-once': {
    breaks: 'DRK-HS-01',
    text: 'The waiting time is scaled from 0: hello may come 10 to 90 ms after power-on.',
    change: helloAfter(10, 90),
  },
  'hello-late': {
    breaks: 'DRK-HS-01',
    text: 'The waiting time is 10.5 to 16 s.',
    change: helloAfter(10_500, 16_000),
  },
  'hello-wait-fixed': {
    breaks: 'DRK-HS-02',
    beyondInput: STARTS_ONLY,
    text: 'The generator is not seeded: hello always comes 4217 ms after power-on.',
    change: helloAfter(4217, 4217),
  },
  'hello-wait-narrow': {
    breaks: 'DRK-HS-02',
    beyondInput: STARTS_ONLY,
    text: 'The waiting time is 3000 ms and a random number below 90.',
    change: helloAfter(3000, 3089),
  },
  'hello-as-player-2': {
    breaks: 'DRK-HS-03',
    text: 'The own hello is sent although the other’s came first.',
    change: onRuling((ruling, event, state) =>
      isFirstHello(event, state) ? { ...ruling, cancels: [] } : ruling,
    ),
  },
  'hello-11s-later': {
    breaks: 'DRK-HS-03',
    text: 'A player 2 sends hello once after 11 s, as if it had received nothing.',
    change: onRuling((ruling, event, state) =>
      isFirstHello(event, state) ? withSends(ruling, surplus(HELLO, 11_000)) : ruling,
    ),
  },
  'player-2-deals': {
    breaks: 'DRK-HS-03',
    text: 'Player 2 deals too, a second after the other’s hello.',
    change: onRuling((ruling, event, state, { steps }) =>
      isFirstHello(event, state)
        ? withSends(ruling, surplus({ type: 'deck', cards: steps.deal() }, 1000))
        : ruling,
    ),
  },
};

const ROLES: DurakDefects = {
  'hello-again': {
    breaks: 'DRK-HS-04',
    text: 'An acknowledged hello is sent once more after 5 s.',
    change: onRuling((ruling, event, state) =>
      isAck(event) && waitingOf(state)?.kind === 'hello' ? withSends(ruling, surplus(HELLO, 5000)) : ruling,
    ),
  },
  'never-deals': {
    breaks: 'DRK-HS-04',
    text: 'Player 1 waits for the other to deal.',
    change: onSend('deal', () => undefined),
  },
  'deal-late': {
    breaks: 'DRK-HS-05',
    text: 'The shuffle is shown on the screen: the deal comes 1.5 s after the acknowledgement.',
    change: onSend('deal', (send) => ({ ...send, usual: ms(1500) })),
  },
  'deal-late-repeated-hello': {
    breaks: 'DRK-HS-05',
    text: 'Where hello had to be repeated, the deal waits for one more period of it.',
    change: onSend('deal', (send, { own }) => ((own?.sends ?? 0) > 1 ? { ...send, usual: ms(3000) } : send)),
  },
  'crossed-hello-ignored': {
    breaks: 'DRK-HS-06',
    text: 'Once the own hello is out, the other’s is acknowledged and forgotten: the board goes on asking.',
    change: onRuling((ruling, event, state) =>
      isHello(event) && state.role === undefined && waitingOf(state) !== undefined
        ? { ...ruling, state, cancels: [] }
        : ruling,
    ),
  },
  'crossed-hello-kept': {
    breaks: 'DRK-HS-06',
    text: 'After a crossing the board is player 2, but goes on sending its hello.',
    change: onRuling((ruling, event, state) =>
      isHello(event) && state.role === undefined && ruling.state !== undefined
        ? { ...ruling, state: { ...ruling.state, own: state.own }, cancels: [] }
        : ruling,
    ),
  },
  'late-ack-takes-role': {
    breaks: 'DRK-HS-06',
    text: 'After a crossing a late EOT makes the board player 1, and it deals.',
    change: before((state, event) =>
      isAck(event) && state.own?.standing === 'dropped' && state.game === undefined
        ? { ...state, role: undefined, own: { ...state.own, standing: 'waiting' } }
        : state,
    ),
  },
};

const AFTERWARDS: DurakDefects = {
  'hello-restarts': {
    breaks: 'DRK-HS-07',
    text: 'A hello in a game throws the game away: the board is player 2 and waits for a deal.',
    change: before((state, event) =>
      isHello(event)
        ? { ...state, role: undefined, game: undefined, plan: undefined, applied: undefined }
        : state,
    ),
  },
  'hello-answered-by-state': {
    breaks: 'DRK-HS-07',
    text: 'A hello on the other’s turn is answered with the last state, as an illegal move is.',
    change: onRuling((ruling, event, { game, role, plan, own }) => {
      const isFree = plan === undefined && own?.standing !== 'waiting';
      if (!isHello(event) || game === undefined || game.turn === role || !isFree) return ruling;
      return withSends(ruling, surplus({ type: 'deck', cards: game.cards }, 200));
    }),
  },
  'hello-mid-game-silent': {
    breaks: 'DRK-HS-07',
    text: 'A hello after the handshake is not acknowledged.',
    change: onAck((ack, event, { role }) => (isHello(event) && role !== undefined ? [] : [ack])),
  },
  'early-deck-settles': {
    breaks: 'DRK-HS-07',
    text: 'A deal that comes before the roles are settled makes the board player 2.',
    change: (sound) => ({
      rules: (event, state) => {
        const cards = deckOf(event);
        const settles = cards !== undefined && state.role === undefined && isDeal(cards);
        return sound.rules(event, settles ? { ...state, role: 2, plan: undefined } : state);
      },
    }),
  },
  'first-deck-any': {
    breaks: 'DRK-HS-07',
    text: 'Player 2 takes any deck for a deal as its first.',
    change: () => ({ isDeal: () => true }),
  },
  'second-deal-applied': {
    breaks: 'DRK-HS-07',
    text: 'A second deal starts the game anew.',
    change: before((state, event) => {
      const cards = deckOf(event);
      const isAnew = cards !== undefined && state.role === 2 && isDeal(cards);
      return isAnew ? { ...state, game: undefined } : state;
    }),
  },
};

const DEALS: DurakDefects = {
  'deal-seven': {
    breaks: 'DRK-DL-01',
    text: 'Player 2 is dealt a seventh card.',
    change: onDeal((cards) => changeRecord(cards, freeIn(cards), { property: 2, field: 7 })),
  },
  'deal-from-zero': {
    breaks: 'DRK-DL-01',
    text: 'The places of player 1 are counted from 0.',
    change: onDeal((cards) =>
      changeRecords(
        cards,
        new Map(handOf(cards, 1).map((record) => [record, { field: (cards[record]?.field ?? 1) - 1 }])),
      ),
    ),
  },
  'deal-no-trump': {
    breaks: 'DRK-DL-01',
    text: 'The trump card is announced on the screen only: in the packet it is free.',
    change: onDeal((cards) => changeRecord(cards, trumpIn(cards), { property: FREE })),
  },
  'deal-trump-placed': {
    breaks: 'DRK-DL-01',
    text: 'The trump card has the place 7, beside the hands.',
    change: onDeal((cards) => changeRecord(cards, trumpIn(cards), { field: 7 })),
  },
  'deal-fixed': {
    breaks: 'DRK-DL-02',
    beyondInput: DEALS_ONLY,
    text: 'The generator of the shuffle is not seeded: every power-on deals the same cards.',
    change: () => ({ deal: () => numberedDeal(0) }),
  },
  'deal-four': {
    breaks: 'DRK-DL-02',
    beyondInput: DEALS_ONLY,
    text: 'The shuffle is seeded from two bits of noise: there are four deals.',
    change: (_, { random }) => ({ deal: () => numberedDeal(random.int(0, 3)) }),
  },
};

export const HANDSHAKE_DEFECTS: DurakDefects = { ...HELLOS, ...ROLES, ...AFTERWARDS, ...DEALS };

function onDeal(change: (cards: Deck) => Deck): Change {
  return (sound) => ({ deal: () => change(sound.deal()) });
}

/** The deal of that number: the same in every run. */
function numberedDeal(number: number): Deck {
  let state = number + 1;
  return deal((below) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % below;
  });
}

function freeIn(cards: Deck): number {
  return cards.findIndex(({ property }) => property === FREE);
}

function trumpIn(cards: Deck): number {
  return cards.findIndex(({ property }) => property === TRUMP);
}
