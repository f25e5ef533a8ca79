/** For tests: ser2net, a server of another project, before a serial port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tcpServer } from './tcp-server';

export interface Ser2net {
  readonly port: number;
  close(): Promise<void>;
}

/** `accepter`: `telnet(rfc2217)`, or nothing for plain TCP. `folder`: for its configuration. */
export async function startSer2net(
  path: string,
  folder: string,
  accepter?: 'telnet(rfc2217)',
): Promise<Ser2net> {
  const { port, close: release } = await tcpServer();
  await release();
  const config = join(folder, `ser2net-${port}.yaml`);
  const layers = [...(accepter === undefined ? [] : [accepter]), 'tcp', '127.0.0.1', String(port)].join(',');
  writeFileSync(
    config,
    `%YAML 1.1\n---\nconnection: &board\n  accepter: ${layers}\n  connector: serialdev,${path},115200n81,local\n`,
  );
  const server = spawn('ser2net', ['-n', '-c', config], { stdio: 'ignore' });
  for (let i = 0; !(await listening(port)); i++) {
    if (i > 200) throw new Error('ser2net did not listen within 4 s');
    await pause(20);
  }
  const close = async (): Promise<void> => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  return { port, close };
}

async function listening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [there] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return there === true;
}
