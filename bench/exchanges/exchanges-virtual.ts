/**
 * Exchanges through all of wirejig on the virtual line, in virtual time, against a bare loop over serialport's mock.
 */
import { SerialPortMock } from 'serialport';
import { virtualBoard } from '../../devices/board/virtual-board';
import type { BoardKind, Emission, VirtualBoard } from '../../devices/virtual/engine/board';
import { bareExchanges } from './bare-port';
import { Exchanger } from './exchange';
import type { Prepared } from '../measure';

/** A board that returns the received bytes. */
class EchoBoard implements VirtualBoard {
  private echoes: Emission[] = [];

  receive(link: string, bytes: Uint8Array): void {
    this.echoes.push({ link, bytes });
  }

  wakeAt(): undefined {
    return undefined;
  }

  poll(): readonly Emission[] {
    const echoes = this.echoes;
    if (echoes.length > 0) this.echoes = [];
    return echoes;
  }

  reset(): void {
    this.echoes = [];
  }
}

const ECHO: BoardKind = {
  name: 'echo',
  title: 'Sends back what it receives',
  suite: 'none',
  links: [{ name: 'main', baud: 115_200 }],
  defects: [],
  create: () => new EchoBoard(),
};

async function mockPort(): Promise<SerialPortMock> {
  SerialPortMock.binding.createPort('/dev/echo', { echo: true, record: false });
  const port = new SerialPortMock({ path: '/dev/echo', baudRate: 115_200, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  return port;
}

/** Channel, traced link, SerialLink, the port's stream, our binding, the paced lines, an echo board. */
export async function exchangesVirtual(): Promise<Prepared> {
  const echo = virtualBoard({ kind: ECHO, defects: [], seed: 1, parameters: {} });
  await echo.open();
  const mock = await mockPort();
  const exchanger = new Exchanger(echo);
  return {
    comparison: {
      title: 'Exchanges on the virtual line: 8 bytes there, 8 bytes back, trace on',
      unit: 'exchanges',
      contenders: [
        { name: 'wirejig, echo board', work: (count) => exchanger.run(count) },
        { name: 'bare SerialPortMock echo', work: (count) => bareExchanges(mock, count) },
      ],
      limits: [
        {
          peer: 'bare SerialPortMock echo',
          atLeast: 0.25,
          reason: 'each step of virtual time is a turn of the event loop, which the mock never waits for',
        },
      ],
      turnMs: 60,
    },
    done: async () => {
      await echo.close();
      await new Promise<void>((resolve) => mock.close(() => resolve()));
    },
  };
}
