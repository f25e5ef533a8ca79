/** A described conversation: its board, as its judge sees it. */
import { conversationBoards } from '../../devices/virtual/described/board';
import { SyncSimulation } from '../../devices/virtual/engine/sync-simulation';
import { gate } from '../../protocols/conversation/testing/gate';
import type { AnyConversation } from '../../protocols/conversation/session';
import type { Chunk } from '../../protocols/chunk';
import { after, micros, millis } from '../../protocols/time';
import { ConversationMonitor } from './monitor';

const GATE = gate as unknown as AnyConversation;
const [KIND] = conversationBoards(GATE);

type Step = 'open' | 'lock' | 'reset' | 'ticket' | number;

/** Plays steps; numbers are pauses in milliseconds. `doubt`: each time is known only so far, in milliseconds. */
function played(
  steps: readonly Step[],
  { defects = [] as readonly string[], seed = 1, doubt = 0, known = true, seesResets = true } = {},
) {
  if (KIND === undefined) throw new Error('no board');
  const board = KIND.create({ seed, defects: new Set(defects), parameters: {} });
  const line = new SyncSimulation(KIND.links, board);
  const monitor = new ConversationMonitor(GATE.at({}), { known, seesResets });
  const widened = (chunk: Chunk): Chunk => ({
    ...chunk,
    notBefore: micros(Math.max(0, chunk.notBefore - millis(doubt))),
    lastNotBefore: micros(Math.max(0, chunk.lastNotBefore - millis(doubt))),
  });
  const listen = (ms: number): void => {
    const until = after(line.now, millis(ms));
    for (let chunk = line.receive('log', until); chunk !== undefined; chunk = line.receive('log', until))
      monitor.rx(widened(chunk), 'log');
    monitor.tick(until);
  };
  for (const step of [...steps, 2000]) {
    if (typeof step === 'number') listen(step);
    else if (step === 'reset') {
      board.reset(line.now);
      monitor.reset(line.now);
    } else if (step === 'ticket') {
      const code = { symbology: 'qr', bytes: Uint8Array.of(1) };
      line.present(code.symbology, code.bytes);
      monitor.presented(code, {
        notBefore: micros(Math.max(0, line.now - millis(doubt))),
        notAfter: line.now,
      });
    } else monitor.tx(widened(line.send('keypad', Uint8Array.of(step === 'open' ? 0x6f : 0x6c))), 'keypad');
  }
  const found = monitor.judgements();
  const having = (verdict: string) => [
    ...new Set(found.filter((one) => one.verdict === verdict).map(({ clause }) => clause)),
  ];
  return { failed: having('fail'), passed: having('pass'), open: having('inconclusive'), monitor };
}

const SESSION: readonly Step[] = ['open', 100, 'open', 900, 'lock', 10, 'open', 700, 'lock', 'open', 800];
const TICKETS: readonly Step[] = ['ticket', 900, 'lock', 'ticket', 900];

test('a sound board keeps its page, exchange by exchange', () => {
  const { failed, passed, monitor } = played([...SESSION, ...TICKETS]);
  expect([failed, passed.sort()]).toEqual([[], ['GT-OP-01', 'GT-OP-02', 'GT-SH-01', 'GT-TK-01']]);
  expect(monitor.accounting()).toEqual({ judged: 9, unjudged: {} });
});

test.each([1, 5, 20])('a doubt of %i ms blames nobody', (doubt) => {
  for (let seed = 1; seed <= 20; seed++) {
    // Some come while the gate may be shutting.
    const session: Step[] = [
      'open',
      395 + 10 * seed,
      'open',
      30,
      'open',
      480,
      'lock',
      'open',
      500,
      'lock',
      300,
      'ticket',
      500,
    ];
    expect([seed, played(session, { doubt, seed }).failed]).toEqual([seed, []]);
  }
});

test.each(Object.entries(GATE.defects))('%s is charged to its clause', (name, { breaks }) => {
  expect(played(breaks === 'GT-TK-01' ? TICKETS : SESSION, { defects: [name] }).failed).toEqual([breaks]);
});

test.each(Object.entries(GATE.defects))(
  '%s is left open where a reset comes unseen, and never passes',
  (name, { breaks }) => {
    const session = breaks === 'GT-TK-01' ? TICKETS : SESSION;
    const { failed, open, monitor } = played(session, { defects: [name], seesResets: false });
    expect([...failed, ...open]).toContain(breaks);
    if (open.includes(breaks)) expect(monitor.accounting().unjudged['state-unknown']).toBeGreaterThan(0);
  },
);

test.each([
  [true, undefined, 'fail'],
  [false, undefined, 'inconclusive'],
  [false, true, 'fail'],
] as const)(
  'a clause that a message breaks, where resets are seen (%s) and none explains it (%s): %s',
  (seesResets, isCertain, verdict) => {
    const session = GATE.at({});
    const broken = { clause: 'GT-RS-01', expected: 'no tick', seen: 'tick', ...(isCertain && { isCertain }) };
    const begins = () => ({ breaks: broken });
    const monitor = new ConversationMonitor({ ...session, begins }, { seesResets });
    const at = { notBefore: millis(100), notAfter: millis(105), lastNotBefore: millis(105) };
    monitor.rx({ direction: 'rx', bytes: Buffer.from('tick\n'), ...at }, 'log');
    expect(monitor.judgements()).toMatchObject([{ clause: 'GT-RS-01', verdict }]);
  },
);

