/** What fuzzing knows of the scanner besides its rules and sessions. */
import {
  after,
  GARBAGE,
  listen,
  micros,
  millis,
  reduceBytes,
  repeated,
  send,
  smallerMessages,
  type FuzzOptions,
} from '../../api/index';
import { ACK } from './board/firmware';
import { RESPONSES, STATES, TRIGGERS, type GmState } from './state';
import { profileOf, PROMPT, type GmValues } from './profile';
import { COMMANDS, sealed, WAKE } from './wire/message';
import { bytesOf, encodeCommand, encodeReply } from './wire/wire';

const LINK = 'main';
const BARE = (['enable', 'revision', 'defaults', 'start', 'stop', 'disable'] as const).map((type) =>
  bytesOf({ type }),
);
const [ENABLE = bytesOf({ type: 'enable' })] = BARE;
/** A bad LEN, and the shortest commands with too little or too much data. */
const WRONG = [
  [4, 0xe6, 4, 0],
  [4, 0xc6, 4, 0],
  [5, 0xe4, 4, 0, 0],
].map((bytes) => sealed(bytes));

export const fuzz: FuzzOptions<GmState, GmValues> = {
  states: STATES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['LEN', 'OPCODE', 'STATUS', 'number', 'value', 'CHECKSUM', 'code'],
  session: (p) => {
    const { table, interByte, command } = profileOf(p);
    const tx = (bytes: Uint8Array) => send(LINK, bytes);
    // It works for a scanner asleep or awake.
    const woken = [tx(encodeCommand(WAKE)), listen(millis(100)), tx(ENABLE)];
    // An answer to garbage comes within this time of its last byte. After an equal silence, the next command is answered.
    const quiet = after(interByte, command);
    return {
      probe: woken,
      // It restores the defaults, whatever was written before.
      baseline: [...woken, tx(bytesOf({ type: 'defaults' }))],
      stateProbes: () => [
        ...BARE.slice(0, 2).map((bytes) => [tx(bytes)]),
        ...table.slice(0, 12).map(({ number }) => [tx(bytesOf({ type: 'read', number }))]),
      ],
      quiet,
      commonResponses: ['ACK', 'value'],
      clauses: { pipelined: 'GM-FR-02', pause: 'GM-FR-03' },
      times: ({ kind, requirement }) =>
        kind === 'late' ? { most: requirement === 'GM-TM-01' ? PROMPT : command } : {},
      resync: {
        link: LINK,
        kinds: [
          ...GARBAGE,
          repeated('commands of wrong checksum', ENABLE.with(5, 0x0e)),
          repeated('the longest frame, cut', Uint8Array.of(0xfe, 0xc6, 0x04)),
        ],
        ask: ENABLE,
        answer: encodeReply(ACK),
        silence: quiet,
        limit: micros(2 * quiet + command),
        requirement: 'GM-FR-05',
      },
      smaller: (_link, bytes) => smallerCommands(bytes),
      seedCases: [Uint8Array.of(0xff), ...WRONG, ...BARE].map((bytes) => [tx(bytes)]),
    };
  },
};

/** The shortest commands, and this one with less data. A right checksum stays right; a wrong one keeps its difference. */
function* smallerCommands(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > 6 && bytes.length === (bytes[0] ?? 0) + 2) {
    const right = COMMANDS.resum(bytes);
    const wrong = [-2, -1].reduce((bits, at) => (bits << 8) | ((right.at(at) ?? 0) ^ (bytes.at(at) ?? 0)), 0);
    for (const shorter of BARE.slice(0, 3)) yield COMMANDS.spoil(shorter, wrong);
    yield* smallerMessages(COMMANDS, bytes);
  }
  yield* reduceBytes(bytes);
}
