import { testDefects } from '../../devices/virtual/testing/defect-tests';
import { SetBench } from './testing/bench';
import { SET_BOARD } from './testing/parts';
import { SET_TRIGGERS } from './testing/triggers';

testDefects({
  kind: SET_BOARD,
  triggers: SET_TRIGGERS,
  isTimed: ({ name }) => /^slow-(many|no)/.test(name),
  transcript: (trigger, defects, timed) => {
    const bench = new SetBench(SET_BOARD, { seed: 5, defects });
    trigger(bench);
    if (timed) return bench.timedTexts();
    // The place of EndOfFrame, the order of sets and the time stamps do not count as a defect.
    return bench
      .text()
      .split(/(?<=\n)/)
      .map((line) => line.replace(/^.*\](?=[+\w])/, ''))
      .sort();
  },
});

test('a defect’s memory is lost at power-on', () => {
  const bench = new SetBench(SET_BOARD, { defects: ['full-deck-hangs'] });
  for (let card = 0; card < 81; card++) bench.card(card);
  expect(bench.card(0)).toEqual([]);
  bench.powerOn().advance(2e6);
  expect(bench.card(0)).not.toEqual([]);
});
