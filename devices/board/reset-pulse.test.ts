import { millis } from '../../protocols/time';
import type { LineState, Link } from '../links/link';
import { resetPulse, type PulseWay } from './reset';
import { virtualClock } from '../virtual/engine/virtual-clock';

/** An adapter whose lines are asserted when it is opened, as drivers do. */
function adapter() {
  const clock = virtualClock();
  const states: { at: number; dtr: boolean; rts: boolean; brk: boolean }[] = [];
  let now = { dtr: true, rts: true, brk: false };
  const link: Link = {
    name: 'main',
    url: 'fake',
    clock,
    send: () => Promise.reject(new Error('nothing is sent')),
    receive: () => Promise.resolve(undefined),
    lines: (state: LineState) => {
      now = { ...now, ...state };
      states.push({ at: clock.now(), ...now });
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return { clock, link, states };
}

/** The usual two transistors: EN is low while only RTS is asserted, IO0 while only DTR is. */
function esp32Pins({ dtr, rts }: { dtr: boolean; rts: boolean }): { en: boolean; io0: boolean } {
  return { en: !(rts && !dtr), io0: !(dtr && !rts) };
}

test('the pulse of an ESP32 keeps IO0 high in each step, so that its boot loader does not start', async () => {
  const { clock, link, states } = adapter();
  await resetPulse([link], 'esp32', clock);
  const pins = states.map(esp32Pins);
  expect(pins.map(({ en }) => en)).toEqual([false, true]);
  expect(pins.every(({ io0 }) => io0)).toBe(true);
  expect((states[1]?.at ?? 0) - (states[0]?.at ?? 0)).toBe(millis(100));
});

test.each<[PulseWay, Partial<LineState>, number]>([
  ['dtr', { dtr: false, rts: true, brk: false }, 100],
  ['rts', { dtr: true, rts: false, brk: false }, 100],
  ['break', { dtr: true, rts: true, brk: true }, 300],
])('%s: the line is driven for its time, then restored', async (way, during, span) => {
  const { clock, link, states } = adapter();
  await resetPulse([link], way, clock);
  expect(states).toHaveLength(2);
  expect(states[0]).toMatchObject(during);
  expect(states[1]).toMatchObject({ dtr: true, rts: true, brk: false });
  expect((states[1]?.at ?? 0) - (states[0]?.at ?? 0)).toBe(millis(span));
});
