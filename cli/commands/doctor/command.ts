/** The words of `wirejig doctor`. */
import { RESET_WAYS } from '../../../devices/board/reset';
import { OUTPUT, common, defineCommand, text, type RequestOf } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const doctorCommand = defineCommand({
  positionals: { link: common.linkOrBoard },
  options: {
    suite: text('Protocol of the board, to send requests and decode answers (default: none)'),
    config: common.config,
    param: common.param,
    reset: text(`Reset to try at the end: ${RESET_WAYS.join(', ')} or cmd:COMMAND (default: none)`),
    ...OUTPUT,
  },
  examples: [
    [`$0 doctor /dev/ttyUSB0 --suite ${EXAMPLE}`, 'echo, rate, latency, DTR and RTS; the board may restart'],
    ['$0 doctor desk', 'a board of the configuration: its links, parameters, identity and reset'],
    ['$0 doctor tcp://192.168.1.20:4000', 'the checks that a TCP link allows'],
  ],
  usesProtocols: true,
});

export type DoctorRequest = RequestOf<typeof doctorCommand>;
