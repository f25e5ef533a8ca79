/** A described protocol with a virtual board and a judge, for sessions with disturbed times. */
import type { BoardKind, VirtualBoard } from '../../../devices/virtual/engine/board';
import type { AnyRequestResponse, AnySession } from '../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../judge/request-response/monitor';
import { RequestSource } from '../../fuzz/targets/request-response/request-source';
import type { AccountingMonitor } from './judge-session';

/** Makes the judge of one session. */
export type MonitorFactory = (session: AnySession) => AccountingMonitor;

/** The judge that suite, fuzzing and `check` have today. */
const CURRENT_MONITOR: MonitorFactory = (session) => new RequestResponseMonitor(session);

export interface System {
  readonly session: AnySession;
  readonly link: string;
  readonly byteTime: number;
  readonly source: RequestSource;
  board(seed: number): VirtualBoard;
  monitor(): AccountingMonitor;
}

export interface SystemOptions {
  readonly protocol: Omit<AnyRequestResponse, 'defects'>;
  readonly kind: BoardKind;
  readonly monitor?: MonitorFactory;
  /** The name of a defect of `kind`. */
  readonly defect?: string;
}

const BITS_PER_BYTE = 10;

export function systemOf(options: SystemOptions): System {
  const { protocol, kind, monitor = CURRENT_MONITOR, defect } = options;
  const defaults = Object.fromEntries(protocol.parameters.map((one) => [one.name, one.default]));
  const found = kind.findDefect?.(defect ?? '') ?? kind.defects.find(({ name }) => name === defect);
  const parameters = { ...defaults, ...found?.parameters };
  const session = protocol.at(parameters);
  const { name: link, baud } = protocol.link;
  const defects = new Set(defect === undefined ? [] : [defect]);
  return {
    session,
    link,
    byteTime: (BITS_PER_BYTE * 1e6) / baud,
    source: new RequestSource(session),
    board: (seed) => kind.create({ seed, defects, parameters }),
    monitor: () => monitor(session),
  };
}
