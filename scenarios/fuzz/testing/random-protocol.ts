/** A protocol with random wires and random rules, and a board that breaks one of them: for properties of the monitor. */
import type {
  AnyRequestResponse,
  AnySession,
  Message,
  Ruling,
  Side,
} from '../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { byLength, cobs, escaped, silence, slip, type Framing } from '../../../protocols/wire/framing';
import type { WireOptions } from '../../../protocols/wire/layout/layout-data';
import { sample } from '../../../protocols/wire/sample';
import { wire, type Wire } from '../../../protocols/wire/wire';
import { dice, type Dice } from '../campaign/dice';

const STATES = 3;
const BAUD = 19_200;
const SLOW = millis(500);

export interface RandomProtocol {
  readonly protocol: AnyRequestResponse;
  /** The same, but for one rule: `clause` is what a board breaks that plays it. */
  readonly broken: AnyRequestResponse;
  readonly clause: string;
}

export interface RandomOptions {
  readonly requests: WireOptions;
  readonly answers: WireOptions;
  readonly seed: number;
}

/** All choices follow from the seed. */
export function randomProtocol(options: RandomOptions): RandomProtocol {
  const choices = dice(options.seed);
  const requests: Wire<Message> = wire(options.requests);
  const answers: Wire<Message> = wire(options.answers);
  const idle = millis(choices.pick([5, 20, 50]));
  const framings = [framingFor(requests, choices, idle), framingFor(answers, choices, idle)] as const;
  const max = millis(choices.pick([20, 100, 400]));
  const time = choices.once(2) ? { max } : { min: micros(max / 4), max };
  const base = {
    parameters: {},
    requests: { wire: requests, framing: framings[0], codec: codec(requests, framings[0]) },
    answers: { wire: answers, framing: framings[1], codec: codec(answers, framings[1]) },
    initial: 0,
    clauses: {
      sum: 'SUM',
      form: 'FORM',
      time: 'TIME',
      unasked: 'UNASKED',
      ...(choices.once(2) ? { recovery: 'RECOVERY' } : {}),
      ...(choices.once(2) ? { pieces: 'PIECES' } : {}),
      ...(choices.once(2) && framings[0].kind !== 'silence' ? { pipelined: 'PIPELINED' } : {}),
    },
    unsolicited: [],
    time,
    idle: micros(1.2 * Math.max(max, SLOW)),
  } as const;
  const restart = sample(requests, choices, framings[0]);
  const restarted = sample(answers, choices, framings[1]);
  const key = requests.encode(restart);
  const answersRestart = { clause: 'RESTART', answer: restarted, state: 0 };
  const rule = (request: Message, state: unknown): Ruling<Message, unknown> =>
    Buffer.compare(requests.encode(request), key) === 0
      ? answersRestart
      : randomRuling(base.answers, seedOf(options.seed, requests.encode(request), Number(state)));
  const session: AnySession = {
    ...base,
    rule,
    refusal: ({ error }) => ({ clause: `REFUSE ${error.code}` }),
    baseline: [restart],
    probe: restart,
  };
  const wrong: AnySession = {
    ...session,
    rule: (request, state) => broken(answers, rule(request, state), options.seed, restarted),
  };
  return { protocol: protocolOf(session), broken: protocolOf(wrong), clause: 'RULE one' };
}

function protocolOf(session: AnySession): AnyRequestResponse {
  return {
    id: 'random',
    title: 'Random',
    link: { name: 'main', baud: BAUD },
    requirements: [],
    parameters: [],
    defects: {},
    at: () => session,
  };
}

function framingFor({ layout }: Wire<Message>, choices: Dice, idle: Micros): Framing {
  const any: readonly Framing[] = [
    silence(millis(4)),
    slip({ idle }),
    cobs(),
    cobs({ idle }),
    escaped({ idle }),
  ];
  return (
    choices.any(layout.selfDelimiting ? [...any, byLength({ idle }), byLength({ idle })] : any) ?? cobs()
  );
}

/** The same for the same request and state. */
function randomRuling({ wire: answers, framing }: Side<Message>, seed: number): Ruling<Message, unknown> {
  const choices = dice(seed);
  const answer = (): Message => sample(answers, choices, framing);
  const state = choices.int(0, STATES - 1);
  switch (choices.int(0, 7)) {
    case 0:
      return { clause: 'RULE silence', state };
    case 1:
      return { clause: 'RULE two', answers: [answer(), answer()], state };
    case 2:
      return {
        clause: 'RULE either',
        oneOf: [{ answer: answer(), state }, { answer: answer(), state: 1 }, { state: 2 }],
      };
    case 3:
      return { clause: 'RULE slow', answer: answer(), time: { min: millis(10), max: SLOW } };
    case 4:
      return { clause: 'RULE follow', answer: answer(), state: ({ type }: Message) => type.length % STATES };
    default:
      return { clause: 'RULE one', answer: answer(), ...(choices.once(2) ? { state } : {}) };
  }
}

/** Another answer, or none, where one is due. */
function broken(
  answers: Wire<Message>,
  ruling: Ruling<Message, unknown>,
  seed: number,
  other: Message,
): Ruling<Message, unknown> {
  if (ruling.clause !== 'RULE one' || ruling.answer === undefined) return ruling;
  const isOther = Buffer.compare(answers.encode(ruling.answer), answers.encode(other)) !== 0;
  const { clause, state } = ruling;
  const kept = state === undefined ? {} : { state };
  return seed % 2 === 0 && isOther ? { clause, answer: other, ...kept } : { clause, ...kept };
}

function seedOf(seed: number, bytes: Uint8Array, state: number): number {
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, (seed ^ (state * 7919)) >>> 0);
}
