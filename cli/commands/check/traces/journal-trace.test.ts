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
