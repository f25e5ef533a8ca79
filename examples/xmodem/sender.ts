/** An XMODEM sender: it sends a block when it is asked, and never by itself. Source: Forsberg, XMODEM/YMODEM Protocol Reference, 18 June 1988 (XY). */
import { conversation, generator, millis, param, send } from 'wirejig';
import type { ConversationBoardEvent, ConversationGenerator, ConversationRuling, Send, Values } from 'wirejig';
import { isSameData } from 'wirejig';
import { blockOf, BYTES, fileCodec, IDLE, parameters as shared, replyCodec, startOf } from './wire';
import type { Block, FileMessage, Reply } from './wire';

const parameters = {
  ...shared,
  blocks: param(258, 'Blocks of the file.', { min: 2 }),
};
type P = Values<typeof parameters>;

interface State {
  readonly phase: 'unknown' | 'waiting' | 'block' | 'end';
  /** Blocks that were sent, and acknowledged but for the last one. */
  readonly sent: number;
  /** The block that may be asked for again. What is in a file, only the sender knows. */
  readonly block?: Block | undefined;
  readonly hasCan: boolean;
  /** A transfer was cancelled: CANs may come. */
  readonly isCancelled: boolean;
}
type Ruling = ConversationRuling<FileMessage, State>;
type Answer = Send<FileMessage, State>;

const INITIAL: State = { phase: 'waiting', sent: 0, hasCan: false, isCancelled: false };

function answer(
  title: string,
  clause: string,
  { answerMs }: P,
  parts: Pick<Answer, 'accepts' | 'make' | 'then'>,
): Answer {
  return {
    title,
    clause,
    queue: 'answer',
    within: { max: millis(answerMs), clause: 'XS-TM-01' },
    mistakes: () => true,
    charge: ({ kind }) => (kind === 'form' ? 'XS-BL-01' : clause),
    ...parts,
  };
}

/** Block number `sent`, or the one that was sent before. */
function sendBlock(state: State, clause: string, p: P): Ruling {
  const { sent, block } = state;
  const number = sent & 0xff;
  return {
    state: { ...state, phase: 'block', hasCan: false, isCancelled: false },
    sends: [
      answer('a block', clause, p, {
        accepts: (message) =>
          message.type === 'block' &&
          message.number === number &&
          message.complement === 0xff - number &&
          (block === undefined || isSameData(message, block)),
        make: () => blockOf(sent),
        then: (message, now) => (message.type === 'block' ? { state: { ...now, block: message } } : {}),
      }),
    ],
  };
}

function sendEnd(state: State, p: P): Ruling {
  const accepts = ({ type }: FileMessage) => type === 'eot';
  return {
    state: { ...state, phase: 'end', hasCan: false },
    sends: [answer('EOT', 'XS-EN-01', p, { accepts, make: () => ({ type: 'eot' }) })],
  };
}

/** It ends with the next byte of the receiver. */
const SILENCE = 'silence';

/** Nothing comes. */
function ignore(state: State, clause: string): Ruling {
  const never = {
    title: 'silence',
    queue: SILENCE,
    duty: 'never',
    clause,
    accepts: () => false,
    within: { max: millis(1000) },
  } as const;
  return { state, sends: [never] };
}

function take({ type }: Reply, state: State, p: P): Ruling {
  const { phase, sent } = state;
  if (type === 'can') {
    if (!state.hasCan) return ignore({ ...state, hasCan: true }, 'XS-CN-01');
    return ignore({ ...INITIAL, isCancelled: true }, 'XS-CN-01');
  }
  const next = { ...state, hasCan: false };
  if (phase === 'waiting')
    return type === startOf(p.check) ? sendBlock({ ...next, sent: 1 }, 'XS-ST-01', p) : ignore(next, 'XS-TM-02');
  if (type === 'nak') return phase === 'end' ? sendEnd(next, p) : sendBlock(next, 'XS-BL-03', p);
  if (type !== 'ack') return phase === 'end' ? { state: next, open: millis(1500) } : ignore(next, 'XS-TM-02');
  if (phase === 'end') return ignore(INITIAL, 'XS-EN-02');
  return sent === p.blocks ? sendEnd(next, p) : sendBlock({ ...next, sent: sent + 1, block: undefined }, 'XS-BL-02', p);
}

