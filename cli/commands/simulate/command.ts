/** The words of `wirejig simulate`. */
import { common, defineCommand, off, text, texts, type RequestOf } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const simulateCommand = defineCommand({
  positionals: {
    board: {
      type: 'string',
      demandOption: true,
      describe: `${EXAMPLE}, with a defect ${EXAMPLE}+crc-ignored, or a configured board with its parameters`,
    },
  },
  options: {
    pty: texts('Create a pseudo-terminal: [link=]PATH'),
    tcp: texts('Listen on TCP: [link=][HOST:]PORT; port 0: any free one (default host: 127.0.0.1)'),
    udp: texts('Listen on UDP: PORT'),
    stdio: off('Use this terminal as the only link of the board: keys in, screen out'),
    config: common.config,
    seed: text('Seed of the random choices of the board (default: random)'),
    param: common.param,
    'reset-on-connect': off('Reset the board on each new TCP connection, as run --reset reopen needs'),
  },
  examples: [
    [`$0 simulate ${EXAMPLE} --pty ./board`, `then: wirejig run ${EXAMPLE} --link ./board`],
    [`$0 simulate ${EXAMPLE} --tcp 4000`, `then: wirejig run ${EXAMPLE} --link tcp://127.0.0.1:4000`],
  ],
  epilogue:
    'Lines on standard input act on the board: qr 6869 shows a code to a scanner; Enter presses the buttons of durak with --param moves=operator.',
  usesProtocols: true,
  needed: { tcp: ['reset-on-connect'] },
});

export type SimulateRequest = RequestOf<typeof simulateCommand>;
