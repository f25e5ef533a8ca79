/** The words of `wirejig ports`. */
import type { Argv, CommandModule } from 'yargs';
import { finished } from './finished';
import { off, type WordsOf } from './words';

function words(yargs: Argv) {
  return yargs.options({ json: off('Print JSON') });
}

export const portsCommand: CommandModule<object, WordsOf<typeof words>> = {
  command: 'ports',
  describe: 'Show the serial ports of this machine',
  builder: words,
  handler: ({ json }) =>
    finished(async () => {
      const { portsCommand: ports } = await import('../ports.js');
      return ports(json === true);
    }),
};
