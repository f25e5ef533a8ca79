/** `wirejig lab status` and `history`: which boards there are, what they do, what waits, and what they did. */
import { historyOf, liveBoards, type BoardRecord, type PastRun } from '../../../lab/boards';
import type { LabClient } from '../../../lab/client';
import { KEYS } from '../../../lab/keys';
import { printable } from '../../../reports/text/printable';
import { say, sayJson } from '../../shared/console';
import { withLab } from '../../shared/lab/lab-url';
import { wirejigVersion } from '../../shared/version';
import type { LabRequest } from './command';
import { boardId } from './hold';

interface QueueState {
  readonly selector: string;
  readonly waiting: number;
  readonly running: number;
}

export function status({ lab, json }: LabRequest): Promise<number> {
  return withLab(lab, 'wait', async (client) => {
    const [boards, queues] = await Promise.all([liveBoards(client), queueStates(client)]);
    if (json === true) sayJson({ boards, queues });
    else say(statusText(boards, queues));
    return 0;
  });
}

export function history({ lab, boards, json }: LabRequest): Promise<number> {
  return withLab(lab, 'wait', async (client) => {
    const id = await boardId(client, boards);
    const runs = await historyOf(client, id);
    if (json === true) sayJson({ board: id, runs });
    else if (runs.length === 0) say(`${printable(id)} has no runs\n`);
    else say(runs.map((run) => `${run.at}  ${runText(run)}\n`).join(''));
    return 0;
  });
}

async function queueStates(client: LabClient): Promise<readonly QueueState[]> {
  const selectors = await client.redis.zrange(KEYS.selectors, '0', '-1');
  const states = await Promise.all(
    selectors.map(async (selector) => {
      const counts = await client.queue(selector).getJobCounts('wait', 'prioritized', 'active');
      return {
        selector,
        waiting: (counts['wait'] ?? 0) + (counts['prioritized'] ?? 0),
        running: counts['active'] ?? 0,
      };
    }),
  );
  return states.filter(({ waiting, running }) => waiting + running > 0);
}

function statusText(boards: readonly BoardRecord[], queues: readonly QueueState[]): string {
  const wide = Math.max(...boards.map(({ id }) => id.length), 0);
  const lines = boards.flatMap((board) => [
    `${board.id.padEnd(wide)}  ${stateText(board)}`,
    `${' '.repeat(wide)}  ${board.tags.join(' ')}${board.identity === undefined ? '' : `  firmware ${board.identity}`}`,
    ...(board.last === undefined ? [] : [`${' '.repeat(wide)}  last: ${runText(board.last)}`]),
  ]);
  const queued = queues.map(
    ({ selector, waiting, running }) => `  ${selector}: ${waiting} waiting, ${running} running`,
  );
  return [
    ...(lines.length === 0 ? ['no board is served now: wirejig lab worker serves some'] : lines),
    ...(queued.length === 0 ? [] : ['queue', ...queued]),
    '',
  ]
    .map(printable)
    .join('\n');
}

function stateText({ state, detail, since, version }: BoardRecord): string {
  const other = version === wirejigVersion() ? '' : ` (wirejig ${version}, here is ${wirejigVersion()})`;
  if (state === 'free') return `free${other}`;
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 60_000));
  const time = state === 'busy' ? ` for ${minutes} min` : '';
  return `${state}${time}: ${detail ?? ''}${other}`;
}

function runText({ files, kind, suite, seed, code, seconds, requester, reason }: PastRun): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  const name = files === undefined ? '' : `${files}  `;
  return printable(
    `${name}${kind} ${suite}, seed ${seed}, ${verdictOf(code)}${why}, ${seconds} s, for ${requester}`,
  );
}

function verdictOf(code: number): string {
  return { 0: 'passed', 1: 'failed', 3: 'undecided', 130: 'cancelled' }[code] ?? `exit ${code}`;
}
