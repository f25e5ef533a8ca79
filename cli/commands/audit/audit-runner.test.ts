import { countLines } from './audit-runner';

function shownLines(options: { plain: boolean; isTty: boolean }): readonly (string | undefined)[] {
  let time = 0;
  const lineAt = countLines(10, 'runs', { ...options, now: () => time });
  return [1, 2, 5, 10].map((done) => {
    time += 6000;
    return lineAt(done);
  });
}

test('a terminal shows every step, with the time and an estimate; the end needs none', () => {
  expect(shownLines({ plain: false, isTty: true })).toEqual([
    '1/10 runs done, 6.0 s, about 54 s left',
    '2/10 runs done, 12 s, about 48 s left',
    '5/10 runs done, 18 s, about 18 s left',
    undefined,
  ]);
});

test('a log has a line every 10 s if asked for, else none', () => {
  expect(shownLines({ plain: true, isTty: false })).toEqual([
    undefined,
    '2/10 runs done, 12 s, about 48 s left',
    undefined,
    undefined,
  ]);
  expect(shownLines({ plain: false, isTty: false }).filter((line) => line !== undefined)).toEqual([]);
});
