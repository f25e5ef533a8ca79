/** Fuzzing the STM firmware behind a TCP port of this machine, against a bare fast-check loop on a kept connection. */
import { realBoard, type Board } from '../devices/board';
import { parseLinkUrl } from '../devices/link-url';
import type { Dice } from '../scenarios/fuzz/dice';
import type { FuzzSession } from '../scenarios/fuzz/target';
import type { StmView } from '../scenarios/fuzz/targets/stm/model';
import { STM_TARGET } from '../scenarios/fuzz/targets/stm/stm';
import { bareOnTcp } from './bare-fast-check';
import { Child, Workshop, works } from './child';
import { fuzz, PARAMETERS, Trace, watched } from './fuzz-campaign';
import type { Contender, Prepared } from './measure';

/** What the page answers at once: no idle gap, no silence is asked for by any of it. */
const AT_ONCE: readonly string[] = [
  'any request',
  'a pair',
  'a board with few moves',
  'as many pairs as win',
  'more shuffles than are counted',
  'the same deal asked for again',
  'checksum wrong in one bit',
  'checksum wrong',
  'field past its bound',
  'position twice',
  'commands inside data',
];

function answeredAtOnce(): FuzzSession<StmView> {
  const session = STM_TARGET.session(PARAMETERS);
  const generators = session.generators
    .filter(({ name }) => AT_ONCE.includes(name))
    .map((one) => ({
      ...one,
      make: (dice: Dice, view: StmView) => one.make(dice, view).filter(({ kind }) => kind !== 'listen'),
    }));
  return { ...session, generators, fromCorpus: 0 };
}

function wirejig(port: number): Contender {
  let board: Board | undefined;
  return {
    name: 'wirejig fuzz',
    begin: async () => {
      const targets = new Map([['main', parseLinkUrl('main', `tcp://127.0.0.1:${port}`, PARAMETERS.baud)]]);
      board = realBoard({ name: 'stm', kind: 'stm', targets });
      await board.open();
    },
    work: async (cases) => {
      if (board === undefined) return undefined;
      const began = performance.now();
      const trace = new Trace();
      const rig = watched(trace.rig(board), (_wish, { chunk }) => {
        if (chunk !== undefined) trace.count(chunk.direction);
      });
      const answers = await fuzz({ rig, cases, session: answeredAtOnce() });
      return (((performance.now() - began) / 1000) * cases) / answers;
    },
    end: async () => board?.close(),
  };
}

function bare(port: number): Contender {
  let loop: Awaited<ReturnType<typeof bareOnTcp>> | undefined;
  return {
    name: 'bare fast-check loop',
    begin: async () => {
      loop = await bareOnTcp(port);
    },
    work: async (count) => loop?.work(count),
    end: async () => loop?.close(),
  };
}

export async function fuzzOnTcp(): Promise<Prepared> {
  if (process.platform === 'win32' || !works('cc', '--version'))
    return { skipped: 'no cc to compile the responder with' };
  const workshop = new Workshop();
  const sources = ['stm/board.c', 'stm/frame.c', 'stm/game.c', 'common/random.c'];
  const responder = new Child(workshop.compiled('stm-tcp.c', ...sources));
  const port = Number(await responder.line());
  return {
    comparison: {
      title:
        'Fuzzing the STM firmware over loopback TCP, trace on: requests that are answered at once, each with its answer judged',
      unit: 'requests',
      per: 'second',
      contenders: [wirejig(port), bare(port)],
      limits: [
        {
          peer: 'bare fast-check loop',
          atLeast: 0.8,
          reason:
            'a request costs more than the bare loop: cases are drawn, answers judged by the game, bytes traced',
        },
      ],
      rounds: 5,
      turnMs: 250,
    },
    done: async () => {
      await responder.end();
      workshop.clear();
    },
  };
}
