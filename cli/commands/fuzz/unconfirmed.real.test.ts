import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { readCheckpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { printedCampaign } from '../../testing/printed-output';
import { simulated, tcpBoard } from '../../testing/tcp-boards';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

const burners: ChildProcess[] = [];

afterAll(() => {
  for (const one of burners) one.kill('SIGKILL');
  cleanUp();
});

/** A heater that reads a level (the probe), sets it (the baseline), and says its name. */
const HEATER = `import { byLength, millis, requestResponse, u8, wire, xor8 } from 'wirejig';
const tag = { command: u8() };
const sum = xor8();
const requests = wire({ tag, sum, forms: { read: [1, {}], set: [2, { level: u8() }], name: [3, {}] } });
const answers = wire({ tag, sum, forms: { level: [0x81, { level: u8() }], named: [0x83, { version: u8() }] } });
export const heater = requestResponse({
  baud: 115_200,
  requests,
  answers,
  framing: byLength({ idle: millis(50) }),
  initial: { level: 20 },
  time: { max: millis(100) },
}).protocol({
  id: 'heater',
  title: 'Heater',
  page: \`
    ## Heater
    - HT-01 MUST documented — every request is answered.
    - HT-02 MUST documented — a frame ends with the XOR of its bytes.
    - HT-03 MUST documented — what is no request is not answered.
    - HT-04 MUST documented — an answer begins within 100 ms.
    - HT-05 MUST documented — nothing comes unasked.
  \`,
  rules(request, state) {
    if (request.type === 'name') return { clause: 'HT-01', answer: { type: 'named', version: 7 } };
    const next = request.type === 'set' ? { level: request.level } : state;
    return { clause: 'HT-01', state: next, answer: { type: 'level', ...next } };
  },
  refuse: () => ({ clause: 'HT-03' }),
  always: { sum: 'HT-02', form: 'HT-02', time: 'HT-04', unasked: 'HT-05' },
  baseline: [{ type: 'set', level: 20 }],
  probe: { type: 'read' },
  defects: {
    'no-read': {
      breaks: 'HT-01',
      text: 'A read is never answered.',
      change: ({ rule }) => ({
        rule(request, state) {
          const { answer, ...silent } = rule(request, state);
          return request.type === 'read' ? silent : { ...silent, answer };
        },
      }),
    },
    'bad-once': {
      breaks: 'HT-02',
      text: 'One answer, and never another, has a wrong XOR.',
      // After a few good requests the host knows the state of the board.
      change({ accept, encode }) {
        let [good, isOver] = [0, false];
        return {
          accept(event) {
            const request = accept(event);
            good = request === undefined ? 0 : good + 1;
            return request;
          },
          encode(answer) {
            const isBad = !isOver && good === 5;
            isOver ||= isBad;
            return encode(answer).map((byte, at, { length }) => (isBad && at === length - 1 ? byte ^ 1 : byte));
          },
        };
      },
    },
  },
});
`;

function project(): string {
  const here = folder();
  writeFileSync(join(here, 'heater.ts'), HEATER);
  writeFileSync(
    join(here, 'wirejig.config.ts'),
    `import { heater } from './heater';\nexport default { protocols: [heater] };\n`,
  );
  return here;
}

const CASES = 20;
const WORDS = `--cases ${CASES} --seed 3 --json`.split(' ');

/** A campaign on a board of a process of its own, without a reset. */
async function fuzzSimulated(board: string, cwd: string) {
  const { url: link } = await simulated([board, '--seed', '1'], { cwd });
  const { code, stdout, stderr } = await wirejig(['fuzz', 'heater', '--link', link, ...WORDS], {
    cwd,
  });
  return { code, stderr, link, ...printedCampaign(stdout) };
}

test.concurrent(
  'a failure that never reproduces is unconfirmed: exit 3, and a list of its own everywhere',
  async () => {
    const cwd = project();
    const { code, stderr, link, cases, findings, unconfirmed } = await fuzzSimulated('heater+bad-once', cwd);
    expect([code, cases, findings]).toEqual([3, CASES, []]);
    expect(stderr).toBe('wirejig: 1 failure did not reproduce\n');
    const [one] = unconfirmed;
    expect(unconfirmed.length).toBe(1);
    expect(one).toMatchObject({ requirement: 'HT-02', repeats: { shown: 0 } });
    expect(one?.repeats.tried).toBeGreaterThan(0);
    const files = readdirSync(join(cwd, 'wirejig-fuzz/findings')).filter((name) => name.endsWith('.json'));
    expect(files).toEqual([expect.stringMatching(/^unconfirmed-heater-[0-9a-f]{8}\.json$/)]);
    const { state } = readCheckpoint(readFileSync(join(cwd, 'wirejig-fuzz/campaign.json'), 'utf8'));
    expect([state.findings.length, state.unconfirmed.length]).toEqual([0, 1]);
    const page = readFileSync(join(cwd, 'wirejig-fuzz/report.html'), 'utf8');
    expect(page).toContain(`No finding and 1 unconfirmed failure in ${CASES} cases.`);
    expect(page).toMatch(/<section id="unconfirmed">[^]*did not reproduce in \d+ replays/);
    expect(page).not.toContain('<section id="found">');
    const again = await wirejig(['replay', one?.file ?? '', '--link', link], { cwd });
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('0 of 10 times')]);
  },
  120_000,
);

// That of the baseline, and of neither: campaign.whole.test.ts.
test.concurrent(
  'a board that never answers its probe: a finding, and all cases are tried',
  async () => {
    const { code, outcome, cases, findings } = await fuzzSimulated('heater+no-read', project());
    expect([code, outcome, cases]).toEqual([1, 'done', CASES]);
    expect(findings.map(({ kind, requirement }) => [kind, requirement])).toContainEqual(['silence', 'HT-01']);
    expect(findings[0]?.title).toMatch(/read/);
    for (const { repeats } of findings) expect(repeats.shown).toBeGreaterThan(0);
  },
  120_000,
);

test.concurrent(
  'a board that is dead from the start: exit 3 and one line',
  async () => {
    const { url } = await tcpBoard((socket) => socket.resume());
    const words = ['fuzz', 'heater', '--link', url, ...WORDS];
    const { code, stdout, stderr } = await wirejig(words, { cwd: project() });
    const { findings, unconfirmed, cases } = printedCampaign(stdout);
    expect([code, cases, findings, unconfirmed]).toEqual([3, 0, [], []]);
    expect(stderr).toMatch(/^wirejig: the board answers nothing: is it powered, [^\n]*\n$/);
  },
  120_000,
);

test('a conformant board on a host whose processors are busy: exit 0', async () => {
  for (let n = 0; n < 4; n++) burners.push(spawn(process.execPath, ['-e', 'for (;;);']));
  const { code, cases, findings, unconfirmed } = await fuzzSimulated('heater', project());
  for (const one of burners.splice(0)) one.kill('SIGKILL');
  expect([code, cases, findings, unconfirmed]).toEqual([0, CASES, [], []]);
}, 240_000);
