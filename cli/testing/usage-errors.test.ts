import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, wirejig } from './wirejig-process';

afterAll(cleanUp);

const HERE = folder();
writeFileSync(join(HERE, 'file'), 'x');
writeFileSync(join(HERE, 'broken.jsonl'), '{"type":"chunk"}\n');

/** What is typed, and what the one line about it must say: the cause and the remedy. */
const WRONG: readonly (readonly [string, RegExp | string])[] = [
  ['rnu', /no command 'rnu': did you mean run\?/],
  ['help rnu', /no command 'rnu': did you mean run\?/],
  ['sel', /no command 'sel': did you mean run set\?/],
  ['-x', /no command|no option/],
  ['run smt', /no suite named 'smt': did you mean stm\?/],
  ['run stm --only STM-FR-99', /'STM-FR-99' in stm: did you mean STM-FR-0\d\?/],
  ['run stm --progress slow', /--progress 'slow' is not known: give plain/],
  ['run stm --link tcp://127.0.0.1:1 --reset rts', /the reset rts needs the modem lines/],
  ['run stm --sede 3', /no option --sede: did you mean --seed\?/],
  ['run stm -k', /: -k has no value/],
  ['run stm -k crcc', /no clause or scenario with 'crcc' in stm: did you mean CRC\?/],
  ['run stm --only FR-02', /'FR-02' in stm: did you mean STM-FR-02\?/],
  ['run stm -x', /no option -x: did you mean --bail\?/],
  ['run stm -z', /no option -z: see/],
  ['run stm --lf', /no option --lf: did you mean --last-failed\?/],
  ['run stm --repeat 0', /--repeat '0' is not a number of runs: give 1 to 10000/],
  ['run stm --seed', /--seed has no value: give it one/],
  ['run stm --seed 1 --seed 2', /--seed is given twice/],
  ['run stm --param idleGap=3', /no parameter named 'idleGap': did you mean idleGapMs\?.*errorCmd/],
  ['run stm --board virtual:stm+crc-ignord', /did you mean crc-ignored\?/],
  ['run stm --link tcp://nowhere', /'tcp:\/\/nowhere' is not a TCP address: give tcp:\/\/HOST:PORT/],
  ['run stm --out file', /cannot write to .*file: a file of that name is in the way: .*--out DIR/],
  ['run stm --out .', /\. holds what is not wirejig's \(broken\.jsonl, file\): give an empty folder/],
  ['run stm --out file/deeper', /cannot write to .*deeper: .*: give another directory with --out DIR/],
  ['simulate', /an argument is missing.*simulate <board>/],
  ['simulate stm', /give --pty PATH or --tcp PORT/],
  ['simulate stm --udp 4000', /serial links, not UDP: give --pty PATH or --tcp PORT/],
  ['simulate stm --tcp 65536', /--tcp '65536' is not a port: give \[HOST:\]PORT/],
  ['simulate stm --pty file', /file exists already: give another path/],
  ['audit stm --defect crc-ignord', /no defect named 'crc-ignord': did you mean crc-ignored\?/],
  ['audit stm --jobs 0', /--jobs '0'.*give 1 to 999/],
  ['audit stm --fuzz --quick', /--quick and --fuzz cannot be combined/],
  ['audit stm --fuzz --firmware', /--fuzz and --firmware cannot be combined/],
  ['audit stm --fuzz --cases 0', /--cases '0' is not a number of cases: give 1 to/],
  ['tap --a virtual:durak', /a tap has two ends: give --b LINK/],
  ['tap --a virtual:durak --b ./x', /in virtual time and the other board does not: wirejig simulate/],
  ['tap --a ./x --b ./x', /the same link '\.\/x': give the two boards' own/],
  ['tap --a virtual:stm --b virtual:durak', /virtual:stm is not a board of the suite durak/],
  ['tap --a virtual:durak --b virtual:durak --faults flop', /no fault named 'flop': did you mean flip\?/],
  ['tap --a virtual:durak --b virtual:durak --rate 1/9', /give --faults too/],
  ['tap --a virtual:durak --b virtual:durak --faults flip --rate 5', /'5' is not a rate: give 1\/200/],
  ['tap --a virtual:durak --b virtual:durak --games 0', /'0' is not a number of games/],
  ['tap --a ./x --b ./y --games 2', /--games is for virtual boards/],
  ['tap --a virtual:durak --b virtual:durak --games 2 --out file', /leave out --out/],
  ['stimulus poster', /no stimulus named 'poster': .*sheet/],
  ['stimulus sheet --paper a5', /--paper is not 'a5': give a4 or letter/],
  ['stimulus sheet --encoding 1..4', /--encoding is not '1\.\.4': give 1\.\.3 or 0\.\.2/],
  ['stimulus sheet --out no/where.html', /cannot write no\/where\.html: .*--out FILE/],
  ['stimulus serve --port 70000', /--port is not '70000': give a whole number from 0 to 65535/],
  ['stimulus serve --size 5', /--size is not '5': give a whole number from 10 to 300/],
  ['stimulus serve --paper a4', /--paper is not for serve: it takes --port, --size/],
  ['list defect', /no list named 'defect': did you mean defects\?/],
  ['lab stauts', /no action named 'stauts': did you mean status\? there are: serve, worker, demo/],
  ['lab status desk', /lab status takes no board: leave out 'desk'/],
  ['fuzz stn', /no suite named 'stn': did you mean stm\?/],
  ['fuzz stm --cases many', /--cases 'many' is not a number of cases/],
  ['fuzz stm --resume --out nowhere', /no campaign to resume in nowhere/],
  ['replay nowhere.json', /cannot read nowhere\.json/],
  ['report --dissector chess', /no dissector named 'chess': .*stm, durak/],
  ['report --dissector stm --param colour=1', /no parameter named 'colour'/],
  ['report', /no journal: give the --out DIR of one or several runs, or --dissector SUITE$/m],
  ['report somewhere --param a=1', /--param is for --dissector/],
  ['ui nowhere', 'there is no folder nowhere: give the --out DIR of a run, or a folder of runs'],
  ['audit stm --as-real --fuzz', '--as-real and --fuzz cannot be combined: give one'],
  ['audit stm --as-real --firmware', '--as-real and --firmware cannot be combined: give one'],
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
  ['report nowhere', /no journal at nowhere: give the --out DIR of a run/],
  ['report broken.jsonl', /broken\.jsonl:1 is no journal event: .*: is it a whole journal\?/],
];

test.each(WRONG)('wirejig %s: exit 2 and one line', async (typed, message) => {
  const { code, stdout, stderr } = await wirejig(typed.split(' '), { cwd: HERE });
  expect(stderr).toMatch(/^wirejig: [^\n]+\n$/);
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test.each([
  ['version', ['-V']],
  ['help run', ['run', '--help']],
  ['help', []],
])('wirejig %s is what its option is', async (typed, words) => {
  const [spelled, short] = await Promise.all([wirejig(typed.split(' ')), wirejig(words)]);
  expect(spelled.stdout).not.toBe('');
  expect(spelled).toEqual(short);
});

test.each([
  ['fuzz stm --link /dev/ttyNowhere --cases 10', /^wirejig: no port \/dev\/ttyNowhere: [^\n]+\n$/, {}],
  [
    'audit stm --firmware',
    /^wirejig: no arm-none-eabi-gcc, .*apt-get install [^\n]+\n$/,
    { PATH: '/nowhere' },
  ],
])(
  'wirejig %s, where something is missing: exit 3, one line, no verdict and no file',
  async (typed, message, env) => {
    const cwd = folder();
    const { code, stdout, stderr } = await wirejig(typed.split(' '), { cwd, env });
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringMatching(message)]);
    expect(readdirSync(cwd)).toEqual([]);
  },
);

test('a refused command leaves nothing behind', () => {
  expect(readdirSync(HERE).sort()).toEqual(['broken.jsonl', 'file']);
});

test('control characters in what was typed do not reach the terminal', async () => {
  const { stderr } = await wirejig(['run', '\u001b[2Jx'], { cwd: HERE });
  expect(stderr).toContain("wirejig: no suite named '\\x1B[2Jx'");
  expect(stderr).not.toContain('\u001b');
});
