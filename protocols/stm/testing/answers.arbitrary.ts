/** Any answer of an STM board. */
import type { Arbitrary } from 'fast-check';
import { messages } from '../../wire/wire.arbitrary';
import { answersUnder, CMD, type Answer } from '../message';

const ANSWERS = answersUnder(CMD.error);

export function answer(): Arbitrary<Answer> {
  return messages(ANSWERS);
}
