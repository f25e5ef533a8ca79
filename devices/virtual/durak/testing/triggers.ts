/** For tests: for each defect of the Durak board a session in which it shows, by name. */
import { deal, isDeal } from '../../../../protocols/durak/deal';
import { encode } from '../../../../protocols/durak/durak';
import { illegalMoves } from '../../../../protocols/durak/illegal-moves';
import type { Clause } from '../../../../protocols/durak/judge';
import { MALFORMATIONS } from '../../../../protocols/durak/malformations';
import { legalMoves, type MoveKind } from '../../../../protocols/durak/moves';
import { winner } from '../../../../protocols/durak/rules';
import { cardsOf, isDeck, isHello, type DurakBench } from './bench';
import { ACK, ANY, chooser, DurakHost, HELLO, TAKER, THROWER, type MoveChoice } from './host';

export interface Session {
  readonly seed: number;
  /** Gives the host, where what it found wrong tells. */
  readonly run: (bench: DurakBench) => DurakHost | undefined;
}

const DEAL = deal(chooser(3));
const OTHER_DEAL = deal(chooser(4));

function session(run: (bench: DurakBench) => unknown, seed = 1): Session {
  return { seed, run: (bench) => void run(bench) };
}

/** A whole game, and what comes after it. */
function game(role: 1 | 2, seed: number, style: MoveChoice = ANY, then?: (host: DurakHost) => void): Session {
  const run = (bench: DurakBench): DurakHost => {
    const host = new DurakHost(bench, style, seed);
    if (role === 1) host.playAsFirst();
    else host.playAsSecond();
    host.playGame();
    then?.(host);
    return host;
  };
  return { seed, run };
}

/** The host is player 1, the deal is on the table. */
function asPlayer1(then: (host: DurakHost) => unknown): Session {
  return session((bench) => then(new DurakHost(bench).playAsFirst(DEAL)));
}

/** Player 2 heard a hello. */
function afterHello(then: (bench: DurakBench) => unknown): Session {
  return session((bench) => then(bench.wait(20).send(HELLO).wait(10)));
}

/** The board has said its hello. */
function afterBoardHello(then: (bench: DurakBench) => unknown): Session {
  return session((bench) => {
    bench.next(isHello, 20_000);
    then(bench.wait(5));
  });
}

function attack(host: DurakHost): DurakHost {
  if (host.state !== undefined) host.sendMove(host.state, legalMoves(host.state)[0]?.cards ?? []);
  return host;
}

/** The board’s first move, not acknowledged. */
function afterBoardMove(then: (host: DurakHost) => unknown): Session {
  return asPlayer1((host) => {
    attack(host).bench.next(isDeck);
    then(host);
  });
}

function malformed(...labels: readonly string[]): Session {
  return asPlayer1(({ bench, state }) => {
    const cards = state === undefined ? DEAL : (legalMoves(state)[0]?.cards ?? DEAL);
    for (const { make } of MALFORMATIONS.filter(({ label }) => labels.includes(label)))
      for (let seed = 0; seed < 8; seed++) bench.ask(make(cards, chooser(seed)));
    bench.wait(1000);
  });
}

/** In a game every illegal move of a clause is sent on the host's turn, and the answers are acknowledged. */
function illegal(...clauses: readonly Clause[]): Session {
  return session((bench) => {
    const host = new DurakHost(bench).playAsFirst(DEAL);
    for (let turns = 0; turns < 40; turns++) {
      const { state } = host;
      const wrongs = state === undefined || state.turn !== host.role ? [] : illegalMoves(state);
      for (const { cards } of wrongs.filter(({ clause }) => clauses.includes(clause)).slice(0, 2)) {
        if (isDeal(cards)) continue;
        bench.ask({ type: 'deck', cards });
        host.receiveDeck(600);
      }
      if (!host.playTurn()) return;
    }
  });
}

function illegalOnce(then: (bench: DurakBench) => unknown): Session {
  return asPlayer1((host) => {
    host.bench.ask({ type: 'deck', cards: OTHER_DEAL });
    then(host.bench);
    attack(host).bench.wait(1500);
  });
}

/** Every move is legal, the host's packet comes twice. */
function repeatingMoves(before: number): Session {
  return asPlayer1((host) => {
    for (let turns = 0; turns < 12; turns++) {
      const mine = host.state?.turn === host.role;
      if (!host.playTurn()) return;
      if (!mine || host.state === undefined) continue;
      const { cards } = host.state;
      host.bench.wait(before).send({ type: 'deck', cards }).wait(600);
    }
  });
}

/** Plays on while nothing is wrong, and waits after each of the host's moves of a kind. */
function preferringMove(kind: MoveKind, seed: number, style: MoveChoice, role: 1 | 2): Session {
  return game(role, seed, (moves, choose) => moves.find((one) => one.kind === kind) ?? style(moves, choose));
}

