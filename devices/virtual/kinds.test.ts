import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from '../../protocols/stm/requirements';
import { BOARD_KINDS, resolveBoard } from './kinds';

function refusal(text: string): string {
  try {
    resolveBoard(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

describe('naming a virtual board', () => {
  test('by its kind, with and without the scheme', () => {
    expect(resolveBoard('virtual:stm').kind.name).toBe('stm');
    expect(resolveBoard('stm').defects).toEqual([]);
  });

  test('with defects, in the order named', () => {
    const { defects } = resolveBoard('virtual:stm+sixth-shuffle+crc-ignored');
    expect(defects.map(({ name }) => name)).toEqual(['sixth-shuffle', 'crc-ignored']);
  });

  test.each([
    ['virtual:stmm', "no virtual board named 'stmm': did you mean stm?"],
    ['virtual:quux', "no virtual board named 'quux': known are"],
    ['virtual:', "no virtual board named '': known are"],
    ['stm+crc-ignord', "no defect of stm named 'crc-ignord': did you mean crc-ignored?"],
    ['stm+CRC-Ignored', "no defect of stm named 'CRC-Ignored': did you mean crc-ignored?"],
    ['stm+', "no defect of stm named '': some are"],
    ['stm+banana', "no defect of stm named 'banana': some are error-crc-without-cmd, "],
    ['stm+heartbeat+heartbeat', "defect 'heartbeat' is named twice in 'stm+heartbeat+heartbeat'"],
  ])('%s: %s', (text, message) => {
    expect(refusal(text)).toContain(message);
    expect(refusal(text)).not.toContain('\n');
  });
});

describe.each(BOARD_KINDS)('the kind $name', (kind) => {
  test('has defects with names of their own and a sentence each', () => {
    const names = kind.defects.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, text } of kind.defects) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });
});

test('every requirement of the STM page has a defect that breaks it, and every defect breaks one', () => {
  const broken = new Set(resolveBoard('stm').kind.defects.map(({ breaks }) => breaks));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
  const page = readFileSync(join(__dirname, '../../protocols/stm/README.md'), 'utf8');
  for (const id of broken) expect(page).toContain(id);
});
