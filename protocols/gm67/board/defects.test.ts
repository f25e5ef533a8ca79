import { hexTranscript, testDefects } from '../../../devices/virtual/testing/defect-tests';
import { GM67_BOARD } from '../testing/parts';
import { GmBench } from '../testing/bench';
import { GM67_TRIGGERS } from '../testing/triggers';

testDefects({
  kind: GM67_BOARD,
  triggers: GM67_TRIGGERS,
  isTimed: ({ name }) => /^(slow-|retry-|raw-pause|noise-xoff|nak-resends)/.test(name),
  transcript: (trigger, defects, timed) => {
    const bench = new GmBench({ seed: 5, defects });
    trigger(bench);
    return hexTranscript(bench.rx, timed);
  },
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
