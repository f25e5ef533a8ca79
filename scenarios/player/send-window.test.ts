import { STM_BOARD, STM_TARGET } from '../../protocols/stm/testing/parts';
import { requests, type Request } from '../../protocols/stm/message';
import { micros, millis } from '../../protocols/time';
import { play, withEffectListener } from './play';
import { listen, send, type FuzzStep } from './step';
import { VirtualRig } from '../fuzz/execution/virtual-rig';

const PARAMETERS = { idleGapMs: 50, responseMs: 100, errorCmd: 0xee, baud: 115_200 };
const START: Request = { type: 'start' };
const SET_STATE: Request = { type: 'set-state' };

function bytes(request: Request): Uint8Array {
  return requests.encode(request);
}

function tx(what: Request | Uint8Array): FuzzStep {
  return send('main', what instanceof Uint8Array ? what : bytes(what));
}

const tile = { x: 4, y: 2, z: 0, kind: 27 };
const SELECT = tx({ type: 'select', tile, open: true });
const SHUFFLE = tx({ type: 'shuffle', tiles: [tile, { ...tile, x: 8 }, { ...tile, x: 12 }] });
const ASK_STATE = tx(SET_STATE);

/** The traffic of these steps after a Start: `>8 <3`. */
function trafficOf(steps: readonly FuzzStep[], ahead?: number): string {
  const rig = new VirtualRig({ kind: STM_BOARD, defects: [], parameters: PARAMETERS, seed: 1 });
  const model = STM_TARGET.session(PARAMETERS).model(true);
  const options = { links: rig.links, quiet: micros(0) };
  rig.play(play([tx(START)], model, options));
  const passed: string[] = [];
  const playing = withEffectListener(play(steps, model, { ...options, ahead }), (effect, { chunk }) => {
    if (chunk !== undefined) passed.push(`${effect.op === 'send' ? '>' : '<'}${chunk.bytes.length}`);
  });
  const { steps: done } = rig.play(playing);
  expect([model.failure, done]).toEqual([undefined, steps.length]);
  return passed.join(' ');
}

test('two good requests go out in one write, a third when the first is answered', () => {
  const steps = [SELECT, ASK_STATE, SELECT, ASK_STATE];
  expect(trafficOf(steps)).toBe('>8 <3 >3 <4 >8 <3 >3 <4');
  expect(trafficOf(steps, 64)).toBe('>11 <3 >8 <4 >3 <3 <4');
});

test("unanswered bytes never exceed the board's buffer", () => {
  expect(trafficOf([SELECT, SHUFFLE, SELECT, ASK_STATE], 20)).toBe('>8 <3 >16 <16 >11 <3 <4');
  expect(trafficOf([SHUFFLE, ASK_STATE, SHUFFLE], 8)).toBe('>16 <16 >3 <4 >16 <16');
});

test('a request without a promise of the page waits for all due answers', () => {
  const wrong = tx(bytes(SET_STATE).with(2, 0));
  const unknown = tx(Uint8Array.of(7, 1, 2));
  const cut = tx(bytes(START).subarray(0, 2));
  const bad = tx(requests.seal(bytes(START).with(1, 9)));
  for (const one of [unknown, cut, bad, listen(millis(1))]) {
    const sent = one.kind === 'send' ? `>${one.bytes.length} <3 ` : '';
    expect(trafficOf([SELECT, one, SELECT, ASK_STATE], 64)).toBe(`>8 <3 ${sent}>11 <3 <4`);
  }
  expect(trafficOf([SELECT, wrong, ASK_STATE], 64)).toBe('>8 <3 >3 <3 >3 <4');
});
