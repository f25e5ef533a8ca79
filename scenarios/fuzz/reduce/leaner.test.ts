import { resolveBoard } from '../../../devices/virtual/kinds';
import { leaner } from './leaner';
import { shownRound } from './reproducibility';
import { bytesOf, madeOf, send, type FuzzStep } from '../execution/step';
import { TARGETS } from '../targets';
import { VirtualRig } from '../execution/virtual-rig';

const say = (link: string, text: string): FuzzStep => send(link, Buffer.from(text));

test('what only luck left in a case is taken out where many rounds still show it', async () => {
  const { kind, defects } = resolveBoard('virtual:ttt-serial+machine-waits-behind-draw');
  const target = TARGETS.find(({ suite, binding }) => suite === 'ttt' && binding === 'serial');
  if (target === undefined) throw new Error('TTT cannot be fuzzed');
  const parameters = { game: 'ttt-pve', settleMs: 50, responseMs: 50 };
  const rig = new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed: 1 });
  const session = target.session(parameters);
  // Two rounds, and players who were never there; a draw takes five moves.
  const steps = [
    say('b', 'Q'),
    say('c', 'Q'),
    say('a', 'J'),
    ...Array.from({ length: 10 }, (_, n) => madeOf('a', `empty ${n}`)),
  ];
  const drawn = { kind: 'silence', trigger: 'move that ends a round', due: 'an empty cell' } as const;
  const { failure, made } = await shownRound({ rig, session }, steps, drawn, 400);
  if (failure === undefined) throw new Error('it never shows');
  expect(bytesOf(made)).toBeGreaterThanOrEqual(8);
  const lean = await leaner({ rig, session }, { steps: made, history: 0, failure }, () => false);
  expect(lean.steps.map((step) => ('link' in step ? step.link : ''))).toEqual(Array(6).fill('a'));
  expect(bytesOf(lean.steps)).toBe(6);
});

test('what shows in no round is left as it is', async () => {
  const { kind } = resolveBoard('virtual:ttt-serial');
  const target = TARGETS.find(({ suite, binding }) => suite === 'ttt' && binding === 'serial');
  if (target === undefined) throw new Error('TTT cannot be fuzzed');
  const parameters = { game: 'ttt-pve', settleMs: 50, responseMs: 50 };
  const rig = new VirtualRig({ kind, defects: [], parameters, seed: 1 });
  const steps = [say('a', 'J'), say('a', '4')];
  const owed = { requirement: 'TTT-22', trigger: 'move', due: 'an empty cell', expected: 'an empty cell' };
  const failure = { kind: 'silence', ...owed, seen: 'nothing' } as const;
  const small = { steps, history: 0, failure };
  expect(await leaner({ rig, session: target.session(parameters) }, small, () => false)).toBe(small);
});
