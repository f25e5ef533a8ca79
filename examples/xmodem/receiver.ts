/** An XMODEM receiver: it begins, asks again, and acknowledges blocks. Source: Forsberg, XMODEM/YMODEM Protocol Reference, 18 June 1988 (XY). */
import { conversation, generator, millis, param, send } from 'wirejig';
import type { ConversationBoardEvent, ConversationGenerator, ConversationRuling, Send, Values } from 'wirejig';
import { blockOf, BYTES, fileCodec, IDLE, parameters as shared, replyCodec, startOf } from './wire';
import type { Block, FileMessage, Reply } from './wire';

const parameters = {
  ...shared,
  silenceMs: param(900, 'Silence that a virtual board waits for before a NAK, and between EOT and its ACK.', {
    unit: 'ms',
    min: 100,
  }),
  refuseMs: param(3000, 'Latest start of a NAK, and of the ACK of EOT.', { unit: 'ms', min: 1100 }),
  waitMs: param(12_000, 'Longest time without a byte after which a receiver asks again.', { unit: 'ms', min: 3000 }),
  restartMs: param(3000, 'Latest CAN of a transfer that is cancelled, and latest beginning of the next one.', {
    unit: 'ms',
  }),
};
type P = Values<typeof parameters>;

interface State {
  /** false: what is due is not known. */
  readonly isKnown: boolean;
  /** Blocks that were acknowledged. The number of the next one is one more, modulo 256. */
  readonly taken: number;
  /** NAKs since the last good block. */
  readonly errors: number;
  /** The last byte was a single CAN. */
  readonly hasCan: boolean;
  /** NAK waits for a silence: by this clause. */
  readonly refusing?: string | undefined;
  /** The ACK of EOT waits for a silence. */
  readonly isEnding: boolean;
  /** A transfer was cancelled: more CANs may come. */
  readonly isCancelled: boolean;
}
type Ruling = ConversationRuling<Reply, State>;
type Answer = Send<Reply, State>;

const INITIAL: State = { isKnown: true, taken: 0, errors: 0, hasCan: false, isEnding: false, isCancelled: false };
const CANCELLED: State = { ...INITIAL, isCancelled: true };
const MOST_ERRORS = 10;
const ANSWER = 'answer';
/** Nobody waits for these: the same again, and the silence after an answer. */
const AGAIN = 'again';
const REST = 'rest';

/** What one receiver sends. */
class Answers {
  constructor(private readonly p: P) {}

  answer(type: Reply['type'], clause: string, options: Partial<Answer> = {}): Answer {
    return {
      title: type.toUpperCase(),
      queue: ANSWER,
      clause,
      accepts: (reply) => reply.type === type,
      make: () => ({ type }),
      mistakes: () => true,
      within: { max: millis(this.p.answerMs), clause: 'XR-TM-01' },
      then: (_, state) => this.wait({ ...state, refusing: undefined }),
      ...options,
    };
  }

  afterSilence(type: Reply['type'], clause: string, options: Partial<Answer> = {}): Answer {
    const { silenceMs, refuseMs } = this.p;
    return this.answer(type, clause, {
      within: { max: millis(refuseMs), clause: 'XR-TM-02' },
      usual: { min: millis(silenceMs + 20), max: millis(silenceMs + 60) },
      ...options,
    });
  }

  /** Asks for the first block. */
  start(clause: string): Answer {
    const within = { max: millis(this.p.restartMs) };
    return this.answer(startOf(this.p.check), clause, { title: 'the start', within });
  }

  /** NAK; in a transfer with CRC it is C up to the first block. */
  refusal({ taken }: State): Reply['type'] {
    return taken === 0 ? startOf(this.p.check) : 'nak';
  }

  cancel(clause: string): Ruling {
    const then = (): Ruling => ({ state: CANCELLED, sends: [this.start('XR-ST-01')] });
    return { sends: [this.answer('can', clause, { within: { max: millis(this.p.restartMs) }, then })] };
  }

  /** It says nothing, and after a long time in which nothing has come it asks again. */
  wait(state: State): Ruling {
    const max = millis(this.p.waitMs);
    const because = state.taken === 0 ? 'XR-ST-02' : 'XR-TM-03';
    const again = this.answer(this.refusal(state), because, {
      title: 'the same again',
      queue: AGAIN,
      within: { max, clause: because },
      usual: { min: 0.8 * max, max: 0.95 * max },
      then: (_, now) => this.afterError(now),
    });
    return { state, sends: [silence('XR-TM-04', REST), again] };
  }

