import { defectsOn, readPage } from './page';

const PAGE = `
# A sensor

It answers what it is asked.

## Framing
- SN-FR-01 MUST documented — every frame of the board
  ends with the checksum.
- SN-FR-02 SHOULD profile — noise is ignored.

Not a clause:
- a list item

## Values
* SN-VL-01 MUST implied — a value is between 0 and 100.
`;

test('clauses are read with their groups, over several lines; prose and other lists are not clauses', () => {
  expect(readPage(PAGE)).toEqual([
    {
      id: 'SN-FR-01',
      level: 'MUST',
      origin: 'documented',
      group: 'Framing',
      text: 'every frame of the board ends with the checksum.',
    },
    { id: 'SN-FR-02', level: 'SHOULD', origin: 'profile', group: 'Framing', text: 'noise is ignored.' },
    {
      id: 'SN-VL-01',
      level: 'MUST',
      origin: 'implied',
      group: 'Values',
      text: 'a value is between 0 and 100.',
    },
  ]);
});

test.each(['—', '–', '--', '-'])('%s may stand before the text of a clause', (dash) => {
  expect(readPage(`## A\n- X-1 MUST profile ${dash} one - with - dashes`)).toMatchObject([
    { id: 'X-1', text: 'one - with - dashes' },
  ]);
});

test.each([
  [
    '## A\n- SN-FR-01 MUST documented: with a colon',
    "page: 'SN-FR-01 MUST documented: with a colon' is no clause: write - ID MUST documented — text (or SHOULD; documented, implied or profile)",
  ],
  ['- SN-FR-01 MUST documented — text', 'page: SN-FR-01 stands under no heading'],
  ['## A\n- X-1 MUST profile — one\n- X-1 MUST profile — again', 'page: X-1 stands twice'],
  ['only prose', 'page: no clause: write each as `- ID MUST documented — text` under a heading'],
])('an unreadable line is an error of one line', (page, message) => {
  expect(() => readPage(page)).toThrow(new Error(message));
});

describe('defects on a page', () => {
  const PAGE = [
    '- crc-ignored MB-FR-01 — The CRC of a request is',
    '  not looked at.',
    '- fixed-wait MB-TM-02 — The wait is fixed. Beyond input: only several starts show it.',
  ].join('\n');

  test('each has its clause, its sentence, and why no input shows it', () => {
    expect(defectsOn(PAGE, { 'crc-ignored': 1, 'fixed-wait': 2 })).toEqual({
      'crc-ignored': { breaks: 'MB-FR-01', text: 'The CRC of a request is not looked at.', change: 1 },
      'fixed-wait': {
        breaks: 'MB-TM-02',
        text: 'The wait is fixed.',
        beyondInput: 'only several starts show it.',
        change: 2,
      },
    });
  });

  test('one that the page does not list is an error', () => {
    expect(() => defectsOn(PAGE, { 'crc-swapped': 1 })).toThrow('page: no defect crc-swapped is listed');
  });
});