function afterEnd({ bench, state }: DurakHost): void {
  if (state !== undefined && winner(state) === undefined) return;
  bench.wait(5000).send({ type: 'deck', cards: OTHER_DEAL }).wait(5000);
}

const fivePowerOns = (bench: DurakBench, start: (bench: DurakBench) => void): void => {
  for (let i = 0; i < 5; i++) {
    bench.powerOn();
    start(bench);
  }
};
const fiveHellos = session((bench) => fivePowerOns(bench, () => void bench.next(isHello, 20_000)));
const fiveDeals = session((bench) =>
  fivePowerOns(bench, () => {
    bench.next(isHello, 20_000);
    bench.wait(5).send(ACK);
    bench.next(isDeck);
  }),
);
const ATTACKED = encode({
  type: 'deck',
  cards: legalMoves({ cards: DEAL, trump: 0, turn: 1 })[0]?.cards ?? [],
});
const OVERLONG = Uint8Array.from({ length: 3000 }, (_, i) => (i === 0 ? 0x16 : 0x31));

function afterLine(line: Uint8Array): Session {
  return asPlayer1(({ bench }) => bench.send(line).send('0A').ask({ type: 'deck', cards: OTHER_DEAL }));
}

function resync(head: Uint8Array): Session {
  return asPlayer1(({ bench }) => bench.send(head).send(ATTACKED).wait(1000));
}

function splitDeck(pauses: readonly number[]): Session {
  return afterHello((bench) => {
    const bytes = encode({ type: 'deck', cards: DEAL });
    pauses.forEach((pause, i) => bench.send(bytes.subarray(i * 99, i * 99 + 99)).wait(pause));
    bench.send(bytes.subarray(pauses.length * 99)).wait(30);
  });
}