function rules(event: ConversationBoardEvent<Reply>, state: State, _: unknown, p: P): Ruling {
  if (event.kind === 'reset') return { state: INITIAL };
  if (state.phase === 'unknown') return {};
  if (event.kind !== 'message' && event.kind !== 'reject') return {};
  const ruling =
    event.kind === 'message' ? take(event.message, state, p) : ignore({ ...state, hasCan: false }, 'XS-TM-02');
  return { ...ruling, cancels: [SILENCE] };
}

const PAGE = `
  ## Blocks
  - XS-ST-01 MUST documented — NAK, or C with a CRC, is answered by block 1 (XY 7.3.2, 8.2.1).
  - XS-BL-01 MUST documented — a block is 01, its number, 255 less the number, 128 bytes, and their sum or CRC (XY 7.2).
  - XS-BL-02 MUST documented — ACK is answered by the next block; numbers count modulo 256 (XY 7.2, 7.3.3).
  - XS-BL-03 MUST documented — NAK is answered by the same block, byte for byte (XY 7.3.3).
  ## The end
  - XS-EN-01 MUST documented — ACK of the last block is answered by EOT, and so is NAK then (XY 7.3.3).
  - XS-EN-02 MUST documented — ACK of EOT ends the transfer; the next one begins with block 1 (XY 7.3.3).
  - XS-CN-01 MUST documented — two CANs in a row end the transfer, and one does not (XY 4.1).
  ## Times
  - XS-TM-01 MUST profile — a block and EOT begin within answerMs.
  - XS-TM-02 MUST documented — the receiver drives: other bytes are not answered, and nothing comes unasked (XY 7.3.1).
`;

/** Until it is sure that nothing comes. */
const LISTEN = { pause: millis(1000) };
const tx = (bytes: Uint8Array) => send('line', bytes);
const cases = (name: string, group: ConversationGenerator<State>['group'], bytes: (state: State) => Uint8Array) =>
  generator<{ readonly state: State }>(name, group, 1, ['control'], (_, { state }) => [tx(bytes(state))]);

