/** A board without a pace behind a server that does not know it: a pseudo-terminal, and the real ser2net before it. */
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { startSer2net } from '../../../devices/testing/ser2net';
import { cleanUp, folder, start } from '../../testing/wirejig-process';

const { describe } = needing('durak through ser2net', 'ser2net');

afterAll(cleanUp);

describe('durak on a pseudo-terminal behind ser2net', () => {
  test.concurrent.each([
    ['rfc2217', 'telnet(rfc2217)'],
    ['tcp', undefined],
  ] as const)(
    '%s: a conformant board keeps its clauses',
    async (scheme, accepter) => {
      const cwd = folder();
      const board = join(cwd, 'board');
      const simulation = start(['simulate', 'durak', '--pty', board, '--seed', '1'], { cwd });
      const [, pid = ''] = await simulation.waitForOutput(/\(pid (\d+);/);
      const server = await startSer2net(board, cwd, accepter);
      // Behind the server nobody knows how long the board's process waits for a processor before it gets the signal.
      const reset = ['--reset', `cmd:kill -HUP ${pid}; sleep 0.3`];
      // Those that failed where acknowledgements came within the nominal time of their packet.
      const clauses = ['--only', 'DRK-LK-01,DRK-LK-05,DRK-HS-07'];
      const link = ['--link', `${scheme}://127.0.0.1:${server.port}`];
      const run = start(['run', 'durak', ...link, ...reset, ...clauses, '--seed', '1', '-q'], { cwd });
      const { code, stdout, stderr } = await run.ended;
      await server.close();
      expect([stdout, stderr]).toEqual([
        expect.stringContaining('3 of 3 MUST clauses passed, none failed'),
        '',
      ]);
      // Of a server on a busy machine less than 95 % may be judged.
      expect([0, 3]).toContain(code);
    },
    240_000,
  );
});
