import fc from 'fast-check';
import { deal, isDeal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { MALFORMATIONS } from '../../../protocols/durak/malformations';
import { illegalMoves } from '../../../protocols/durak/illegal-moves';
import { legalMoves } from '../../../protocols/durak/moves';
import type { Deck } from '../../../protocols/durak/packet';
import { vectors } from '../../../protocols/durak/durak.vectors';
import { sameCards, winner } from '../../../protocols/durak/rules';
import { micros, millis } from '../../../protocols/time';
import { random } from '../../random';
import { toHex } from '../testing/board-bench';
import { cardsOf, DurakBench, isDeck, isHello, type BenchOptions } from './testing/bench';
import { durakFirmware } from './conformant-firmware';
import { ACK, ANY, chooser, DurakHost, HELLO, TAKER, THROWER } from './testing/host';

const DEAL = deal(chooser(3));

function deckHex(cards: Deck): string {
  return toHex(encode({ type: 'deck', cards }));
}

/** The board as player 2, the deal on the table, the host's turn. */
function second(options: BenchOptions = {}): DurakHost {
  return new DurakHost(new DurakBench(options)).playAsFirst(DEAL);
}

describe('handshake', () => {
  test('hello comes 100 to 10 000 ms after power-on, at a time of its own (HS-01, HS-02)', () => {
    const times = Array.from({ length: 60 }, (_, seed) => {
      const bench = new DurakBench({ seed });
      return bench.next(isHello, 10_000)!.at / 1000;
    });
    expect(Math.min(...times)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...times)).toBeLessThanOrEqual(10_000);
    expect(new Set(times.map((time) => Math.floor(time / 500))).size).toBeGreaterThan(15);
  });

  test('each power-on waits and deals anew (HS-02, DL-02)', () => {
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

  test('acknowledged, it is player 1: it deals within a second, then moves (HS-04, HS-05, DL-01)', () => {
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

  test('hello heard first: acknowledged, player 2, no hello and no deal of its own (HS-03)', () => {
    const bench = new DurakBench();
    expect(bench.wait(20).ask(HELLO)).toBe(ACK);
    bench.wait(60_000);
    expect(bench.rx).toHaveLength(1);
    expect(bench.wakeAt()).toBeUndefined();
  });

  test('hellos that cross make it player 2, and a late EOT nothing (HS-06)', () => {
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
    const host = second();
    for (let i = 0; i < 60 && host.playTurn(); i++) expect(host.bench.ask(HELLO)).toBe(ACK);
    expect(host.breaches).toEqual([]);
    expect(host.bench.rx.filter(isHello)).toEqual([]);
  });

  test('a second deal is answered with the last state (HS-07, PL-10)', () => {
    const { bench } = second();
    expect(bench.ask({ type: 'deck', cards: deal(chooser(4)) })).toBe(ACK);
    expect(bench.next(isDeck)?.hex).toBe(deckHex(DEAL));
  });
});

describe('link', () => {
  test.each(vectors)(
    '$name is acknowledged once, where it is no acknowledgement (LK-01)',
    ({ hex, packet }) => {
      const bench = new DurakBench();
      expect(bench.ask(hex)).toBe(packet.type === 'ack' ? '' : ACK);
      expect(bench.rx.every(({ at }) => at - bench.sentAt <= 2000)).toBe(true);
    },
  );

  test('garbage of any length before a packet is cleared (LK-05)', () => {
    for (let length = 0; length <= 300; length++) {
      const garbage = Uint8Array.from({ length }, (_, i) => 0x41 + (i % 20));
      expect(new DurakBench().send(garbage).ask(HELLO)).toBe(ACK);
    }
  });

  test.each(MALFORMATIONS)('$label: not acknowledged, and nothing changes (LK-06)', ({ make }) => {
    const host = second();
    const [move] = legalMoves(host.state!);
    expect(host.bench.ask(make(move!.cards, chooser(5)))).toBe('');
    host.bench.wait(5000);
    expect(host.bench.rx).toHaveLength(2);
    expect(host.playGame().breaches).toEqual([]);
  });

  test('its move is repeated byte for byte, and a legal move stops that as an EOT does (LK-07, LK-09)', () => {
    const host = second();
    host.sendMove(host.state!, legalMoves(host.state!)[0]!.cards);
    const move = host.bench.next(isDeck)!;
    host.bench.wait(6 * 3100);
    const times = host.bench.rx.filter(isDeck);
    expect(times.map(({ hex }) => hex)).toEqual(Array(times.length).fill(move.hex));
    expect(times.length).toBeGreaterThanOrEqual(6);
    const state = {
      ...host.state!,
      cards: cardsOf(move)!,
      turn: 1 as const,
    };
    host.sendMove(state, legalMoves(state)[0]!.cards);
    expect(host.receiveDeck(400)).toBeDefined();
    host.bench.wait(20_000);
    expect(host.bench.rx.filter(({ hex }) => hex === move.hex)).toHaveLength(times.length);
  });

  test('an EOT that no packet waits for is dropped (LK-09)', () => {
    const early = new DurakBench();
    early.send(ACK).wait(16_000);
    expect(early.rx.filter(isHello).length).toBeGreaterThan(1);
    expect(early.rx.filter(isDeck)).toEqual([]);
    const host = second();
    host.sendMove(host.state!, legalMoves(host.state!)[0]!.cards);
    host.bench.send(ACK).wait(4000);
    expect(host.bench.rx.filter(isDeck)).toHaveLength(2);
  });

  test('a packet behind the head of another, in a line too long too, is acknowledged and applied (LK-10)', () => {
    for (const length of [1, 40, 300, 2046, 2047, 5000]) {
      const host = second();
      const move = legalMoves(host.state!)[0]!.cards;
      host.bench.send(Uint8Array.of(0x16, ...Array<number>(length).fill(0x31)));
      host.sendMove(host.state!, move);
      expect(host.playGame().breaches).toEqual([]);
    }
  });

  test.each([
    [2200, ACK],
    [2900, ACK],
    [3100, ''],
    [3600, ''],
  ])('a packet cut in two, %i ms apart (LK-11)', (pause, answer) => {
    const bench = new DurakBench().send(HELLO);
    const bytes = encode({ type: 'deck', cards: DEAL });
    bench.send(bytes.subarray(0, 200)).wait(pause - 18);
    const from = bench.rx.filter(({ hex }) => hex === ACK).length;
    bench.send(bytes.subarray(200)).wait(30);
    expect(bench.since(from)).toBe(answer);
  });

  test('64 KiB in one line are dropped, and the next packet is acknowledged (LK-12)', () => {
    const bench = new DurakBench().send(HELLO).wait(10);
    bench.send(Uint8Array.from({ length: 65_536 }, (_, i) => (i === 0 ? 0x16 : 0x31))).send('0A');
    expect(bench.rx).toHaveLength(1);
    expect(bench.ask({ type: 'deck', cards: DEAL })).toBe(ACK);
  });

  test('a packet byte by byte is acknowledged (LK-13)', () => {
    const bench = new DurakBench().send(HELLO).wait(10);
    bench.trickle({ type: 'deck', cards: DEAL }, 5.5).wait(10);
    expect(bench.rx.map(({ hex }) => hex)).toEqual([ACK, ACK]);
  });

  test('the last packet applied is acknowledged again and not applied again (LK-14)', () => {
    const host = second();
    for (let i = 0; i < 80; i++) {
      const mine = host.state!.turn === host.role;
      if (!host.playTurn()) break;
      if (!mine) continue;
      const sent = host.state!.cards;
      const before = host.bench.rx.length;
      host.bench.send({ type: 'deck', cards: sent }).wait(3);
      expect(host.bench.since(before)).toBe(ACK);
    }
    expect(host.breaches).toEqual([]);
  });

  test('while its own move waits, the packet before it is acknowledged in silence (LK-14, PL-10)', () => {
    const host = second();
    host.sendMove(host.state!, legalMoves(host.state!)[0]!.cards);
    const sent = host.state!.cards;
    const move = host.bench.next(isDeck)!;
    const from = host.bench.rx.length;
    host.bench.wait(40).send({ type: 'deck', cards: sent }).wait(2500);
    expect(host.bench.since(from)).toBe(ACK);
    expect(host.bench.next(isDeck)?.hex).toBe(move.hex);
  });

  test('a deal sent again before any move is acknowledged in silence (LK-14)', () => {
    const host = second();
    const from = host.bench.rx.length;
    host.bench.send({ type: 'deck', cards: DEAL }).wait(5000);
    expect(host.bench.since(from)).toBe(ACK);
  });

  test('the packet before its acknowledged move is no repeated one: it is answered by that move (PL-10)', () => {
    const host = second();
    for (let i = 0; i < 80; i++) {
      const mine = host.state!.turn === host.role;
      const sent = host.state!.cards;
      if (!host.playTurn()) break;
      if (mine || winner(host.state!) !== undefined) continue;
      const from = host.bench.rx.length;
      host.bench.send({ type: 'deck', cards: sent }).wait(1000);
      expect(host.bench.since(from)).toBe(`${ACK} ${deckHex(host.state!.cards)}`);
      host.bench.send(ACK).wait(10);
    }
    expect(host.breaches).toEqual([]);
  });
});

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

  test('any illegal move is acknowledged, not applied and answered, as often as it is sent (PL-10)', () => {
    const labels = new Set<string>();
    for (let seed = 0; seed < 6; seed++) {
      const host = new DurakHost(new DurakBench({ seed }), ANY, seed).playAsFirst();
      do {
        if (host.state!.turn !== host.role || winner(host.state!) !== undefined) continue;
        // The deal itself, sent as a move, is the packet last applied.
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

  test('no answer on its own turn, and none while its own packet waits (PL-10)', () => {
    const host = second();
    const illegal = deal(chooser(9));
    host.sendMove(host.state!, legalMoves(host.state!)[0]!.cards);
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
    const host = second();
    host.bench.send({ type: 'deck', cards: deal(chooser(9)) }).wait(10_000);
    expect(host.bench.rx.filter(isDeck).map(({ hex }) => hex)).toEqual(Array(4).fill(deckHex(DEAL)));
    host.sendMove(host.state!, legalMoves(host.state!)[0]!.cards);
    expect(host.receiveDeck(400)).not.toEqual(DEAL);
    host.bench.wait(10_000);
    expect(host.bench.rx.filter(isDeck)).toHaveLength(5);
  });

  test('a profile’s own times are kept', () => {
    const host = second({ parameters: { moveMs: 40, ackMs: 1 } });
    while (host.playTurn()) expect(host.bench.rx.at(-1)!.at - host.bench.sentAt).toBeLessThanOrEqual(10_000);
    expect(host.breaches).toEqual([]);
  });
});

describe('noise and seed', () => {
  test('thousands of bytes of garbage change nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2000, maxLength: 4000 }), fc.integer(), (noise, seed) => {
        const host = second({ seed });
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

  test('power-on forgets the game and what was half received', () => {
    const { bench } = second();
    bench.send('16 32 1D').powerOn();
    expect(bench.ask('03 0A')).toBe('');
    expect(bench.ask({ type: 'deck', cards: DEAL })).toBe(ACK);
    bench.next(isHello, 10_001);
    expect(bench.rx.at(-1)?.hex).toBe(HELLO);
  });
});

test('a hand that has grown too large is written as it is', () => {
  const profile = { ack: millis(3000), move: millis(2000), buttons: false, byteTime: micros(87) };
  const { encode: written } = durakFirmware(profile, { times: random(1), cards: random(1) }, []);
  const cards = DEAL.map((card, i) => (i === 0 ? { ...card, field: 11 } : card));
  const first = Buffer.from(written({ type: 'deck', cards }))
    .subarray(3)
    .toString('latin1')
    .split('\u001e')[1];
  expect(first?.split('\u001f').at(-1)).toBe('11');
});
