/** Keys of CT-UI-02: the bytes that are tried at each prompt, and those that name no card of a pile. */
import { indexOfKey } from './render';

/** A terminal line acts on these itself: interrupt, quit, suspend, stop and continue. */
const TERMINAL_CONTROLS = [0x03, 0x1c, 0x1a, 0x13, 0x11];
/** At a line prompt these end the line. */
const LINE_ENDS = [0x04, 0x0a, 0x0d];

/** Every byte that is tried at a prompt: 251 for a key, 248 for a line. */
export function triedKeys(wants: 'key' | 'line'): readonly number[] {
  const out = wants === 'key' ? TERMINAL_CONTROLS : [...TERMINAL_CONTROLS, ...LINE_ENDS];
  return Array.from({ length: 256 }, (_, key) => key).filter((key) => !out.includes(key));
}

/**
 * Keys out of range at a prompt for a card in a pile of `count`. Small letters whose capitals are in range are omitted:
 * the page does not define them.
 */
export function refusedKeys(cards: number): readonly number[] {
  return triedKeys('key').filter((key) => (indexOfKey(key) ?? cards) >= cards);
}
