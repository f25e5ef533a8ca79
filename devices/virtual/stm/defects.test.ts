import { hexTranscript, testDefects } from '../testing/defect-tests';
import { STM_BOARD } from './board';
import { StmBench } from './testing/bench';
import { TRIGGERS } from './testing/triggers';

testDefects({
  kind: STM_BOARD,
  triggers: TRIGGERS,
  isTimed: ({ breaks }) => breaks.startsWith('STM-TM'),
  transcript: (trigger, defects, timed) => {
    const bench = new StmBench({ seed: 5, defects });
    trigger(bench);
    return hexTranscript(bench.rx, timed);
  },
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
