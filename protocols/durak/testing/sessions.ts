/** For tests: sessions of a host with a Durak board, as parts of the sessions that show its defects. */
import { dice } from '../../../api/index';
import { isDeal, winner, type State } from '../game/game';
import type { Deck } from '../wire/packet';
import { nearDeals } from '../steps';
import { encode } from '../wire/wire';
import { illegalMoves } from './illegal-moves';
import type { Clause } from '../game/judge';
import { MALFORMATIONS } from '../wire/malformations';
import { legalMoves } from '../game/moves';
import { isDeck, isHello, type DurakBench } from './bench';
import { ACK, ANY, chooser, DEAL, DurakHost, HELLO, OTHER_DEAL, type MoveChoice } from './host';

export interface Session {
  readonly seed: number;
  /** Returns the host if its breaches show the defect. */
  readonly run: (bench: DurakBench) => DurakHost | undefined;
}

export function session(run: (bench: DurakBench) => unknown, seed = 1): Session {
  return { seed, run: (bench) => void run(bench) };
}

/** A whole game, and what comes after it. */
export function game(
  role: 1 | 2,
  seed: number,
  style: MoveChoice = ANY,
  then?: (host: DurakHost) => void,
): Session {
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
export function asPlayer1(then: (host: DurakHost) => unknown): Session {
  return session((bench) => then(new DurakHost(bench).playAsFirst(DEAL)));
}

/** The board is player 2: it has received a hello. */
export function afterHello(then: (bench: DurakBench) => unknown): Session {
  return session((bench) => then(bench.wait(20).send(HELLO).wait(10)));
}

/** Player 2 hears a deck that is almost a deal, and then a deal. */
export function nearlyDealt(number: number): Session {
  const near = nearDeals(dice(1))[number] ?? { type: 'hello' };
  return afterHello((bench) => bench.send(near).wait(100).send({ type: 'deck', cards: DEAL }).wait(3000));
}

/** The board has sent its hello. */
export function afterBoardHello(then: (bench: DurakBench) => unknown): Session {
  return session((bench) => {
    bench.next(isHello, 20_000);
    then(bench.wait(5));
  });
}

/** The board’s first move, not acknowledged. */
export function afterBoardMove(then: (host: DurakHost) => unknown): Session {
  return asPlayer1((host) => {
    host.attack().bench.next(isDeck);
    then(host);
  });
}

export function malformed(...labels: readonly string[]): Session {
  return asPlayer1(({ bench, state }) => {
    const cards = state === undefined ? DEAL : (legalMoves(state)[0]?.cards ?? DEAL);
    for (const { make } of MALFORMATIONS.filter(({ label }) => labels.includes(label)))
      for (let seed = 0; seed < 8; seed++) bench.ask(make(cards, chooser(seed)));
    bench.wait(1000);
  });
}

/** In a game, every illegal move under these clauses is sent on the host's turn, and the answers are acknowledged. */
export function illegal(...clauses: readonly Clause[]): Session {
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

export function illegalOnce(then: (bench: DurakBench) => unknown): Session {
  return asPlayer1((host) => {
    const cards = host.state === undefined ? DEAL : (illegalMoves(host.state)[0]?.cards ?? DEAL);
    host.bench.ask({ type: 'deck', cards });
    then(host.bench);
    host.attack().bench.wait(1500);
  });
}

/** Plays until there is such an illegal move, and makes it. */
export function wrongly(move: (state: State) => Deck | undefined): Session {
  return asPlayer1((host) => {
    for (let turns = 0; turns < 60; turns++) {
      const { state, role, bench } = host;
      const cards = state?.turn === role && state !== undefined ? move(state) : undefined;
      if (cards !== undefined) return bench.send({ type: 'deck', cards }).wait(4000);
      if (!host.playTurn()) return undefined;
    }
    return undefined;
  });
}

/** Every move is legal, and each packet of the host comes twice. */
export function repeatingMoves(before: number): Session {
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

export function afterEnd({ bench, state }: DurakHost): void {
  if (state !== undefined && winner(state) === undefined) return;
  bench.wait(5000).send({ type: 'deck', cards: OTHER_DEAL }).wait(5000);
}

const fivePowerOns = (bench: DurakBench, start: (bench: DurakBench) => void): void => {
  for (let i = 0; i < 5; i++) {
    bench.wait(50).powerOn();
    start(bench);
  }
};
export const fiveHellos = session((bench) => fivePowerOns(bench, () => void bench.next(isHello, 20_000)));
export const fiveDeals = session((bench) =>
  fivePowerOns(bench, () => {
    bench.next(isHello, 20_000);
    bench.wait(5).send(ACK);
    bench.next(isDeck);
  }),
);
export const ATTACKED = encode({
  type: 'deck',
  cards: legalMoves({ cards: DEAL, trump: 0, turn: 1 })[0]?.cards ?? [],
});
export const OVERLONG = Uint8Array.from({ length: 3000 }, (_, i) => (i === 0 ? 0x16 : 0x31));

export function afterLine(line: Uint8Array): Session {
  return asPlayer1(({ bench }) => bench.send(line).send('0A').ask({ type: 'deck', cards: OTHER_DEAL }));
}

export function resync(head: Uint8Array): Session {
  return asPlayer1(({ bench }) => bench.send(head).send(ATTACKED).wait(1000));
}

/** A deck that is cut by a SYN, and begun again, with pauses. */
export function cutDeck(pause: number): Session {
  return afterHello((bench) => {
    const bytes = encode({ type: 'deck', cards: DEAL });
    for (let n = 0; n < 2; n++) bench.send(bytes.subarray(0, 99)).wait(pause);
    bench.send(bytes.subarray(99)).wait(30);
  });
}

export function splitDeck(pauses: readonly number[]): Session {
  return afterHello((bench) => {
    const bytes = encode({ type: 'deck', cards: DEAL });
    pauses.forEach((pause, i) => bench.send(bytes.subarray(i * 99, i * 99 + 99)).wait(pause));
    bench.send(bytes.subarray(pauses.length * 99)).wait(30);
  });
}
