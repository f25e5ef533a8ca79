/** Bytes that are no card. */
import { cardOf, type CardEncoding } from '../../../protocols/set/card';
import { CR, LF } from './stimulus';
import { range } from '../range';

/** Every byte but CR and LF in which an attribute has the fourth value. */
export function nonCards(encoding: CardEncoding): number[] {
  return range(0, 255).filter((byte) => byte !== CR && byte !== LF && cardOf(byte, encoding) === undefined);
}
