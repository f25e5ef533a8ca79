/** Fuzzing the virtual STM board on its paced line in real time, against what that line and the board allow. */
import { virtualBoard, type Board } from '../devices/board';
import { realClock } from '../devices/clock';
import { STM_BOARD } from '../devices/virtual/stm-board';
import { allowed, fuzz, GRAIN, PARAMETERS, SEED, Trace, watched } from './fuzz-campaign';
import type { Contender, Prepared } from './measure';

/** Binding and paced lines of a virtual run, which needs no device of the machine, on a clock that does not jump. */
function inRealTime(): Board {
  const clock = realClock();
  return virtualBoard({
    kind: STM_BOARD,
    defects: [],
    seed: SEED,
    parameters: PARAMETERS,
    clock: { ...clock, virtual: true, world: (at, run) => clock.alarm(at, () => void run()) },
  });
}

function wirejig(board: Board): Contender {
  return {
    name: 'wirejig fuzz',
    grain: GRAIN,
    work: async (cases) => {
      const trace = new Trace();
      const rig = watched(trace.rig(board), (_wish, { chunk }) => {
        if (chunk !== undefined) trace.count(chunk.direction);
      });
      await fuzz({ rig, cases });
    },
  };
}

export async function fuzzPaced(): Promise<Prepared> {
  const board = inRealTime();
  await board.open();
  return {
    comparison: {
      title: 'Fuzzing the virtual STM board on a paced line in real time, 115 200 baud, trace on',
      unit: 'cases',
      per: 'second',
      contenders: [wirejig(board), allowed()],
      limits: [
        {
          peer: 'wire and board',
          atLeast: 0.9,
          reason: 'timers ring up to 1 ms late: the line, for each run of bytes, the board and the host',
        },
      ],
      rounds: 3,
      turnMs: 2500,
    },
    done: () => board.close(),
  };
}
