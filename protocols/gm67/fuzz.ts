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
} from '../../api/index';
import { codeGenerators } from './fuzz/codes';
import {
  commandGenerators,
  CommandMaker,
  seedCases,
  smallerCommands,
  stretches,
  tx,
  WOKEN,
} from './fuzz/commands';
import { commandLabel, rejectLabel, RESPONSES, STATES, TRIGGERS } from './labels';
import { ACK } from './board/firmware';
import type { Command } from './wire/message';
import { profileOf, PROMPT, type GmValues } from './profile';
import type { GmState } from './state';
import { bytesOf, commands, encodeReply } from './wire/wire';

const ENABLE = bytesOf({ type: 'enable' });

export const fuzz: FuzzOptions<GmState, GmValues> = {
  states: STATES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['LEN', 'OPCODE', 'STATUS', 'number', 'value', 'CHECKSUM', 'code'],
  session: (p) => {
    const page = profileOf(p);
    const { table, interByte, command } = page;
    const maker = new CommandMaker(page);
    const read = (bytes: Uint8Array) => decodeAll(commands({ interByte }).decoder(), bytes, interByte);
    // It works for a scanner asleep or awake.
    const woken = [WOKEN, listen(millis(100)), tx(ENABLE)];
    // An answer to garbage comes within this time of its last byte. After an equal silence, the next command is answered.
    const quiet = after(interByte, command);
    return {
      generators: [...commandGenerators(maker, page), ...codeGenerators(maker, page)],
      probe: woken,
      // It restores the defaults, whatever was written before.
      baseline: [...woken, tx({ type: 'defaults' })],
      stateProbes: () => [
        ...(['revision', 'enable'] as const).map((type) => [tx({ type })]),
        ...table.slice(0, 12).map(({ number }) => [tx({ type: 'read', number })]),
      ],
      quiet,
      commonResponses: ['ACK', 'value'],
      clauses: { pipelined: 'GM-FR-02', pause: 'GM-FR-03' },
      times: ({ kind, requirement }) =>
        kind === 'late' ? { most: requirement === 'GM-TM-01' ? PROMPT : command } : {},
      resync: {
        link: 'main',
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
      frames: (_link, bytes) => stretches(read(bytes)),
      smaller: (_link, bytes) => smallerCommands(bytes),
      seedCases: seedCases(),
      describe: (_link, bytes) =>
        read(bytes)
          .map((event) => describe(event))
          .join('; '),
    };
  },
};

function describe(event: FrameEvent<Command>): string {
  if (event.kind === 'reject') return `${rejectLabel(event.error.code)}: ${event.error.message}`;
  return commandLabel(event.value);
}
