import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { pythonWithSerial } from '../../../devices/ports/python';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const PYTHON = pythonWithSerial() ?? 'python3';

/** Time limits that a busy build server keeps too. */
const SLOW_HOST = ['--param', 'responseMs=300', '--param', 'idleGapMs=200'];

/** Runs a finding's script on a new simulated board. Resolves with its exit code and its output. */
async function runScript(script: string, board: string): Promise<readonly [number | null, string]> {
  const port = join(folder(), 'port');
  const running = start(['simulate', board, '--pty', port, '--seed', '7', ...SLOW_HOST]);
  await running.waitForOutput(/^wirejig: virtual stm/m);
  const child = spawn(PYTHON, [script, port], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  running.child.kill('SIGTERM');
  await running.ended;
  return [code, output];
}

const scripts = new Map<string, Promise<string>>();

function scriptOf(defect: string, cases: number): Promise<string> {
  const script = scripts.get(defect) ?? writeScript(defect, cases);
  scripts.set(defect, script);
  return script;
}

async function writeScript(defect: string, cases: number): Promise<string> {
  const cwd = folder();
  const board = `virtual:stm+${defect}`;
  const words = ['fuzz', 'stm', '--board', board, '--cases', String(cases), '--seed', '1', ...SLOW_HOST];
  await wirejig(words, { cwd });
  const findings = join(cwd, 'wirejig-fuzz/findings');
  const names = readdirSync(findings);
  const [id = ''] = names.map((name) => name.replace(/\..*/, ''));
  expect(names).toEqual([`${id}.c`, `${id}.json`, `${id}.py`]);
  return join(findings, `${id}.py`);
}

needing('findings as scripts', 'socat', 'python3-serial').test.each([
  ['crc-ignored', 300],
  ['slow-fifth-shuffle', 500],
] as const)(
  'the script of %s shows the failure on a pseudo-terminal, and not on a conformant board',
  async (defect, cases) => {
    const script = await scriptOf(defect, cases);
    const [bad, sound] = await Promise.all([runScript(script, `stm+${defect}`), runScript(script, 'stm')]);
    expect(bad).toEqual([1, expect.stringMatching(/sent {6}[0-9A-F ]+[^]*the failure reproduces\n$/)]);
    expect(sound).toEqual([0, expect.stringContaining('the failure does not reproduce')]);
  },
);

needing('findings as scripts', 'python3-serial').test(
  'without a port the script ends with exit code 2 and the cause',
  async () => {
    const script = await scriptOf('crc-ignored', 300);
    const { status, stderr } = spawnSync(PYTHON, [script, '/nowhere/port'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^cannot open \/nowhere\/port: [^\n]+\n$/);
  },
);
