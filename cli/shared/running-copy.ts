/**
 * Which copy of wirejig works in this process. Two copies would not know each other's protocols: what one of them defines
 * is nothing to the other.
 */
import { resolve } from 'node:path';

const KEY = Symbol.for('wirejig.running-copy');

/** Of the compiled wirejig, or of its sources. */
export const OWN_FOLDER = resolve(__dirname, '../..');

/** This copy carries out the command: no other is taken from now on. */
export function claimProcess(): void {
  Reflect.set(globalThis, KEY, OWN_FOLDER);
}

/** Throws an Error of one line where another copy carries out the command. */
export function refuseSecondCopy(): void {
  const running: unknown = Reflect.get(globalThis, KEY);
  if (typeof running === 'string' && running !== OWN_FOLDER)
    throw new Error(
      `this is wirejig in ${OWN_FOLDER}, and the command is carried out by that in ${running}: start it by npx wirejig, in the folder of the first`,
    );
}
