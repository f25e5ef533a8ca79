import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulated } from '../../testing/tcp-boards';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const NEVER = `never: { heat: { text: 'heats it', message: (one) => one.type === 'set' && one.target > 200 } },`;

test('a finding that was not sent, as the protocol withholds it, is not decided', async () => {
  const cwd = folder();
  await wirejig(['init', '--protocol'], { cwd });
  const protocol = join(cwd, 'protocol.ts');
  writeFileSync(protocol, readFileSync(protocol, 'utf8').replace(/(?= {2}probe: )/, `  ${NEVER}\n`));
  const board = 'virtual:oven+ov-tg-03-unanswered';
  await wirejig(['fuzz', 'oven', '--board', board, '--cases', '10', '--seed', '7'], { cwd });
  const file = readdirSync(join(cwd, 'wirejig-fuzz/findings')).find((name) => name.endsWith('.json')) ?? '';
  const { url } = await simulated(['oven'], { cwd });
  const words = ['replay', join('wirejig-fuzz/findings', file), '--link', url];
  const withheld = await wirejig(words, { cwd });
  expect([withheld.code, withheld.stdout]).toEqual([3, '']);
  expect(withheld.stderr).toMatch(/nothing is decided: not sent to a real board: heat, .*--allow heat/);
  const sent = await wirejig([...words, '--allow', 'heat'], { cwd });
  expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('0 of 10 times')]);
}, 60_000);
