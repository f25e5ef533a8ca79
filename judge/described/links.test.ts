/** Links that are opened and closed, and what comes on several: by the tic-tac-toe server. */
import { ttt } from '../../protocols/ttt/ttt';
import type { AnyConversation } from '../../protocols/conversation/session';
import type { Carrier } from '../../protocols/monitor/monitor';
import { micros, millis } from '../../protocols/time';
import { ConversationMonitor } from './monitor';

const TTT = ttt.description as unknown as AnyConversation;

/** `a+ aP 60 b4 b# a-`: opens, gets, waits (ms), sends, is closed by the board, closes. */
function judged(session: string, carrier: Carrier = 'tcp') {
  const monitor = new ConversationMonitor(TTT.at({ game: 'ttt-pve' }, carrier));
  let at = 1_000_000;
  for (const word of session.split(' ')) {
    at += 1000;
    if (/^\d+$/.test(word)) {
      at += 1000 * Number(word);
      monitor.tick(micros(at));
      continue;
    }
    const [link = '', what = '', ...rest] = word;
    const bytes = Uint8Array.from(Buffer.from(what === '<' ? rest.join('') : word.slice(1), 'latin1'));
    const times = { notBefore: micros(at), notAfter: micros(at), lastNotBefore: micros(at) };
    if (what === '+') monitor.opened(link, micros(at));
    else if (what === '-' || what === '#') monitor.closed(link, what === '-' ? 'host' : 'board', micros(at));
    else if (what === '<') monitor.rx({ direction: 'rx', bytes, ...times }, link);
    else monitor.tx({ direction: 'tx', bytes, ...times }, link);
  }
  monitor.tick(micros(at + millis(5000)));
  const failed = monitor.judgements().filter(({ verdict }) => verdict === 'fail');
  return { failed: failed.map(({ clause }) => clause), monitor };
}

test.each([
  ['a connection joins, and its end leaves', 'a+ a<P a4 a<0 a- 60 b+ b<P', []],
  ['the end of a connection is due after its message', 'a+ a<P b+ b<F', ['TTT-05']],
  ['it must not come before', 'a+ a<P b+ b#', ['TTT-05']],
  ['a connection that plays goes on', 'a+ a<P a#', ['TTT-05']],
  ['what waits for a blocking answer is obeyed after it', 'a+ a<P a44 a<0', []],
  ['however much that is', `a+ a<P a4${'x'.repeat(40_000)}0 a<0`, []],
])('%s', (_title, session, clauses) => {
  expect(judged(session).failed).toEqual(clauses);
});

test('what comes on two links close to each other has no order, unless it is settled or answered', () => {
  expect(judged('a+ a<P a- b+').monitor.desynchronised).toBe(true);
  expect(judged('a+ a<P a- 60 b+ b<P').monitor.desynchronised).toBe(false);
  expect(judged('a+ a<P b+ b<F b#').monitor.desynchronised).toBe(false);
});

test('an empty packet is a reject of its own', () => {
  expect(judged('aJ a<P a a4 a<0', 'udp').failed).toEqual([]);
  expect(judged('aJ a<P a a<0', 'udp').failed).toEqual(['TTT-03']);
});

test.each([
  [0, []],
  [20, ['TTT-30']],
])('who stays may be told of an end while it takes its time, and not before: %i ms', (early, clauses) => {
  const monitor = new ConversationMonitor(TTT.at({ game: 'ttt-pvp' }, 'tcp'));
  const got = (link: string, text: string, at: number): void => {
    const [bytes, time] = [Buffer.from(text), millis(at)];
    monitor.rx({ direction: 'rx', bytes, notBefore: time, notAfter: time, lastNotBefore: time }, link);
  };
  monitor.opened('a', millis(100));
  got('a', 'W', 110);
  monitor.opened('b', millis(200));
  got('b', 'P', 210);
  const [began, ended] = [millis(300), millis(320)];
  // It is told when it has passed.
  monitor.closed('a', 'host', ended, began);
  got('b', 'W', 310 - early);
  monitor.tick(millis(9000));
  const failed = monitor.judgements().filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ clause }) => clause)).toEqual(clauses);
});
