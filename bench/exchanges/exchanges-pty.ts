/** Exchanges over a pseudo-terminal with a C echo at its far end, against a bare serialport loop and pyserial. */
import { SerialPort } from 'serialport';
import { realBoard } from '../../devices/board/real-board';
import { parseLinkUrl } from '../../devices/links/link-url';
import { pythonWithSerial } from '../../devices/ports/python';
import { bareExchanges } from './bare-port';
import { BARE_NODE, bareTty } from './bare-tty';
import { PeerProcess, peerSource, BuildFolder, commandWorks } from '../peer-process';
import { Exchanger } from './exchange';
import type { Contender, Prepared } from '../measure';

function wirejig(path: string): Contender {
  const board = realBoard({
    name: 'echo',
    kind: 'echo',
    targets: new Map([['main', parseLinkUrl('main', `serial:${path}`, 115_200)]]),
  });
  let exchanger: Exchanger | undefined;
  return {
    name: 'wirejig',
    begin: async () => {
      await board.open();
      exchanger = new Exchanger(board);
    },
    work: async (count) => exchanger?.run(count),
    end: () => board.close(),
  };
}

function bareSerialport(path: string): Contender {
  const port = new SerialPort({ path, baudRate: 115_200, autoOpen: false });
  return {
    name: 'bare serialport',
    begin: () => new Promise((resolve, reject) => port.open((error) => (error ? reject(error) : resolve()))),
    work: (count) => bareExchanges(port, count),
    end: () => new Promise((resolve, reject) => port.close((error) => (error ? reject(error) : resolve()))),
  };
}

/** A program that opens the port at the beginning of each turn and closes it at the end. */
function program(name: string, command: string, ...args: readonly string[]): Contender {
  let child: PeerProcess | undefined;
  return {
    name,
    begin: async () => {
      child = new PeerProcess(command, ...args);
      await child.ask('20');
    },
    work: async (count) => Number(await child?.ask(String(count))),
    end: async () => child?.end(),
  };
}

/** All contenders take turns on the same pseudo-terminal. */
export async function exchangesOnPty(): Promise<Prepared> {
  if (process.platform === 'win32') return { skipped: 'there are no pseudo-terminals here' };
  if (!commandWorks('cc', '--version')) return { skipped: 'no cc to compile the echo with' };
  const buildFolder = new BuildFolder();
  const echo = new PeerProcess(buildFolder.compile('echo-pty.c'));
  const path = await echo.line();
  const python = pythonWithSerial();
  const pyserial =
    python === undefined ? [] : [program('pyserial', python, peerSource('ping_pyserial.py'), path)];
  return {
    comparison: {
      title: `Exchanges on a pseudo-terminal (C echo at its far end): 8 bytes there, 8 bytes back, trace on`,
      unit: 'exchanges',
      per: 'second',
      contenders: [
        wirejig(path),
        bareSerialport(path),
        bareTty(path),
        ...pyserial,
        program('C system calls', buildFolder.compile('ping-pty.c'), path),
      ],
      limits: [
        { peer: 'bare serialport', atLeast: 2, reason: 'both wait for the same echo, which is slow here' },
        {
          peer: 'pyserial',
          atLeast: 1,
          reason: 'each exchange pays for promises, a decoder, a trace and bounds of its times',
          floor: BARE_NODE,
        },
        { peer: BARE_NODE },
        { peer: 'C system calls' },
      ],
      rounds: 15,
      turnMs: 150,
      missing: python === undefined ? ['pyserial: no python3 that has it'] : [],
    },
    done: async () => {
      await echo.end();
      buildFolder.remove();
    },
  };
}
