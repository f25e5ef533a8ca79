/** What fuzzing tries: commands of the host, bytes that are none, and codes before the lens. */
import {
  after,
  decodeAll,
  GARBAGE,
  listen,
  micros,
  millis,
  repeated,
  type FrameEvent,
  type FuzzOptions,
  type Micros,
  type Resync,
} from '../../api/index';
import { codeGenerators } from './fuzz/codes';
import { commandGenerators, CommandMaker, tx } from './fuzz/commands';
import { seedCases, smallerCommands, stretches } from './fuzz/shrinking';
import { commandLabel, rejectLabel, RESPONSES, STATES, TRIGGERS } from './labels';
import { opcodeName, WAKE, type Command } from './wire/message';
import { profileOf, PROMPT, type GmValues } from './profile';
import type { GmState } from './state';
import { commands } from './wire/wire';

const LINK = 'main';
/** Scan enable, and the scanner's ACK. */
const ENABLE = Uint8Array.of(0x04, 0xe9, 0x04, 0x00, 0xff, 0x0f);
const ACK = Uint8Array.of(0x04, 0xd0, 0x00, 0x00, 0xff, 0x2c);

export const fuzz: FuzzOptions<GmState, GmValues> = {
  states: STATES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['LEN', 'OPCODE', 'STATUS', 'number', 'value', 'CHECKSUM', 'code'],
  session: (p) => {
    const { table, interByte, command, sameCode, dataAck, dataRetries } = profileOf(p);
    const maker = new CommandMaker(table, interByte);
    const codec = commands({ interByte });
    // It works for a scanner asleep or awake.
    const woken = [tx(WAKE), listen(millis(100)), tx({ type: 'enable' })];
    return {
      generators: [...commandGenerators(maker), ...codeGenerators(maker, { sameCode, dataAck, dataRetries })],
      probe: woken,
      // It restores the defaults, whatever was written before.
      baseline: [...woken, tx({ type: 'defaults' })],
      stateProbes: () => [
        ...(['revision', 'enable'] as const).map((type) => [tx({ type })]),
        ...table.slice(0, 12).map(({ number }) => [tx({ type: 'read', number })]),
      ],
      quiet: after(interByte, command),
      commonResponses: ['ACK', 'value'],
      clauses: { pipelined: 'GM-FR-02', pause: 'GM-FR-03' },
      times: ({ kind, requirement }) =>
        kind === 'late' ? { most: requirement === 'GM-TM-01' ? PROMPT : command } : {},
      resync: resyncOf(interByte, command),
      frames: (_link, bytes) => stretches(decodeAll(codec.decoder(), bytes, interByte)),
      smaller: (_link, bytes) => smallerCommands(bytes),
      seedCases: seedCases(),
      describe: (_link, bytes) =>
        decodeAll(codec.decoder(), bytes, interByte)
          .map((event) => describe(event))
          .join('; '),
    };
  },
};

function describe(event: FrameEvent<Command>): string {
  if (event.kind === 'reject') return `${rejectLabel(event.error.code)}: ${event.error.message}`;
  return event.value.type === 'unknown'
    ? `opcode ${opcodeName(event.value.opcode)}`
    : commandLabel(event.value);
}

/**
 * An answer to garbage comes within `interByteMs` + `commandMs` of its last byte. After an equal silence, the next command is answered
 * within `commandMs`.
 */
function resyncOf(interByte: Micros, command: Micros): Resync {
  const silence = after(interByte, command);
  return {
    link: LINK,
    kinds: [
      ...GARBAGE,
      repeated('commands of wrong checksum', Uint8Array.of(0x04, 0xe9, 0x04, 0x00, 0xff, 0x0e)),
      repeated('the longest frame, cut', Uint8Array.of(0xfe, 0xc6, 0x04)),
    ],
    ask: ENABLE,
    answer: ACK,
    silence,
    limit: micros(2 * silence + command),
    requirement: 'GM-FR-05',
  };
}
