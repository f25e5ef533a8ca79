import type { ConversationSession } from '../../protocols/conversation/session';
import type { Message } from '../../protocols/request-response/definition';
import type { Conversation, Owed } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { interrupted } from '../message-times';
import type { World } from '../world';
import { longestOnLine } from './departure';

const LINES = { links: [{ name: 'main', baud: 10_000 }] } as unknown as ConversationSession<
  Message,
  Message,
  unknown
>;
const PAGE = {
  pauseAround: () => 0,
  longestOnLine: (seen: ReadEvent<Message>) => longestOnLine(seen, LINES),
} satisfies Pick<Conversation<unknown>, 'pauseAround' | 'longestOnLine'>;

/** A message of ten bytes, of which this host knows only when it had come. */
const seen = (span: number): ReadEvent<Message> => {
  const bounds = { notBefore: 2000, notAfter: 2000 + span };
  const passed = { event: { kind: 'frame', raw: new Uint8Array(10) }, first: bounds, last: bounds };
  return { link: 'main', passed } as unknown as ReadEvent<Message>;
};

test.each([
  [900, 1000],
  [900_000, 30_000],
])('a message known to %i µs keeps the board from others for %i µs at most', (span, most) => {
  const owed = {
    send: { queue: 'answers', duty: 'must' },
    since: { notBefore: 0, notAfter: 0 },
    interruption: 0,
  };
  const world = { owed: [owed as unknown as Owed<unknown>] } as unknown as World<unknown>;
  expect(interrupted(world, seen(span), PAGE).owed[0]?.interruption).toBe(most);
});
