/** The words of `wirejig monitor`. */
import {
  common,
  defineCommand,
  folder,
  off,
  text,
  texts,
  type RequestOf,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const monitorCommand = defineCommand({
  positionals: { link: common.linkOrBoard },
  options: {
    suite: text('Protocol, to decode bytes and to send messages by name (default: none)'),
    config: common.config,
    param: common.param,
    hex: off('Show plain bytes'),
    text: off('Show lines of text'),
    send: texts('Send first: a message (start), frame 04 0a (no checksum), hex 01 ff fe, text hello\\r\\n'),
    reconnect: off('Wait for a missing link, and reopen it after a loss'),
    time: text('Time limit: 10s, 2m (default: until Ctrl-C)'),
    out: folder('Folder for the journal and the report', 'wirejig-monitor'),
    json: off('Print one JSON object per line'),
    color: common.color,
  },
  examples: [
    [`$0 monitor /dev/ttyUSB0 --suite ${EXAMPLE}`, 'then type: start, select 2 0 0, frame 05 03, help'],
    [`$0 monitor /dev/ttyUSB0 --suite ${EXAMPLE} --send start --time 1s`, 'in a script'],
    ['$0 monitor serial:/dev/ttyACM0?baud=460800 --text', 'a console'],
  ],
  usesProtocols: true,
  excludes: { hex: ['text'] },
});

export type MonitorRequest = RequestOf<typeof monitorCommand>;
