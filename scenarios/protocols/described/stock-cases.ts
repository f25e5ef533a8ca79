/** Plays cases that follow from the wires of a conversation: messages, near-misses and noise, judged by its rules. */
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { AnyHost } from '../../conformance/host-scenario';
import { dice } from '../../fuzz/campaign/dice';
import { stockGenerators } from '../../fuzz/targets/described/stock-cases';

/** Cases that are tried in virtual time, and on a real board. */
const CASES = { virtual: 300, real: 60 };
const ENOUGH_FAILURES = 3;

/** Each kind of case once, then by their weights. */
export async function playStockCases(host: AnyHost, described: AnyConversation): Promise<void> {
  const { bench } = host;
  const links = bench.board.linkUrls.map(({ name }) => name);
  const generators = stockGenerators(described.at(bench.parameters), links);
  const choices = dice(bench.seed);
  const total = generators.reduce((sum, { weight }) => sum + weight, 0);
  const byWeight = () => {
    let at = (choices.int(0, 999) / 1000) * total;
    return generators.find(({ weight }) => (at -= weight) < 0);
  };
  let failures = 0;
  for (let n = 0; n < CASES[bench.exhaustive ? 'virtual' : 'real'] && failures < ENOUGH_FAILURES; n++) {
    const one = generators[n] ?? byWeight();
    if (one !== undefined && !(await host.playSession(one.name, one.make(choices, host)))) failures++;
  }
}
