import { exchangeLines, fileLimits } from './exchange-text';

const LINE = 43;

test('the wrong byte of a long record is shown, however late it comes', () => {
  const end = { name: 'end', offset: LINE - 1, length: 1, value: 'LF', meaning: 'should be CR LF' };
  const record = {
    link: 'console',
    direction: 'rx',
    notBefore: 0,
    notAfter: 0,
    hex: `${'41'.repeat(LINE - 1)}0a`,
    fields: [end],
  } as const;
  const shown = exchangeLines(record, { ...fileLimits, bytes: 16 }).join('\n');
  expect(shown).toMatch(/… 32 bytes left out\n +(?:41 ){10}0A\n {48}\^\^\n +✗ end 0A should be CR LF$/);
});
