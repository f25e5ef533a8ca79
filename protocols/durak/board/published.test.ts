/** What the suite's verdicts of the sketch do not tell apart: they name the clauses that it breaks (suite.whole.test.ts). */
import { legalMoves } from '../game/moves';
import { DURAK_PUBLISHED_BOARD } from '../testing/parts';
import { DurakBench } from '../testing/bench';
import { ACK, boardAsPlayer2, HELLO } from '../testing/host';

const kind = DURAK_PUBLISHED_BOARD;

test('garbage is read two bytes at a time: an odd number swallows the SYN (LK-05)', () => {
  for (let length = 0; length < 40; length++) {
    const bench = new DurakBench({ kind }).send(new Uint8Array(length).fill(0x41));
    expect(bench.ask(HELLO)).toBe(length % 2 === 0 ? ACK : '');
    expect(bench.wait(10).ask(HELLO)).toBe(ACK);
  }
});

test('a SYN inside a line starts nothing (LK-10)', () => {
  const host = boardAsPlayer2({ kind });
  const from = host.bench.rx.length;
  host.bench
    .send('16 31 1D')
    .send({ type: 'deck', cards: legalMoves(host.state!)[0]!.cards })
    .wait(3000);
  expect(host.bench.since(from).replace(HELLO, '').trim()).toBe(ACK);
});
