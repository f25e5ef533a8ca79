/** For tests: a session for each defect of the Durak board, in which it shows. */
import { opponentOf } from '../game/game';
import { legalMoves } from '../game/moves';
import { deadRankPlayed, relaid, stockCardPlayed } from '../recipes';
import { LONGEST_PLACE, strangeDeck } from '../steps';
import { OUT_OF_PLAY, type CardRecord } from '../wire/packet';
import { cardsOf, isDeck } from './bench';
import { ACK, ANY, DEAL, HELLO, OTHER_DEAL, TAKER, THROWER } from './host';
import {
  ATTACKED,
  OVERLONG,
  afterBoardHello,
  afterBoardMove,
  afterEnd,
  afterHello,
  afterLine,
  asPlayer1,
  cutDeck,
  fiveDeals,
  fiveHellos,
  game,
  illegal,
  illegalOnce,
  malformed,
  nearlyDealt,
  repeatingMoves,
  resync,
  session,
  splitDeck,
  wrongly,
  type Session,
} from './sessions';

export const TRIGGERS: Readonly<Record<string, Session>> = {
  'ack-twice': asPlayer1(() => undefined),
  'ack-with-cr': afterHello(() => undefined),
  'ack-missing-long-deck': game(1, 2),
  'ack-late': afterHello((bench) => bench.wait(4000)),
  'ack-late-take': game(
    2,
    1,
    (moves, choose) => moves.find(({ kind }) => kind === 'take') ?? TAKER(moves, choose),
  ),
  'ack-400ms': afterHello((bench) => bench.wait(1000)),
  'acks-acks': afterHello((bench) => bench.ask(ACK)),
  'repeated-applied-again': repeatingMoves(1000),
  'repeated-unacked': repeatingMoves(1000),
  'refused-once': asPlayer1(({ bench }) => {
    for (let i = 0; i < 2; i++) {
      bench.ask({ type: 'deck', cards: OTHER_DEAL });
      bench.next(isDeck);
      bench.wait(40).send(ACK).wait(1000);
    }
  }),
  'garbage-odd': session((bench) => bench.send('41').ask(HELLO)),
  'garbage-256': session((bench) => bench.send(new Uint8Array(300)).ask(HELLO)),
  'garbage-hides-ack': afterBoardHello((bench) => bench.send('41').send(ACK).wait(2000)),
  'syn-no-resync': resync(OVERLONG.subarray(0, 100)),
  'syn-no-resync-overlong': resync(OVERLONG),
  'syn-packet-not-applied': resync(OVERLONG.subarray(0, 100)),
  'line-never-dropped': splitDeck([3600]),
  'line-dropped-early': splitDeck([2200]),
  'line-timer-from-last-byte': splitDeck([2000, 2000]),
  'syn-keeps-line-timer': cutDeck(2200),
  'overlong-never-dropped': afterBoardHello((bench) => bench.send(OVERLONG).wait(3700).send(ACK).wait(4000)),
  'overlong-loses-next': asPlayer1(({ bench }) =>
    bench.send(OVERLONG).send('0A').ask({ type: 'deck', cards: OTHER_DEAL }),
  ),
  'overlong-64k': afterLine(Uint8Array.from({ length: 65_600 }, (_, i) => (i === 0 ? 0x16 : 0x31))),
  'buffer-512': afterLine(OVERLONG.subarray(0, 600)),
  'overlong-acked': afterLine(OVERLONG),
  'pieces-64': afterHello((bench) => bench.trickle({ type: 'deck', cards: DEAL }, 5.5).wait(10)),
  'unknown-type': malformed('unknown type 33'),
  'missing-gs': malformed('missing GS'),
  'missing-etx': malformed('missing ETX'),
  '35-records': malformed('35 records'),
  '37-records': malformed('37 records'),
  '4-fields': malformed('4 fields'),
  '6-fields': malformed('6 fields'),
  'plus-sign': malformed('"+1" as a field'),
  'leading-zero': malformed('"01" as a field'),
  'no-digits': malformed('"" as a field'),
  'card-range': malformed('card above its range'),
  'suit-range': malformed('suit above its range'),
  'color-range': malformed('color above its range'),
  'property-range': malformed('property above its range'),
  'field-range': malformed('field above its range'),
  'field-11': malformed('field above its range'),
  'type-bits': malformed('unknown type 35'),
  'byte-fields': malformed('a field 256 too high'),
  'trailing-separator': malformed('an empty field at the end'),
  'card-twice': malformed('a card twice'),
  'color-unchecked': malformed('a colour false to its suit'),
  'two-trumps': malformed('two cards of property 0'),
  'malformed-stops-repeat': afterBoardHello((bench) => bench.send('16 33 1D 03 0A').wait(4000)),
  'malformed-is-a-move': malformed('missing ETX'),
  'repeat-never': afterBoardMove(({ bench }) => bench.wait(4000)),
  'repeat-twice-only': afterBoardHello((bench) => bench.wait(16_000)),
  'repeat-four-times-only': afterBoardHello((bench) => bench.wait(16_000)),
  'repeat-slow': afterBoardHello((bench) => bench.wait(16_000)),
  'repeat-hasty': afterBoardHello((bench) => bench.wait(16_000)),
  'repeat-backs-off': afterBoardHello((bench) => bench.wait(16_000)),
  'hello-not-repeated': afterBoardHello((bench) => bench.wait(4000)),
  'repeat-loses-etx': afterBoardHello((bench) => bench.wait(16_000)),
  'early-deck-stops-hello': afterBoardHello((bench) => bench.send({ type: 'deck', cards: DEAL }).wait(5000)),
  'ack-with-more': afterBoardHello((bench) => bench.send('04 41 0A').wait(4000)),
  'repeat-once-more': afterBoardMove(({ bench }) => bench.wait(40).send(ACK).wait(7000)),
  'late-ack-repeats': afterBoardMove(({ bench }) => bench.wait(4000).send(ACK).wait(7000)),
  'late-ack-missed': afterBoardMove(({ bench }) => bench.wait(2500).send(ACK).wait(7000)),
  // The first one that answers nothing may draw its last state.
  'ack-answered-by-state': afterBoardMove(({ bench }) => {
    bench.wait(40).send(ACK);
    for (let lone = 0; lone < 3; lone++) bench.wait(500).send(ACK);
    bench.wait(1000);
  }),
  'stale-ack-hello': session((bench) => bench.wait(20).send(ACK).wait(16_000)),
  'stale-ack-move': asPlayer1((host) => host.attack().bench.send(ACK).wait(5000)),
  'move-no-ack': afterBoardMove((host) => {
    const last = host.bench.rx.at(-1);
    const cards = last && cardsOf(last);
    if (cards === undefined || host.state === undefined) return;
    host.state = { ...host.state, cards, turn: 1 };
    host.bench.wait(40);
    host.attack().bench.wait(5000);
  }),
  'hello-at-once': fiveHellos,
  'hello-late': fiveHellos,
  'hello-wait-fixed': fiveHellos,
  'hello-wait-narrow': fiveHellos,
  'hello-as-player-2': afterHello((bench) => bench.wait(12_000)),
  'hello-11s-later': afterHello((bench) => bench.wait(12_000)),
  'player-2-deals': afterHello((bench) => bench.wait(12_000)),
  'hello-again': afterBoardHello((bench) => bench.send(ACK).wait(12_000)),
  'never-deals': afterBoardHello((bench) => bench.send(ACK).wait(12_000)),
  'deal-late': afterBoardHello((bench) => bench.send(ACK).wait(2000)),
  'deal-late-repeated-hello': afterBoardHello((bench) => bench.wait(3100).send(ACK).wait(2000)),
  'crossed-hello-ignored': afterBoardHello((bench) => bench.send(HELLO).wait(5000)),
  'crossed-late-hello-ignored': afterBoardHello((bench) => bench.wait(3100).send(HELLO).wait(5000)),
  'crossed-hello-kept': afterBoardHello((bench) => bench.send(HELLO).wait(5000)),
  'late-ack-takes-role': afterBoardHello((bench) => bench.send(HELLO).wait(20).send(ACK).wait(5000)),
  'hello-restarts': asPlayer1((host) => host.attack().bench.send(HELLO).wait(2000)),
  'hello-answered-by-state': asPlayer1(({ bench }) => bench.send(HELLO).wait(2000)),
  'hello-stops-repeat': afterBoardMove(({ bench }) => bench.wait(40).send(HELLO).wait(5000)),
  'hello-stops-move': asPlayer1((host) => host.attack().bench.send(HELLO).wait(4000)),
  'hello-mid-game-silent': asPlayer1(({ bench }) => bench.ask(HELLO)),
  'early-deck-settles': session((bench) => bench.send({ type: 'deck', cards: DEAL }).wait(16_000)),
  'first-deck-any': afterHello((bench) =>
    bench.send(ATTACKED).wait(100).send({ type: 'deck', cards: DEAL }).wait(2000),
  ),
  'first-deck-by-hands': nearlyDealt(0),
  'first-deck-by-stock': nearlyDealt(6),
  'second-deal-applied': asPlayer1(({ bench }) => bench.send({ type: 'deck', cards: OTHER_DEAL }).wait(2000)),
  'deal-seven': game(2, 0),
  'deal-no-trump': game(2, 0),
  'deal-trump-placed': game(2, 0),
  'deal-fixed': fiveDeals,
  'deal-four': fiveDeals,
  'attacks-with-trump-at-2': game(1, 1),
  'refuses-attack-by-ace': game(1, 1),
  'defends-lower-in-clubs': game(1, 0),
  'defends-ace-by-ace': game(1, 3),
  'defends-behind': game(1, 2),
  'refuses-ace-over-king': game(1, 13),
  'throws-any-rank': game(1, 0),
  'throws-past-ten': game(2, 1),
  'refuses-third-throw-in': game(1, 61),
  'refuses-rank-of-defence': game(1, 3),
  'bito-leaves-newest': game(2, 0),
  'bito-own-only': game(1, 0),
  'bito-unbeaten': game(1, 8),
  'refuses-bito-of-three-pairs': game(1, 6),
  'take-leaves-own': game(1, 0),
  'take-of-seven-leaves-one': game(1, 161),
  'take-shares-place': game(1, 0),
  'refuses-take-of-five': game(1, 9, THROWER),
  'draw-defender-first': game(1, 0),
  'draw-mover-only': game(1, 0),
  'draw-none-after-take': game(1, 0),
  'taker-draws': game(1, 0),
  'draw-trump-first': game(2, 0),
  'draw-from-end': game(1, 0),
  'trump-never-drawn': game(1, 2),
  'loses-card-of-big-hand': game(1, 1),
  'color-flips': game(1, 0),
  'dead-card-returns': game(1, 2),
  'refuses-new-places': asPlayer1((host) => {
    const [move] = host.state === undefined ? [] : legalMoves(host.state);
    if (host.state !== undefined && move !== undefined)
      host.sendMove(host.state, relaid(host.state.cards, move.cards));
    host.bench.wait(3000);
  }),
  'refuses-kept-places': game(1, 0, (moves, choose) => {
    const move = ANY(moves, choose);
    const kept = (card: CardRecord) => (card.property === OUT_OF_PLAY ? { ...card, field: -1 } : card);
    return move && { ...move, cards: move.cards.map(kept) };
  }),
  'trump-always-hearts': game(1, 1),
  'trump-of-record-0': game(2, 0),
  'trump-forgotten': game(2, 6),
  'ten-plays-on': game(1, 2, TAKER, afterEnd),
  'table-plays-on': game(1, 2, ANY, afterEnd),
  'deals-again': game(1, 0, ANY, afterEnd),
  'silent-after-end': game(1, 0, ANY, afterEnd),
  'refusal-unanswered': illegalOnce((bench) => bench.wait(6000)),
  'refusal-answered-late': illegalOnce((bench) => bench.wait(3000)),
  'answer-not-repeated': illegalOnce((bench) => bench.wait(8000)),
  'answer-shows-refused': illegalOnce((bench) => bench.wait(1500)),
  'refusal-forfeits-turn': illegalOnce((bench) => bench.wait(1500).send(ACK)),
  'earlier-not-refused': asPlayer1((host) => {
    const cards = host.attack().state?.cards ?? DEAL;
    for (let turns = 0; turns < 3; turns++) host.playTurn();
    host.bench.send({ type: 'deck', cards }).wait(4000);
  }),
  'accepts-any-attack': illegal('DRK-PL-01'),
  'accepts-any-defence': illegal('DRK-PL-02', 'DRK-PL-08'),
  'accepts-any-throw-in': illegal('DRK-PL-03'),
  'accepts-any-bito': illegal('DRK-PL-04'),
  'accepts-any-take': illegal('DRK-PL-05'),
  'accepts-any-draw': illegal('DRK-PL-06'),
  'accepts-lost-card': illegal('DRK-PL-07'),
  'illegal-long-unacked': asPlayer1(({ bench }) => bench.ask(strangeDeck(undefined, LONGEST_PLACE))),
  'refused-stops-repeat': afterBoardMove(({ bench }) => bench.wait(40).send(strangeDeck()).wait(5000)),
  'accepts-stock-card': wrongly(stockCardPlayed),
  'accepts-dead-rank': wrongly(deadRankPlayed),
  'accepts-out-of-turn': asPlayer1((host) => {
    for (let turns = 0; turns < 12 && host.playTurn(); turns++) {
      const { state, role, bench } = host;
      const early =
        state?.turn === role || state === undefined ? [] : legalMoves(state, opponentOf(state.turn));
      for (const { cards } of early.slice(-1)) bench.send({ type: 'deck', cards });
    }
  }),
  'moves-late': game(1, 0),
  'moves-late-in-defence': game(1, 0),
  'stuck-after-their-take': game(1, 1),
  'attacks-after-take': game(1, 0),
  'attacks-after-bito': game(1, 0),
  'refusal-takes-turn': illegalOnce((bench) => bench.wait(1500).send(ACK).wait(1500)),
};
