/** Keys of CT-UI-02: which bytes are tried at which prompt, and which of them no pile can have as an index. */
import { indexOfKey } from './render';

/** A terminal line acts on these itself: interrupt, quit, suspend, stop and go on. */
const TERMINAL_CONTROLS = [0x03, 0x1c, 0x1a, 0x13, 0x11];
/** At a line prompt these end the line. */
const LINE_ENDS = [0x04, 0x0a, 0x0d];

/** Every byte that is tried at a prompt: 251 at one for a key, 248 at one for a line. */
export function triedKeys(wants: 'key' | 'line'): readonly number[] {
  const out = wants === 'key' ? TERMINAL_CONTROLS : [...TERMINAL_CONTROLS, ...LINE_ENDS];
  return Array.from({ length: 256 }, (_, key) => key).filter((key) => !out.includes(key));
}

/**
 * Those of them that are out of range at a prompt for a card of a pile of so many. Small letters whose
 * capitals are in range are left out: the page does not say what they do.
 */
export function refusedKeys(cards: number): readonly number[] {
  return triedKeys('key').filter((key) => (indexOfKey(key) ?? cards) >= cards);
}
