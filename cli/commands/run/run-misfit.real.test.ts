/** Links and boards that do not fit the suite, each on a TCP port of this machine. */
import { createServer, type AddressInfo, connect, type Socket } from 'node:net';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

const servers: ReturnType<typeof createServer>[] = [];
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  cleanUp();
});

async function simulated(board: string): Promise<number> {
  const [, port] = await start(['simulate', board, '--tcp', '0', '--seed', '1']).waitForOutput(
    / on tcp:\/\/127\.0\.0\.1:(\d+) /,
  );
  return Number(port);
}

/** The line of a one-wire bus: all that is sent comes back, and reaches the board at `port`; 0: there is none. */
async function bus(port: number): Promise<string> {
  const server = createServer({ noDelay: true }, (host) => {
    const board = port === 0 ? undefined : connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [host, board]) {
      socket?.on('error', () => undefined);
      if (socket) sockets.push(socket);
    }
    host.on('close', () => board?.destroy());
    host.on('data', (bytes) => {
      host.write(bytes);
      board?.write(bytes);
    });
    board?.on('data', (bytes) => host.write(bytes));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
  const link = `tcp://127.0.0.1:${await simulated('virtual:stm')}`;
  const { code, stderr } = await runQuickly(suite, '--link', link);
  expect([code, stderr]).toEqual([
    3,
    `wirejig: the board answers as stm does; not as ${suite}: wirejig run stm --link ${link}\n`,
  ]);
});

test('an echo is told with its remedy; with it the board behind is judged', async () => {
  const link = await bus(await simulated('virtual:stm'));
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
  const link = `tcp://127.0.0.1:${await simulated('virtual:stm+answer-checksum-wrong')}`;
  const { code, stdout } = await runQuickly('stm', '--only', 'STM-FR-01', '--link', link);
  expect([code, stdout]).toEqual([1, expect.stringContaining('✗ FAIL')]);
});
