import { hexTranscript, testDefects } from '../../devices/virtual/testing/defect-tests';
import { DURAK_BOARD } from './testing/parts';
import { DurakBench, isDeck } from './testing/bench';
import { DurakHost } from './testing/host';
import { TRIGGERS } from './testing/triggers';

const { defects: DEFECTS } = DURAK_BOARD;

testDefects({
  kind: DURAK_BOARD,
  triggers: TRIGGERS,
  // Clauses about the times at which the board sends: their defects may send the same bytes at other times.
  isTimed: ({ breaks }) => /LK-0[237]|HS-0[125]|PL-1[01]/.test(breaks),
  transcript: (session, defects, timed) => {
    const bench = new DurakBench({ seed: session.seed, defects });
    session.run(bench);
    return hexTranscript(bench.rx, timed);
  },
});

/** The errors that the host found in the session of a defect. */
function breachesOf(name: string, defects: readonly string[]): readonly string[] {
  const session = TRIGGERS[name];
  return session?.run(new DurakBench({ seed: session.seed, defects }))?.breaches ?? [];
}

test.each(DEFECTS)('$name: a board without it breaks nothing in its session', ({ name }) => {
  expect(breachesOf(name, [])).toEqual([]);
});

/** Defects that a referee finds in the board's own packets, under the clause that they break. */
const PACKETS = DEFECTS.filter(
  ({ name, breaks }) => /DL-01|PL-0[1-7]/.test(breaks) && !name.startsWith('refuses-'),
);

test.each(PACKETS)('$name: its packet is charged to $breaks', ({ name, breaks }) => {
  const clause = name === 'color-flips' ? 'malformed' : breaks;
  expect(breachesOf(name, [name])).toEqual([clause]);
});

test('two defects in one board both show', () => {
  const bench = new DurakBench({ defects: ['garbage-odd', 'acks-acks'] });
  expect(bench.ask('41 16 32 1D 03 0A')).toBe('');
  expect(bench.ask('04 0A')).toBe('04 0A');
});

test('a defect’s memory is lost at power-on', () => {
  const bench = new DurakBench({ defects: ['stale-ack-hello'] });
  bench.send('04 0A').powerOn().wait(10_001);
  expect(bench.rx.some(isDeck)).toBe(false);
});

test.each(['deal-fixed', 'deal-four'])('%s: of five deals two are the same', (name) => {
  const host = new DurakHost(new DurakBench({ defects: [name] }));
  const games = Array.from({ length: 5 }, () => {
    host.bench.powerOn();
    return JSON.stringify(host.playAsSecond().state);
  });
  expect(new Set(games).size).toBeLessThan(5);
});
