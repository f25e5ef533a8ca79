import { auditPage, type AuditedBoard } from './audit-page';

const board: AuditedBoard = {
  name: 'stm',
  conformantPassed: true,
  conformantFailed: [],
  clauses: ['STM-FR-01', 'STM-FR-02'],
  defects: [
    {
      name: 'crc-ignored',
      text: 'The CRC is <ignored>.',
      breaks: 'STM-FR-02',
      caught: true,
      verdict: 'fail',
      alsoFailed: ['STM-FR-01'],
    },
    {
      name: 'crc-twice',
      text: 'Twice.',
      breaks: 'STM-FR-01',
      caught: false,
      verdict: 'pass',
      alsoFailed: [],
    },
  ],
};

test('the page names the kill rate, what got away, and each defect against each clause', () => {
  const text = auditPage([board], 7);
  expect(text).toContain('<b>50.0 %</b> kill rate');
  expect(text).toMatch(/id="away"[^]*stm\+crc-twice/);
  expect(text).toMatch(/✓ crc-ignored<\/th>\s*<td class="too">•<\/td><td class="kill">✗<\/td>/);
  expect(text).toMatch(/✗ crc-twice<\/th>\s*<td class="away">–<\/td><td><\/td>/);
  expect(text).not.toContain('<ignored>');
});

test('a conformant board that fails is shown, and no defect got away', () => {
  const text = auditPage(
    [
      {
        ...board,
        conformantPassed: false,
        conformantFailed: ['STM-FR-01'],
        defects: board.defects.slice(0, 1),
      },
    ],
    7,
  );
  expect(text).toContain('The conformant board stm did not pass:');
  expect(text).not.toContain('id="away"');
});
