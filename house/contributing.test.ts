import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './source-files';

/** The rows of the table of changes and their folders. */
function mapRows(contributing: string): { readonly change: string; readonly places: readonly string[] }[] {
  const table = contributing.split(/^## Where a change belongs$/m)[1]?.split(/^## /m)[0] ?? '';
  return table.split('\n').flatMap((row) => {
    const [, change = '', places] = row.split('|').map((cell) => cell.trim());
    if (places === undefined || !places.includes('`')) return [];
    return [{ change, places: [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place) }];
  });
}

const ROWS = mapRows(readText('CONTRIBUTING.md'));

test('the map names one existing folder for each of twenty changes or more', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(20);
  const wrong = ROWS.filter(
    ({ places: [place = '', ...others] }) =>
      others.length > 0 || !place.endsWith('/') || !existsSync(join(__dirname, '..', place)),
  );
  expect(wrong).toEqual([]);
});

test('every path that the page names exists', () => {
  const named = readText('CONTRIBUTING.md').matchAll(
    /`((?:protocols|devices|scenarios|reports|cli|api|bench|house|firmware)\/[a-z0-9/.-]*)`/g,
  );
  const paths = [...named].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(ROWS.length);
  expect(paths.filter((path) => !existsSync(join(__dirname, '..', path)))).toEqual([]);
});

test('the reader of the map sees a row, and the folder of it', () => {
  const page =
    '## Where a change belongs\n\n| change | folder |\n| --- | --- |\n| a board | `devices/x/` |\n\n## Next\n';
  expect(mapRows(page)).toEqual([{ change: 'a board', places: ['devices/x/'] }]);
});
