import { encodeTexts, textsOf, type Deck } from '../wire/packet';
import { MALFORMATIONS } from '../wire/malformations';
import { legalMoves } from '../game/moves';
import { DURAK_PUBLISHED_BOARD } from '../testing/parts';
import { toHex, type RxBytes } from '../../../devices/virtual/testing/board-bench';
import { cardsOf, DurakBench, isDeck, isHello } from '../testing/bench';
import { ACK, boardAsPlayer2, chooser, DurakHost, HELLO } from '../testing/host';

function textBytes(cards: Deck): Uint8Array {
  return encodeTexts(textsOf(cards));
}

function published(seed = 1): DurakBench {
  return new DurakBench({ kind: DURAK_PUBLISHED_BOARD, seed });
}

function second(seed = 1): DurakHost {
  return boardAsPlayer2({ kind: DURAK_PUBLISHED_BOARD, seed });
}

function isDeckLike({ hex }: RxBytes): boolean {
  return hex.startsWith('16 31');
}

/** The deck as the sketch parses it. */
function shifted(cards: Deck): Deck {
  return [{ card: 0, suit: 0, color: 0, property: 0, field: 0 }, ...cards.slice(0, 35)];
}

describe('deviations of the sketch', () => {
  test('garbage is read two bytes at a time: an odd number swallows the SYN (LK-05)', () => {
    for (let length = 0; length < 40; length++) {
      const bench = published().send(new Uint8Array(length).fill(0x41));
      expect(bench.ask(HELLO)).toBe(length % 2 === 0 ? ACK : '');
      expect(bench.wait(10).ask(HELLO)).toBe(ACK);
    }
  });

  test.each(MALFORMATIONS)('$label: acknowledged, and nothing changes (LK-06)', ({ make }) => {
    const host = second();
    const from = host.bench.rx.length;
    host.bench.send(make(legalMoves(host.state!)[0]!.cards, chooser(5))).wait(30);
    expect(host.bench.since(from)).toBe(ACK);
    expect(host.bench.next(isDeckLike, 5000)).toBeUndefined();
  });

  test('acknowledgements are acknowledged, and lines that start like one (LK-04, LK-06)', () => {
    expect(published().ask(ACK)).toBe(ACK);
    expect(published().ask('04 41 0A')).toBe(ACK);
  });

  test('a stale EOT acknowledges the next packet: hello is sent once, and the board deals (LK-09)', () => {
    const bench = published().wait(20).send(ACK).wait(15_000);
    expect(bench.rx.filter(isHello)).toHaveLength(1);
    expect(bench.rx.find(isDeck)).toBeDefined();
    expect(bench.rx.filter(isDeck).length).toBeGreaterThan(1);
  });

  test('a stale EOT before its move: the move is not repeated (LK-09)', () => {
    const host = second();
    host.attack();
    host.bench.send(ACK).wait(8000);
    expect(host.bench.rx.filter(isDeckLike)).toHaveLength(1);
  });

  test('a SYN inside a line starts nothing (LK-10)', () => {
    const host = second();
    const from = host.bench.rx.length;
    host.bench
      .send('16 31 1D')
      .send({ type: 'deck', cards: legalMoves(host.state!)[0]!.cards })
      .wait(3000);
    expect(host.bench.since(from).replace(HELLO, '').trim()).toBe(ACK);
  });

  test('an over-long line is acknowledged at its LF (LK-12)', () => {
    const bench = published().send(HELLO).wait(10);
    const line = Uint8Array.from({ length: 20_001 }, (_, i) => (i === 0 ? 0x16 : 0x31));
    expect(bench.send(line).ask('0A')).toBe(ACK);
    expect(bench.ask(HELLO)).toBe(ACK);
  });

  test('player 2 sends its own hello until it is acknowledged, and deals no cards (HS-03)', () => {
    for (let seed = 0; seed < 10; seed++) {
      const bench = published(seed).wait(20).send(HELLO);
      expect(bench.next(isHello, 10_001)).toBeDefined();
      expect(bench.next(isHello, 3100)).toBeDefined();
      bench.send(ACK).wait(12_000);
      expect(bench.rx.filter(isHello)).toHaveLength(2);
      expect(bench.rx.some(isDeckLike)).toBe(false);
    }
  });

  test('every received card moves one record on, the last is lost, and record 0 is empty (PL-07)', () => {
    for (let seed = 0; seed < 10; seed++) {
      const host = second(seed);
      const { cards } = legalMoves(host.state!)[seed % 6]!;
      host.sendMove(host.state!, cards);
      const received = host.bench.next(isDeckLike)!;
      const state = { cards: shifted(cards), trump: host.state!.trump, turn: 2 as const };
      const moves = legalMoves(state).map((move) => toHex(textBytes(move.cards)));
      expect(cardsOf(received)).toBeUndefined();
      expect([...moves, toHex(textBytes(state.cards))]).toContain(received.hex);
    }
  });

  test('as player 1 too, from its answer to the first defence on (PL-07)', () => {
    for (let seed = 0; seed < 30; seed++) {
      const host = new DurakHost(published(seed)).playAsSecond();
      expect(host.playTurn()).toBe(true);
      host.playTurn();
      expect(host.playTurn()).toBe(false);
      expect(host.breaches).toEqual(['malformed']);
    }
  });
});
