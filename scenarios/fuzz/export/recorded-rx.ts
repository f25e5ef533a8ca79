/**
 * What was received in each exchange of a finding that depends on the board's choices. A later round shows the failure
 * if all its answers are the same as these.
 *
 *     dial  send        send            exchanges
 *        rx ▲  tx rx rx tx rx           evidence: a chunk belongs to the exchange of the last send
 */
import type { BytesRecord } from '../../record';
import type { FuzzStep } from '../../player/step';

export type RecordedRx = Readonly<Record<string, string>>;

/** undefined: the evidence is incomplete. */
export function recordedRx(
  groups: readonly (readonly FuzzStep[])[],
  evidence: readonly BytesRecord[],
): readonly RecordedRx[] | undefined {
  const sends = groups.flatMap((group, i) =>
    group.flatMap((step) => (step.kind === 'send' && step.bytes.length > 0 ? [i] : [])),
  );
  const [first] = sends;
  const redials = groups.some((group, i) => i > (first ?? 0) && group.some(({ kind }) => kind === 'dial'));
  if (first === undefined || redials || evidence.some(({ elided }) => elided !== undefined)) return undefined;
  if (evidence.filter(({ direction }) => direction === 'tx').length !== sends.length) return undefined;
  const came = groups.map(() => new Map<string, string>());
  let sent = -1;
  for (const { link, direction, hex } of evidence) {
    if (direction === 'tx') sent++;
    else {
      const own = came[sends[sent] ?? dialled(groups, link)];
      own?.set(link, (own.get(link) ?? '') + hex.toUpperCase());
    }
  }
  return came.map((one) => Object.fromEntries(one));
}

function dialled(groups: readonly (readonly FuzzStep[])[], link: string): number {
  const at = groups.findIndex((group) => group.some((step) => step.kind === 'dial' && step.link === link));
  return Math.max(0, at);
}
