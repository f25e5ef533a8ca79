/** When the connection of a player has ended, and when the host has closed it itself. */
import { virtualBoard } from '../../devices/board/virtual-board';
import { SendGuard } from '../../protocols/withheld';
import { after, micros, millis } from '../../protocols/time';
import { TTT_BOARD } from '../../protocols/ttt/testing/parts';
import { byteBoard } from '../testing/byte-board';
import { LinkPlayer } from './link-player';
import { UNJUDGED } from './model';
import { play, type Play } from './play';
import { listen, send } from './step';

/** A second player is refused, and its connection ends while the host waits for it. `stops`: meanwhile the play is stopped. */
async function refused(stops: boolean): Promise<unknown> {
  const parameters = { settleMs: 50, responseMs: 50, game: 'ttt-pve' };
  const board = virtualBoard({ kind: TTT_BOARD, defects: [], seed: 1, parameters });
  await board.open();
  let [isRefused, checks] = [false, 0];
  const player = new LinkPlayer(board, () => {
    if (isRefused && stops && ++checks > 1) throw new Error('stopped');
  });
  function* steps(): Play<unknown> {
    for (const link of ['a', 'b']) yield { op: 'dial', link, up: true };
    for (;;) {
      const until = after(board.clock.now(), millis(1000));
      const { ended, chunk } = yield { op: 'receive', link: 'b', until };
      if (chunk === undefined) return ended === true ? 'ended' : 'silence';
      isRefused = true;
    }
  }
  return player.play(steps()).finally(() => board.close());
}

test('a connection ends by the board, but not where the play is stopped meanwhile, which closes the links', async () => {
  expect(await refused(false)).toBe('ended');
  await expect(refused(true)).rejects.toThrow('stopped');
});

test('what is withheld is not sent, and no finding has it', async () => {
  const { board } = byteBoard();
  const sent: number[] = [];
  const guard = new SendGuard((_link, bytes) => (bytes.includes(7) ? 'seven, which hurts' : undefined));
  await board.open();
  const player = new LinkPlayer({ ...board, guard }, () => undefined);
  const steps = [1, 7, 2].map((byte) => send('main', Uint8Array.of(byte)));
  const playing = play(steps, UNJUDGED, { links: ['main'], quiet: micros(0) });
  const { sentSteps } = await player.play(playing, ({ direction, bytes }) => {
    if (direction === 'tx') sent.push(...bytes);
  });
  expect(sent).toEqual([1, 2]);
  expect(sentSteps).toEqual([steps[0], listen(micros(0)), steps[2]]);
  await board.close();
});
