/** The words of `wirejig lab`. */
import {
  common,
  defineCommand,
  folder,
  off,
  text,
  texts,
  type RequestOf,
} from '../../shared/command-options';
import { pickByName } from '../../shared/option-values';
import { EXAMPLE } from '../../../scenarios/protocols';

const ACTIONS = ['serve', 'worker', 'demo', 'status', 'hold', 'release', 'history', 'fetch'] as const;

export const labCommand = defineCommand({
  positionals: {
    action: {
      choices: ACTIONS,
      coerce: (given: string) => pickByName(ACTIONS, (one) => one, given, 'action', 'there are'),
      demandOption: true,
      describe: 'serve, worker, demo, status, hold, release, history or fetch: see the examples',
    },
    board: {
      as: 'boards',
      type: 'string',
      array: true,
      describe:
        'worker: boards to serve, or virtual:KIND (default: all); else HOST/BOARD; fetch: HOST/BOARD RUN',
    },
  },
  options: {
    lab: text('redis:// or rediss:// URL of the lab (default: WIREJIG_LAB, else the demo of this user)'),
    config: common.config,
    virtual: text('worker: number of virtual boards to serve (default: none)'),
    tag: { ...texts('worker: tag every board of this machine, name=value; comma-separated'), as: 'tags' },
    for: text('hold: time limit, 30m, 2h (default: 1h)'),
    port: text('serve: TCP port (default: any free one)'),
    dir: text('Folder of the queue (serve: wirejig-lab/) or of the runs (worker: the cache folder)'),
    out: folder('fetch: folder for the files', 'wirejig-report'),
    json: off('status, history: print one JSON object only'),
  },
  examples: [
    ['$0 lab demo', `a lab on this machine; then in another terminal: wirejig run ${EXAMPLE} --lab`],
    ['$0 lab serve', 'a Redis on this machine, for boards of any machine'],
    ['$0 lab worker --tag rate=fast', 'serve the boards of wirejig.config.*'],
    ['$0 lab worker --virtual 4', 'serve virtual boards: wirejig audit --lab'],
    ['$0 lab status', 'boards, their jobs, and the queue'],
    ['$0 lab hold pc2/desk --for 2h', 'reserve a board for manual work'],
    ['$0 lab release pc2/desk', 'give it back'],
    ['$0 lab history pc2/desk', 'its runs'],
    ['$0 lab fetch pc2/desk 3fa92c11', 'the files of a run that lab history names'],
  ],
  usesProtocols: true,
});

export type LabRequest = RequestOf<typeof labCommand>;
