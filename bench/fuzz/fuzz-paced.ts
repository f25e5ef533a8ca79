/**
 * Fuzzing the virtual STM board on its paced line in real time, against the pace of line and board: the same campaign
 * without the host's time.
 *
 *     a request   its bytes at 10 bit times each      the board   0.2 to 2 ms
 *     an answer   its bytes at 10 bit times each      silence     the idle gaps that decide a frame, and pauses of cases
 *
 * Both send a good request before an earlier one is answered, as the page allows (STM-FR-10).
 */
import { virtualBoard } from '../../devices/board/virtual-board';
import type { Board } from '../../devices/board/board';
import { exactClock } from './exact-clock';
import { wireLimit, fuzz, GRAIN, PARAMETERS, SEED, Trace, observedRig } from './fuzz-campaign';
import type { Contender, Prepared } from '../measure';
import { STM_BOARD } from '../stm-parts';

/** The binding and paced lines of a virtual run, which need no device of the machine, on a clock that does not jump. */
function pacedBoard(): Board {
  return virtualBoard({
    kind: STM_BOARD,
    defects: [],
    seed: SEED,
    parameters: PARAMETERS,
    clock: exactClock(),
  });
}

function fuzzContender(board: Board): Contender {
  return {
    name: 'wirejig fuzz',
    grain: GRAIN,
    work: async (cases) => {
      const trace = new Trace();
      const rig = observedRig(trace.rig(board), (_effect, { chunk }) => {
        if (chunk !== undefined) trace.count();
      });
      await fuzz({ rig, cases });
    },
  };
}

export async function fuzzPaced(): Promise<Prepared> {
  const board = pacedBoard();
  await board.open();
  return {
    comparison: {
      title:
        'Fuzzing the virtual STM board on a paced line in real time, 115 200 baud, trace on; wire and board: the same cases where the host takes no time',
      unit: 'cases',
      per: 'second',
      contenders: [fuzzContender(board), wireLimit()],
      limits: [
        {
          peer: 'wire and board',
          atLeast: 0.9,
          reason:
            'between an answer and the next request the host is too slow, or its silences end late: is the machine busy?',
        },
      ],
      rounds: 3,
      turnMs: 2500,
    },
    done: () => board.close(),
  };
}
