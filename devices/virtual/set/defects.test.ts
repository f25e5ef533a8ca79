import { requirements } from '../../../protocols/set/requirements';
import { SetBench } from './testing/bench';
import { SET_BOARD } from './board';
import { SET_TRIGGERS } from './testing/triggers';

const SEED = 5;
const TIMED = /^slow-(many|no)/;

function transcript(name: string, defects: readonly string[], timed: boolean): string[] {
  const bench = new SetBench(SET_BOARD, { seed: SEED, defects });
  const trigger = SET_TRIGGERS[name];
  if (trigger === undefined) throw new Error(`no session shows the defect ${name}`);
  trigger(bench);
  if (timed) return bench.timedTexts();
  // Where EndOfFrame stands, the order of sets and time stamps are no defect.
  return bench
    .text()
    .split(/(?<=\n)/)
    .map((line) => line.replace(/^.*\](?=[+\w])/, ''))
    .sort();
}

test('every session is that of a defect', () => {
  const names = SET_BOARD.defects.map(({ name }) => name);
  expect(Object.keys(SET_TRIGGERS).sort()).toEqual([...names].sort());
});

test('every requirement of the page has a defect that breaks it, and every defect breaks one', () => {
  const broken = new Set(SET_BOARD.defects.map(({ breaks }) => breaks));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

describe.each(SET_BOARD.defects)('$name ($breaks)', ({ name }) => {
  test('shows in its session', () => {
    const timed = TIMED.test(name);
    expect(transcript(name, [name], timed)).not.toEqual(transcript(name, [], timed));
  });

  test('repeats itself under the same seed', () => {
    expect(transcript(name, [name], true)).toEqual(transcript(name, [name], true));
  });
});

test('a defect’s memory is lost at power-on', () => {
  const bench = new SetBench(SET_BOARD, { defects: ['full-deck-hangs'] });
  for (let card = 0; card < 81; card++) bench.card(card);
  expect(bench.card(0)).toEqual([]);
  bench.powerOn().advance(2e6);
  expect(bench.card(0)).not.toEqual([]);
});
