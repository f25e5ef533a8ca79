import { after, millis } from '../../protocols/time';
import { closeLink, openLink } from '../board/board-links';
import { realBoard } from '../board/real-board';
import type { Board } from '../board/board';
import { realClock } from '../clock/clock';
import { parseLinkUrl } from '../links/link-target';
import { openTcpPlayers, openUdpPlayers } from './network-endpoints';
import { simulator, type Endpoint, type Simulator } from './simulator';
import { TTT_BOARD, TTT_UDP_BOARD } from '../../protocols/ttt/testing/parts';

async function served(scheme: 'tcp' | 'udp'): Promise<{ board: Board; simulated: Simulator; end: Endpoint }> {
  const kind = scheme === 'tcp' ? TTT_BOARD : TTT_UDP_BOARD;
  const made = kind.create({ seed: 1, defects: new Set(), parameters: { game: 'ttt-pvp' } });
  const simulated = simulator(made, realClock());
  const open = scheme === 'tcp' ? openTcpPlayers : openUdpPlayers;
  const end = await open({ host: '127.0.0.1', port: 0, board: simulated });
  const targets = new Map(['a', 'b', 'c'].map((name) => [name, parseLinkUrl(name, end.url, 0)]));
  return { board: realBoard({ name: end.url, kind: 'ttt', targets, onDemand: true }), simulated, end };
}

async function receiveText(board: Board, name: string, ms = 2000): Promise<string> {
  const chunk = await board.link(name).receive(after(board.clock.now(), millis(ms)));
  return chunk === undefined ? '' : Buffer.from(chunk.bytes).toString('latin1');
}

test.each(['tcp', 'udp'] as const)('three players on one %s port', async (scheme) => {
  const { board, simulated, end } = await served(scheme);
  const send = (name: string, text: string) => board.link(name).send(Buffer.from(text, 'latin1'));
  const answers: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    await openLink(board, name);
    if (scheme === 'udp') await send(name, 'J');
    answers.push(await receiveText(board, name));
  }
  expect(answers).toEqual(['W', 'P', 'F']);
  if (scheme === 'tcp') await expect(receiveText(board, 'c')).rejects.toMatchObject({ fault: 'lost' });
  await send('b', '4');
  expect(await receiveText(board, 'a')).toBe('4');
  if (scheme === 'udp') await send('b', 'Q');
  else await closeLink(board, 'b');
  expect(await receiveText(board, 'a')).toBe('W');
  simulated.reset();
  expect(await receiveText(board, 'a')).toBe('S');
  await board.close();
  end.close();
  simulated.stop();
});
