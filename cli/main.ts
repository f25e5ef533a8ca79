#!/usr/bin/env node
/** The front door: reads the command line, and is the only file that loads yargs. */
import yargs from 'yargs';
import { runCommand } from './commands/run';
import { simulateCommand } from './commands/simulate';
import { tolerateClosedPipes, warn } from './console';
import { UsageError } from './usage-error';
import { wirejigVersion } from './version';

const EXIT_CODES = `Exit codes: 0 no MUST failed; 1 a MUST failed; 2 the command is wrong; 3 the board could not be
reached or was lost; 130 interrupted.`;

const INTERNAL_ERROR = 3;
/** What still hangs on the event loop this long after the work is no reason to stay. */
const LINGER_MS = 1000;

async function main(words: readonly string[]): Promise<void> {
  const cli = yargs([...words])
    .scriptName('wirejig')
    .usage('$0 <command>\n\nA jig for wire protocols: holds a board to everything its protocol promises.')
    .parserConfiguration({
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'dot-notation': false,
      'camel-case-expansion': false,
    })
    .command(runCommand)
    .command(simulateCommand)
    .demandCommand(1, 'no command: wirejig --help shows them')
    .strict()
    .help()
    .alias('help', 'h')
    .version(wirejigVersion())
    .epilogue(EXIT_CODES)
    .wrap(Math.min(110, process.stdout.columns || 80))
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof Error && error.name !== 'YError' ? error : misread(message, error);
    });
  await cli.parseAsync();
}

/** yargs' sentences as a cause and a remedy. */
function misread(message: string | null, error: Error | undefined): UsageError {
  const said = message ?? error?.message ?? 'the command could not be read';
  const line = said.replaceAll(/\s*\n\s*/g, ' ').replace(/[.:]$/, '');
  const cause = line.charAt(0).toLowerCase() + line.slice(1);
  return new UsageError(cause.includes('--') ? cause : `${cause}: see wirejig --help`);
}

/** Shows what went wrong in one line, and says how to end. */
async function refused(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    const { printable } = await import('../reports/printable.js');
    warn(`wirejig: ${printable(error.message)}`);
    return error.exitCode;
  }
  const { crashLine } = await import('./crash.js');
  warn(crashLine(error));
  return INTERNAL_ERROR;
}

function leave(): void {
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

tolerateClosedPipes();
process.on('uncaughtException', (error) => {
  void refused(error).then((code) => process.exit(code));
});
main(process.argv.slice(2))
  .catch(async (error: unknown) => {
    process.exitCode = await refused(error);
  })
  .finally(leave);
