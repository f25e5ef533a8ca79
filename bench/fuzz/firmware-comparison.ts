/**
 * Fuzzing the STM firmware as a C program of this machine, against a bare fast-check loop on the same line. Everything
 * sent has an immediate answer, so neither waits for a silence.
 */
import { realBoard } from '../../devices/board/real-board';
import type { Board } from '../../devices/board/board';
import { parseLinkUrl } from '../../devices/links/link-target';
import type { Dice } from '../../scenarios/fuzz/campaign/dice';
import type { FuzzSession } from '../../scenarios/fuzz/target';
import type { RequestResponseView } from '../../scenarios/fuzz/targets/request-response/model';
import { STM_TARGET } from '../stm-parts';
import { bareOnPort, bareOnTcp, type BareLoop } from './bare-fast-check';
import { PeerProcess, BuildFolder, commandWorks } from '../peer-process';
import { fuzz, PARAMETERS, Trace, observedRig } from './fuzz-campaign';
import type { Contender, Prepared } from '../measure';

/** The responder has room for two of the longest requests; the page requires answers in order. */
const AHEAD = 2 * 580;

const SOURCES = ['stm/board.c', 'stm/frame.c', 'stm/game.c', 'common/random.c'];

/** The generators whose cases have immediate answers, without an idle gap or a silence. */
const IMMEDIATE_GENERATORS: readonly string[] = [
  'any request',
  'an earlier request, changed',
  'near-miss: checksum',
  'near-miss: range',
  'near-miss: repeat',
  'a few requests',
  'a request between two of another',
  'a change, then a look at the state',
  'choices',
  'pairs',
  'over',
  'deals',
];

function immediateSession(): FuzzSession<RequestResponseView> {
  const session = STM_TARGET.session(PARAMETERS);
  const generators = session.generators
    .filter(({ name }) => IMMEDIATE_GENERATORS.includes(name))
    .map((one) => ({
      ...one,
      make: (dice: Dice, view: RequestResponseView) =>
        one.make(dice, view).filter(({ kind }) => kind !== 'listen'),
    }));
  return { ...session, generators, blocks: { fromCorpus: 0 } };
}

function fuzzContender(url: string): Contender {
  let board: Board | undefined;
  return {
    name: 'wirejig fuzz',
    begin: async () => {
      const targets = new Map([['main', parseLinkUrl('main', url, PARAMETERS.baud)]]);
      board = realBoard({ name: 'stm', kind: 'stm', targets });
      await board.open();
    },
    work: async (cases) => {
      if (board === undefined) return undefined;
      const began = performance.now();
      const trace = new Trace();
      const rig = observedRig(trace.rig(board, AHEAD), (_effect, { chunk }) => {
        if (chunk !== undefined) trace.count();
      });
      const answers = await fuzz({ rig, cases, session: immediateSession() });
      return (((performance.now() - began) / 1000) * cases) / answers;
    },
    end: async () => board?.close(),
  };
}

interface FirmwareComparison {
  /** For the responder: none means TCP. */
  readonly line: readonly 'pty'[];
  /** The URL from the responder's output. */
  readonly url: (announced: string) => string;
  readonly where: string;
  readonly bare: string;
  readonly loop: (announced: string) => Promise<BareLoop>;
  readonly atLeast: number;
  readonly reason: string;
}

/** The comparison on one kind of line. */
async function compareOnFirmware(wanted: FirmwareComparison): Promise<Prepared> {
  if (process.platform === 'win32' || !commandWorks('cc', '--version'))
    return { skipped: 'no cc to compile the responder with' };
  const workshop = new BuildFolder();
  const responder = new PeerProcess(workshop.compile('stm-line.c', ...SOURCES), ...wanted.line);
  const announced = await responder.line();
  let loop: BareLoop | undefined;
  const bare: Contender = {
    name: wanted.bare,
    begin: async () => {
      loop = await wanted.loop(announced);
    },
    work: async (count) => loop?.work(count),
    end: async () => loop?.close(),
  };
  return {
    comparison: {
      title: `Fuzzing the STM firmware, a C program, ${wanted.where}, trace on: requests that are answered at once, each with its answer judged`,
      unit: 'requests',
      per: 'second',
      contenders: [fuzzContender(wanted.url(announced)), bare],
      limits: [{ peer: wanted.bare, atLeast: wanted.atLeast, reason: wanted.reason }],
      rounds: 7,
      turnMs: 250,
    },
    done: async () => {
      await responder.end();
      workshop.remove();
    },
  };
}

/** On a pseudo-terminal: against a bare fast-check loop over the `serialport` package. */
export function fuzzOnPty(): Promise<Prepared> {
  return compareOnFirmware({
    line: ['pty'],
    url: (path) => `serial:${path}`,
    where: 'on a pseudo-terminal',
    bare: 'bare fast-check + serialport',
    loop: bareOnPort,
    atLeast: 2,
    reason: 'both wait for the same responder, which is slow here',
  });
}

/** On a TCP port of this machine: against a bare fast-check loop on a kept connection. */
export function fuzzOnTcp(): Promise<Prepared> {
  return compareOnFirmware({
    line: [],
    url: (port) => `tcp://127.0.0.1:${port}`,
    where: 'over loopback TCP',
    bare: 'bare fast-check loop',
    loop: (port) => bareOnTcp(Number(port)),
    atLeast: 0.8,
    reason:
      'a request costs more than the bare loop: cases are drawn, answers judged by the game, bytes traced',
  });
}
