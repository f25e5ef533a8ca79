/** Clauses DRK-LK: lines, acknowledgements and repetitions. */
import { encode } from '../wire/wire';
import { MALFORMATIONS } from '../wire/malformations';
import { legalMoves } from '../game/moves';
import { vectors } from '../testing/durak.vectors';
import { winner } from '../game/game';
import { cardsOf, DurakBench, isDeck, isHello } from '../testing/bench';
import { ACK, boardAsPlayer2, chooser, DEAL, deckHex, HELLO } from '../testing/host';

test.each(vectors)(
  '$name is acknowledged once, unless it is an acknowledgement (LK-01)',
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
  const host = boardAsPlayer2();
  const [move] = legalMoves(host.state!);
  expect(host.bench.ask(make(move!.cards, chooser(5)))).toBe('');
  host.bench.wait(5000);
  expect(host.bench.rx).toHaveLength(2);
  expect(host.playGame().breaches).toEqual([]);
});

test('its move is repeated byte for byte until a legal move comes, which counts as an EOT (LK-07, LK-09)', () => {
  const host = boardAsPlayer2();
  host.attack();
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
  const host = boardAsPlayer2();
  host.attack();
  host.bench.send(ACK).wait(4000);
  expect(host.bench.rx.filter(isDeck)).toHaveLength(2);
});

test('a packet that interrupts another line, also an over-long one, is acknowledged and applied (LK-10)', () => {
  for (const length of [1, 40, 300, 2046, 2047, 5000]) {
    const host = boardAsPlayer2();
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

test('the last applied packet is acknowledged again and not applied again (LK-14)', () => {
  const host = boardAsPlayer2();
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

test('while its own move is unacknowledged, the packet before it gets an acknowledgement and no answer (LK-14, PL-10)', () => {
  const host = boardAsPlayer2();
  host.attack();
  const sent = host.state!.cards;
  const move = host.bench.next(isDeck)!;
  const from = host.bench.rx.length;
  host.bench.wait(40).send({ type: 'deck', cards: sent }).wait(2500);
  expect(host.bench.since(from)).toBe(ACK);
  expect(host.bench.next(isDeck)?.hex).toBe(move.hex);
});

test('a repeated deal before any move gets an acknowledgement and no answer (LK-14)', () => {
  const host = boardAsPlayer2();
  const from = host.bench.rx.length;
  host.bench.send({ type: 'deck', cards: DEAL }).wait(5000);
  expect(host.bench.since(from)).toBe(ACK);
});

test('after the board’s move was acknowledged, the packet before it is no repetition: the answer is that move (PL-10)', () => {
  const host = boardAsPlayer2();
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
