/** When the virtual board of a description sends. */
import { ConversationMonitor } from '../../../judge/described/monitor';
import { describeConversation } from '../../../protocols/conversation/conversation';
import type { Ruling, Send } from '../../../protocols/conversation/definition';
import type { AnyConversation } from '../../../protocols/conversation/session';
import { after, micros, millis } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { literal } from '../../../protocols/wire/field';
import { lines } from '../../../protocols/wire/framing';
import { wire, type Messages } from '../../../protocols/wire/wire';
import { SyncSimulation } from '../engine/sync-simulation';
import { conversationBoards } from './board';

const log = wire({ forms: { tick: { is: literal('tick') } } });
type Tick = Messages<typeof log>;

const WAIT: Ruling<Tick, object> = { timers: { tick: { min: millis(50), max: millis(50) } } };
const TICK: Send<Tick, object> = {
  title: 'a tick',
  clause: 'TK-01',
  accepts: () => true,
  make: () => ({ type: 'tick' }),
  within: { max: millis(15), clause: 'TK-01' },
  then: () => WAIT,
};

const ticker = describeConversation<never, Tick, object, object, Record<never, never>>(
  {
    links: { log: { baud: 1200, board: { codec: codec(log, lines({ end: 'lf' })) } } },
    initial: {},
    boots: true,
    quiet: millis(20),
    firmware: () => ({}),
  },
  {
    id: 'ticker',
    title: 'A ticker',
    page: '## Ticks\n- TK-01 MUST profile — a tick comes 50 ms after the end of the one before.',
    rules: ({ kind }) => (kind === 'reset' ? WAIT : kind === 'expired' ? { sends: [TICK] } : {}),
    charge: () => 'TK-01',
    unknown: (state) => state,
  },
) as unknown as AnyConversation;

test('a timer that follows a message begins once the message has left', () => {
  const [kind] = conversationBoards(ticker);
  if (kind === undefined) throw new Error('no board');
  const line = new SyncSimulation(kind.links, kind.create({ seed: 1, defects: new Set(), parameters: {} }));
  const monitor = new ConversationMonitor(ticker.at({}));
  const until = after(micros(0), millis(2000));
  for (let chunk = line.receive('log', until); chunk !== undefined; chunk = line.receive('log', until))
    monitor.rx(chunk, 'log');
  monitor.tick(until);
  const found = monitor.judgements();
  expect(found.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(found.length).toBeGreaterThan(15);
});
