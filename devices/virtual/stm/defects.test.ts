import { STM_BOARD } from './board';
import { StmBench } from './testing/bench';
import { TRIGGERS } from './testing/triggers';

/** What a board with these defects says in the session of `name`; with times, where lateness is the defect. */
function transcript(name: string, defects: readonly string[], timed: boolean): string[] {
  const bench = new StmBench({ seed: 5, defects });
  const trigger = TRIGGERS[name];
  if (trigger === undefined) throw new Error(`no session shows the defect ${name}`);
  trigger(bench);
  return bench.rx.map(({ at, hex }) => (timed ? `${at.toFixed(1)} ${hex}` : hex));
}

test('every session is that of a defect', () => {
  const names = STM_BOARD.defects.map(({ name }) => name);
  expect(Object.keys(TRIGGERS).sort()).toEqual([...names].sort());
});

describe.each(STM_BOARD.defects)('$name ($breaks)', ({ name, breaks }) => {
  const timed = breaks.startsWith('STM-TM');

  test('shows in its session', () => {
    expect(transcript(name, [name], timed)).not.toEqual(transcript(name, [], timed));
  });

  test('repeats itself under the same seed', () => {
    expect(transcript(name, [name], true)).toEqual(transcript(name, [name], true));
  });
});

test('two defects in one board both show', () => {
  const bench = new StmBench({ defects: ['crc-ignored', 'error-crc-without-cmd'] });
  expect(bench.ask('01 FF 00')).toBe('01 FF FE');
  expect(bench.ask('07')).toBe('EE 02 02');
});

test('a defect’s memory is lost at power-on', () => {
  const bench = new StmBench({ defects: ['match-remembers'] });
  const east = { x: 4, y: 2, z: 0, kind: 27 };
  bench.start();
  bench.select(east);
  bench.powerOn();
  bench.start();
  expect(bench.match({ ...east, x: 9 })).toBe('05 00 05');
});
