import { micros } from '../../../protocols/time';
import { nothingSpent } from '../campaign/budget';
import { luckOf } from './reproducibility';
import { luckier } from './luckier';
import { targetFor } from '../targets';
import type { Play, Wish } from '../execution/play';
import type { Rig } from '../execution/rig';
import { send } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { Model } from '../../oracle/model';
import type { FuzzSession } from '../target';

const FAILURE: Failure = {
  kind: 'answer',
  requirement: 'X-01',
  trigger: 'move',
  due: 'a',
  expected: 'a',
  seen: 'b',
};
/** In one of how many rounds a board shows it, by the byte that it is sent. */
const RARELY: Readonly<Record<number, number>> = { 1: 20, 2: 1000, 3: 3, 4: 10, 5: 60 };

/** A board that shows it in every n-th round. */
function board(): { readonly rig: Rig; readonly session: FuzzSession } {
  const base = targetFor('stm', 'serial')?.session({});
  if (base === undefined) throw new Error('stm is fuzzed');
  let [round, sent] = [0, 0];
  const model = (): Model & { readonly view: unknown } => ({
    view: undefined,
    tx: () => undefined,
    rx: () => undefined,
    passed: () => undefined,
    due: () => undefined,
    desynchronised: false,
    coverage: () => [],
    get failure() {
      return sent > 0 && round % (RARELY[sent] ?? 1000) === 0 ? FAILURE : undefined;
    },
  });
  const grant = (wish: Wish): void => {
    if (wish.op === 'send') sent = wish.bytes[0] ?? 0;
  };
  const rig: Rig = {
    ...{
      links: ['main'],
      resetLevels: 1,
      needsLivenessCheck: false,
      presents: true,
      isVirtual: true,
      spent: nothingSpent(),
    },
    begin: () => true,
    reset: () => {
      round++;
      sent = 0;
      return true;
    },
    play<T>(steps: Play<T>): T {
      let turn = steps.next();
      for (; turn.done !== true; turn = steps.next({ now: micros(0) })) grant(turn.value);
      return turn.value;
    },
  };
  const others = () => [2, 3, 4].map((byte) => send('main', Uint8Array.of(byte)));
  return { rig, session: { ...base, model, others, boot: micros(0) } };
}

test('of the choices that show it the one is taken that shows it most often', async () => {
  const small = { steps: [send('main', Uint8Array.of(1))], failure: FAILURE, history: 0 };
  const { steps } = await luckier(board(), small, () => false);
  expect(steps).toEqual([send('main', Uint8Array.of(3))]);
  expect((await luckier(board(), small, () => true)).steps).toEqual(small.steps);
});

test('what shows in one of sixty rounds shows every time again, in as many as that takes', async () => {
  const shown = await luckOf(board(), [send('main', Uint8Array.of(5))], FAILURE);
  expect(shown).toMatchObject({ shown: 10, tried: 10, rounds: { played: 600 } });
});
