import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CHINESE_TEN_PARAMETERS, CHINESE_TEN_REQUIREMENTS } from './requirements';

const page = readFileSync(path.join(__dirname, 'README.md'), 'utf8');

test('the catalogue says what the page says', () => {
  const clauses = [...page.matchAll(/^- (CT-\S+) (\w+) (\w+) — (.*)$/gm)].map(
    ([, id, level, origin, text]) => ({
      id,
      level,
      origin,
      text,
    }),
  );
  expect(clauses).toEqual(
    CHINESE_TEN_REQUIREMENTS.map(({ id, level, origin, text }) => ({ id, level, origin, text })),
  );
  expect(new Set(clauses.map(({ id }) => id)).size).toBe(12);
});

test('the parameter is on the page with its default', () => {
  expect(CHINESE_TEN_PARAMETERS.map(({ name, default: value }) => `\`${name}\` ${value}`)).toEqual([
    '`patienceMs` 6000',
  ]);
  expect(page).toContain('`patienceMs` 6000');
});
