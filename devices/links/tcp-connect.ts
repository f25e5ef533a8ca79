/** Opens TCP connections; what stands in the way is told with its remedy. */
import { connect, type Socket } from 'node:net';
import { LinkError } from './link';

const CONNECT_TIMEOUT_MS = 5000;

/** A connected socket without listeners. Rejects with {@link LinkError} of the link `name`: missing (no such host), refused. */
export function connectTcp(name: string, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new LinkError(
          name,
          'refused',
          `no answer from ${host}:${port} within ${CONNECT_TIMEOUT_MS / 1000} s: is it the right address?`,
        ),
      );
    }, CONNECT_TIMEOUT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(connectFault(name, host, port, error));
    });
  });
}

function connectFault(name: string, host: string, port: number, error: NodeJS.ErrnoException): LinkError {
  if (error.code === 'ECONNREFUSED')
    return new LinkError(
      name,
      'refused',
      `nothing listens on ${host}:${port}: start the board or its server first`,
    );
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new LinkError(name, 'missing', `no host named ${host}: check the spelling or give an address`);
  return new LinkError(name, 'refused', `cannot connect to ${host}:${port}: ${error.message}`);
}
