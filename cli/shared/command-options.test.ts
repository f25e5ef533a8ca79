import { join } from 'node:path';
import { path } from './command-options';

test('an absolute path below this folder is taken from here, one elsewhere stays', () => {
  const { coerce } = path('Where the reports go');
  const here = process.cwd();
  expect(['a/b', join(here, 'a', 'b'), here, join(here, '..', 'a'), `${here}x`].map(coerce)).toEqual([
    'a/b',
    join('a', 'b'),
    '.',
    join(here, '..', 'a'),
    `${here}x`,
  ]);
});
