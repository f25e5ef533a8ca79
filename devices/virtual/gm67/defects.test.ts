import { requirements } from '../../../protocols/gm67/requirements';
import { GmBench } from './testing/bench';
import { GM67_BOARD } from './board';
import { GM67_TRIGGERS } from './testing/triggers';

const SEED = 5;
/** What shows by its time alone. */
const TIMED = /^(slow-|retry-|raw-pause|noise-xoff|nak-resends)/;

function transcript(name: string, defects: readonly string[], timed: boolean): string[] {
  const bench = new GmBench({ seed: SEED, defects });
  const trigger = GM67_TRIGGERS[name];
  if (trigger === undefined) throw new Error(`no session shows the defect ${name}`);
  trigger(bench);
  return bench.rx.map(({ at, hex }) => (timed ? `${at.toFixed(1)} ${hex}` : hex));
}

test('every session is that of a defect', () => {
  const names = GM67_BOARD.defects.map(({ name }) => name);
  expect(Object.keys(GM67_TRIGGERS).sort()).toEqual([...names].sort());
});

test('every requirement of the page has a defect that breaks it, and every defect breaks one', () => {
  const broken = new Set(GM67_BOARD.defects.map(({ breaks }) => breaks));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

describe.each(GM67_BOARD.defects)('$name ($breaks)', ({ name }) => {
  const timed = TIMED.test(name);

  test('shows in its session', () => {
    expect(transcript(name, [name], timed)).not.toEqual(transcript(name, [], timed));
  });

  test('repeats itself under the same seed', () => {
    expect(transcript(name, [name], true)).toEqual(transcript(name, [name], true));
  });
});

test('two defects in one board both show', () => {
  const bench = new GmBench({ defects: ['start-anywhere', 'revision-acknowledged'] });
  expect(bench.ask('04 E4 04 00 FF 14')).toBe('04 D0 00 00 FF 2C');
  expect(bench.ask('04 A3 04 00 FF 55')).toMatch(/^04 D0 00 00 FF 2C .. A4/);
});

test('a defect’s memory is lost at power-on', () => {
  const bench = new GmBench({ defects: ['disable-holds-code'] });
  bench.command({ type: 'disable' });
  bench.show('41');
  bench.powerOn();
  bench.command({ type: 'disable' });
  expect(bench.command({ type: 'enable' })).toBe('04 D0 00 00 FF 2C');
});
