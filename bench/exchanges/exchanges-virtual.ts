/**
 * Exchanges through all of wirejig on the virtual line, in virtual time, against a bare loop over serialport's mock.
 */
import { SerialPortMock } from 'serialport';
import { virtualBoard } from '../../devices/board/virtual-board';
import type { Board } from '../../devices/board/board';
import type { BoardKind, Emission, VirtualBoard } from '../../devices/virtual/engine/board';
import { STM_BOARD } from '../../devices/virtual/stm/board';
import { answers, requests } from '../../protocols/stm/stm';
import type { Answer, Request } from '../../protocols/stm/message';
import { after, millis } from '../../protocols/time';
import { Channel } from '../../scenarios/bench/channel';
import { Tracer } from '../../scenarios/journal/tracer';
import { bareExchanges } from './bare-port';
import { Exchanger, SELECT } from './exchange';
import type { Contender, Prepared } from '../measure';

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

async function openBoard(kind: BoardKind): Promise<Board> {
  const board = virtualBoard({ kind, defects: [], seed: 1, parameters: {} });
  await board.open();
  return board;
}

/** The same exchange with the virtual STM board, whose answer has another form and takes time. */
async function withStmBoard(board: Board): Promise<Contender> {
  const tracer = new Tracer(() => undefined);
  const traced = tracer.board(board);
  const channel = new Channel<Request, Answer>({
    name: 'main',
    link: () => traced.link('main'),
    tx: requests(),
    rx: answers(),
    onTransfer: () => undefined,
  });
  const ask = async (request: Request): Promise<void> => {
    await channel.send(request);
    const received = await channel.next(after(channel.now(), millis(500)));
    if (received?.kind !== 'frame' || received.value.type !== request.type)
      throw new Error(`the virtual STM board answered with ${received?.kind ?? 'nothing'}`);
  };
  await ask({ type: 'start' });
  return {
    name: 'wirejig, virtual STM board',
    work: async (count) => {
      for (let i = 0; i < count; i++) {
        if (i % 1000 === 0) tracer.begin(channel.now());
        await ask(SELECT);
      }
    },
  };
}

async function mockPort(): Promise<SerialPortMock> {
  SerialPortMock.binding.createPort('/dev/echo', { echo: true, record: false });
  const port = new SerialPortMock({ path: '/dev/echo', baudRate: 115_200, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  return port;
}

/** Channel, traced link, SerialLink, the port's stream, our binding, the paced lines, an echo board. */
export async function exchangesVirtual(): Promise<Prepared> {
  const echo = await openBoard(ECHO);
  const stm = await openBoard(STM_BOARD);
  const mock = await mockPort();
  const exchanger = new Exchanger(echo);
  return {
    comparison: {
      title: 'Exchanges on the virtual line: 8 bytes there, 8 bytes back, trace on',
      unit: 'exchanges',
      contenders: [
        { name: 'wirejig, echo board', work: (count) => exchanger.run(count) },
        { name: 'bare SerialPortMock echo', work: (count) => bareExchanges(mock, count) },
        await withStmBoard(stm),
      ],
      limits: [
        {
          peer: 'bare SerialPortMock echo',
          atLeast: 0.25,
          reason: 'each step of virtual time is a turn of the event loop, which the mock never waits for',
        },
        { peer: 'wirejig, virtual STM board' },
      ],
      turnMs: 60,
    },
    done: async () => {
      await echo.close();
      await stm.close();
      await new Promise<void>((resolve) => mock.close(() => resolve()));
    },
  };
}
