/** The old virtual board's traffic, judged by the rules; and the board of the rules. */
import type { AnyConversation } from '../conversation/definition';
import { conversationBoards } from '../../devices/virtual/described/board';
import { SetBench } from '../../devices/virtual/set/testing/bench';
import { SET_TRIGGERS } from '../../devices/virtual/set/testing/triggers';
import { SET_BOARD } from '../../devices/virtual/set/board';
import { SyncSimulation } from '../../devices/virtual/engine/sync-simulation';
import type { BoardKind } from '../../devices/virtual/engine/board';
import { ConversationMonitor } from '../../judge/described/monitor';
import type { Chunk } from '../chunk';
import { after, micros, millis } from '../time';
import { set } from './protocol';

const SET = set.description as unknown as AnyConversation;
const [KIND] = conversationBoards(SET);
const PARAMETERS = Object.fromEntries(SET.parameters.map((one) => [one.name, one.default]));

/** What passes in a defect's session, as chunks. */
function traffic(kind: BoardKind, defects: readonly string[], name: string, seed: number) {
  const inner = kind.create({ seed, defects: new Set(defects), parameters: PARAMETERS });
  const line = new SyncSimulation(kind.links, inner);
  const events: { kind: 'tx' | 'rx' | 'reset'; chunk?: Chunk; at: number }[] = [];
  const listen = (until: number): void => {
    for (let c = line.receive('console', micros(until)); c !== undefined; c = line.receive('console', micros(until)))
      events.push({ kind: 'rx', chunk: c, at: c.notBefore });
  };
  const bench = {
    send(...bytes: number[]) {
      const chunk = line.send('scanner', Uint8Array.from(bytes));
      events.push({ kind: 'tx', chunk, at: chunk.notBefore });
      return this;
    },
    advance(span: number) {
      listen(after(line.now, span as never));
      return this;
    },
    powerOn() {
      inner.reset(line.now);
      events.push({ kind: 'reset', at: line.now });
      return this;
    },
    byteOf: (card: number) => new SetBench(SET_BOARD).byteOf(card),
    ask(...bytes: number[]) {
      this.send(...bytes);
      return this.advance(millis(80));
    },
    card(card: number) {
      return this.ask(this.byteOf(card), 0x0d);
    },
    cards(...cards: number[]) {
      for (const card of cards) this.card(card);
    },
  };
  SET_TRIGGERS[name]?.(bench as never);
  listen(after(line.now, millis(8000)));
  return { events, now: line.now };
}

function judged({ events, now }: ReturnType<typeof traffic>) {
  const monitor = new ConversationMonitor(SET.at(PARAMETERS));
  for (const { kind, chunk, at } of events.sort((a, b) => a.at - b.at))
    if (chunk === undefined) monitor.reset(micros(at));
    else if (kind === 'tx') monitor.tx(chunk, 'scanner');
    else monitor.rx(chunk, 'console');
  monitor.tick(now);
  return monitor.judgements();
}

const failedOf = (found: ReturnType<typeof judged>) => [
  ...new Set(found.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause)),
];

describe.each([
  ['old', SET_BOARD],
  ['new', KIND as BoardKind],
])('the %s board', (_, kind) => {
  test.each(Object.keys(SET_TRIGGERS))('sound in the session of %s', (name) => {
    for (let seed = 1; seed <= 5; seed++) {
      const found = judged(traffic(kind, [], name, seed));
      expect([seed, found.filter(({ verdict }) => verdict !== 'pass').map(({ evidence: _, ...one }) => one)]).toEqual([seed, []]);
    }
  });
  test.each(SET_BOARD.defects)('$name fails $breaks', ({ name, breaks }) => {
    expect(failedOf(judged(traffic(kind, [name], name, 1)))[0]).toEqual(breaks);
  });
});
