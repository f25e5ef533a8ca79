/** The GM67 scanner for `wirejig check`. */
import { commands, replies } from '../../../protocols/gm67/gm67';
import { Gm67Monitor } from '../../../protocols/gm67/monitor/gm67-monitor';
import { parameters, requirements } from '../../../protocols/gm67/requirements';
import { OUTPUT_IDLE, RAW_CODE, scannerOutput } from '../../../protocols/gm67/scanner-output';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

const LINK = 'main';
const TX = commands();
const RX = replies();

export const GM67_TRACE_MONITOR: TraceMonitorKind = {
  id: 'gm67',
  title: 'GM67: what a trace tells of the scanner',
  links: [{ name: LINK, baud: 9600 }],
  requirements,
  parameters,
  reasonsUnseen: new Map([
    ['GM-CM-07', 'no scanner was woken that had been sent to sleep'],
    ['GM-DT-01', 'the trace does not tell what was before the lens'],
    ['GM-DT-03', 'the trace does not tell what was before the lens'],
    ['GM-DT-06', 'the trace does not tell how often a code was shown'],
  ]),
  frames: () => ({
    tx: TX,
    rx: scannerOutput(),
    idle: OUTPUT_IDLE,
    clausesOf: (event) => {
      // A code may hold any bytes: only what is a reply but for its checksum is surely one.
      if (event.kind === 'reject') return event.value === undefined ? [] : ['GM-FR-01'];
      return [event.value === RAW_CODE ? 'GM-DT-01' : 'GM-FR-01'];
    },
  }),
  create: ({ parameters, fresh: known, exact, recordsResets: seesResets, onPass }) => ({
    monitor: new Gm67Monitor({ parameters, link: LINK, known, exact, seesResets, isTrace: true, onPass }),
    fields: (raw, direction) => (direction === 'tx' ? TX : RX).fields(raw),
  }),
};
