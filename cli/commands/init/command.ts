/** The words of `wirejig init`. */
import { off, text, defineCommand } from '../../shared/command-options';

export const initCommand = defineCommand({
  usage: 'init',
  describe: 'Write a wirejig.config.* for your board',
  builder: (yargs) =>
    yargs
      .options({
        yes: { ...off('Ask nothing: take the port and the kind that are likeliest'), alias: 'y' },
        force: off('Write over a configuration that is there'),
        format: text('format', 'yaml, json or ts (default: yaml)'),
        json: off('Print one JSON object at the end: what was written'),
      })
      .example('$0 init', 'asks some questions, and writes wirejig.config.yaml')
      .example('$0 init --yes --format ts', 'asks none'),
  run: async (request) => {
    const { initCommand: init } = await import('./init.js');
    return init(request);
  },
});
