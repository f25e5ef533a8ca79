import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import { rulesBoardKind } from '../../testing/rules-board';
import { fuzzTarget } from '../targets/request-response/fuzz-target';
import { causeOf } from './cause';
import { listen, recipeStep, send, type FuzzStep } from '../../player/step';
import { reproduce } from '../execution/reproduce';
import { VirtualRig } from '../execution/virtual-rig';
import { virtualContext } from '../testing/virtual-context';

/** Rounds on each board, because a failure may not show in the first. */
const ROUNDS = 3;

const tx = (link: string, hex: string): FuzzStep => send(link, Uint8Array.from(Buffer.from(hex, 'hex')));

/** The kind and the cause of each failure, on `boards` boards of the kind. */
async function causes(
  board: string,
  steps: readonly FuzzStep[],
  boards: number,
): Promise<readonly (readonly string[])[]> {
  const { rig, session } = virtualContext(board);
  const seen: string[][] = [];
  for (let n = 0; n < boards * ROUNDS; n++) {
    if (n % ROUNDS === 0) rig.begin(n / ROUNDS);
    const { failure, sentSteps } = await reproduce(rig, session, steps);
    if (failure === undefined) continue;
    const { key } = await causeOf({ rig, session }, { steps: sentSteps, failure, history: 0 });
    seen.push([failure.kind, key]);
  }
  return seen;
}

test('a wrong line is one kind of failure with one cause, whether it comes before the end of its frame or after it', async () => {
  const { rig, session } = virtualContext('set+any-byte-card');
  const orders = new Set<boolean>();
  for (let n = 0; n < 40; n++) {
    rig.begin(n);
    let printed = '';
    await reproduce(rig, session, [tx('scanner', '930d')], (link, { bytes }) => {
      if (link === 'console') printed += Buffer.from(bytes).toString('latin1');
    });
    orders.add(printed.includes('EndOfFrame'));
  }
  expect(orders).toEqual(new Set([true, false]));
  const seen = await causes('set+any-byte-card', [tx('scanner', '930d')], 40);
  expect(seen).toEqual(Array(40 * ROUNDS).fill(['unasked', 'answer|byte that is no card|no line of a card']));
});

test('if a hello cuts a line, the cause is the cut line, not the hello', async () => {
  const way = [listen(micros(10_600_000)), tx('main', '040a'), tx('main', '040a')];
  const hello = tx('main', '1616321d030a');
  const seen = await causes('durak+syn-packet-not-applied', [...way, hello, recipeStep('main', 'pass 0')], 3);
  expect(seen).toHaveLength(3 * ROUNDS);
  expect(new Set(seen.map(([, key]) => key))).toEqual(new Set(['after line cut by a SYN: silence']));
});

test('a fault after an ACK is named after the acknowledged command, so that two bugs have two causes', async () => {
  const beep = await causes('gm67+beep-acknowledged-twice', [tx('main', '05e6040001ff10')], 1);
  const start = ['04e90400ff0f', '04e40401ff13'].map((hex) => tx('main', hex));
  const repeat = await causes('gm67+repeat-silent', start, 1);
  expect(new Set(beep.map(([, key]) => key))).toEqual(new Set(['after beep: ACK']));
  expect(new Set(repeat.map(([, key]) => key))).toEqual(new Set(['after enable: ACK']));
});

test('a board that is slow in a state has one cause, whichever request led to the state', async () => {
  const host = tx('main', '07c60400008a08fe9d');
  const [start, repeat, enable] = ['04e40400ff14', '04e40401ff13', '04e90400ff0f'].map((hex) =>
    tx('main', hex),
  );
  if (start === undefined || repeat === undefined || enable === undefined) throw new Error('three frames');
  const slow = await causes('gm67+slow-while-scanning', [host, start, enable], 1);
  const again = await causes('gm67+slow-while-scanning', [host, repeat, enable], 1);
  expect(slow).toEqual(Array(ROUNDS).fill(['late', 'late after ACK']));
  expect(again).toEqual(slow);
});

/** The cause of what the requests show on a board that spoils the last byte of some frames. */
async function causesOfSpoilt(requests: readonly Message[], spoils: (frame: Uint8Array) => boolean) {
  const protocol: AnyRequestResponse = registerProtocol();
  const kind = rulesBoardKind(protocol);
  const spoilt = (bytes: Uint8Array): Uint8Array =>
    spoils(bytes) ? bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1) : bytes;
  const create: typeof kind.create = (options) => {
    const board = kind.create(options);
    const poll: typeof board.poll = (now) =>
      board.poll(now).map((one) => ({ ...one, bytes: spoilt(one.bytes) }));
    return new Proxy(board, {
      get: (of, name) => (name === 'poll' ? poll : bound(Reflect.get(of, name), of)),
    });
  };
  const parameters = Object.fromEntries(protocol.parameters.map((one) => [one.name, one.default]));
  const rig = new VirtualRig({ kind: { ...kind, create }, defects: [], parameters, seed: 1 });
  const session = fuzzTarget(protocol).session(parameters);
  const { codec } = protocol.at(parameters).requests;
  const found: (string | undefined)[] = [];
  for (const request of requests) {
    const step = send('main', codec.encode(request));
    const { failure, sentSteps } = await reproduce(rig, session, [step]);
    if (failure === undefined) found.push(undefined);
    else found.push((await causeOf({ rig, session }, { steps: sentSteps, failure, history: 0 })).key);
  }
  return found;
}

function bound(member: unknown, to: object): unknown {
  return typeof member === 'function' ? (member.bind(to) as unknown) : member;
}

const REQUESTS = [
  { type: 'read', unit: 1, address: 0, count: 1 },
  { type: 'write', unit: 1, address: 3, value: 500 },
  { type: 'write', unit: 1, address: 9, value: 500 },
  { type: 'restart', unit: 1 },
];

test('a wrong checksum in every answer has one cause, whatever is asked', async () => {
  const [first, ...others] = await causesOfSpoilt(REQUESTS, () => true);
  expect(first).toMatch(/REG-01, whatever is asked$/);
  expect(new Set(others)).toEqual(new Set([first]));
});

test('a wrong checksum in the answer to a write is a cause of its own', async () => {
  const found = await causesOfSpoilt(REQUESTS, ([, form]) => form === 6);
  expect(found).toEqual([undefined, expect.not.stringContaining('whatever'), undefined, undefined]);
});