test.each([
  ['it is late, and resets are seen', 800, 800, true, ['fail']],
  ['it is late, and resets come unseen', 800, 800, false, ['inconclusive']],
  ['it may be late', 590, 700, true, ['inconclusive']],
  ['it came before the latest end of the timer, or soon after it', 590, 610, true, []],
])('of a time since a timer: %s', (_, from, to, seesResets, verdicts) => {
  const session = GATE.at({});
  const rules: typeof session.rules = (event, state) => {
    const [ruling] = [session.rules(event, state)].flat();
    const sends = ruling?.sends?.map((send) => ({
      ...send,
      within: { max: millis(20), clause: send.clause },
    }));
    return { ...ruling, ...(sends && { sends }) };
  };
  const monitor = new ConversationMonitor({ ...session, rules }, { seesResets });
  const passed = (ms: number, until = ms) => ({
    notBefore: millis(ms),
    notAfter: millis(until),
    lastNotBefore: millis(ms),
  });
  monitor.tx({ direction: 'tx', bytes: Buffer.from('o'), ...passed(0) }, 'keypad');
  monitor.rx({ direction: 'rx', bytes: Buffer.from('opened 1\n'), ...passed(20) }, 'log');
  monitor.rx({ direction: 'rx', bytes: Buffer.from('shut\n'), ...passed(from, to) }, 'log');
  const found = monitor.judgements().filter((one) => one.verdict !== 'pass');
  expect(found.map(({ clause, verdict }) => [clause, verdict])).toEqual(
    verdicts.map((one) => ['GT-SH-01', one]),
  );
});

test.each([
  [true, ['GT-UN-01'], {}],
  [false, [], { 'state-unknown': 1 }],
])(
  'what nothing was due for, where the state is known (%s), is charged to %j',
  (known, charged, unjudged) => {
    const monitor = new ConversationMonitor(GATE.at({}), { known: true });
    if (!known) monitor.assume({ isLocked: false, count: undefined });
    const passed = { notBefore: millis(100), notAfter: millis(105), lastNotBefore: millis(105) };
    monitor.rx({ direction: 'rx', bytes: Buffer.from('shut\n'), ...passed }, 'log');
    expect(monitor.judgements().map(({ clause }) => clause)).toEqual(charged);
    expect(monitor.accounting().unjudged).toEqual(unjudged);
  },
);

test('what nobody told of is not judged, and a reset ends that', () => {
  const { failed, passed, monitor } = played(['open', 900, 'reset', 10, 'open', 100], { known: false });
  expect([failed, passed]).toEqual([[], ['GT-OP-01', 'GT-SH-01', 'GT-RS-01']]);
  expect(monitor.state).toEqual({ isLocked: false, count: 1 });
});

test.each([
  [300, []],
  [700, ['GT-UN-01']],
])('what came %i ms after a reset began that took 500 ms is charged to %j', (after, charged) => {
  const monitor = new ConversationMonitor(GATE.at({}), { known: true });
  monitor.reset(millis(1500), millis(1000));
  const [notBefore, notAfter] = [millis(1000 + after), millis(1001 + after)];
  const bytes = Buffer.from('opened 1\n');
  monitor.rx({ direction: 'rx', bytes, notBefore, notAfter, lastNotBefore: notBefore }, 'log');
  monitor.tick(millis(3000));
  const failed = monitor.judgements().filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ clause }) => clause)).toEqual(charged);
});

test.each([
  [true, 'opened 1\n', 900, ['GT-UN-01']],
  [true, 'shut\n', 600, []],
  [false, 'opened 1\n', 900, []],
])(
  'of a reset that sends nothing else (%s), %j %i ms after an open is charged to %j',
  (isWhole, text, at, charged) => {
    const session = GATE.at({});
    const rules: typeof session.rules = (event, state) => {
      const ruling = session.rules(event, state);
      return event.kind === 'reset' ? { ...ruling, isWhole } : ruling;
    };
    const monitor = new ConversationMonitor({ ...session, rules }, { known: true });
    const passed = (ms: number) => ({
      notBefore: millis(ms),
      notAfter: millis(ms),
      lastNotBefore: millis(ms),
    });
    const says = (line: string, ms: number): void => {
      monitor.rx({ direction: 'rx', bytes: Buffer.from(line), ...passed(ms) }, 'log');
    };
    monitor.tx({ direction: 'tx', bytes: Buffer.from('o'), ...passed(0) }, 'keypad');
    says('opened 1\n', 20);
    if (at > 600) says('shut\n', 500);
    monitor.reset(millis(at + 100), millis(at - 50));
    says(text, at);
    monitor.tick(millis(3000));
    const failed = monitor.judgements().filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ clause }) => clause)).toEqual(charged);
  },
);

test.each([
  [300, []],
  [2000, ['GT-SH-01']],
])('what was due in the 10 s of a reset that began at %i ms is not missed: %j', (since, charged) => {
  const monitor = new ConversationMonitor(GATE.at({}), { known: true });
  const passed = (ms: number) => ({ notBefore: millis(ms), notAfter: millis(ms), lastNotBefore: millis(ms) });
  monitor.tx({ direction: 'tx', bytes: Buffer.from('o'), ...passed(100) }, 'keypad');
  monitor.rx({ direction: 'rx', bytes: Buffer.from('opened 1\n'), ...passed(120) }, 'log');
  monitor.reset(millis(since + 10_000), millis(since));
  const failed = monitor.judgements().filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ clause }) => clause)).toEqual(charged);
});
