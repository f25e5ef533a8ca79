/** Steps of a possible host, drawn from the seed: usually good requests, else near-misses. */
import { silenceOf } from '../../../protocols/wire/framing';
import type { AnySession } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { RequestPool } from './request-pool';
import { brokenStep, contentStep, requestStep, splitStep, type SessionStep } from './session-step';

/** `count` steps, each one of: a request, a corrupted one, half of one, one in two parts, two at once. */
export function sampleSteps(
  session: AnySession,
  pool: RequestPool,
  dice: Random,
  count: number,
): readonly SessionStep[] {
  return Array.from({ length: count }, () => sampleStep(session, pool, dice)).flat();
}

function sampleStep(session: AnySession, pool: RequestPool, dice: Random): readonly SessionStep[] {
  const { requests, clauses } = session;
  const request = pool.pick(dice);
  const step = requestStep(session, request);
  const cut = dice.int(1, Math.max(1, step.bytes.length - 1));
  const silence = silenceOf(requests.framing);
  switch (dice.int(0, 11)) {
    case 0:
      return [
        contentStep(
          session,
          requests.wire.spoil(requests.wire.encode(request)),
          `${step.what}, with a wrong checksum`,
        ),
      ];
    case 1:
      return [contentStep(session, corrupted(session, request, dice), `${step.what}, with a wrong byte`)];
    case 2:
      return silence === undefined ? [step] : [brokenStep(session, step, cut)];
    case 3:
      return clauses.pieces === undefined ? [step] : splitStep(step, cut, micros((silence ?? 0) / 3));
    case 4:
      return clauses.pipelined === undefined
        ? [step]
        : [{ ...step, pause: micros(0) }, requestStep(session, pool.pick(dice))];
    default:
      return [step];
  }
}

/** One byte changed, missing, or added, with a right sum. */
function corrupted(
  { requests }: AnySession,
  request: RequestPool['session']['probe'],
  dice: Random,
): Uint8Array {
  const content = [...requests.wire.encode(request)];
  const at = dice.int(0, content.length - 1);
  const [removed, inserted] = [
    [1, [dice.int(0, 255)]] as const,
    [1, []] as const,
    [0, [dice.int(0, 255)]] as const,
  ][dice.int(0, 2)] ?? [0, []];
  content.splice(at, removed, ...inserted);
  return requests.wire.seal(Uint8Array.from(content));
}
