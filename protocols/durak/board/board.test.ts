/** Clauses DRK-PL in whole games, noise, and the effect of the seed. */
import fc from 'fast-check';
import { deal, isDeal, sameCards, winner } from '../game/game';
import { illegalMoves } from '../testing/illegal-moves';
import { DurakBench, isDeck, isHello } from '../testing/bench';
import { bytesOf } from '../wire/packet';
import {
  ACK,
  ANY,
  boardAsPlayer2,
  chooser,
  DEAL,
  deckHex,
  DurakHost,
  HELLO,
  TAKER,
  THROWER,
} from '../testing/host';

describe('play', () => {
  test.each([
    ['any', ANY],
    ['thrower', THROWER],
    ['taker', TAKER],
  ] as const)(
    'whole games as either player against %s: every packet legal, to the end',
    (_, style) => {
      for (let seed = 0; seed < 8; seed++) {
        const host = new DurakHost(new DurakBench({ seed }), style, seed);
        if (seed % 2 === 0) host.playAsFirst();
        else host.playAsSecond();
        host.playGame(500);
        expect({ seed, breaches: host.breaches, over: winner(host.state!) !== undefined }).toEqual({
          seed,
          breaches: [],
          over: true,
        });
        host.bench.wait(10_000);
        expect(host.bench.wakeAt()).toBeUndefined();
        const from = host.bench.rx.length;
        host.bench.send({ type: 'deck', cards: deal(chooser(seed)) }).wait(10_000);
        expect(host.bench.since(from)).toBe(ACK);
      }
    },
    20_000,
  );

  test('any illegal move is acknowledged, not applied and answered, each time it is sent (PL-10)', () => {
    const labels = new Set<string>();
    for (let seed = 0; seed < 6; seed++) {
      const host = new DurakHost(new DurakBench({ seed }), ANY, seed).playAsFirst();
      do {
        if (host.state!.turn !== host.role || winner(host.state!) !== undefined) continue;
        // The deal itself, sent as a move, is the last applied packet.
        const wrongs = illegalMoves(host.state!).filter(({ cards }) => !isDeal(cards));
        for (const { label, cards } of wrongs.slice(0, 1 + (seed % 3) * 4)) {
          labels.add(label);
          expect(host.bench.ask({ type: 'deck', cards })).toBe(ACK);
          expect(sameCards(host.receiveDeck(2000)!, host.state!.cards)).toBe(true);
        }
      } while (host.playTurn());
      expect(host.breaches).toEqual([]);
    }
    expect(labels.size).toBeGreaterThan(10);
  });

  test('on its own turn, or while its own packet waits, it gives no answer (PL-10)', () => {
    const host = boardAsPlayer2();
    const illegal = deal(chooser(9));
    host.attack();
    expect(host.bench.ask({ type: 'deck', cards: illegal })).toBe(ACK);
    const move = host.bench.next(isDeck)!;
    const from = host.bench.rx.length;
    host.bench.wait(100).send({ type: 'deck', cards: illegal }).wait(2500);
    expect(host.bench.since(from)).toBe(ACK);
    expect(host.bench.next(isDeck)?.hex).toBe(move.hex);
    host.bench.wait(40).send(ACK).wait(5000);
    expect(host.bench.rx.at(-1)?.hex).toBe(move.hex);
  });

  test('the answer is repeated until it is acknowledged, or a legal move comes (PL-10)', () => {
    const host = boardAsPlayer2();
    host.bench.send({ type: 'deck', cards: deal(chooser(9)) }).wait(10_000);
    expect(host.bench.rx.filter(isDeck).map(({ hex }) => hex)).toEqual(Array(4).fill(deckHex(DEAL)));
    host.attack();
    expect(host.receiveDeck(400)).not.toEqual(DEAL);
    host.bench.wait(10_000);
    expect(host.bench.rx.filter(isDeck)).toHaveLength(5);
  });

  test('the times of a profile are kept', () => {
    const host = boardAsPlayer2({ parameters: { moveMs: 40, ackMs: 1 } });
    while (host.playTurn()) expect(host.bench.rx.at(-1)!.at - host.bench.sentAt).toBeLessThanOrEqual(10_000);
    expect(host.breaches).toEqual([]);
  });
});

describe('noise and seed', () => {
  test('thousands of bytes of garbage change nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2000, maxLength: 4000 }), fc.integer(), (noise, seed) => {
        const host = boardAsPlayer2({ seed });
        const from = host.bench.rx.length;
        host.bench.send(noise.filter((byte) => byte !== 0x16 && byte !== 0x04)).wait(3100);
        host.bench.send(Uint8Array.of(0x16, 0x31, 0x1d, ...noise.filter((byte) => byte !== 0x16))).wait(3100);
        expect(host.bench.since(from)).toBe('');
        expect(host.playGame(20).breaches).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('the same seed gives the same bytes at the same times, another seed others', () => {
    const played = (seed: number) =>
      new DurakHost(new DurakBench({ seed })).playAsSecond().playGame(40).bench.rx;
    expect(played(42)).toEqual(played(42));
    expect(played(42).map(({ hex }) => hex)).not.toEqual(played(43).map(({ hex }) => hex));
  });

  test('power-on forgets the game and unfinished input', () => {
    const { bench } = boardAsPlayer2();
    bench.send('16 32 1D').powerOn();
    expect(bench.ask('03 0A')).toBe('');
    expect(bench.ask({ type: 'deck', cards: DEAL })).toBe(ACK);
    bench.next(isHello, 10_001);
    expect(bench.rx.at(-1)?.hex).toBe(HELLO);
  });
});

test('a hand that has grown too large is sent as it is', () => {
  const cards = DEAL.map((card, i) => (i === 0 ? { ...card, field: 11 } : card));
  const first = Buffer.from(bytesOf({ type: 'deck', cards }))
    .subarray(3)
    .toString('latin1')
    .split('\u001e')[1];
  expect(first?.split('\u001f').at(-1)).toBe('11');
});
