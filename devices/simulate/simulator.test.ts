import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import { simulator } from './simulator';
import { STM_BOARD } from '../../protocols/stm/testing/parts';

/** A clock whose alarms the test rings: a stalled process gets them late. */
class HandClock implements Clock {
  readonly virtual = false;
  private time = micros(0);
  private alarms: { at: Micros; ring: () => void }[] = [];

  now(): Micros {
    return this.time;
  }

  alarm(at: Micros, ring: () => void): () => void {
    const alarm = { at, ring };
    this.alarms.push(alarm);
    return () => (this.alarms = this.alarms.filter((one) => one !== alarm));
  }

  until(): Promise<void> {
    return Promise.reject(new Error('not used in this test'));
  }

  /** Time passes, and no alarm rings. */
  pass(span: Micros): void {
    this.time = after(this.time, span);
  }

  /** Rings all alarms that are due, and runs the immediates that they set. */
  async ring(): Promise<void> {
    const due = this.alarms.filter(({ at }) => at <= this.time);
    this.alarms = this.alarms.filter((one) => !due.includes(one));
    for (const { ring } of due) ring();
    await new Promise((resolve) => void setImmediate(resolve));
  }

  /** Time passes in steps of 1 ms, as on a host without stalls. */
  async live(span: Micros): Promise<void> {
    for (const end = this.time + span; this.time < end; this.pass(millis(1))) await this.ring();
  }
}

function stm() {
  const clock = new HandClock();
  const board = simulator(STM_BOARD.create({ seed: 1, defects: new Set(), parameters: {} }), clock);
  let written = '';
  board.attach('main', { write: (bytes) => (written += Buffer.from(bytes).toString('hex')) });
  const send = (hex: string): void => board.receive('main', Buffer.from(hex, 'hex'));
  const output = (): string => {
    const all = written;
    written = '';
    return all;
  };
  return { clock, board, send, output };
}

const START = '01fffe';

test('a request is answered once its time has come', async () => {
  const { clock, send, output } = stm();
  send(START);
  expect(output()).toBe('');
  await clock.live(millis(4));
  expect(output()).toBe(START);
});

test('a silence of the idle gap ends a truncated frame', async () => {
  const { clock, send, output } = stm();
  send('01ff');
  await clock.live(millis(45));
  expect(output()).toBe('');
  await clock.live(millis(15));
  expect(output()).toBe('ee04ea');
});

test.each([60, 500])('bytes that waited for a process that stalled for %d ms are one frame', async (ms) => {
  const { clock, send, output } = stm();
  for (const byte of ['01', 'ff', 'fe']) {
    send(byte);
    clock.pass(millis(ms));
  }
  await clock.live(millis(10));
  expect(output()).toBe(START);
});

test('after a stall the next silence counts', async () => {
  const { clock, send, output } = stm();
  send('01');
  clock.pass(millis(500));
  send('ff');
  await clock.live(millis(45));
  expect(output()).toBe('');
  await clock.live(millis(15));
  expect(output()).toBe('ee04ea');
});

test('the reset button ends the game and drops a due answer', async () => {
  const { clock, board, send, output } = stm();
  send(START);
  await clock.live(millis(4));
  expect(output()).toBe(START);
  send('06fff9');
  board.reset();
  await clock.live(millis(10));
  expect(output()).toBe('');
  send('06fff9');
  await clock.live(millis(4));
  expect(output()).toBe('ee06e8');
});

test('a stopped simulator sends nothing', async () => {
  const { clock, board, send, output } = stm();
  send(START);
  board.stop();
  send(START);
  await clock.live(millis(10));
  expect(output()).toBe('');
});
