/** For tests: a server of one far serial port, whose answers can be bent. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { ByteQueue } from '../../../testing/byte-queue';
import { ANSWER } from '../com-port';
import { escapeIac, OPTION, optionBytes, subBytes, TelnetReader } from '../telnet';

export interface FarPort {
  readonly port: number;
  /** Data that the client sent. */
  readonly data: ByteQueue;
  /** What it asked of the port: code and value. */
  readonly asked: readonly (readonly number[])[];
  /** The connection; rejects never, waits for the first. */
  readonly socket: Promise<Socket>;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface FarPortOptions {
  /** What is answered to a request of `code`; undefined: nothing. Default: what was asked for. */
  readonly answer?: (code: number, value: readonly number[]) => readonly number[] | undefined;
  /** Default: it agrees to everything. */
  readonly agrees?: boolean;
  /** Bytes put on the wire before anything else. */
  readonly greeting?: Uint8Array;
  /** The client's bytes are left in their socket. */
  readonly deaf?: boolean;
}

export async function farPort(options: FarPortOptions = {}): Promise<FarPort> {
  const { answer = (_code, value) => value, agrees = true, greeting, deaf = false } = options;
  const data = new ByteQueue();
  const asked: (readonly number[])[] = [];
  const server = createServer({ noDelay: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new Promise<Socket>((resolve) =>
    server.once('connection', (client) => {
      client.on('error', () => undefined);
      if (greeting !== undefined) client.write(greeting);
      const reader = new TelnetReader();
      const onBytes = (bytes: Uint8Array): void => {
        for (const event of reader.push(bytes)) {
          if (event.kind === 'data') data.push(event.bytes);
          else if (event.kind === 'sub') {
            const [code = 0, ...value] = event.payload;
            asked.push([code, ...value]);
            const reply = answer(code, value);
            if (reply !== undefined)
              client.write(subBytes(OPTION.comPort, Uint8Array.of(code + ANSWER, ...reply)));
          } else if (agrees && event.verb === 'will') client.write(optionBytes('do', event.option));
          else if (agrees && event.verb === 'do') client.write(optionBytes('will', event.option));
        }
      };
      if (!deaf) client.on('data', onBytes);
      resolve(client);
    }),
  );
  return {
    port: portOf(server),
    data,
    asked,
    socket,
    write: async (bytes) => {
      const client = await socket;
      await new Promise<void>((resolve) => client.write(escapeIac(bytes), () => resolve()));
    },
    close: async () => {
      void socket.then((client) => client.destroy());
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
