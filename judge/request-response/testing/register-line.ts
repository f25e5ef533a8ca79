/** Messages of the register protocol, and lines on which they pass. */
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import {
  registerProtocol,
  SILENCE_FRAMING,
  type RegisterAnswer,
  type RegisterRequest,
} from '../../../protocols/request-response/testing/register-protocol';
import { LineScript } from './line-script';

export const PLAIN: AnyRequestResponse = registerProtocol();
export const PIPELINED: AnyRequestResponse = registerProtocol({ pipelined: true });
export const SILENT: AnyRequestResponse = registerProtocol({ framing: SILENCE_FRAMING });
export const EVENTS: AnyRequestResponse = registerProtocol({ events: true });

export function line(protocol = PLAIN, known = true, isExact = false): LineScript {
  return new LineScript(protocol, { known, isExact });
}

export const read = (address = 0, count = 1, unit = 1): RegisterRequest => ({
  type: 'read',
  unit,
  address,
  count,
});
export const write = (address: number, value: number, unit = 1): RegisterRequest => ({
  type: 'write',
  unit,
  address,
  value,
});
export const plain = (type: 'restart' | 'twice' | 'near'): RegisterRequest => ({ type, unit: 1 });
export const registers = (...values: number[]): RegisterAnswer => ({ type: 'registers', unit: 1, values });
export const written = (address: number, value: number): RegisterAnswer => ({
  type: 'written',
  unit: 1,
  address,
  value,
});
export const refused = (reason: number): RegisterAnswer => ({ type: 'refused', unit: 1, reason });
export const RESTARTED: RegisterAnswer = { type: 'restarted', unit: 1 };
export const EVENT: RegisterAnswer = { type: 'event', unit: 1, count: 1 };

export function bytes(
  message: RegisterRequest | RegisterAnswer,
  direction: 'tx' | 'rx' = 'tx',
  protocol = PLAIN,
): Uint8Array {
  const session = protocol.at({});
  const any: Message = message;
  return (direction === 'tx' ? session.requests : session.answers).codec.encode(any);
}

export function spoilt(message: RegisterRequest | RegisterAnswer, direction: 'tx' | 'rx' = 'tx'): Uint8Array {
  const raw = bytes(message, direction);
  return raw.with(raw.length - 1, (raw.at(-1) ?? 0) ^ 1);
}
