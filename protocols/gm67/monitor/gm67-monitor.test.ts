import { micros, millis, type Micros } from '../../time';
import { encodeCommand, encodeReply } from '../gm67';
import { CODE_TYPE, hostCommand, scannerReply, type CommandBody, type ReplyBody } from '../message';
import { PARAMETER, TRIGGER } from '../parameters';
import { Findings } from './findings';
import { Gm67Monitor } from './gm67-monitor';
import { limitsOf } from './limits';
import { PacketRetries } from './packet-retries';

const LINK = 'main';
const BYTE_US = 1042;
const FRAME_BYTES = 251;
const DATA = { codeType: CODE_TYPE.qr, payload: Uint8Array.of(0x41) } as const;

/** The time from a frame whose first byte came at 0, and its last at `end`, to the next try. */
function retryInterval(end: number, exact: boolean) {
  const log = new Findings(undefined, false);
  const limits = { ...limitsOf({}, exact), byteTime: BYTE_US };
  const retries = new PacketRetries({ limits, seesCodes: true, exact }, log);
  const at = (notBefore: number, notAfter = notBefore) => ({
    notBefore: micros(notBefore),
    notAfter: micros(notAfter),
  });
  retries.begin(DATA, FRAME_BYTES, { first: at(0), last: at(end) });
  const value = scannerReply({ type: 'data', ...DATA }, 1);
  const [first, last] = [at(2_460_000, 2_470_000), at(2_480_000)];
  const event = {
    kind: 'frame',
    raw: encodeReply(value),
    first: first.notAfter,
    last: last.notAfter,
    value,
  } as const;
  retries.rx({ event, first, last });
  const [measured, ...others] = log.takeAll();
  expect(others).toEqual([]);
  const { low, high } = measured?.measurement ?? { low: 0, high: 0 };
  return { low, high };
}

test('the time until the next try begins when the line has sent the frame, though nothing paces the bytes', () => {
  expect(retryInterval(0, false)).toEqual({ low: 2_199_500, high: 2_470_000 });
});

test('on a line it begins at the last byte, and in times of the wire exactly there', () => {
  expect(retryInterval(260_500, false)).toEqual({ low: 2_199_500, high: 2_214_710 });
  expect(retryInterval(260_500, true)).toEqual({ low: 2_199_500, high: 2_209_500 });
});

/** A scanner of which nothing is known, its commands answered 20 ms later. */
class Talk {
  readonly monitor = new Gm67Monitor({ parameters: {}, link: LINK, known: false, onPass: null });
  private now = millis(1000);

  ask(body: CommandBody, reply: ReplyBody = { type: 'ack' }): this {
    this.pass('tx', encodeCommand(hostCommand(body)));
    return this.wait(millis(20)).pass('rx', encodeReply(scannerReply(reply)));
  }

  pass(direction: 'tx' | 'rx', bytes: Uint8Array): this {
    const { now } = this;
    this.monitor[direction]({ direction, bytes, notBefore: now, notAfter: now, lastNotBefore: now });
    return this.wait(millis(20));
  }

  show(text: string): this {
    const code = { symbology: 'qr', bytes: new TextEncoder().encode(text) };
    this.monitor.presented(code, { notBefore: this.now, notAfter: this.now });
    return this.wait(millis(20));
  }

  wait(span: Micros): this {
    this.now = micros(this.now + span);
    this.monitor.tick(this.now);
    return this;
  }

  get blamed(): readonly string[] {
    return this.monitor.judgements().map(({ clause, kind }) => `${clause} ${kind}`);
  }
}

const TRIGGER_IS_HOST: ReplyBody = {
  type: 'value',
  prefix: 0xff,
  number: PARAMETER.trigger,
  value: TRIGGER.host,
};
const CODE = new TextEncoder().encode('a\r');

test('a start that is acknowledged in an unknown mode has begun a session: its code is none without a start', () => {
  const talk = new Talk().ask({ type: 'enable' }).ask({ type: 'start' });
  talk.ask({ type: 'read', number: PARAMETER.trigger }, TRIGGER_IS_HOST).show('a').pass('rx', CODE);
  expect(talk.wait(millis(2000)).blamed).toEqual([]);
  // Its session is over: no other code is read.
  expect(talk.show('b').pass('rx', CODE).wait(millis(2000)).blamed).toEqual(['GM-CM-06 unasked']);
});

test('a code is judged once scan enable was acknowledged and the trigger mode is known', () => {
  const read: CommandBody = { type: 'read', number: PARAMETER.trigger };
  const wrong = new TextEncoder().encode('z');
  const blamedAfter = (talk: Talk) => talk.show('a').pass('rx', wrong).wait(millis(20_000)).blamed;
  expect(blamedAfter(new Talk().ask(read, TRIGGER_IS_HOST))).toEqual([]);
  expect(blamedAfter(new Talk().ask({ type: 'enable' }))).toEqual([]);
  const known = new Talk().ask({ type: 'enable' }).ask(read, TRIGGER_IS_HOST).ask({ type: 'start' });
  expect(blamedAfter(known)).toEqual(['GM-DT-01 answer']);
});
