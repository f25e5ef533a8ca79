import { GmBench } from '../testing/bench';

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
