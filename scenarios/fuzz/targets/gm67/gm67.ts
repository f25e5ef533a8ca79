/** The fuzz target of GM67: commands of the host, replies of the scanner, and shown codes. */
import { opcodeName } from '../../../../protocols/gm67/message';
import { commands, replies } from '../../../../protocols/gm67/gm67';
import { SYMBOLOGIES, WAKE } from '../../../../protocols/gm67/message';
import { scannerParameters } from '../../../../protocols/gm67/parameters';
import { requirements } from '../../../../protocols/gm67/requirements';
import { after, millis } from '../../../../protocols/time';
import { listen } from '../../../player/step';
import type { FuzzTarget } from '../../target';
import { decodeAll } from '../case-building';
import { codeGenerators } from './codes';
import { commandGenerators, CommandMaker, tx } from './generators';
import { seedCases, smallerCommands, stretches } from './shrinking';
import {
  commandLabel,
  rejectLabel,
  RESPONSES,
  STATES,
  TRIGGERS,
} from '../../../../protocols/gm67/monitor/labels';
import { PROMPT } from '../../../../protocols/gm67/monitor/limits';
import { GmModel, LINK, type GmView } from './model';
import { gm67Resync } from './resync';

export const GM67_TARGET: FuzzTarget<GmView> = {
  suite: 'gm67',
  requirements,
  states: STATES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['LEN', 'OPCODE', 'STATUS', 'number', 'value', 'CHECKSUM', 'code'],
  symbologies: SYMBOLOGIES,
  session: (parameters) => {
    const number = (name: string, otherwise: number): number => Number(parameters[name] ?? otherwise);
    const interByte = millis(number('interByteMs', 200));
    const command = millis(number('commandMs', 500));
    const table = scannerParameters(parameters);
    const codes = {
      sameCode: millis(number('sameCodeMs', 1000)),
      dataAck: millis(number('dataAckMs', 2000)),
      dataRetries: number('dataRetries', 2),
    };
    const maker = new CommandMaker(table, interByte);
    const codec = commands({ interByte });
    const back = replies({ interByte });
    return {
      model: (fresh) => new GmModel(parameters, fresh),
      generators: [...commandGenerators(maker), ...codeGenerators(maker, codes)],
      // It works for a scanner asleep or awake.
      probe: [tx(WAKE), listen(millis(100)), tx({ type: 'enable' })],
      // It restores the defaults, whatever was written before.
      baseline: [tx(WAKE), listen(millis(100)), tx({ type: 'enable' }), tx({ type: 'defaults' })],
      stateProbes: () => [
        ...(['revision', 'enable'] as const).map((type) => [tx({ type })]),
        ...table.slice(0, 12).map(({ number }) => [tx({ type: 'read', number })]),
      ],
      quiet: after(interByte, command),
      commonResponses: ['ACK', 'value'],
      clauses: { pipelined: 'GM-FR-02', pause: 'GM-FR-03' },
      times: ({ kind, requirement }) =>
        kind === 'late' ? { most: requirement === 'GM-TM-01' ? PROMPT : command } : {},
      resync: gm67Resync(LINK, interByte, command),
      frames: (_link, bytes) => {
        return stretches(decodeAll(codec.decoder(), bytes, interByte));
      },
      smaller: (_link, bytes) => smallerCommands(bytes),
      seedCases: seedCases(),
      describe: (_link, bytes) => {
        return decodeAll(codec.decoder(), bytes, interByte)
          .map((event) =>
            event.kind === 'reject'
              ? `${rejectLabel(event.error.code)}: ${event.error.message}`
              : event.value.type === 'unknown'
                ? `opcode ${opcodeName(event.value.opcode)}`
                : commandLabel(event.value),
          )
          .join('; ');
      },
      fields: (_link, direction, bytes) => (direction === 'tx' ? codec : back).fields(bytes),
    };
  },
};
