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

test.each(BOARD_KINDS)(
  'each defect of $name has a name for the command line and a sentence',
  ({ defects }) => {
    for (const { name, text } of defects) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  },
);