  afterError(state: State): Ruling {
    const errors = state.errors + 1;
    return errors < MOST_ERRORS ? this.wait({ ...state, errors, refusing: undefined }) : this.cancel('XR-CN-03');
  }
}

/** Nothing comes for a second, or up to the next byte of the sender. */
const silence = (clause: string, queue: string): Answer => ({
  title: 'silence',
  queue,
  duty: 'never',
  clause,
  accepts: () => false,
  within: { max: millis(1000) },
});

/** What is no good block is refused once the line is silent. */
function refuse(state: State, answers: Answers, clause: string): Ruling {
  const { refusing = clause } = state;
  const then = (_: Reply, now: State): Ruling => answers.afterError(now);
  return {
    state: { ...state, refusing, hasCan: false, isEnding: false },
    sends: [answers.afterSilence(answers.refusal(state), refusing, { then })],
  };
}

function takeBlock({ number, complement }: Block, state: State, answers: Answers): Ruling {
  const { taken } = state;
  if (complement !== 0xff - number) return refuse(state, answers, 'XR-BL-03');
  const good = { ...state, errors: 0, hasCan: false, isCancelled: false };
  if (number === ((taken + 1) & 0xff))
    return { state: { ...good, taken: taken + 1 }, sends: [answers.answer('ack', 'XR-BL-01')] };
  if (number === (taken & 0xff)) return { state: good, sends: [answers.answer('ack', 'XR-BL-04')] };
  return answers.cancel('XR-CN-02');
}

function take(message: FileMessage, state: State, answers: Answers): Ruling {
  // What comes before the line was silent is not looked at.
  if (state.refusing !== undefined || state.isEnding) return refuse(state, answers, 'XR-BL-05');
  switch (message.type) {
    case 'block':
      return takeBlock(message, state, answers);
    case 'eot': {
      const then = (): Ruling => ({ state: INITIAL, sends: [answers.start('XR-ST-01')] });
      return { state: { ...state, isEnding: true }, sends: [answers.afterSilence('ack', 'XR-EN-01', { then })] };
    }
    case 'can': {
      if (state.hasCan) return { state: CANCELLED, sends: [answers.start('XR-CN-01')] };
      const waiting = answers.wait({ ...state, hasCan: true });
      return { ...waiting, sends: [silence('XR-CN-01', ANSWER), ...(waiting.sends ?? [])] };
    }
    default:
      return refuse(state, answers, 'XR-BL-05');
  }
}

function rules(event: ConversationBoardEvent<FileMessage>, state: State, _: unknown, p: P): Ruling {
  const answers = new Answers(p);
  if (event.kind === 'reset') return { state: INITIAL, sends: [answers.start('XR-ST-01')] };
  if (!state.isKnown || (event.kind !== 'message' && event.kind !== 'reject')) return {};
  const clauses: Record<string, string> = { checksum: 'XR-BL-02', truncated: 'XR-BL-06' };
  const ruling =
    event.kind === 'message'
      ? take(event.message, state, answers)
      : refuse(state, answers, clauses[event.code] ?? 'XR-BL-05');
  return { ...ruling, cancels: [ANSWER, AGAIN, REST] };
}

const PAGE = `
  ## The start
  - XR-ST-01 MUST documented — after a reset, and after each transfer, it asks for the first block by NAK, or by C for blocks with a CRC (XY 7.3.2, 8.2.1).
  - XR-ST-02 MUST documented — it asks again while nothing comes (XY 7.3.2).
  ## Blocks
  - XR-BL-01 MUST documented — a good block with the next number is answered by ACK; numbers begin with 1 and count modulo 256 (XY 7.2, 7.3.2).
  - XR-BL-02 MUST documented — a block with a wrong checksum or CRC is answered by NAK (XY 7.3.2).
  - XR-BL-03 MUST documented — a block whose second number is not 255 less the first is answered by NAK (XY 7.3.2).
  - XR-BL-04 MUST documented — a block that comes once more is answered by ACK (XY 7.3.2).
  - XR-BL-05 MUST documented — other bytes are answered by one NAK once the line is silent; what comes before is lost (XY 7.4).
  - XR-BL-06 MUST documented — half a block is answered by NAK (XY 7.3.2).
  ## The end
  - XR-EN-01 MUST documented — EOT is answered by ACK (XY 7.3.3).
  - XR-CN-01 MUST documented — two CANs in a row end a transfer, and one does not (XY 4.1).
  - XR-CN-02 MUST documented — a block with another number cancels it: the receiver sends CAN (XY 7.3.2).
  - XR-CN-03 MUST implied — after ten NAKs without a good block it sends CAN (XY 7.3.1).
  ## Times
  - XR-TM-01 MUST profile — ACK begins within answerMs.
  - XR-TM-02 MUST profile — NAK, and ACK of EOT, begin within refuseMs.
  - XR-TM-03 MUST documented — within a transfer it asks again by NAK within waitMs (XY 7.3.2).
  - XR-TM-04 MUST profile — it sends nothing else, and nothing within a second after an answer.
`;

