/** What a host does at once, without waiting for what is due. Its monitor is told. */
import type { OwnJudge } from '../../../protocols/conversation/own-judge';
import type { PresentedCode } from '../../../protocols/monitor/monitor';
import { after, type Micros } from '../../../protocols/time';
import type { Play } from '../../player/play';
import { present } from '../../player/step';

type Monitor = OwnJudge<unknown>;

export function* writing(monitor: Monitor, link: string, bytes: Uint8Array): Play<void> {
  const { chunk } = yield { op: 'send', link, bytes };
  if (chunk !== undefined) monitor.tx(chunk, link);
}

export function* showing(monitor: Monitor, code: PresentedCode): Play<void> {
  const { now: notBefore } = yield { op: 'now' };
  const { now: notAfter } = yield { op: 'present', step: present(code.symbology, code.bytes) };
  monitor.presented?.(code, { notBefore, notAfter });
}

export function* dialling(monitor: Monitor, link: string, up: boolean): Play<void> {
  const { now: since } = yield { op: 'now' };
  const { now } = yield { op: 'dial', link, up };
  if (up) monitor.opened?.(link, now);
  else monitor.closed?.(link, 'host', now, since);
}

/** The monitor is told of it at once where the board is virtual, else once the board has answered. */
export function* offering(
  monitor: Monitor,
  link: string,
  bytes: Uint8Array,
  { wait, isVirtual }: { readonly wait: Micros; readonly isVirtual: boolean },
): Play<boolean> {
  const { chunk: sent } = yield { op: 'send', link, bytes };
  if (sent === undefined) return false;
  if (isVirtual) monitor.tx(sent, link);
  const { chunk } = yield { op: 'receive', link, until: after(sent.notAfter, wait) };
  if (chunk === undefined) return false;
  if (!isVirtual) monitor.tx(sent, link);
  monitor.rx(chunk, link);
  return true;
}
