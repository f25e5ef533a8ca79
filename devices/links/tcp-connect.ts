/** Opens and closes TCP connections. Errors name the cause and the remedy. */
import { connect, type Socket } from 'node:net';
import { LinkError, type LinkFault } from './link';

const CONNECT_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 200;

/** A connected socket without listeners. Rejects with {@link LinkError} of the link `name`: missing (no such host), refused. */
export function connectTcp(name: string, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const refuse = (fault: LinkFault, cause: string): void => reject(new LinkError(name, fault, cause));
    const timer = setTimeout(() => {
      socket.destroy();
      const limit = `${CONNECT_TIMEOUT_MS / 1000} s`;
      refuse('refused', `no answer from ${host}:${port} within ${limit}: is it the right address?`);
    }, CONNECT_TIMEOUT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (error.code === 'ECONNREFUSED')
        refuse('refused', `nothing listens on ${host}:${port}: start the board or its server first`);
      else if (isUnknownHost(error)) reject(unknownHost(name, host));
      else refuse('refused', `cannot connect to ${host}:${port}: ${error.message}`);
    });
  });
}

/** Sends queued bytes, then closes. Resolves when the socket is closed. */
export function closeTcp(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.end();
    socket.destroySoon();
    setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  });
}

export function isUnknownHost({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

export function unknownHost(link: string, host: string): LinkError {
  return new LinkError(link, 'missing', `no host named ${host}: check the spelling or give an address`);
}
