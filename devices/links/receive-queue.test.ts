import type { Clock } from '../clock/clock';
import { ReceiveQueue } from './receive-queue';
import { micros, millis } from '../../protocols/time';

/** A clock whose alarms are rung by hand. */
function byHand(): { clock: Clock; now: (ms: number) => void; ring: () => void } {
  let now = micros(0);
  let ring = (): void => undefined;
  const clock: Clock = {
    virtual: false,
    now: () => now,
    until: () => Promise.resolve(),
    alarm: (_, rings) => {
      ring = rings;
      return () => (ring = () => undefined);
    },
  };
  return { clock, now: (ms) => void (now = millis(ms)), ring: () => ring() };
}

const BYTES = Uint8Array.of(1);

test('a receive gives undefined at its deadline, or earlier bytes', async () => {
  const { clock, now, ring } = byHand();
  const queue = new ReceiveQueue(clock, () => undefined);
  const silence = queue.receive(millis(500));
  now(501);
  ring();
  expect(await silence).toBeUndefined();
  const answer = queue.receive(millis(900));
  queue.deliver(BYTES, millis(600), millis(601));
  expect(await answer).toMatchObject({ bytes: BYTES });
  // A deadline that is over already does not count as an alarm that rang late.
  const over = queue.receive(millis(100));
  ring();
  expect(await over).toBeUndefined();
});

test('bytes that are read after a stall of this process may have come at any time since they were asked for', async () => {
  const { clock, now, ring } = byHand();
  const queue = new ReceiveQueue(clock, () => undefined);
  now(100);
  const inTime = queue.receive(millis(500));
  queue.deliver(BYTES, millis(400), millis(401));
  expect(await inTime).toMatchObject({ notBefore: millis(400) });
  const late = queue.receive(millis(500));
  now(900);
  ring();
  queue.deliver(BYTES, millis(890), millis(901));
  expect(await late).toMatchObject({
    notBefore: millis(100),
    lastNotBefore: millis(100),
    notAfter: millis(901),
  });
});

test('after a stall of this process a receive waits again: bytes may have come during it', async () => {
  const { clock, now, ring } = byHand();
  const queue = new ReceiveQueue(clock, () => undefined);
  const answer = queue.receive(millis(500));
  now(900);
  ring();
  queue.deliver(BYTES, millis(400), millis(901));
  expect(await answer).toMatchObject({ bytes: BYTES });
  const silence = queue.receive(millis(1500));
  now(1600);
  ring();
  // It is stalled again.
  now(1900);
  ring();
  now(1920);
  ring();
  expect(await silence).toBeUndefined();
});

test('while a program at the far end waits for a processor, a receive waits too, for two seconds at most', async () => {
  const { clock, now, ring } = byHand();
  let asked = 0;
  const queue = new ReceiveQueue(
    clock,
    () => undefined,
    () => ++asked > 0,
  );
  const answer = queue.receive(millis(500));
  now(501);
  ring();
  queue.deliver(BYTES, millis(505), millis(506));
  expect(await answer).toMatchObject({ bytes: BYTES });
  const silence = queue.receive(millis(600));
  for (let n = 0; n < 201; n++) {
    now(601 + 10 * n);
    ring();
  }
  expect([await silence, asked]).toEqual([undefined, 201]);
});

test('whoever takes bytes that have come lets timers and signals have their turn', async () => {
  const { clock, now } = byHand();
  const queue = new ReceiveQueue(clock, () => undefined);
  for (let n = 0; n < 3; n++) queue.deliver(BYTES, millis(1), millis(1));
  let turns = 0;
  setImmediate(() => turns++);
  await queue.receive(millis(500));
  now(10);
  await queue.receive(millis(500));
  expect(turns).toBe(0);
  now(30);
  expect(await queue.receive(millis(500))).toMatchObject({ bytes: BYTES });
  expect(turns).toBe(1);
});
