/** Fuzzing the STM firmware behind a TCP port of this machine, against a bare fast-check loop on a kept connection. */
import { realBoard, type Board } from '../devices/board';
import { parseLinkUrl } from '../devices/link-url';
import { micros } from '../protocols/time';
import type { Grant, Wish } from '../scenarios/fuzz/play';
import type { FuzzSession } from '../scenarios/fuzz/target';
import { STM_TARGET } from '../scenarios/fuzz/targets/stm/stm';
import { bareOnTcp } from './bare-fast-check';
import { Child, Workshop, works } from './child';
import { fuzz, PARAMETERS, Trace, watched } from './fuzz-campaign';
import type { Contender, Prepared } from './measure';

/** An answer that comes later than this waited for a silence of its own: half the idle gap, ms. */
const SILENCE_MS = PARAMETERS.idleGapMs / 2;

/** Whole requests, as the bare loop sends; what the campaign changes of them may be cut all the same. */
function wholeRequests(): FuzzSession {
  const session = STM_TARGET.session(PARAMETERS);
  const generators = session.generators.filter(({ group }) => group === 'valid' || group === 'session');
  return { ...session, generators };
}

/** Milliseconds of silence that the cases ask for: nothing was to come, or only behind an idle gap. */
class Silences {
  total = 0;
  private before = micros(0);

  readonly take = (wish: Wish, { chunk, now }: Grant): void => {
    const took = (now - this.before) / 1000;
    if (wish.op === 'receive') {
      const asked = Math.max(0, wish.until - this.before) / 1000;
      if (chunk === undefined || took > SILENCE_MS) this.total += Math.min(took, asked);
    }
    this.before = now;
  };
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
      const silences = new Silences();
      const rig = watched(trace.rig(board), (wish, grant) => {
        silences.take(wish, grant);
        if (grant.chunk !== undefined) trace.count(grant.chunk.direction);
      });
      await fuzz({ rig, cases, session: wholeRequests() });
      return (((performance.now() - began - silences.total) / 1000) * cases) / trace.answers;
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
        'Fuzzing the STM firmware over loopback TCP, trace on: requests, each with its answer judged, without the silences of the cases',
      unit: 'requests',
      per: 'second',
      contenders: [wirejig(port), bare(port)],
      limits: [
        {
          peer: 'bare fast-check loop',
          atLeast: 0.8,
          reason:
            'silences end up to 1 ms late, as timers ring, and what came meanwhile is looked for before each request',
        },
      ],
      rounds: 5,
      turnMs: 60,
    },
    done: async () => {
      await responder.end();
      workshop.clear();
    },
  };
}
