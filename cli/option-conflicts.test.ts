import { join } from 'node:path';
import { path } from './shared/command-options';
import { cleanUp, wirejig } from './testing/wirejig-process';

afterAll(cleanUp);

test.each([
  ['run stm --progress plain --json', '--progress and --json cannot be combined: give one'],
  ['run stm --progress plain --quiet', '--progress and --quiet cannot be combined: give one'],
  ['run stm --json --quiet', '--json and --quiet cannot be combined: give one'],
  ['run stm --verbose --quiet', '--verbose and --quiet cannot be combined: give one'],
  ['run stm --board virtual:stm --link /dev/ttyNone0', '--board and --link cannot be combined: give one'],
  ['run stm --ui --lab redis://127.0.0.1', '--ui and --lab cannot be combined: give one'],
  ['fuzz stm --ui --lab redis://127.0.0.1', '--ui and --lab cannot be combined: give one'],
  ['audit stm --progress plain --json', '--progress and --json cannot be combined: give one'],
  ['audit stm --seeds 3', '--seeds does nothing without --fuzz: give both'],
  ['fuzz stm --trust-folder', '--trust-folder does nothing without --resume'],
  ['fuzz stm --reset dtr', '--reset is for a real board'],
  [
    'replay x.json --board virtual:stm --link /dev/ttyNone0',
    '--board and --link cannot be combined: give one',
  ],
  ['report --dissector stm --out x', '--dissector and --out cannot be combined: give one'],
  ['report --dissector stm --verbose', '--dissector and --verbose cannot be combined: give one'],
  ['report --dissector stm --reporter github', '--dissector and --reporter cannot be combined: give one'],
  ['report --dissector stm wirejig-report', '--dissector draws no reports'],
  ['report wirejig-report --quiet --verbose', '--quiet and --verbose cannot be combined: give one'],
  ['init --protocol --yes', '--protocol and --yes cannot be combined: give one'],
  ['init --protocol --force', '--protocol and --force cannot be combined: give one'],
  ['init --protocol --format json', '--protocol and --format cannot be combined: give one'],
  ['simulate stm --pty ./board --reset-on-connect', '--reset-on-connect does nothing without --tcp'],
  ['tap --a virtual:durak --b virtual:durak --games 3 --verbose', '--games and --verbose cannot be combined'],
  ['monitor /dev/ttyNone0 --hex --text', '--hex and --text cannot be combined: give one'],
  ['ports --timeout 3s', '--timeout ends a --wait'],
  ['stimulus sheet --port 3', '--port is not for sheet'],
])('wirejig %s is refused in one line', async (line, message) => {
  const { code, stderr, stdout } = await wirejig(line.split(' '));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});

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
