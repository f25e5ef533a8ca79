/** STM for the benchmarks: its codecs, its board and its fuzz target, as they follow from its description. */
import type { BoardKind } from '../devices/virtual/engine/board';
import type { Request } from '../protocols/stm/message';
import { scenarios } from '../protocols/stm/scenarios';
import { stm } from '../protocols/stm/stm';
import { fuzzTarget } from '../scenarios/fuzz/targets/request-response/fuzz-target';

const line = stm.description.at({});
export const requests = line.requests.codec;
export const answers = line.answers.codec;

export function encodeRequest(request: Request): Uint8Array {
  return requests.encode(request);
}

/** The request of exactly one good frame. Throws an Error for anything else. */
export function decodeRequest(raw: Uint8Array): Request {
  const read = line.requests.wire.decode(raw);
  if (read.kind === 'reject') throw new Error(read.error.message);
  return read.value;
}

export const STM_BOARD: BoardKind = stm.boards[0] ?? missing();
export const STM_TARGET = fuzzTarget(
  stm.description,
  scenarios.filter((one) => 'session' in one),
);

function missing(): never {
  throw new Error('STM has a virtual board');
}
