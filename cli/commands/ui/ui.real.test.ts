import { get } from 'node:http';
import { join } from 'node:path';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

function textOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part)));
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

test('shows past runs and compares two, until it is interrupted; exit 0', async () => {
  const cwd = folder();
  for (const [out, board] of [
    ['before', 'virtual:stm'],
    ['artifacts/42/now', 'virtual:stm+crc-ignored'],
  ] as const)
    await wirejig([
      'run',
      '--board',
      board,
      '--only',
      'STM-FR-02',
      '--seed',
      '1',
      '-q',
      '--out',
      join(cwd, out),
    ]);
  const running = start(['ui', '.'], { cwd });
  const [, url = ''] = await running.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/)/);
  expect(await textOf(`${url}run?name=${encodeURIComponent('artifacts/42/now')}`)).toContain(
    '<b>FAIL</b> virtual:stm+crc-ignored',
  );
  expect(await textOf(`${url}compare?before=before&now=artifacts%2F42%2Fnow`)).toContain('Newly failing');
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(0);
});

test('a folder without runs is refused in one line', async () => {
  const { code, stderr } = await wirejig(['ui'], { cwd: folder() });
  expect([code, stderr]).toEqual([
    2,
    'wirejig: no run in .: wirejig run makes one, or give a folder of runs\n',
  ]);
});
