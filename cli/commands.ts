/** The commands of the program, in the order of its help. It loads no yargs: the pages of docs/commands/ are made from it too. */
import { auditCommand } from './commands/audit/command';
import { fuzzCommand } from './commands/fuzz/command';
import { doctorCommand } from './commands/doctor/command';
import { historyCommand } from './commands/history/command';
import { initCommand } from './commands/init/command';
import { checkCommand } from './commands/check/command';
import { compareCommand } from './commands/compare/command';
import { labCommand } from './commands/lab/command';
import { listCommand } from './commands/list/command';
import { monitorCommand } from './commands/monitor/command';
import { portsCommand } from './commands/ports/command';
import { replayCommand } from './commands/replay/command';
import { reportCommand } from './commands/report/command';
import { runCommand } from './commands/run/command';
import { simulateCommand } from './commands/simulate/command';
import { tapCommand } from './commands/tap/command';
import { stimulusCommand } from './commands/stimulus/command';
import { uiCommand } from './commands/ui/command';
import type { Command } from './shared/command-options';

export const EXIT_CODES = `Exit codes:
  0    every selected MUST passed, or was skipped with a reason
  1    a MUST failed, or a finding
  2    wrong command or configuration
  3    not known: no board, an undecided MUST, or too little judged
  130  interrupted`;

export const COMMANDS: readonly Command[] = [
  runCommand,
  fuzzCommand,
  replayCommand,
  auditCommand,
  simulateCommand,
  tapCommand,
  stimulusCommand,
  reportCommand,
  compareCommand,
  historyCommand,
  uiCommand,
  checkCommand,
  listCommand,
  portsCommand,
  monitorCommand,
  doctorCommand,
  labCommand,
  initCommand,
];
