/** The words of `wirejig stimulus`. */
import { defineCommand, path, text, type RequestOf } from '../../shared/command-options';

export const stimulusCommand = defineCommand({
  positionals: {
    what: {
      type: 'string',
      demandOption: true,
      describe: 'sheet: the 81 Set cards, to print; serve: a web page that shows codes',
    },
  },
  options: {
    out: path('sheet: HTML file to write (default: cards.html)'),
    encoding: text('sheet: encoding of card bytes, 1..3 or 0..2 (default: 1..3)'),
    paper: text('sheet: paper size, a4 or letter (default: a4)'),
    port: text('serve: port on 127.0.0.1; 0: any free one (default: 0)'),
    size: text('serve: width of a code (default: 60 mm)'),
  },
  examples: [
    ['$0 stimulus sheet --out cards.html', 'cards for a scanner, to print and cut'],
    ['echo qr 6869 | $0 stimulus serve', 'a page with a QR code; an empty line shows nothing'],
  ],
});

export type StimulusRequest = RequestOf<typeof stimulusCommand>;
