import { LinkError, type LineState, type Link } from '../../../devices/links/link';
import type { Chunk } from '../../../protocols/chunk';
import { ReceiveQueue } from '../../../devices/links/receive-queue';
import { virtualClock, type VirtualClock } from '../../../devices/virtual/engine/virtual-clock';
import { after, micros, millis } from '../../../protocols/time';
import { answers } from '../../../protocols/stm/testing/codecs';
import { stmDialects } from '../../../protocols/stm/testing/parts';
import { diagnose } from './doctor';
import type { Dialect } from '../../../scenarios/dialect';
import type { Finding, Medium, LinkSubject } from './link-subject';

interface Behaviour {
  /** The board's answer to received bytes, at its own rate. */
  readonly answers?: (bytes: Uint8Array) => Uint8Array | undefined;
  /** The board's rate. At any other rate bytes are garbled both ways. */
  readonly rate?: number;
  readonly echo?: boolean;
  readonly delayMs?: number;
  readonly chatter?: string;
  /** Sent repeatedly, at any rate. */
  readonly noise?: Uint8Array;
  /** The effect of a modem line. */
  readonly onLine?: (state: LineState) => Uint8Array | 'unsupported' | 'dead' | undefined;
}

const STATE = Uint8Array.of(0x06, 0xff, 0xf9);
const PLAYING = answers().encode({ type: 'state', state: 'playing' });

/** An STM board that answers Set State. */
function stmAnswers(bytes: Uint8Array): Uint8Array | undefined {
  return Buffer.compare(bytes, STATE) === 0 ? PLAYING : undefined;
}

function garbled(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, i) => (byte * 37 + 211 + i * 17) & 0xff);
}

class FakeLink implements Link {
  readonly name = 'main';
  readonly url = 'fake';
  private readonly queue: ReceiveQueue;
  private dead = false;

  constructor(
    readonly clock: VirtualClock,
    private readonly behaviour: Behaviour,
    private readonly right: boolean,
  ) {
    this.queue = new ReceiveQueue(clock, () => undefined);
    if (behaviour.chatter !== undefined) this.sendReply(Buffer.from(behaviour.chatter), 50);
    if (behaviour.noise !== undefined) this.sendNoise(behaviour.noise);
  }

  send(bytes: Uint8Array): Promise<Chunk> {
    const { echo, answers: reply, delayMs = 2 } = this.behaviour;
    const now = this.clock.now();
    const answer = this.right && !this.dead ? reply?.(bytes) : reply && garbled(bytes).subarray(0, 2);
    if (echo) this.sendReply(bytes, delayMs);
    else if (answer !== undefined) this.sendReply(answer, delayMs);
    return Promise.resolve({ direction: 'tx', bytes, notBefore: now, notAfter: now, lastNotBefore: now });
  }

  receive(deadline: ReturnType<VirtualClock['now']>): Promise<Chunk | undefined> {
    return this.queue.receive(deadline);
  }

  lines(state: LineState): Promise<void> {
    const effect = this.behaviour.onLine?.(state);
    if (effect === 'unsupported')
      return Promise.reject(new LinkError('main', 'unsupported', 'fake has no modem lines'));
    if (effect === 'dead') this.dead = true;
    else if (effect !== undefined) this.sendReply(effect, 200);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.queue.fail(new LinkError('main', 'closed', 'closed'));
    return Promise.resolve();
  }

  private sendNoise(noise: Uint8Array): void {
    if (this.queue.end !== undefined) return;
    const at = after(this.clock.now(), millis(100));
    this.clock.alarm(at, () => {
      this.queue.deliver(noise, micros(at - 400), at);
      this.sendNoise(noise);
    });
  }

  private sendReply(bytes: Uint8Array, delayMs: number): void {
    const at = after(this.clock.now(), millis(delayMs));
    const reply = this.right ? bytes : garbled(bytes);
    this.clock.alarm(at, () => this.queue.deliver(Uint8Array.from(reply), micros(at - 100), at));
  }
}

