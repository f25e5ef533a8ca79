/** Whether a scanner still answers plain commands, and the way back after a reset. */
import { hostCommand } from '../../../protocols/gm67/message';
import { after, micros, millis } from '../../../protocols/time';
import { BoardSilent } from '../../bench/bench';
import { readOf } from './command-bodies';
import { describeParameter, describeReceived } from './descriptions';
import { NO_ANSWER, type GmHost } from './host';

/** In interByteMs: longer than a scanner may keep half a frame by mistake. */
const LONG_REST = 15;
/** Four a second. The page gives no time for a reset. */
const RESTART_TRIES = 40;

/** Waits until the scanner answers after a reset. */
export async function awaitRestart(host: GmHost): Promise<void> {
  host.state = host.profile.model.initial(new Map());
  for (let n = 0; n < RESTART_TRIES; n++) {
    await host.bench.pause(millis(250));
    await host.awaitQuiet();
    const sent = await host.channel.send(hostCommand({ type: 'revision' }));
    if ((await host.channel.next(after(sent.notAfter, millis(600)))) !== undefined) return host.awaitQuiet();
  }
  throw new BoardSilent('the scanner did not answer again after the reset command');
}

/** Whether a plain read is answered by a value. Judges an answer that is none. */
export async function isSound(host: GmHost): Promise<boolean> {
  return (await conditionOf(host)) === 'sound';
}

/** As {@link isSound}. `dead`: nothing is answered; with `fatal` the caller judges that. */
export async function conditionOf(host: GmHost, fatal = false): Promise<'sound' | 'dead' | 'wrong'> {
  const { number } = host.profile.testParameter();
  let answer = NO_ANSWER;
  // A scanner may hold a bad frame longer than it should. Before the second try it gets time to drop it.
  for (const rest of [1.2, LONG_REST]) {
    await host.bench.pause(micros(rest * host.interByte));
    await host.awaitQuiet();
    answer = await host.ask(hostCommand(readOf(number)));
    const { reply } = answer;
    if (reply?.type !== 'value' || reply.number !== number) continue;
    host.state = host.profile.model.learn(host.state, number, reply.value);
    return 'sound';
  }
  const { received, reply } = answer;
  if (fatal && received === undefined) return 'dead';
  if (received === undefined || reply !== undefined)
    host.bench.check('GM-CM-01', false, () => ({
      title: `read of ${describeParameter(number)}, with nothing wrong before it`,
      expected: 'its value',
      seen: describeReceived(received),
    }));
  return received === undefined ? 'dead' : 'wrong';
}