export const sender = conversation<Reply, FileMessage, State, object, typeof parameters>({
  links: {
    line: {
      baud: 9600,
      host: { codec: replyCodec },
      board: ({ check }) => ({ codec: fileCodec(check), silence: IDLE }),
    },
  },
  parameters,
  initial: INITIAL,
  quiet: millis(1500),
  firmware: () => ({}),
}).protocol({
  id: 'xmodem-sender',
  title: 'XMODEM: the side that sends a file',
  page: PAGE,
  rules,
  begins: ({ message }, { phase, isCancelled }) => {
    if (phase === 'unknown') return {};
    return isCancelled && (message?.type === 'can' || message?.type === 'bs') ? {} : undefined;
  },
  always: ({ message }) => (message?.type === 'block' ? { clause: 'XS-BL-01' } : undefined),
  charge: ({ kind }) => (kind === 'form' ? 'XS-BL-01' : 'XS-TM-02'),
  unknown: () => ({ ...INITIAL, phase: 'unknown' }),
  isKnown: ({ phase }) => phase !== 'unknown',
  stateClass: ({ phase }) => phase,
  probe: ({ check }) => [BYTES[startOf(check)], BYTES.nak, BYTES.nak],
  scenarios: [
    {
      id: 'transfer',
      title: 'a whole file, some blocks of it twice, and the next file',
      covers: ['XS-ST-01', 'XS-BL-01', 'XS-BL-02', 'XS-BL-03', 'XS-EN-01', 'XS-EN-02', 'XS-TM-01'],
      run: async (host) => {
        await host.play('the start', BYTES[startOf(host.p.check)]);
        for (let number = 1; number <= host.p.blocks; number++) {
          if (number % 50 === 1) await host.play(`NAK of block ${number}`, BYTES.nak);
          await host.play(`ACK of block ${number}`, BYTES.ack);
        }
        await host.play('NAK of EOT', BYTES.nak);
        await host.play('ACK of EOT', BYTES.ack, LISTEN);
        await host.play('the next file', BYTES[startOf(host.p.check)]);
      },
    },
    {
      id: 'noise',
      title: 'nothing comes unasked, and other bytes are not answered',
      covers: ['XS-TM-02', 'XS-BL-03'],
      run: async (host) => {
        await host.listen(millis(3000));
        await host.play('the start', BYTES[startOf(host.p.check)]);
        for (const byte of [0x55, 0x00, 0xff]) {
          await host.play('noise', Uint8Array.of(byte), LISTEN);
          await host.play('NAK after noise', BYTES.nak);
        }
      },
    },
    {
      id: 'cancel',
      title: 'two CANs end a transfer, and one does not',
      covers: ['XS-CN-01'],
      run: async (host) => {
        const start = BYTES[startOf(host.p.check)];
        await host.play('the start', start);
        await host.play('ACK', BYTES.ack);
        host.charge('XS-CN-01');
        await host.play('one CAN', BYTES.can, LISTEN);
        await host.play('NAK after one CAN', BYTES.nak);
        host.charge();
        await host.play('two CANs', BYTES.can, BYTES.can, LISTEN);
        await host.play('the next file', start);
      },
    },
  ],
  defects: {
    'nak-sends-next': {
      breaks: 'XS-BL-03',
      text: 'NAK is taken for ACK.',
      change: (sound) => ({
        rules: (event, state) =>
          event.kind === 'message' && event.message.type === 'nak' && state.phase === 'block'
            ? sound.rules({ ...event, message: { type: 'ack' } }, state)
            : sound.rules(event, state),
      }),
    },
    'numbers-from-zero': {
      breaks: 'XS-ST-01',
      text: 'The first block has the number 0.',
      change: (sound) => ({
        encode: (message, link, at) =>
          sound.encode(
            message.type === 'block'
              ? { ...message, number: (message.number - 1) & 0xff, complement: (0x100 - message.number) & 0xff }
              : message,
            link,
            at,
          ),
      }),
    },
    'one-can-cancels': {
      breaks: 'XS-CN-01',
      text: 'A single CAN ends the transfer.',
      change: (sound) => ({
        rules: (event, state) => {
          const isCan = event.kind === 'message' && event.message.type === 'can';
          return sound.rules(event, isCan ? { ...state, hasCan: true } : state);
        },
      }),
    },
    'eot-once': {
      breaks: 'XS-EN-01',
      text: 'EOT is not sent again.',
      change: (sound) => ({
        rules: (event, state) =>
          event.kind === 'message' && event.message.type === 'nak' && state.phase === 'end'
            ? {}
            : sound.rules(event, state),
      }),
    },
  },
  fuzz: {
    states: ['waiting', 'block', 'end'],
    triggers: ['ack', 'nak', 'can', 'c', 'unknown-form'],
    responses: ['a block', 'EOT', 'silence'],
    fields: ['control'],
    session: ({ check }) => ({
      generators: [
        cases('the start', 'valid', () => BYTES[startOf(check)]),
        cases('ACK', 'valid', () => BYTES.ack),
        cases('NAK', 'valid', () => BYTES.nak),
        cases('CAN', 'valid', () => BYTES.can),
        generator('any byte', 'noise', 1, ['control'], (dice) => [tx(Uint8Array.of(dice.int(0, 255)))]),
      ],
      blocks: { fromReset: true, cases: 20 },
    }),
  },
});