const [STM] = stmDialects({});

/** Sent every 100 ms. */
const NOISE = Uint8Array.of(0x81, 0xf3, 0x00, 0xc5, 0x9e);

interface Setting {
  /** The behaviour of the board after its reset. */
  readonly reset?: Behaviour;
  readonly medium?: Medium;
  readonly dialect?: Dialect | 'none';
}

async function diagnoseBoard(behaviour: Behaviour, setting: Setting = {}): Promise<readonly Finding[]> {
  const { medium = 'serial', dialect = STM, reset } = setting;
  const clock = virtualClock();
  const subject: LinkSubject = {
    url: 'fake',
    medium,
    baud: 115_200,
    open: (rate) => Promise.resolve(new FakeLink(clock, behaviour, rate === (behaviour.rate ?? rate))),
    ...(reset === undefined
      ? {}
      : { reset: { text: 'dtr', carryOut: () => Promise.resolve(new FakeLink(clock, reset, true)) } }),
  };
  const findings: Finding[] = [];
  for await (const finding of diagnose(subject, dialect === 'none' ? undefined : dialect))
    findings.push(finding);
  return findings;
}

function of(findings: readonly Finding[], topic: Finding['topic']): string {
  return findings
    .filter((one) => one.topic === topic)
    .map(({ state, text, next }) => `${state}: ${text}${next === undefined ? '' : ` → ${next}`}`)
    .join('\n');
}

test('a conformant board on a sound line', async () => {
  const findings = await diagnoseBoard({ answers: stmAnswers, rate: 115_200 });
  expect(of(findings, 'echo')).toBe('ok: what is sent does not come back');
  expect(of(findings, 'baud')).toMatch(/^ok: 115200 baud is right \(1 understood, 0 refused\)$/);
  expect(of(findings, 'latency')).toMatch(/^ok: the first byte of an answer comes after 2 ms to 2 ms/);
  expect(of(findings, 'lines')).toMatch(
    /^unknown: a pulse on DTR has no visible effect.*\nunknown: a pulse on RTS/,
  );
});

test('TX and RX bridged: all sent bytes come back, and the rate stays unknown', async () => {
  const findings = await diagnoseBoard({ echo: true, delayMs: 1 });
  expect(of(findings, 'echo')).toMatch(/^problem: all that is sent comes back → take the board’s TX off/);
  expect(of(findings, 'baud')).toMatch(/^unknown: .*comes back/);
  expect(of(findings, 'latency')).toMatch(/^ok: a byte comes back after 1 ms/);
});

test('a board that returns one message unchanged is no echo', async () => {
  let first = true;
  const mirror = (bytes: Uint8Array) => {
    const same = first ? bytes : stmAnswers(bytes);
    first = false;
    return same;
  };
  expect(of(await diagnoseBoard({ answers: mirror }), 'echo')).toMatch(/^ok/);
});

test.each([9600, 57_600, 921_600])('a board at %d is found although 115200 was given', async (rate) => {
  const findings = await diagnoseBoard({ answers: stmAnswers, rate });
  expect(of(findings, 'baud')).toMatch(
    new RegExp(`^problem: the rate is ${rate} baud .* → give \\?baud=${rate} in`),
  );
});

test('without a suite the rate of a console is found by its text', async () => {
  const chatter = 'temperature 21.4 C, all is well\r\n';
  const findings = await diagnoseBoard({ chatter, rate: 57_600 }, { dialect: 'none' });
  expect(of(findings, 'baud')).toMatch(/^problem: the rate is 57600 baud \(100 % text\)/);
});

test('a board that is silent at every rate: the remedy is power and wiring', async () => {
  const findings = await diagnoseBoard({});
  expect(of(findings, 'baud')).toMatch(/^problem: no usual rate gives an answer.* → is it powered/);
  expect(of(findings, 'latency')).toBe('unknown: not measured: the board does not answer');
  expect(of(await diagnoseBoard({}, { dialect: 'none' }), 'baud')).toMatch(/^unknown: .* → give --suite/);
});

