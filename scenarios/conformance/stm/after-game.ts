/** STM: after won or game over was answered, only Start and Reset are obeyed (STM-GM-11). */
import { describeRequest, type Request } from '../../../protocols/stm/stm';
import type { StmHost } from './host';
import { playPairs } from './pairs';
import { altered, match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './requests';
import { stmScenario } from './scenario';

const ID = 'STM-GM-11';

export const ended = stmScenario(
  {
    id: 'stm/ended',
    title: 'after won or game over was answered, only Start and Reset are obeyed',
    covers: [ID],
  },
  async (host) => {
    for (const again of [START, RESET])
      for (const end of [playToWin, playToGameOver]) {
        await host.start();
        await end(host);
        await host.ask(SET_STATE, 'at the end of the game');
        await checkRefusedAfterEnd(host, again);
      }
    await checkNotEndedUnasked(host);
  },
);

async function playToWin(host: StmHost): Promise<void> {
  await playPairs(host, 72);
}

async function playToGameOver(host: StmHost): Promise<void> {
  for (let i = 0; i < 5; i++) await host.ask(shuffle(row(7)));
}

async function checkRefusedAfterEnd(host: StmHost, again: Request): Promise<void> {
  const requests = [SET_STATE, select(tile(20)), match(tile(20, 1)), shuffle(row(12))];
  const refused = [...requests, shuffle(row(144))];
  await host.askAll([...refused, ...refused], 'after the game ended');
  const wrongSum = wrongCrc(START, 5);
  const noKind = altered(match(tile(1)), { 5: 77 });
  if (
    !(await host.refuse(wrongSum, 'Start with a wrong CRC after the game ended')) ||
    !(await host.refuse(noKind, 'a Match of a kind that is none, after the game'))
  )
    return;
  await host.ask(SET_STATE, 'after the game ended and refused frames');
  await host.ask(again, 'after the game ended');
  await host.askAll(requests, `after ${describeRequest(again)} began a new game`);
}

/** Judges that the answer to Set State ends the game, not the pairs. */
async function checkNotEndedUnasked(host: StmHost): Promise<void> {
  const requests = [select(tile(20)), match(tile(20, 1)), shuffle(row(6))];
  for (const end of [playToWin, playToGameOver]) {
    await host.start();
    await end(host);
    await host.askAll(requests, 'before Set State was asked');
  }
  await host.start();
  await host.ask(SET_STATE, 'in a game that goes on');
  await host.askAll([...requests, SET_STATE], 'after Set State answered playing');
}
