/** The fuzz target of STM: one line, requests and answers, and a game. */
import {
  answers,
  CMD,
  DEFAULT_OPTIONS,
  describeRequest,
  LIMIT,
  requests,
  requestWire,
  type Tile,
} from '../../../../protocols/stm/stm';
import { classOfReject, GAMES, RESPONSES, TRIGGERS } from '../../../../protocols/stm/classes';
import { STM } from '../../../../protocols/stm/session';
import { requirements } from '../../../../protocols/stm/requirements';
import { after, millis } from '../../../../protocols/time';
import { reduceBytes } from '../../reduce/byte-reduction';
import type { FuzzStep } from '../../../player/step';
import type { FuzzTarget } from '../../target';
import { decodeAll } from '../case-building';
import { RequestResponseModel } from '../request-response/model';
import { NEAR_MISSES } from './near-misses';
import { LINK, resealed, tx, SET_STATE, START, type StmView } from './case-parts';
import { stmResync } from './resync';
import { sessions } from './sessions';
import { timeBounds } from './times';

export const STM_TARGET: FuzzTarget<StmView> = {
  suite: 'stm',
  requirements,
  states: GAMES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['CMD', 'descriptor', 'count', 'x', 'y', 'z', 'kind', 'condition', 'CRC', 'length'],
  session: (parameters) => {
    const idleGap = millis(Number(parameters['idleGapMs'] ?? 50));
    const response = millis(Number(parameters['responseMs'] ?? 100));
    const errorCmd = Number(parameters['errorCmd'] ?? DEFAULT_OPTIONS.errorCmd);
    const board = STM.at(parameters);
    const codec = requests({ idleGap });
    const back = answers({ idleGap, errorCmd });
    return {
      model: (fresh) => new RequestResponseModel(board, LINK, fresh),
      generators: [...sessions(idleGap), ...NEAR_MISSES],
      probe: [tx(SET_STATE)],
      baseline: [tx(START)],
      stateProbes: ({ state }, before) => {
        const tile = state?.game.selected ?? lastTile(before) ?? { x: 20, y: 10, z: 0, kind: 27 };
        const other = { ...tile, x: (tile.x + 4) % 64 };
        return [
          [tx({ type: 'match', tile: other, open: true })],
          [tx({ type: 'select', tile: other, open: true })],
          [tx(SET_STATE)],
        ];
      },
      quiet: after(idleGap, response),
      clauses: { pipelined: 'STM-FR-10', pause: 'STM-FR-04' },
      resync: stmResync({ idleGap, response }),
      times: (failure) => timeBounds(failure, { idleGap, response }),
      frames: (_link, bytes) => {
        return decodeAll(requests({ idleGap }).decoder(), bytes, idleGap).map(({ raw }) => raw);
      },
      smaller: (_link, bytes) => smallerInputs(bytes),
      describe: (_link, bytes) => describe(bytes),
      fields: (_link, direction, bytes) => (direction === 'tx' ? codec : back).fields(bytes),
    };
  },
};

/** The tile of the last Select: it may still be selected. */
function lastTile(steps: readonly FuzzStep[]): Tile | undefined {
  for (const step of steps.toReversed()) {
    const [cmd, , x = 0, y = 0, z = 0, kind = 0] = step.kind === 'send' ? step.bytes : [];
    const isTile = x <= LIMIT.x && y <= LIMIT.y && z <= LIMIT.z && kind <= LIMIT.kind;
    if (cmd === CMD.select && isTile) return { x, y, z, kind };
  }
  return undefined;
}

function describe(bytes: Uint8Array): string {
  return decodeAll(requests().decoder(), bytes, millis(1000))
    .map((event) =>
      event.kind === 'frame'
        ? describeRequest(event.value)
        : `${classOfReject(event.error.code)}: ${event.error.message}`,
    )
    .join('; ');
}

function* smallerInputs(bytes: Uint8Array): Iterable<Uint8Array> {
  yield* smallerFrames(bytes);
  yield* reduceBytes(bytes);
}

/** The shortest requests, and a Shuffle of fewer tiles. A right CRC stays right; a wrong one keeps its difference. */
function* smallerFrames(bytes: Uint8Array): Iterable<Uint8Array> {
  if (requestWire.measure(bytes, 0, bytes.length) !== bytes.length) return;
  const wrong = (resealed(bytes)[bytes.length - 1] ?? 0) ^ (bytes[bytes.length - 1] ?? 0);
  if (bytes.length > 3)
    for (const cmd of [CMD.start, CMD.setState, CMD.reset]) yield spoilt(Uint8Array.of(cmd, 0xff, 0), wrong);
  const [cmd, , count = 0] = bytes;
  if (cmd !== CMD.shuffle) return;
  // A value out of range; the refused value may have been another one.
  if (count > 1) yield spoilt(Uint8Array.of(CMD.shuffle, 0x0a, 1, 0, 0, 0, 0xff, 0), wrong);
  for (let size = count >> 1; size >= 1; size >>= 1)
    for (let from = 0; from + size <= count && size < count; from += size) {
      const kept = [bytes.subarray(3, 3 + 4 * from), bytes.subarray(3 + 4 * (from + size), bytes.length - 1)];
      yield spoilt(
        Uint8Array.of(CMD.shuffle, 0x0a, count - size, ...kept.flatMap((part) => [...part]), 0),
        wrong,
      );
    }
}

function spoilt(frame: Uint8Array, wrong: number): Uint8Array {
  const copy = resealed(frame);
  copy[copy.length - 1] = (copy[copy.length - 1] ?? 0) ^ wrong;
  return copy;
}
