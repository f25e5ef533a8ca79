import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import { simulator } from './simulator';
import { STM_BOARD } from '../virtual/stm/board';

/** A clock whose alarms ring when the test says so: a process that is held up hears them late. */
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
    return Promise.reject(new Error('nobody waits here'));
  }

  /** Time passes, unseen by anybody. */
  pass(span: Micros): void {
    this.time = after(this.time, span);
  }

  /** All that is due rings, and what it asks for at once is done. */
  async ring(): Promise<void> {
    const due = this.alarms.filter(({ at }) => at <= this.time);
    this.alarms = this.alarms.filter((one) => !due.includes(one));
    for (const { ring } of due) ring();
    await new Promise((resolve) => void setImmediate(resolve));
  }

  /** Time passes in steps of 1 ms, as on a host that keeps up. */
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

test.each([60, 500])(
  'bytes that waited while the process was held up for %d ms are one frame',
  async (ms) => {
    const { clock, send, output } = stm();
    for (const byte of ['01', 'ff', 'fe']) {
      send(byte);
      clock.pass(millis(ms));
    }
    await clock.live(millis(10));
    expect(output()).toBe(START);
  },
);

test('being held up once does not spare the next silence', async () => {
  const { clock, send, output } = stm();
  send('01');
  clock.pass(millis(500));
  send('ff');
  await clock.live(millis(45));
  expect(output()).toBe('');
  await clock.live(millis(15));
  expect(output()).toBe('ee04ea');
});

test('the reset button ends the game and what was about to be said', async () => {
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

test('a simulator that was stopped says nothing more', async () => {
  const { clock, board, send, output } = stm();
  send(START);
  board.stop();
  send(START);
  await clock.live(millis(10));
  expect(output()).toBe('');
});