export const TRIGGERS: Readonly<Record<string, Session>> = {
  'ack-twice': asPlayer1(() => undefined),
  'ack-with-cr': afterHello(() => undefined),
  'ack-missing-long-deck': game(1, 1),
  'ack-late': afterHello((bench) => bench.wait(4000)),
  'ack-late-take': preferringMove('take', 1, TAKER, 2),
  'ack-400ms': afterHello((bench) => bench.wait(1000)),
  'ack-slow-first-deck': asPlayer1(({ bench }) => bench.wait(1000)),
  'acks-acks': afterHello((bench) => bench.ask(ACK)),
  'acks-stale-acks': afterHello((bench) => bench.ask(ACK)),
  'repeated-applied-again': repeatingMoves(1000),
  'repeated-unacked': repeatingMoves(1000),
  'refused-once': asPlayer1(({ bench }) => {
    for (let i = 0; i < 2; i++) {
      bench.ask({ type: 'deck', cards: OTHER_DEAL });
      bench.next(isDeck);
      bench.wait(40).send(ACK).wait(1000);
    }
  }),
  'repeated-ends-turn': repeatingMoves(0),
  'garbage-odd': session((bench) => bench.send('41').ask(HELLO)),
  'garbage-256': session((bench) => bench.send(new Uint8Array(300)).ask(HELLO)),
  'garbage-hides-ack': afterBoardHello((bench) => bench.send('41').send(ACK).wait(2000)),
  'syn-no-resync': resync(OVERLONG.subarray(0, 100)),
  'syn-no-resync-overlong': resync(OVERLONG),
  'syn-packet-not-applied': resync(OVERLONG.subarray(0, 100)),
  'line-never-dropped': splitDeck([3600]),
  'line-dropped-early': splitDeck([2200]),
  'line-timer-from-last-byte': splitDeck([2000, 2000]),
  'overlong-loses-next': asPlayer1(({ bench }) =>
    bench.send(OVERLONG).send('0A').ask({ type: 'deck', cards: OTHER_DEAL }),
  ),
  'overlong-64k': afterLine(Uint8Array.from({ length: 65_600 }, (_, i) => (i === 0 ? 0x16 : 0x31))),
  'buffer-512': afterLine(OVERLONG.subarray(0, 600)),
  'overlong-acked': afterLine(OVERLONG),
  'pieces-64': afterHello((bench) => bench.trickle({ type: 'deck', cards: DEAL }, 5.5).wait(10)),
  'unknown-type': malformed('unknown type'),
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
  'repeat-renumbered': afterBoardMove(({ bench }) => bench.wait(4000)),
  'repeat-once-more': afterBoardMove(({ bench }) => bench.wait(40).send(ACK).wait(7000)),
  'late-ack-repeats': afterBoardMove(({ bench }) => bench.wait(4000).send(ACK).wait(7000)),
  'stale-ack-hello': session((bench) => bench.wait(20).send(ACK).wait(16_000)),
  'stale-ack-move': asPlayer1((host) => attack(host).bench.send(ACK).wait(5000)),
  'move-no-ack': afterBoardMove((host) => {
    const last = host.bench.rx.at(-1);
    const cards = last && cardsOf(last);
    if (cards === undefined || host.state === undefined) return;
    host.state = { ...host.state, cards, turn: 1 };
    attack(host).bench.wait(5000);
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
  'crossed-hello-kept': afterBoardHello((bench) => bench.send(HELLO).wait(5000)),
  'late-ack-takes-role': afterBoardHello((bench) => bench.send(HELLO).wait(20).send(ACK).wait(5000)),
  'hello-restarts': asPlayer1((host) => attack(host).bench.send(HELLO).wait(2000)),
  'hello-answered-by-state': asPlayer1(({ bench }) => bench.send(HELLO).wait(2000)),
  'hello-mid-game-silent': asPlayer1(({ bench }) => bench.ask(HELLO)),
  'early-deck-settles': session((bench) => bench.send({ type: 'deck', cards: DEAL }).wait(16_000)),
  'first-deck-any': afterHello((bench) =>
    bench.send(ATTACKED).wait(100).send({ type: 'deck', cards: DEAL }).wait(2000),
  ),
  'second-deal-applied': asPlayer1(({ bench }) => bench.send({ type: 'deck', cards: OTHER_DEAL }).wait(2000)),
  'deal-seven': game(2, 0),
  'deal-from-zero': game(2, 0),
  'deal-no-trump': game(2, 0),
  'deal-trump-placed': game(2, 0),
  'deal-fixed': fiveDeals,
  'deal-four': fiveDeals,
  'attacks-with-pair': game(1, 0),
  'attacks-with-trump-at-2': game(1, 0),
  'refuses-attack-by-ace': game(1, 0),
  'defends-lower-in-clubs': game(1, 0),
  'defends-behind': game(1, 0),
  'refuses-ace-over-king': game(1, 0),
  'throws-any-rank': game(1, 0),
  'throws-past-ten': game(2, 0),
  'refuses-third-throw-in': game(1, 6),
  'refuses-rank-of-defence': game(1, 0),
  'bito-leaves-newest': game(2, 0),
  'bito-own-only': game(1, 0),
  'bito-unbeaten': game(1, 6),
  'refuses-bito-of-three-pairs': game(1, 10),
  'take-leaves-own': game(1, 0),
  'take-of-seven-leaves-one': game(1, 6),
  'take-shares-place': game(1, 0),
  'refuses-take-of-five': game(1, 1, THROWER),
  'draw-defender-first': game(1, 0),
  'draw-alternately': game(2, 0),
  'draw-mover-only': game(1, 0),
  'draw-none-after-take': game(1, 0),
  'taker-draws': game(1, 0),
  'draw-trump-first': game(2, 0),
  'draw-from-end': game(1, 0),
  'trump-never-drawn': game(1, 0),
  'loses-card-of-big-hand': game(1, 0),
  'color-flips': game(1, 0),
  'bito-sorts-records': game(1, 0),
  'drawn-card-shares-place': game(1, 0),
  'dead-card-returns': game(1, 0),
  'trump-always-hearts': game(1, 0),
  'trump-of-record-0': game(2, 0),
  'trump-forgotten': game(2, 0),
  'ten-plays-on': game(1, 2, TAKER, afterEnd),
  'table-plays-on': game(1, 1, ANY, afterEnd),
  'deals-again': game(1, 0, ANY, afterEnd),
  'silent-after-end': game(1, 0, ANY, afterEnd),
  'refusal-unanswered': illegalOnce((bench) => bench.wait(1500)),
  'refusal-answered-late': illegalOnce((bench) => bench.wait(3000)),
  'answer-not-repeated': illegalOnce((bench) => bench.wait(5000)),
  'answer-shows-refused': illegalOnce((bench) => bench.wait(1500)),
  'refusal-forfeits-turn': illegalOnce((bench) => bench.wait(1500).send(ACK)),
  'accepts-any-attack': illegal('DRK-PL-01'),
  'accepts-any-defence': illegal('DRK-PL-02', 'DRK-PL-08'),
  'accepts-any-throw-in': illegal('DRK-PL-03'),
  'accepts-any-bito': illegal('DRK-PL-04'),
  'accepts-any-take': illegal('DRK-PL-05'),
  'accepts-any-draw': illegal('DRK-PL-06'),
  'accepts-lost-card': illegal('DRK-PL-07'),
  'moves-late': game(1, 0),
  'moves-late-in-defence': game(1, 0),
  'stuck-after-their-take': game(1, 0),
  'attacks-after-take': game(1, 0),
  'attacks-after-bito': game(1, 0),
  'refusal-takes-turn': illegalOnce((bench) => bench.wait(1500).send(ACK).wait(1500)),
};
