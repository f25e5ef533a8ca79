/** For tests: an RFC 2217 server with one serial port, whose answers can be changed. */
import type { Socket } from 'node:net';
import { ByteQueue } from '../../../testing/byte-queue';
import { tcpServer } from '../../../testing/tcp-server';
import { ANSWER } from '../com-port';
import { escapeIac, OPTION, optionBytes, subBytes, TelnetReader } from '../telnet';

export interface FarPort {
  readonly port: number;
  /** Data that the client sent. */
  readonly data: ByteQueue;
  /** Requests of the client: code and value. */
  readonly asked: readonly (readonly number[])[];
  /** The first connection. */
  readonly socket: Promise<Socket>;
  write(bytes: Uint8Array): Promise<void>;
  readonly close: () => Promise<void>;
}

export interface FarPortOptions {
  /** The answer to a request of `code`; undefined: none. Default: the requested value. */
  readonly answer?: (code: number, value: readonly number[]) => readonly number[] | undefined;
  /** Whether it accepts options; default true. */
  readonly agrees?: boolean;
  /** Bytes that it sends first. */
  readonly greeting?: Uint8Array;
}

export async function farPort(options: FarPortOptions = {}): Promise<FarPort> {
  const { answer = (_code, value) => value, agrees = true, greeting } = options;
  const data = new ByteQueue();
  const asked: (readonly number[])[] = [];
  const { port, socket, close } = await tcpServer((client) => {
    if (greeting !== undefined) client.write(greeting);
    const reader = new TelnetReader();
    client.on('data', (bytes) => {
      for (const event of reader.push(bytes)) {
        if (event.kind === 'data') data.push(event.bytes);
        else if (event.kind === 'sub') {
          const [code = 0, ...value] = event.payload;
          asked.push([code, ...value]);
          const reply = answer(code, value);
          if (reply !== undefined)
            client.write(subBytes(OPTION.comPort, Uint8Array.of(code + ANSWER, ...reply)));
        } else if (event.kind === 'undoubled') throw new Error('the client sends FF undoubled');
        else if (agrees && event.verb === 'will') client.write(optionBytes('do', event.option));
        else if (agrees && event.verb === 'do') client.write(optionBytes('will', event.option));
      }
    });
  });
  const write = async (bytes: Uint8Array): Promise<void> => {
    const client = await socket;
    await new Promise<void>((resolve) => client.write(escapeIac(bytes), () => resolve()));
  };
  return { port, data, asked, socket, write, close };
}
