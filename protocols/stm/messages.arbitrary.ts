/**
 * Any message of STM, for properties and fuzzing.
 */
import fc, { type Arbitrary } from 'fast-check';
import { messages } from '../wire/wire.arbitrary';
import { answerWire, CMD, REQUESTS, type Answer, type Request, type Tile } from './message';

/** Integers from `min` to `max`, both included. */
export function upTo(max: number, min = 0): Arbitrary<number> {
  return fc.integer({ min, max });
}

/** Any tile in range. */
export function tile(): Arbitrary<Tile> {
  return messages(REQUESTS, 'select').map((select) => select.tile);
}

/** Tiles at different positions: usually few, sometimes as many as a frame holds. */
export function tiles(minLength = 1): Arbitrary<readonly Tile[]> {
  return messages(REQUESTS, 'shuffle')
    .map((shuffle) => shuffle.tiles)
    .filter(({ length }) => length >= minLength);
}

/** Any request. */
export function request(): Arbitrary<Request> {
  return messages(REQUESTS);
}

const ANSWERS = answerWire(CMD.error);

/** Any answer. */
export function answer(): Arbitrary<Answer> {
  return messages(ANSWERS);
}
