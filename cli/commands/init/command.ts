/** The words of `wirejig init`. */
import type { Argv, CommandModule } from 'yargs';
import { setExitCode } from '../../shared/exit-code';
import { off, text, type OptionsOf } from '../../shared/command-options';

function words(yargs: Argv) {
  return yargs
    .options({
      yes: { ...off('Ask nothing: take the port and the kind that are likeliest'), alias: 'y' },
      force: off('Write over a configuration that is there'),
      format: text('format', 'yaml, json or ts (default: yaml)'),
      json: off('Print one JSON object at the end: what was written'),
    })
    .example('$0 init', 'asks some questions, and writes wirejig.config.yaml')
    .example('$0 init --yes --format ts', 'asks none');
}

export const initCommand: CommandModule<object, OptionsOf<typeof words>> = {
  command: 'init',
  describe: 'Write a wirejig.config.* for your board',
  builder: words,
  handler: (request) =>
    setExitCode(async () => {
      const { initCommand: init } = await import('./init.js');
      return init(request);
    }),
};
