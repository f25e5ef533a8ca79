/** The words of `wirejig monitor`. */
import {
  COLOR,
  CONFIG,
  LINK_OR_BOARD,
  PARAM,
  defineCommand,
  off,
  path,
  text,
  texts,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

const OUT = 'wirejig-monitor';

export const monitorCommand = defineCommand({
  positionals: { link: LINK_OR_BOARD },
  options: {
    suite: text('Protocol, to decode bytes and to send messages by name (default: none)'),
    config: CONFIG,
    param: PARAM,
    hex: off('Show plain bytes'),
    text: off('Show lines of text'),
    send: texts('Send first: a message (start), frame 04 0a (no checksum), hex 01 ff fe, text hello\\r\\n'),
    reconnect: off('Wait for a missing link, and reopen it after a loss'),
    time: text('Time limit: 10s, 2m (default: until Ctrl-C)'),
    out: path(`Folder for the journal and the report (default: ${OUT}/)`),
    json: off('Print one JSON object per line'),
    color: COLOR,
  },
  examples: [
    [`$0 monitor /dev/ttyUSB0 --suite ${EXAMPLE}`, 'then type: start, select 2 0 0, frame 05 03, help'],
    [`$0 monitor /dev/ttyUSB0 --suite ${EXAMPLE} --send start --time 1s`, 'in a script'],
    ['$0 monitor serial:/dev/ttyACM0?baud=460800 --text', 'a console'],
  ],
  usesProtocols: true,
  run: async ({ send, out, param, ...rest }) => {
    const { monitorCommand: monitor } = await import('./monitor.js');
    return monitor({ ...rest, params: param ?? [], send: send ?? [], out: out ?? OUT });
  },
});
