import { micros, millis } from '../../protocols/time';
import { UNJUDGED, type Model } from './model';
import { play, type Effect } from './play';
import type { FuzzStep } from './step';

const LONGEST = millis(60_000);
const SEND: FuzzStep = { kind: 'send', link: 'main', bytes: Uint8Array.of(1) };

test.each<[string, readonly FuzzStep[], number]>([
  ['before steps', [SEND, SEND, SEND], 0],
  ['in steps that listen', [{ kind: 'listen', span: millis(5) }, SEND], 0],
  ['after the last one', [], 250],
])('where something is always due, the waits %s take the limit once', (_, steps, quiet) => {
  let now = micros(0);
  const model: Model = { ...UNJUDGED, due: () => ({ link: 'main', until: micros(now + millis(10)) }) };
  const perform = (effect: Effect) => {
    if (effect.op === 'receive') now = micros(Math.max(now, effect.until));
    return { now };
  };
  const playing = play(steps, model, { links: ['main'], quiet: millis(quiet), longest: LONGEST });
  let turn = playing.next();
  while (turn.done !== true) turn = playing.next(perform(turn.value));
  expect(turn.value).toMatchObject({ steps: steps.length, isEndless: true });
  expect(now).toBeGreaterThanOrEqual(LONGEST);
  expect(now).toBeLessThan(LONGEST + millis(1000));
});
