/**
 * The requests of RFC 2217 for a far serial port. A server answers with the code plus 100, and the value that it has set.
 *
 *     code (1)  value (1, or 4 with the highest byte first for the rate)
 */
import type { LineState } from '../link';
import type { LineSettings } from '../link-url';

export const COM = {
  signature: 0,
  baud: 1,
  data: 2,
  parity: 3,
  stop: 4,
  control: 5,
  suspend: 8,
  resume: 9,
  lineMask: 10,
  modemMask: 11,
  purge: 12,
} as const;

/** A server adds this to the code of its answer. */
export const ANSWER = 100;

const PARITY = { none: 1, odd: 2, even: 3 } as const;
const FLOW = { none: 1, hardware: 3 } as const;
const PURGE_BOTH = 3;

export interface ComRequest {
  /** Its name in messages. */
  readonly what: string;
  readonly code: number;
  readonly value: Uint8Array;
  /** Whether this answer confirms it. */
  readonly accepts: (value: Uint8Array) => boolean;
}

function request(what: string, code: number, value: Uint8Array): ComRequest {
  return { what, code, value, accepts: (answer) => Buffer.compare(answer, value) === 0 };
}

/** Requests that give a far port these settings. */
export function settingRequests(settings: LineSettings): readonly ComRequest[] {
  const { baud, dataBits = 8, parity = 'none', stopBits = 1, rtscts = false } = settings;
  const rate = new Uint8Array(4);
  new DataView(rate.buffer).setUint32(0, baud);
  return [
    request(`${baud} baud`, COM.baud, rate),
    request(`${dataBits} data bits`, COM.data, Uint8Array.of(dataBits)),
    request(`parity ${parity}`, COM.parity, Uint8Array.of(PARITY[parity])),
    request(`${stopBits} stop bits`, COM.stop, Uint8Array.of(stopBits)),
    request(
      rtscts ? 'flow control rtscts' : 'no flow control',
      COM.control,
      Uint8Array.of(rtscts ? FLOW.hardware : FLOW.none),
    ),
  ];
}

/** Turns off the notices of modem and line states, which nothing here reads. */
export const QUIET: readonly ComRequest[] = [
  { ...request('no line notices', COM.lineMask, Uint8Array.of(0)), accepts: () => true },
  { ...request('no modem notices', COM.modemMask, Uint8Array.of(0)), accepts: () => true },
];
/** Drops old bytes. */
export const PURGE = request('empty buffers', COM.purge, Uint8Array.of(PURGE_BOTH));

/** Values of SET-CONTROL (RFC 2217, section 3): break 5 and 6, DTR 8 and 9, RTS 11 and 12. */
export function lineRequests({ dtr, rts, brk }: LineState): readonly ComRequest[] {
  const line = (what: string, on: boolean | undefined, codes: readonly [number, number]): ComRequest[] =>
    on === undefined ? [] : [request(what, COM.control, Uint8Array.of(codes[on ? 0 : 1]))];
  return [
    ...line('DTR', dtr, [8, 9]),
    ...line('RTS', rts, [11, 12]),
    // Some servers answer the end of a break with the value of its beginning.
    ...line('break', brk, [5, 6]).map((one) => ({ ...one, accepts: isBreak })),
  ];
}

function isBreak(answer: Uint8Array): boolean {
  return answer.length === 1 && (answer[0] === 5 || answer[0] === 6);
}
