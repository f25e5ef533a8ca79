/** The protocols whose boards can be judged by a trace. */
import { parameters, requirements } from '../../../protocols/stm/requirements';
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import {
  parameters as gm67Parameters,
  requirements as gm67Requirements,
} from '../../../protocols/gm67/requirements';
import { LINKS } from '../../../protocols/set/set';
import {
  parameters as setParameters,
  requirements as setRequirements,
} from '../../../protocols/set/requirements';
import { TTT_PARAMETERS, TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import {
  CHINESE_TEN_PARAMETERS,
  CHINESE_TEN_REQUIREMENTS,
} from '../../../protocols/chinese-ten/requirements';
import { ChineseTenMonitor } from '../chinese-ten/chinese-ten-monitor';
import { DurakMonitor } from '../durak/trace-monitor';
import { Gm67Monitor } from '../gm67/gm67-monitor';
import { SetMonitor } from '../set/set-monitor';
import { TttMonitor } from '../ttt/ttt-monitor';
import { StmMonitor } from '../stm/stm-monitor';
import type { TraceMonitorKind } from './trace-monitor';

export const TRACE_MONITORS: readonly TraceMonitorKind[] = [
  {
    id: 'stm',
    title: 'STM: what a trace tells of the board',
    links: [{ name: 'main', baud: 115_200 }],
    requirements,
    parameters,
    reasonsUnseen: new Map([
      ['STM-FR-03', 'no frame stopped half-way'],
      ['STM-FR-04', 'no frame came in pieces'],
      ['STM-FR-08', 'no Shuffle of 144 tiles passed'],
      ['STM-FR-09', 'nothing passed that had to be discarded'],
      ['STM-FR-10', 'no two requests came back to back'],
      ['STM-TM-03', 'the line was never quiet for 2 s after an answer'],
      ['STM-GM-03', 'nothing in the trace says when the board was started'],
      ['STM-GM-06', 'no board was shuffled five times in a game, and none in five games'],
    ]),
    create: (options) => new StmMonitor(options),
  },
  {
    id: 'durak',
    title: 'Durak: what a trace tells of the board',
    links: [{ name: 'main', baud: 115_200 }],
    requirements: DURAK_REQUIREMENTS,
    parameters: DURAK_PARAMETERS,
    reasonsUnseen: new Map(),
    create: (options) => new DurakMonitor(options),
  },
  {
    id: 'set',
    title: 'Set: what a trace tells of the board',
    links: [
      { name: 'scanner', baud: LINKS.scanner.baud, wire: 'tx' },
      { name: 'console', baud: LINKS.console.baud, wire: 'rx' },
    ],
    requirements: setRequirements,
    parameters: setParameters,
    reasonsUnseen: new Map(),
    create: (options) => new SetMonitor(options),
  },
  {
    id: 'ttt',
    title: 'TTT: what a trace tells of the server',
    links: ['a', 'b', 'c'].map((name) => ({ name, baud: 115_200 })),
    requirements: TTT_REQUIREMENTS,
    parameters: TTT_PARAMETERS,
    reasonsUnseen: new Map(),
    create: (options) => new TttMonitor(options),
  },
  {
    id: 'chinese-ten',
    title: 'Chinese Ten: what a trace tells of the program',
    links: [{ name: 'main', baud: 115_200 }],
    requirements: CHINESE_TEN_REQUIREMENTS,
    parameters: CHINESE_TEN_PARAMETERS,
    reasonsUnseen: new Map([
      ['CT-UI-04', 'nothing was typed into a pause, or the trace does not say when the board was reset'],
      ['CT-UI-05', 'no bytes came at once at a prompt, or the trace does not say when the board was reset'],
    ]),
    create: (options) => new ChineseTenMonitor(options),
  },
  {
    id: 'gm67',
    title: 'GM67: what a trace tells of the scanner',
    links: [{ name: 'main', baud: 9600 }],
    requirements: gm67Requirements,
    parameters: gm67Parameters,
    reasonsUnseen: new Map([
      ['GM-CM-07', 'no scanner was woken that had been sent to sleep'],
      ['GM-DT-01', 'the trace does not tell what was before the lens'],
      ['GM-DT-03', 'the trace does not tell what was before the lens'],
      ['GM-DT-06', 'the trace does not tell how often a code was shown'],
    ]),
    create: (options) => new Gm67Monitor(options),
  },
];