test('a board that always sends unknown bytes: the remedy is format and level; the effect of a pulse is unknown', async () => {
  const findings = await diagnoseBoard({ noise: NOISE });
  expect(of(findings, 'baud')).toMatch(
    /^problem: no usual rate .*\(up to \d+ bytes came\) → is it the suite’s board/,
  );
  expect(of(findings, 'lines')).toMatch(/^unknown: .*DTR.* sends all the time\nunknown: .*RTS/);
});

test('an adapter that holds bytes is found by an echo; a late answer may be late on the board, and no adapter holds what a pseudo-terminal carries', async () => {
  const bridged = await diagnoseBoard({ echo: true, delayMs: 16 });
  expect(of(bridged, 'latency')).toMatch(/^problem: .*16 ms.* → an FTDI adapter .*latency_timer/);
  const late = { answers: stmAnswers, delayMs: 16 };
  expect(of(await diagnoseBoard(late), 'latency')).toMatch(
    /^unknown: .*16 ms.* → if the board answers sooner: .*latency_timer/,
  );
  expect(of(await diagnoseBoard(late, { medium: 'pty' }), 'latency')).toMatch(/^ok: .*16 ms/);
});

test('a line that restarts the board, one that leaves it in its boot loader, and a port without lines', async () => {
  const boots = await diagnoseBoard({
    answers: stmAnswers,
    onLine: ({ dtr }) => (dtr === true ? Buffer.from('ets Jun  8 2016') : undefined),
  });
  expect(of(boots, 'lines')).toMatch(
    /^ok: a pulse on DTR makes the board send \(15 bytes\).* → give --reset dtr/,
  );
  const stuck = await diagnoseBoard({
    answers: stmAnswers,
    onLine: ({ rts }) => (rts === true ? 'dead' : undefined),
  });
  expect(of(stuck, 'lines')).toMatch(
    /problem: after a pulse on RTS the board does not answer.* → press its reset/,
  );
  const none = await diagnoseBoard({ answers: stmAnswers, onLine: () => 'unsupported' });
  expect(of(none, 'lines')).toBe('unknown: not tried: fake has no modem lines');
});

test('a configured reset is done: it is a problem if the board does not answer after it', async () => {
  const well = await diagnoseBoard(
    { answers: stmAnswers },
    { reset: { answers: stmAnswers, chatter: 'up' } },
  );
  expect(of(well, 'reset')).toBe('ok: the reset by dtr is done, the board sends 2 bytes; it answers');
  const dead = await diagnoseBoard({ answers: stmAnswers }, { reset: {} });
  expect(of(dead, 'reset')).toMatch(
    /^problem: after the reset by dtr the board does not answer.* → try another/,
  );
});

test('a pseudo-terminal and TCP have no rate: only the answers of the board are judged', async () => {
  for (const medium of ['pty', 'stream'] as const) {
    expect(of(await diagnoseBoard({ answers: stmAnswers }, { medium }), 'baud')).toMatch(
      /^ok: .* has no rate; the board answers/,
    );
    expect(of(await diagnoseBoard({}, { medium, dialect: 'none' }), 'baud')).toMatch(
      /^unknown: .* has no rate/,
    );
    expect(of(await diagnoseBoard({}, { medium }), 'baud')).toMatch(/^problem: the board gives no answer/);
  }
});

test('a link that cannot be opened is the only finding', async () => {
  const open = () => Promise.reject(new LinkError('main', 'missing', 'no port /dev/x: is it plugged in?'));
  const findings: Finding[] = [];
  for await (const one of diagnose({ url: 'x', medium: 'serial', baud: 9600, open }, STM)) findings.push(one);
  expect(findings).toEqual([{ topic: 'link', state: 'problem', text: 'no port /dev/x: is it plugged in?' }]);
});
