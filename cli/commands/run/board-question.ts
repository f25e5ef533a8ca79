/**
 * `wirejig run` with nothing said, where a person sits at the terminal: which of the boards at hand is meant.
 *
 *       1  board desk of wirejig.config.yaml
 *       2  /dev/ttyUSB0  Silicon Labs CP2102, looks like m5stack: the suite durak
 *     Which board, by number (v: virtual boards) [1]:
 */
import { basename } from 'node:path';
import { identifyHardware } from '../../../devices/board/known-hardware';
import type { PortInfo } from '../../../devices/ports/port-info';
import { listPorts } from '../../../devices/ports/port-list';
import { printable } from '../../../reports/text/printable';
import { protocolIds } from '../../../scenarios/protocols';
import { loadConfig } from '../../config/config';
import { warn } from '../../shared/console';
import { checkSuiteName } from '../../shared/find-suite';
import { Interrupted, isAtTerminal, openPrompter, type Prompter } from '../../shared/prompter';
import { UsageError } from '../../shared/usage-error';
import type { RunRequest } from './command';

type Choice = Pick<RunRequest, 'board' | 'suites' | 'links'>;

interface Offer {
  readonly text: string;
  readonly choice: Choice;
}

export interface Surroundings {
  readonly isAttended?: boolean;
  readonly list?: () => Promise<readonly PortInfo[]>;
  readonly open?: (remedy: string) => Prompter;
}

/** The request, with the board that was chosen. It is not asked for where something was said, nobody is there, or no board is at hand. Undefined at Ctrl-C. */
export async function askForBoard<T extends RunRequest>(
  request: T,
  { isAttended = isAtTerminal(), list = listPorts, open = openPrompter }: Surroundings = {},
): Promise<T | undefined> {
  const { suites, board, links, json, quiet, unattended } = request;
  const isChosen = suites.length > 0 || board !== undefined || links.length > 0;
  if (isChosen || !isAttended || json === true || quiet === true || unattended === true) return request;
  const offers = [...(await configuredOffers(request.config)), ...(await list()).flatMap(portOffer)];
  const [first] = offers;
  if (first === undefined) return request;
  for (const [at, { text }] of offers.entries()) warn(`  ${at + 1}  ${printable(text)}`);
  const prompter = open('give --board or --link');
  try {
    const chosen = await prompter.ask('Which board, by number (v: virtual boards)', '1', (text) => {
      if (text === 'v') return undefined;
      const offer = offers[Number(text) - 1];
      if (offer === undefined) throw new UsageError(`give 1 to ${offers.length}, or v`);
      return offer.choice;
    });
    if (chosen === undefined) return request;
    if (chosen.board !== undefined || chosen.suites.length > 0) return { ...request, ...chosen };
    const suite = await prompter.ask(
      `Which suite (${protocolIds().join(', ')})`,
      protocolIds()[0] ?? '',
      checkSuiteName,
    );
    return { ...request, ...chosen, suites: [suite] };
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    prompter.close();
  }
}

async function configuredOffers(named: string | undefined): Promise<readonly Offer[]> {
  const config = await loadConfig(named);
  return Object.keys(config?.boards ?? {}).map((board) => ({
    text: `board ${board} of ${basename(config?.path ?? '')}`,
    choice: { board, suites: [], links: [] },
  }));
}

/** None of a port that is no adapter: those of a mainboard are always there. */
function portOffer(port: PortInfo): readonly Offer[] {
  if (port.vendor === undefined) return [];
  const [match] = identifyHardware(port);
  const suite = match?.kind.suite;
  const looks = match === undefined ? [] : [`looks like ${match.kind.name}`];
  const about = [port.description, ...looks, ...(suite === undefined ? [] : [`the suite ${suite}`])];
  return [
    {
      text: `${port.path}  ${about.filter((one) => one !== undefined).join(', ')}`,
      choice: { suites: suite === undefined ? [] : [suite], links: [port.path] },
    },
  ];
}
