import { ConversationMonitor } from '../../judge/described/monitor';
import { micros, millis, type Micros } from '../time';
import { CODE_TYPE, hostCommand, scannerReply, sealed, STATUS } from './wire/message';
import type { CommandBody, ReplyBody } from './wire/message';
import { PARAMETER, TRIGGER } from './wire/parameters';
import { GM67_DESCRIPTION } from './testing/parts';
import { encodeCommand, encodeReply } from './wire/wire';

const LINK = 'main';

/** A scanner of which nothing is known, its commands answered 20 ms later. */
class Talk {
  readonly monitor = new ConversationMonitor(GM67_DESCRIPTION.at({}), { known: false, onPass: null });
  private now = millis(1000);

  ask(body: CommandBody, reply: ReplyBody = { type: 'ack' }): this {
    this.pass('tx', encodeCommand(hostCommand(body)));
    return this.wait(millis(20)).pass('rx', encodeReply(scannerReply(reply)));
  }

  pass(direction: 'tx' | 'rx', bytes: Uint8Array, { takes = 0, rest = 20 } = {}): this {
    const notBefore = this.now;
    const notAfter = micros(notBefore + millis(takes));
    const lastNotBefore = direction === 'tx' ? notAfter : notBefore;
    this.monitor[direction]({ direction, bytes, notBefore, notAfter, lastNotBefore }, LINK);
    return rest === 0 ? this : this.wait(millis(takes + rest));
  }

  show(code: string | Uint8Array): this {
    const bytes = typeof code === 'string' ? new TextEncoder().encode(code) : code;
    this.monitor.presented({ symbology: 'qr', bytes }, { notBefore: this.now, notAfter: this.now });
    return this.wait(millis(20));
  }

  wait(span: Micros): this {
    this.now = micros(this.now + span);
    this.monitor.tick(this.now);
    return this;
  }

  get blamed(): readonly string[] {
    const failed = this.monitor.judgements().filter(({ verdict }) => verdict === 'fail');
    return failed.map(({ clause, kind }) => `${clause} ${kind}`);
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
  expect(talk.show('b').pass('rx', CODE).wait(millis(2000)).blamed).toEqual(['GM-CM-01 unasked']);
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

test('each frame of a long write may be answered until its own time is over', () => {
  const talk = new Talk().ask({ type: 'enable' });
  // 300 frames with a wrong checksum, sent in 1.9 s. Their NAKs begin to come before the write has passed.
  talk.pass('tx', new Uint8Array(6 * 300).fill(0x04), { takes: 1875, rest: 0 }).wait(millis(10));
  const nak = encodeReply(scannerReply({ type: 'nak', cause: 1 }));
  for (let n = 0; n < 300; n++) talk.pass('rx', nak, { rest: 7 });
  expect(talk.wait(millis(3000)).blamed).toEqual([]);
});

test('a LEN that is none may be refused while its bytes still come', () => {
  const blamedAfter = (bytes: Uint8Array, early: number) => {
    const talk = new Talk()
      .ask({ type: 'enable' })
      .ask({ type: 'read', number: PARAMETER.trigger }, TRIGGER_IS_HOST);
    talk.pass('tx', bytes, { takes: 270, rest: 0 }).wait(millis(early));
    return talk.pass('rx', encodeReply(scannerReply({ type: 'nak', cause: 2 }))).wait(millis(3000)).blamed;
  };
  const frame = sealed([9, 0xe9, 4, 0, 0, 0, 0, 0, 0]);
  expect(blamedAfter(frame, 60)).toEqual([]);
  expect(blamedAfter(new Uint8Array(260).fill(0xff), 10)).toEqual([]);
  // A good one is not.
  expect(blamedAfter(encodeCommand(hostCommand({ type: 'enable' })), 60)).not.toEqual([]);
});

test('a NAK 01 behind half a frame is that one’s, where the next command has only begun', () => {
  const talk = new Talk()
    .ask({ type: 'enable' })
    .ask({ type: 'read', number: PARAMETER.trigger }, TRIGGER_IS_HOST);
  talk.pass('tx', Uint8Array.of(0x04, 0xe9, 0x04, 0x00, 0xff)).wait(millis(400));
  talk.pass('tx', encodeCommand(hostCommand({ type: 'enable' })), { takes: 6, rest: 0 }).wait(millis(2));
  const nak = encodeReply(scannerReply({ type: 'nak', cause: 1 }));
  expect(talk.pass('rx', nak).wait(millis(3000)).blamed).toEqual(['GM-FR-03 unasked']);
});

test('the time of a packet runs from its departure, however early a program has its bytes', () => {
  const payload = new Uint8Array(500).fill(0x41);
  const packet = (status: number) =>
    encodeReply(scannerReply({ type: 'data', codeType: CODE_TYPE.qr, payload }, status));
  const retriedAfter = (ms: number) => {
    const talk = new Talk().ask({ type: 'enable' });
    talk.ask({ type: 'read', number: PARAMETER.trigger }, TRIGGER_IS_HOST);
    talk.ask({ type: 'write', prefix: 0, number: PARAMETER.codes2d, value: 1 });
    talk.ask({ type: 'write', prefix: 0, number: PARAMETER.packet, value: 1 }).ask({ type: 'start' });
    talk.show(payload).pass('rx', packet(0), { takes: 1, rest: ms });
    return talk.pass('rx', packet(STATUS.retransmission), { takes: 1, rest: 1 }).blamed;
  };
  // Its bytes take 0.5 s on the line: the next try may begin 1.6 to 2.4 s after that.
  expect(retriedAfter(2800)).toEqual([]);
  expect(retriedAfter(3000)).toEqual(['GM-DT-04 late']);
  expect(retriedAfter(1500)).toEqual(['GM-DT-04 early']);
});

test('a code whose bytes may have come at any time within a stall of the host is judged', () => {
  const talk = new Talk().ask({ type: 'enable' });
  talk.ask({ type: 'read', number: PARAMETER.trigger }, TRIGGER_IS_HOST);
  talk.ask({ type: 'write', prefix: 0, number: PARAMETER.codes2d, value: 1 }).ask({ type: 'start' });
  const text = 'wirejig shown 0.....';
  talk.show(text).pass('rx', new TextEncoder().encode(`${text}\r`), { takes: 226, rest: 300 });
  expect(talk.blamed).toEqual([]);
  expect(talk.monitor.accounting().unjudged['too-many-worlds']).toBeUndefined();
  expect(talk.monitor.desynchronised).toBe(false);
});

test.each([500, 65_536])('bytes that may be cut anywhere end in no crash: %i in a chunk', (length) => {
  const talk = new Talk();
  const bytes = new Uint8Array(length).map((_, at) => [0xee, 0x06, 0xe8][at % 3] ?? 0);
  talk.show('x').pass('rx', bytes, { takes: 300 }).pass('rx', bytes, { takes: 300, rest: 2000 });
  expect(talk.monitor.desynchronised).toBe(true);
  expect(talk.blamed).toEqual([]);
  expect(talk.monitor.accounting()).toEqual({ judged: 0, unjudged: { 'state-unknown': 1 } });
});
