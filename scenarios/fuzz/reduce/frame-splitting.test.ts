import { millis } from '../../../protocols/time';
import { joinFrames, normaliseSteps, splitFrames } from './frame-splitting';
import { send, type FuzzStep } from '../../player/step';
import { virtualContext } from '../testing/virtual-context';

const GAP = millis(10);
const say = (hex: string, gap?: typeof GAP): FuzzStep =>
  send('main', Uint8Array.from(Buffer.from(hex, 'hex')), gap);
const { session } = virtualContext('stm');

test('frames of one write are split, parts of one frame are joined', () => {
  const whole = [say('01fffe'), say('06fff9')];
  expect(splitFrames(session, [say('01fffe06fff9')])).toEqual(whole);
  expect(joinFrames(session, [say('01'), say('fffe', GAP), say('06fff9')])).toEqual(whole);
  // It begins a separate frame.
  const apart = [say('01fffe'), say('06fff9', GAP)];
  expect(joinFrames(session, apart)).toEqual(apart);
  // Where silence ends a frame, a longer pause leaves no piece of it.
  const bySilence = { ...session, clauses: { longestPause: millis(2) } };
  const cut = [say('01'), say('fffe', GAP)];
  expect(joinFrames(bySilence, cut)).toEqual(cut);
  expect(joinFrames(bySilence, [say('01'), say('fffe', millis(1))])).toEqual([say('01fffe')]);
});

test('steps are normalised as far as the failure allows: no pause, whole and separate frames', async () => {
  const steps = [say('01'), say('fffe', GAP), say('06fff906fff9')];
  const normal = await normaliseSteps(session, steps, () => Promise.resolve(true));
  expect(normal.every((step) => step.kind === 'send' && step.gap === undefined)).toBe(true);
  expect(normal.slice(-2)).toEqual([say('06fff9'), say('06fff9')]);
  expect(await normaliseSteps(session, steps, () => Promise.resolve(false))).toEqual(steps);
});
