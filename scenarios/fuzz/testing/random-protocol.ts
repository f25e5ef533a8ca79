/** A protocol with random wires, framings and rules, and a board that breaks one of them: for properties of the monitor. */
import { exchangeClasses } from '../../../protocols/request-response/classes';
import type {
  AnyRequestResponse,
  AnySession,
  Message,
  Ruling,
  Side,
  Unsolicited,
} from '../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { cobs } from '../../../protocols/wire/decoders/cobs';
import { escaped, slip } from '../../../protocols/wire/decoders/escaped';
import {
  byLength,
  delimiter,
  fixedLength,
  lines,
  silence,
  startByte,
  type Framing,
} from '../../../protocols/wire/framing';
import type { WireOptions } from '../../../protocols/wire/layout/layout-data';
import { sample } from '../../../protocols/wire/sample';
import { wire, type Wire } from '../../../protocols/wire/wire';
import { dice, type Dice } from '../campaign/dice';
import { answeredOtherwise, brokenRuling, randomRefusal, randomRuling, SLOW } from './random-ruling';

const BAUD = 19_200;

export interface RandomProtocol {
  readonly protocol: AnyRequestResponse;
  /** The same protocol on another sound board: where several answers are right, it gives a different one. */
  readonly other: AnyRequestResponse;
  /** The same protocol with one wrong rule: a board that plays it breaks `clause`. */
  readonly broken: AnyRequestResponse;
  readonly clause: string;
}

export interface RandomOptions {
  readonly requests: WireOptions;
  readonly answers: WireOptions;
  readonly seed: number;
}

/** The seed decides all choices. */
export function randomProtocol(options: RandomOptions): RandomProtocol {
  const { seed } = options;
  const choices = dice(seed);
  const idle = millis(choices.pick([5, 20, 50]));
  const requests = randomSide(wire(options.requests), choices, idle);
  const answers = randomSide(wire(options.answers), choices, idle);
  const max = millis(choices.pick([20, 100, 400]));
  const restarts = Array.from({ length: choices.pick([0, 1, 1, 1, 1, 2]) }, () => ({
    request: draw(requests, choices),
    answer: draw(answers, choices),
  }));
  const probe = { request: draw(requests, choices), answer: draw(answers, choices) };
  const fixed = [
    ...restarts.map((one) => ({ ...one, clause: 'RESTART', state: 0 })),
    { ...probe, clause: 'PROBE' },
  ];
  const rulings = new Map(
    fixed.map(({ request, ...ruling }) => [keyOf(requests.wire, request), ruling] as const).reverse(),
  );
  const session: AnySession = {
    parameters: {},
    baud: BAUD,
    requests,
    answers,
    initial: 0,
    rule: (request, state) =>
      rulings.get(keyOf(requests.wire, request)) ??
      randomRuling(answers, hash(seed, requests.wire.encode(request), Number(state))),
    refusal: ({ error }, state) =>
      randomRefusal(answers, error.code, hash(seed, Buffer.from(error.code), Number(state))),
    clauses: {
      sum: 'SUM',
      form: 'FORM',
      time: 'TIME',
      unasked: 'UNASKED',
      ...(choices.once(2) ? { recovery: 'RECOVERY' } : {}),
      ...(choices.once(2) ? { pieces: 'PIECES' } : {}),
      ...(choices.once(2) && requests.framing.kind !== 'silence' ? { pipelined: 'PIPELINED' } : {}),
    },
    classes: exchangeClasses('random', {}, { initial: 0, answers }),
    unsolicited: randomMessages(answers, choices),
    time: choices.once(2) ? { max } : { min: micros(max / 4), max },
    idle: micros(1.2 * Math.max(max, SLOW)),
    baseline: restarts.map(({ request }) => request),
    probe: probe.request,
  };
  const playing = (change: (ruling: AnyRuling) => AnyRuling): AnyRequestResponse =>
    protocolOf({ ...session, rule: (request, state) => change(session.rule(request, state)) });
  return {
    protocol: protocolOf(session),
    other: playing((ruling) => answeredOtherwise(answers, ruling, seed)),
    broken: playing((ruling) => brokenRuling(answers, ruling, seed, probe.answer)),
    clause: 'RULE one',
  };
}

type AnyRuling = Ruling<Message, unknown>;

function protocolOf(session: AnySession): AnyRequestResponse {
  return {
    id: 'random',
    title: 'Random',
    link: { name: 'main', baud: BAUD },
    requirements: [],
    parameters: [],
    defects: {},
    withholds: () => undefined,
    at: () => session,
  };
}

function randomSide(wire: Wire<Message>, choices: Dice, idle: Micros): Side<Message> {
  const framing = framingFor(wire, choices, idle);
  return { wire, framing, codec: codec(wire, framing) };
}

function draw({ wire, framing }: Side<Message>, choices: Dice): Message {
  return sample(wire, choices, framing);
}

function keyOf(wire: Wire<Message>, message: Message): string {
  return Buffer.from(wire.encode(message)).toString('hex');
}

function framingFor(wire: Wire<Message>, choices: Dice, idle: Micros): Framing {
  const { layout } = wire;
  const any: readonly Framing[] = [
    silence(millis(4)),
    slip({ idle }),
    cobs(),
    cobs({ idle }),
    escaped({ idle }),
    escaped({ leading: false }),
    delimiter([0x0d, 0x0a]),
    delimiter(0x03, { idle }),
    lines({ end: 'either', idle }),
  ];
  const self = [
    byLength({ idle }),
    byLength({ idle }),
    startByte(0xaa, { idle }),
    startByte([0x55, 0xd5], { idle }),
  ];
  const isFixed = layout.forms.every(({ size }) => size.min === layout.longest);
  const all = [
    ...any,
    ...(layout.selfDelimiting ? self : []),
    ...(isFixed ? [fixedLength(layout.longest, { idle })] : []),
  ];
  const framing = choices.any(all) ?? cobs();
  return carriesMost(wire, framing, choices) ? framing : cobs();
}

/** Most messages of the wire do not contain the delimiter. */
function carriesMost(wire: Wire<Message>, framing: Framing, choices: Dice): boolean {
  try {
    for (let n = 0; n < 20; n++) sample(wire, choices, framing);
    return true;
  } catch {
    return false;
  }
}

/** No kind, one or two. Some of them never occur as an answer of the rules. */
function randomMessages(answers: Side<Message>, choices: Dice): readonly Unsolicited<Message, unknown>[] {
  return Array.from({ length: choices.pick([0, 0, 1, 1, 2]) }, (_, i) => {
    const message = draw(answers, choices);
    const key = keyOf(answers.wire, message);
    const isExact = choices.once(2);
    const min = millis(choices.pick([300, 1000]));
    const period = { min, max: micros(2 * min + millis(600)) };
    return {
      clause: `MESSAGE ${i}`,
      matches: (answer) => (isExact ? keyOf(answers.wire, answer) === key : answer.type === message.type),
      message: () => message,
      ...(choices.once(4) ? {} : { period }),
    };
  });
}

function hash(seed: number, bytes: Uint8Array, state: number): number {
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, (seed ^ (state * 7919)) >>> 0);
}
