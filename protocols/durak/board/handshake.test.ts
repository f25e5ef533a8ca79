/** Clauses DRK-HS: which board sends hello, which one deals, and what is ignored before that. */
import { isDeal } from '../game/game';
import { legalMoves } from '../game/moves';
import { cardsOf, DurakBench, isDeck, isHello } from '../testing/bench';
import { ACK, boardAsPlayer2, DEAL, deckHex, DurakHost, HELLO, OTHER_DEAL } from '../testing/host';

test('hello comes 100 to 10 000 ms after power-on, at a random time (HS-01, HS-02)', () => {
  const times = Array.from({ length: 60 }, (_, seed) => {
    const bench = new DurakBench({ seed });
    return bench.next(isHello, 10_000)!.at / 1000;
  });
  expect(Math.min(...times)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...times)).toBeLessThanOrEqual(10_000);
  expect(new Set(times.map((time) => Math.floor(time / 500))).size).toBeGreaterThan(15);
});

test('each power-on has a new wait and a new deal (HS-02, DL-02)', () => {
  const host = new DurakHost(new DurakBench());
  const games = Array.from({ length: 5 }, () => {
    host.bench.powerOn();
    return JSON.stringify(host.playAsSecond().state);
  });
  expect(new Set(games).size).toBe(5);
});

test('hello is repeated every 3000 ms until acknowledged (LK-07, LK-08)', () => {
  const bench = new DurakBench();
  bench.wait(10_000 + 5 * 3001);
  expect(new Set(bench.rx.map(({ hex }) => hex))).toEqual(new Set([HELLO]));
  expect(bench.rx.length).toBeGreaterThanOrEqual(6);
  bench.rx.slice(1).forEach(({ at }, i) => {
    expect(at - bench.rx[i]!.at).toBeCloseTo(3_000_000 + (5 * 10e6) / 115_200, 3);
  });
  bench.send(ACK).wait(12_000);
  expect(bench.rx.filter(isHello).every(({ at }) => at < bench.sentAt)).toBe(true);
});

test('after its hello is acknowledged it is player 1: it deals within a second, then moves (HS-04, HS-05, DL-01)', () => {
  for (let seed = 0; seed < 20; seed++) {
    const bench = new DurakBench({ seed });
    bench.next(isHello, 10_001);
    bench.wait(5).send(ACK);
    const dealt = bench.next(isDeck)!;
    expect(isDeal(cardsOf(dealt)!)).toBe(true);
    expect(dealt.at - bench.sentAt).toBeLessThanOrEqual(1_000_000);
    bench.wait(7000);
    expect(bench.rx.filter(isDeck).map(({ hex }) => hex)).toEqual(Array(3).fill(dealt.hex));
    bench.send(ACK);
    const move = bench.next(isDeck)!;
    expect(move.hex).not.toBe(dealt.hex);
    expect(move.at - bench.sentAt).toBeLessThanOrEqual(400_000);
  }
});

test('another board’s earlier hello is acknowledged and makes it player 2, without a hello or deal of its own (HS-03)', () => {
  const bench = new DurakBench();
  expect(bench.wait(20).ask(HELLO)).toBe(ACK);
  bench.wait(60_000);
  expect(bench.rx).toHaveLength(1);
  expect(bench.wakeAt()).toBeUndefined();
});

test('hellos that cross make it player 2, and a late EOT changes nothing (HS-06)', () => {
  const bench = new DurakBench();
  bench.next(isHello, 10_001);
  expect(bench.ask(HELLO)).toBe(ACK);
  expect(bench.ask(ACK)).toBe('');
  bench.wait(12_000);
  expect(bench.rx).toHaveLength(2);
  const host = new DurakHost(bench).playAsFirst(DEAL);
  expect(host.playGame().breaches).toEqual([]);
});

test('decks before a role are acknowledged and ignored (HS-07)', () => {
  const bench = new DurakBench();
  expect(bench.ask({ type: 'deck', cards: DEAL })).toBe(ACK);
  const hello = bench.next(isHello, 10_001)!;
  expect(bench.ask({ type: 'deck', cards: DEAL })).toBe(ACK);
  expect(bench.next(isHello, 3001)!.at).toBeGreaterThan(hello.at + 2_900_000);
  bench.send(ACK);
  expect(bench.next(isDeck)).toBeDefined();
});

test('player 2 applies only a deal first; any other deck is acknowledged and not answered (HS-07, PL-10)', () => {
  const host = new DurakHost(new DurakBench()).greet();
  const later = legalMoves({ cards: DEAL, trump: 0, turn: 1 })[0]!.cards;
  expect(host.bench.ask({ type: 'deck', cards: later })).toBe(ACK);
  host.bench.wait(5000);
  expect(host.bench.rx).toHaveLength(2);
  expect(host.playAsFirst(DEAL).playGame().breaches).toEqual([]);
});

test('a hello in a game is acknowledged and changes nothing (HS-07)', () => {
  const host = boardAsPlayer2();
  for (let i = 0; i < 60 && host.playTurn(); i++) expect(host.bench.ask(HELLO)).toBe(ACK);
  expect(host.breaches).toEqual([]);
  expect(host.bench.rx.filter(isHello)).toEqual([]);
});

test('a second deal is answered with the last state (HS-07, PL-10)', () => {
  const { bench } = boardAsPlayer2();
  expect(bench.ask({ type: 'deck', cards: OTHER_DEAL })).toBe(ACK);
  expect(bench.next(isDeck)?.hex).toBe(deckHex(DEAL));
});