const tx = (bytes: Uint8Array) => send('line', bytes);
type Make = ConversationGenerator<State>['make'];
const session = (name: string, group: ConversationGenerator<State>['group'], make: Make) =>
  generator<{ readonly state: State }>(name, group, 1, ['number', 'data'], make);

export const receiver = conversation<FileMessage, Reply, State, object, typeof parameters>({
  links: {
    line: {
      baud: 9600,
      host: ({ check }) => ({ codec: fileCodec(check), silence: IDLE }),
      board: { codec: replyCodec },
    },
  },
  parameters,
  initial: INITIAL,
  // It sends by itself when it is switched on.
  boots: true,
  quiet: ({ refuseMs }) => millis(refuseMs + 500),
  firmware: () => ({}),
}).protocol({
  id: 'xmodem-receiver',
  title: 'XMODEM: the side that receives a file',
  page: PAGE,
  rules,
  background: [AGAIN, REST],
  begins: ({ message }, { isKnown, isCancelled }) =>
    !isKnown || (isCancelled && (message?.type === 'can' || message?.type === 'bs')) ? {} : undefined,
  charge: () => 'XR-TM-04',
  unknown: (state) => ({ ...state, isKnown: false }),
  isKnown: ({ isKnown }) => isKnown,
  stateClass: ({ taken }) => (taken === 0 ? 'before the first block' : 'in a transfer'),
  probe: () => [BYTES.eot, BYTES.eot],
  stallLimit: () => millis(250),
  scenarios: [
    {
      id: 'start',
      title: 'it begins by itself, and asks again',
      covers: ['XR-ST-01', 'XR-ST-02', 'XR-TM-04'],
      run: async (host) => {
        await host.play('nothing', { pause: millis(1000) });
        await host.listen(millis(host.p.waitMs + 2000), 'nothing for a while');
      },
    },
    {
      id: 'blocks',
      title: 'blocks up to number 255 and on from 0, some of them once more',
      covers: ['XR-BL-01', 'XR-BL-04', 'XR-EN-01', 'XR-TM-01', 'XR-ST-01'],
      run: async (host) => {
        const { encode } = fileCodec(host.p.check);
        for (let index = 1; index <= 257; index++) {
          await host.play(`block ${index}`, encode(blockOf(index)));
          if (index % 64 === 1) await host.play(`block ${index} once more`, encode(blockOf(index)));
        }
        await host.play('EOT', BYTES.eot);
      },
    },
    {
      id: 'bad-blocks',
      title: 'blocks with errors are refused, and come again',
      covers: ['XR-BL-02', 'XR-BL-03', 'XR-BL-05', 'XR-BL-06', 'XR-TM-02'],
      run: async (host) => {
        const { encode } = fileCodec(host.p.check);
        await host.play('block 1', encode(blockOf(1)));
        let taken = 1;
        const flip = (at: number) => (block: Uint8Array) => block.with(at, (block[at] ?? 0) ^ 1);
        for (const [what, spoil] of [
          ['a wrong sum', (block) => flip(block.length - 1)(block)],
          ['a flipped bit of the data', flip(70)],
          ['a wrong second number', flip(2)],
          ['half a block', (block) => block.slice(0, 60)],
          ['noise', () => Uint8Array.of(0x55, 0xaa)],
        ] as const satisfies readonly [string, (block: Uint8Array) => Uint8Array][]) {
          const good = encode(blockOf(++taken));
          await host.play(what, spoil(good));
          await host.play(`the block after ${what}`, good);
        }
        const next = encode(blockOf(taken + 1));
        await host.play('noise, and a block before the NAK', Uint8Array.of(0x55), { pause: millis(300) }, next);
        await host.play('the same block', next);
      },
    },
    {
      id: 'cancel',
      title: 'two CANs, a number out of order, and ten errors end a transfer',
      covers: ['XR-CN-01', 'XR-CN-02', 'XR-CN-03'],
      run: async (host) => {
        const { encode } = fileCodec(host.p.check);
        const begin = () => host.play('block 1', encode(blockOf(1)));
        await begin();
        await host.play('one CAN', BYTES.can, { pause: millis(1000) });
        await host.play('block 2', encode(blockOf(2)));
        await host.play('two CANs', BYTES.can, BYTES.can);
        await begin();
        await host.play('block 5 in place of 2', encode(blockOf(5)));
        await begin();
        for (let error = 1; error <= MOST_ERRORS; error++) await host.play(`error ${error}`, Uint8Array.of(0x55));
      },
    },
    {
      id: 'waits',
      title: 'in a transfer it asks again',
      covers: ['XR-TM-03'],
      run: async (host) => {
        await host.play('block 1', fileCodec(host.p.check).encode(blockOf(1)));
        await host.listen(millis(host.p.waitMs + 2000), 'nothing for a while');
        await host.play('block 2', fileCodec(host.p.check).encode(blockOf(2)));
      },
    },
  ],
  defects: {
    'sum-ignored': {
      breaks: 'XR-BL-02',
      text: 'A block with a wrong sum is taken.',
      change: (sound) => ({
        rules: (event, state) =>
          event.kind === 'reject' && event.code === 'checksum'
            ? sound.rules({ ...event, kind: 'message', message: blockOf(state.taken + 1) }, state)
            : sound.rules(event, state),
      }),
    },
    'complement-ignored': {
      breaks: 'XR-BL-03',
      text: 'The second number is not looked at.',
      change: (sound) => ({
        rules: (event, state) => {
          if (event.kind !== 'message' || event.message.type !== 'block') return sound.rules(event, state);
          const complement = 0xff - event.message.number;
          return sound.rules({ ...event, message: { ...event.message, complement } }, state);
        },
      }),
    },
    'repeated-block-out-of-order': {
      breaks: 'XR-BL-04',
      text: 'A block that comes once more counts as one out of order.',
      change: (sound) => ({
        rules: (event, state) => {
          const isBlock = event.kind === 'message' && event.message.type === 'block';
          const isSame = isBlock && event.message.number === (state.taken & 0xff);
          return sound.rules(isSame ? { ...event, message: blockOf(state.taken + 9) } : event, state);
        },
      }),
    },
    'counts-to-255': {
      breaks: 'XR-BL-01',
      text: 'After block 255 it waits for number 256.',
      change: (sound) => ({
        rules: (event, state) => {
          const isBlock = event.kind === 'message' && event.message.type === 'block';
          const isPast = isBlock && state.taken === 255 && event.message.number === 0;
          return sound.rules(isPast ? { ...event, message: blockOf(9) } : event, state);
        },
      }),
    },
    'asks-once': {
      breaks: 'XR-ST-02',
      text: 'It asks for the first block once.',
      change: (sound) => ({
        transmit: (messages, turn) =>
          turn.event.kind === 'expired' && turn.before.taken === 0 ? [] : sound.transmit(messages, turn),
      }),
    },
  },
  fuzz: {
    states: ['before the first block', 'in a transfer'],
    triggers: ['block', 'eot', 'can', 'checksum', 'truncated', 'unknown-form'],
    responses: ['ACK', 'NAK', 'the start', 'silence'],
    fields: ['number', 'data'],
    beyond: { 'XR-ST-01': 'shown by a reset, which is no input' },
    session: ({ check }) => {
      const { encode } = fileCodec(check);
      return {
        generators: [
          session('the next block', 'valid', (_, { state }) => [tx(encode(blockOf(state.taken + 1)))]),
          session('the same block', 'valid', (_, { state }) => [tx(encode(blockOf(state.taken)))]),
          session('EOT', 'valid', () => [tx(BYTES.eot)]),
          session('a block with a flipped bit', 'near-miss', (dice, { state }) => {
            const block = encode(blockOf(state.taken + 1));
            const at = dice.int(1, block.length - 1);
            return [tx(block.with(at, (block[at] ?? 0) ^ (1 << dice.int(0, 7))))];
          }),
          session('any block', 'near-miss', (dice) => [tx(encode(blockOf(dice.int(0, 255))))]),
        ],
        blocks: { fromReset: true, cases: 20 },
      };
    },
  },
});
