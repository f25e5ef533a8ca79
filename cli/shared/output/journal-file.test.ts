import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { eventsOf } from './journal-file';

afterAll(cleanUp);

const board = { name: 'b', kind: 'stm', virtual: false, defects: [], links: [] };
const RUN = { type: 'run', version: '0', seed: 1, board, suites: [], command: '', platform: '' };
const LINE = { type: 'line', at: 0, link: '', event: 'reset' };

test('each pass over a journal checks what none before it has checked', () => {
  const path = join(folder(), 'journal.jsonl');
  const text = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');
  writeFileSync(path, text(RUN, LINE));
  const events = eventsOf(path);
  expect([[...events], [...events]]).toEqual([
    [RUN, LINE],
    [RUN, LINE],
  ]);
  // A run goes on writing.
  appendFileSync(path, text({ ...LINE, at: 'soon' }, LINE));
  for (const _ of [1, 2]) expect(() => [...events]).toThrow(/journal.jsonl:3 is no journal event: at: /);
});
