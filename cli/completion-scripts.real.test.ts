import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { completionScript } from './completion';
import { cleanUp, wirejig } from './testing/wirejig-process';

afterAll(cleanUp);

const PROGRAM = [process.execPath, join(__dirname, '../dist/cli/main.js')];

/** What bash offers after these words, of which the last one is incomplete. */
function offered(...words: readonly string[]): string[] {
  const script = `${completionScript('bash', PROGRAM)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wirejig_completions; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

test('bash completes wirejig, also through npx, and no other program of npx', () => {
  expect(offered('wirejig', 'sim')).toEqual(['simulate']);
  expect(offered('npx', 'wirejig', 'run', 'st')).toEqual(['stm']);
  expect(offered('wirejig', 'run', '--board', 'virtual', ':', 'stm+crc-low')).toEqual(['stm+crc-low-nibble']);
  expect(offered('wirejig', 'run', '--last')).toEqual(['--last-failed']);
  expect(offered('wirejig', 'run', '-k', 's')).toEqual([]);
  expect(offered('npx', 'other', 's')).toEqual([]);
});

test('each shell has a script, which calls the program that printed it where npx runs it', async () => {
  const [fish, zsh, other, byNpx] = await Promise.all([
    wirejig(['completion', 'fish']),
    wirejig(['completion', 'zsh']),
    wirejig(['completion', 'fsh']),
    wirejig(['completion', 'bash'], { env: { npm_command: 'exec' } }),
  ]);
  expect(fish.stdout).toMatch(/env SHELL=\/bin\/sh .*--get-yargs-completions \$words[^]*complete -c wirejig/);
  expect(zsh.stdout).toMatch(/^#compdef wirejig npx\n/);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringMatching(/no shell named 'fsh': did you mean/),
  ]);
  expect(byNpx.stdout).toMatch(/main\.js --get-yargs-completions/);
});
