import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshGame } from '../../protocols/ttt/game';
import { eventsOf, step } from '../../protocols/ttt/testing/model';
import { tcpBoard } from './tcp-boards';
import { printedRun } from './printed-output';
import { cleanUp, folder, start, wirejig } from './wirejig-process';

afterAll(cleanUp);

async function runSuite(url: string, ...words: string[]) {
  const cwd = folder();
  const { code, stdout, stderr } = await wirejig(['run', 'ttt', '--link', url, '--json', ...words], { cwd });
  expect(stderr).not.toContain('    at ');
  expect(readFileSync(join(cwd, 'wirejig-report/report.html'), 'utf8')).toContain('</html>');
  return { code, ...printedRun(stdout) };
}

describe.each(['tcp', 'udp'] as const)('a simulated server over %s', (way) => {
  test.concurrent('passes with several players by one URL, and Ctrl-C ends it', async () => {
    const words = ['--param', 'game=ttt-pvp', '--param', 'responseMs=1500'];
    const running = start(['simulate', 'ttt', `--${way}`, '0', '--seed', '1', ...words]);
    const [, url = ''] = await running.waitForOutput(/^wirejig: virtual ttt\S* on ((?:tcp|udp):\S+)/);
    expect(url).toMatch(new RegExp(`^${way}:`));
    const { code, requirements } = await runSuite(url, ...words, '--only', 'ttt/players-join');
    const judged = Object.entries(requirements).filter(([, verdict]) => verdict !== 'skip');
    expect([code, judged]).toEqual([
      0,
      ['TTT-01', 'TTT-30', 'TTT-31', 'TTT-33', 'TTT-34'].map((id) => [id, 'pass']),
    ]);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(0);
  });
});

/** In ms: longer than the run waits before it says something on another link. */
const STALL_MS = 150;

test.concurrent('a server that stands still where somebody leaves is not blamed', async () => {
  const socket = createSocket('udp4');
  let game = freshGame('ttt-pvp');
  let before = Promise.resolve();
  socket.on('message', (bytes, { port }) => {
    before = before.then(async () => {
      for (const event of eventsOf('udp', String(port), bytes)) {
        if (event.kind === 'leave') await sleep(STALL_MS);
        const { state, sent } = step(game, event, () => 0);
        game = state;
        for (const { to, byte } of sent) socket.send(Uint8Array.of(byte), Number(to), '127.0.0.1');
      }
    });
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const url = `udp://127.0.0.1:${socket.address().port}`;
  const words = ['--link', `b=${url}`, '--param', 'game=ttt-pvp', '--only', 'ttt/players-join'];
  const { requirements } = await runSuite(`a=${url}`, ...words);
  await before;
  socket.close();
  // Whom a full game refuses, and who has joined before whom, is not known of two players.
  expect([requirements['TTT-30'], requirements['TTT-31']]).toEqual(['inconclusive', 'inconclusive']);
});

describe('a server of bad manners', () => {
  test.concurrent(
    'hangs behind the first player: the board is silent, and what it failed is said',
    async () => {
      let players = 0;
      const { url } = await tcpBoard((socket) => {
        socket.resume();
        if (++players === 1) socket.write('P');
      });
      const { code, requirements } = await runSuite(url, '--only', 'ttt/machine-joins');
      expect([1, 3]).toContain(code);
      expect(Object.values(requirements)).not.toContain('pass');
      expect(Object.values(requirements)).toContain('fail');
    },
  );

  test.concurrent('closes in the middle of the game: a verdict', async () => {
    const { url } = await tcpBoard((socket) => {
      socket.write('P');
      socket.on('data', () => socket.end());
    });
    const { code, requirements } = await runSuite(url, '--only', 'TTT-20,TTT-21');
    expect(code).toBe(1);
    expect(requirements['TTT-21']).toBe('fail');
  });

  test.concurrent('answers with datagrams of any length: TTT-01 fails', async () => {
    const socket = createSocket('udp4');
    socket.on('message', (_bytes, { port, address }) => {
      for (const answer of ['P', '', 'WW']) socket.send(answer, port, address);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const url = `udp://127.0.0.1:${socket.address().port}`;
    const { code, requirements } = await runSuite(url, '--only', 'ttt/machine-joins');
    socket.close();
    expect([code, requirements['TTT-01']]).toEqual([1, 'fail']);
  });
});
