import { DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { DURAK_BOARD } from './board';
import { DurakBench } from './testing/bench';
import { DurakHost, isDeck } from './testing/host';
import { TRIGGERS } from './testing/triggers';

/** Clauses of when the board speaks: their defects may say the same bytes at other times. */
const TIMED = /LK-0[237]|HS-0[125]|PL-1[01]/;

interface Run {
  readonly said: readonly string[];
  readonly breaches: readonly string[];
}

/** What a board with these defects says in the session of `name`, and what the host found wrong in it. */
function run(name: string, defects: readonly string[], timed: boolean): Run {
  const session = TRIGGERS[name];
  if (session === undefined) throw new Error(`no session shows the defect ${name}`);
  const bench = new DurakBench({ seed: session.seed, defects });
  const host = session.run(bench);
  return {
    said: bench.rx.map(({ at, hex }) => (timed ? `${at.toFixed(1)} ${hex}` : hex)),
    breaches: host?.breaches ?? [],
  };
}

const DEFECTS = DURAK_BOARD.defects;

test('every session is that of a defect', () => {
  expect(Object.keys(TRIGGERS).sort()).toEqual(DEFECTS.map(({ name }) => name).sort());
});

test('every requirement of the page has a defect that breaks it, and every defect breaks one', () => {
  const broken = new Set(DEFECTS.map(({ breaks }) => breaks));
  expect([...broken].sort()).toEqual(DURAK_REQUIREMENTS.map(({ id }) => id).sort());
});

test('names and texts are those of a list', () => {
  for (const { name, text } of DEFECTS) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(text).toMatch(/^[A-Z].*\.$/);
  }
});

describe.each(DEFECTS)('$name ($breaks)', ({ name, breaks }) => {
  test('shows in its session, and repeats itself under the same seed', () => {
    const timed = TIMED.test(breaks);
    const sound = run(name, [], timed);
    const broken = run(name, [name], true);
    expect(sound.breaches).toEqual([]);
    expect(run(name, [name], timed).said).not.toEqual(sound.said);
    expect(run(name, [name], true)).toEqual(broken);
  });
});

/** Defects that a referee sees in the board's own packets, as what they break. */
const PACKETS = DEFECTS.filter(
  ({ name, breaks }) => /DL-01|PL-0[1-7]/.test(breaks) && !name.startsWith('refuses-'),
);

test.each(PACKETS)('$name: its packet is charged to $breaks', ({ name, breaks }) => {
  const clause = name === 'color-flips' ? 'malformed' : breaks;
  expect(run(name, [name], false).breaches).toEqual([clause]);
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
  const deals = Array.from({ length: 5 }, () => {
    host.bench.powerOn();
    return JSON.stringify(host.playAsSecond().state);
  });
  expect(new Set(deals).size).toBeLessThan(5);
});
