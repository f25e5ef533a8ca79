/** The words of `wirejig stimulus`. */
import type { Argv, CommandModule } from 'yargs';
import { finished } from './finished';
import { text, type WordsOf } from './words';

function words(yargs: Argv) {
  return yargs
    .positional('what', { type: 'string', demandOption: true, describe: 'sheet: the 81 Set cards to print' })
    .options({
      out: text('out', 'sheet: the HTML file to write (default: cards.html)'),
      encoding: text('encoding', 'sheet: the card bytes, 1..3 or 0..2 (default: 1..3)'),
      paper: text('paper', 'sheet: a4 or letter (default: a4)'),
    })
    .example('$0 stimulus sheet --out cards.html', 'cards for a scanner, to print and cut');
}

export const stimulusCommand: CommandModule<object, WordsOf<typeof words>> = {
  command: 'stimulus <what>',
  describe: 'Make codes for the lens of a real scanner',
  builder: words,
  handler: (request) =>
    finished(async () => {
      const { stimulusCommand: stimulus } = await import('../stimulus.js');
      return stimulus(request);
    }),
};
