/** Whose links a journal has. */
import type { JournalEvent } from '../../../../scenarios/record';
import { journalTrace } from './journal-trace';

const links = ['a', 'b'].map((name) => ({ name, url: 'virtual:durak' }));
const board = { name: 'two', kind: 'durak', virtual: true, defects: [], links };
const JOURNAL: readonly JournalEvent[] = [
  { type: 'run', version: '0', seed: 1, board, suites: [], command: '', platform: '' },
  ...['a', 'b'].map((link): JournalEvent => ({
    type: 'chunk',
    link,
    direction: 'rx',
    hex: link === 'a' ? '0a' : '0b',
    notBefore: 1000,
    notAfter: 1000,
  })),
  { type: 'run-end', at: 4000, outcome: 'done', verdicts: {}, exchanges: 0 },
];

test('two boards that played each other: one is named, or asked for', () => {
  const main = { name: 'main', baud: 115_200 };
  expect(() => journalTrace(JOURNAL, { suite: 'durak', links: [main] })).toThrow(
    'no byte of the journal is on a link named main: give --link NAME with one of a, b',
  );
  const { events } = journalTrace(JOURNAL, { suite: 'durak', links: [{ ...main, called: 'b' }] });
  const bytes = [...events].map((event) => (event.kind === 'chunk' ? [...event.chunk.bytes] : []));
  expect(bytes).toEqual([[0x0b]]);
});

/** The bytes that are judged of a run of one suite on one board, which sent one byte before its first scenario, and one in it. */
function judgedBytes(before: readonly JournalEvent[], virtual = false): readonly number[] {
  const received = (hex: string, at: number): JournalEvent => ({
    ...{ type: 'chunk', link: 'main', direction: 'rx', hex, notBefore: at, notAfter: at },
  });
  const suite = { id: 'durak', title: '', requirements: [], parameters: {}, scenarios: [] };
  const source = journalTrace(
    [
      {
        type: 'run',
        version: '0',
        seed: 1,
        board: { ...board, virtual },
        suites: [suite],
        command: '',
        platform: '',
      },
      ...before,
      received('0a', 2000),
      { type: 'scenario', at: 3000, suite: 'durak', scenario: 'durak/one' },
      received('0b', 4000),
    ],
    { suite: 'durak', links: [{ name: 'main', baud: 115_200 }] },
  );
  return [...source.events].flatMap((event) => (event.kind === 'chunk' ? [...event.chunk.bytes] : []));
}

test('what a run plays to find a real board is not judged, unless the board was reset before', () => {
  expect(judgedBytes([])).toEqual([0x0b]);
  const reset: JournalEvent = { type: 'line', at: 1000, link: '', event: 'reset', detail: 'dtr' };
  expect(judgedBytes([reset])).toEqual([0x0a, 0x0b]);
  expect(judgedBytes([], true)).toEqual([0x0a, 0x0b]);
});
