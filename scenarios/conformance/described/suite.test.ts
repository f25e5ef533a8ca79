/** A scenario that a stall of this host left open is played again, until it is judged. */
import type { Board } from '../../../devices/board/board';
import { conversationBoards } from '../../../devices/virtual/described/board';
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { Chunk } from '../../../protocols/chunk';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import { gate } from '../../../protocols/conversation/testing/gate';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent } from '../../bench/bench-errors';
import { requirementsWith, runSuite, withLinks } from '../../testing/suite-run';
import type { ConversationHost } from './host';
import { conversationSuite, type SuiteParts } from './suite';

const CLAUSE = 'GT-OP-01';
const OPEN = Uint8Array.of(0x6f);
/** Longer than the gate may take to report. */
const LATENESS = millis(80);

/** A host that reads the first `late` reports so late that nobody knows whether they were in time. */
function readLate(board: Board, late: number): Board {
  let left = late;
  return withLinks(board, (link) => ({
    receive: async (deadline) => {
      const chunk = await link.receive(deadline);
      if (chunk === undefined || !Buffer.from(chunk.bytes).toString('latin1').includes('o') || left-- <= 0)
        return chunk;
      const notAfter = after(chunk.notAfter, LATENESS);
      await link.clock.until(notAfter);
      return { ...chunk, notAfter };
    },
  }));
}

const GATE = gate as unknown as AnyConversation;
const LIMIT = () => millis(200);
const isSilent = () => Promise.reject(new BoardSilent('nothing came'));

type Host = ConversationHost<Message, unknown, Parameters>;

interface Played {
  readonly known?: AnyConversation;
  readonly board?: string;
  readonly covers?: string;
  readonly around?: (board: Board) => Board;
  readonly stallLimit?: SuiteParts['stallLimit'];
}

/** The run of a scenario about one clause: by default it opens the gate. */
async function play(asked: Played = {}, run = opens, pause = micros(0)) {
  const { known = GATE, board = 'gate', covers = CLAUSE, around, stallLimit } = asked;
  const suite = conversationSuite(known, {
    scenarios: [{ id: 'own', title: 'own', covers: [covers], run: (host) => run(host, pause) }],
    probe: () => [OPEN],
    ...(stallLimit && { stallLimit }),
  });
  const kinds = conversationBoards(known);
  return runSuite(suite, { kinds, board, only: [covers], sampled: true, ...(around && { around }) });
}

async function opens(host: Host, pause: Micros): Promise<void> {
  await host.play('open', OPEN, { pause });
}

/** The same on a host that reads the first `late` reports late: also its checks that did not pass, and how often the gate was opened. */
async function playLate(late: number, asked: Played = {}) {
  let opened = 0;
  const ran = await play({ ...asked, around: (board) => readLate(board, late) }, (...given) => {
    opened++;
    return opens(...given);
  });
  return { ran, opened, checks: ran.events.filter((event) => event.type === 'check') };
}

test('a report that was read too late to be judged is asked for again', async () => {
  const { ran, opened, checks } = await playLate(3);
  expect(requirementsWith(ran, 'pass')).toEqual([CLAUSE]);
  expect([opened, checks]).toEqual([3, []]);
  expect(ran.events.findLast(({ type }) => type === 'scenario-end')).toMatchObject({
    accounting: { unjudged: {} },
  });
});

test('what all tries leave open is inconclusive', async () => {
  const { ran, opened, checks } = await playLate(Infinity);
  expect(requirementsWith(ran, 'inconclusive')).toEqual([CLAUSE]);
  expect([opened, checks]).toEqual([4, [expect.objectContaining({ verdict: 'inconclusive' })]]);
});

test('a SHOULD that is left open is asked for again by the scenarios about it only', async () => {
  const requirements = GATE.requirements.map((one) =>
    one.id === CLAUSE ? { ...one, level: 'SHOULD' as const } : one,
  );
  const known = { ...GATE, requirements };
  const { opened } = await playLate(Infinity, { known, covers: 'GT-SH-01' });
  const own = await playLate(Infinity, { known });
  expect([opened, own.opened]).toEqual([1, 4]);
});

test('a board that is always late fails, once three reports show that it is not the host', async () => {
  const { ran, opened } = await playLate(0, { board: 'gate+opened-late' });
  expect(requirementsWith(ran, 'fail')).toEqual([CLAUSE]);
  expect(opened).toBe(3);
});

test.each([
  [1, 2, 'pass'],
  [Infinity, 4, 'inconclusive'],
] as const)(
  'of %p plays that a silent board ends while this host stands still, %i are tried: %s',
  async (silent, tries, verdict) => {
    let opened = 0;
    const stallDuration = () => (opened <= silent ? millis(10_000) : micros(0));
    const ran = await play(
      { stallLimit: LIMIT, around: (board) => withLinks(board, () => ({ stallDuration })) },
      (...given) => (++opened <= silent ? isSilent() : opens(...given)),
    );
    expect([opened, ran.end.outcome, requirementsWith(ran, verdict)]).toEqual([tries, 'done', [CLAUSE]]);
  },
);

test('a board that answers slowly is there, also where nothing is due as its state is not known', async () => {
  let held: Chunk | undefined;
  const slow = (board: Board): Board =>
    withLinks(board, (link) => ({
      receive: async (deadline) => {
        const came = held === undefined ? await link.receive(deadline) : undefined;
        if (came !== undefined) held = { ...came, notAfter: after(came.notAfter, millis(800)) };
        await link.clock.until(held !== undefined && held.notAfter < deadline ? held.notAfter : deadline);
        if (held === undefined || link.clock.now() < held.notAfter) return undefined;
        const chunk = held;
        held = undefined;
        return chunk;
      },
    }));
  const at: AnyConversation['at'] = (...given) => ({ ...GATE.at(...given), rules: () => ({}) });
  const ran = await play({ known: { ...GATE, at }, around: slow }, () => Promise.resolve());
  expect(ran.end.outcome).toBe('done');
});

test('a silent board is one where this host has not stood still', async () => {
  const ran = await play({ stallLimit: LIMIT }, isSilent);
  expect(ran.end.verdicts[CLAUSE]?.verdict).toBe('error');
});

test.each([
  [0, 'fail'],
  [450, 'inconclusive'],
] as const)(
  'a gate that shuts 400 ms late, on a host that stood still for %i ms: %s',
  async (stall, verdict) => {
    const clause = 'GT-SH-01';
    const late = { breaks: clause, text: 'It shuts late.', change: () => ({ expires: () => millis(1000) }) };
    const known = { ...GATE, defects: { 'shuts-late': late } };
    const around = (board: Board): Board => withLinks(board, () => ({ stallDuration: () => millis(stall) }));
    const asked = { known, board: 'gate+shuts-late', covers: clause, stallLimit: LIMIT, around };
    const ran = await play(asked, opens, millis(1500));
    expect(requirementsWith(ran, verdict)).toEqual([clause]);
    const doubts = ran.events.flatMap((one) =>
      one.type === 'line' && one.event === 'doubt' ? [one.detail] : [],
    );
    expect(doubts).toEqual(stall === 0 ? [] : [expect.stringMatching(/^GT-SH-01 .*stood still for 450 ms/)]);
  },
);
