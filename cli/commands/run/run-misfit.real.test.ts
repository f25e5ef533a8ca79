/** Links and boards that do not fit the suite. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { simulated, tcpBoard } from '../../testing/tcp-boards';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

/** The line of a one-wire bus: all that is sent comes back, and reaches the board at `port`. */
async function bus(port: number): Promise<string> {
  const { url } = await tcpBoard((host) => {
    const board = connect({ port, host: '127.0.0.1', noDelay: true });
    board.on('error', () => undefined).on('data', (bytes) => host.write(bytes));
    host.on('close', () => board.destroy());
    host.on('data', (bytes) => {
      host.write(bytes);
      board.write(bytes);
    });
  });
  return url;
}

/** Three to five on an idle machine. */
const LATEST_S = 40;
async function runQuickly(...words: readonly string[]) {
  const began = performance.now();
  const result = await wirejig(['run', ...words, '-q'], { cwd: folder() });
  expect((performance.now() - began) / 1000).toBeLessThan(LATEST_S);
  return result;
}

test.each(['durak', 'gm67'])('%s on a board of stm ends at once, with the suite that fits', async (suite) => {
  const { url: link } = await simulated(['virtual:stm', '--seed', '1']);
  const { code, stderr } = await runQuickly(suite, '--link', link);
  expect([code, stderr]).toEqual([
    3,
    `wirejig: the board answers as stm does; not as ${suite}: wirejig run stm --link ${link}\n`,
  ]);
});

test('durak on a serial port with a board of stm ends so, too', async () => {
  const port = join(folder(), 'port');
  await start(['simulate', 'stm', '--pty', port, '--seed', '1']).waitForOutput(/pid/);
  const { code, stderr } = await runQuickly('durak', '--link', port);
  expect([code, stderr]).toEqual([3, expect.stringContaining('the board answers as stm does; not as durak')]);
});

test('an echo is told with its remedy; with it the board behind is judged', async () => {
  const board = await simulated(['virtual:stm', '--seed', '1']);
  const link = await bus(board.port);
  const told = await runQuickly('stm', '--link', link);
  expect([told.code, told.stderr]).toEqual([
    3,
    `wirejig: link main returns all that is sent, as one-wire buses and RS-485 adapters do: give --link ${link}?echo=remove\n`,
  ]);
  const judged = await runQuickly('stm', '--only', 'STM-GM-03,STM-FR-02', '--link', `${link}?echo=remove`);
  expect([judged.code, judged.stdout]).toEqual([
    0,
    expect.stringContaining('✓ PASS  2 of 2 MUST clauses passed'),
  ]);
});

test('a board that answers wrongly is judged by its suite: no other fits', async () => {
  const { url: link } = await simulated(['virtual:stm+answer-checksum-wrong', '--seed', '1']);
  const { code, stdout } = await runQuickly('stm', '--only', 'STM-FR-01', '--link', link);
  expect([code, stdout]).toEqual([1, expect.stringContaining('✗ FAIL')]);
});
