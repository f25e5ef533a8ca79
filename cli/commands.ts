/**
 * The commands of the program, in the order of its help. What a command takes is loaded when its name is typed: the list alone
 * loads nothing. It loads no yargs: the pages of docs/commands/ are made from it too.
 */
import type { Command, RequestOf, TypedCommand } from './shared/command-options';

export const EXIT_CODES = `Exit codes:
  0    every selected MUST passed, or was skipped with a reason
  1    a MUST failed, or a finding
  2    wrong command or configuration
  3    not known: no board, an undecided MUST, or too little judged
  130  interrupted`;

export interface ListedCommand {
  /** `run [suite..]` */
  readonly usage: string;
  readonly describe: string;
  readonly load: () => Promise<Command>;
  run(request: object): Promise<number>;
}

function listed<C extends TypedCommand>(command: {
  readonly usage: string;
  readonly describe: string;
  readonly load: () => Promise<C>;
  run(request: RequestOf<C>): Promise<number>;
}): ListedCommand {
  return command;
}

export const COMMANDS: readonly ListedCommand[] = [
  listed({
    usage: 'run [suite..]',
    describe: 'Test a board against its protocol, and report',
    load: async () => (await import('./commands/run/command.js')).runCommand,
    run: async (request) => (await import('./commands/run/run.js')).runCommand(request),
  }),
  listed({
    usage: 'fuzz <suite>',
    describe: 'Find the inputs that break a board, each as a small file, C data and a Python script',
    load: async () => (await import('./commands/fuzz/command.js')).fuzzCommand,
    run: async (request) => (await import('./commands/fuzz/fuzz.js')).fuzzCommand(request),
  }),
  listed({
    usage: 'replay <file>',
    describe: 'Replay a finding: exit code 1 if the failure reproduces',
    load: async () => (await import('./commands/replay/command.js')).replayCommand,
    run: async (request) => (await import('./commands/replay/replay.js')).replayCommand(request),
  }),
  listed({
    usage: 'audit [suite..]',
    describe: 'Check that a suite catches every defect of its virtual boards',
    load: async () => (await import('./commands/audit/command.js')).auditCommand,
    run: async (request) => (await import('./commands/audit/audit.js')).auditCommand(request),
  }),
  listed({
    usage: 'simulate <board>',
    describe: 'Run a virtual board in real time, on a pseudo-terminal or a TCP port',
    load: async () => (await import('./commands/simulate/command.js')).simulateCommand,
    run: async (request) => (await import('./commands/simulate/simulate.js')).simulateCommand(request),
  }),
  listed({
    usage: 'tap',
    describe: 'Forward bytes between two boards, and judge both while they play each other',
    load: async () => (await import('./commands/tap/command.js')).tapCommand,
    run: async (request) => (await import('./commands/tap/tap.js')).tapCommand(request),
  }),
  listed({
    usage: 'stimulus <what>',
    describe: 'Make codes for a real scanner',
    load: async () => (await import('./commands/stimulus/command.js')).stimulusCommand,
    run: async (request) => (await import('./commands/stimulus/stimulus.js')).stimulusCommand(request),
  }),
  listed({
    usage: 'report [journal...]',
    describe:
      'Rewrite the reports of a run, even of a killed one; join many runs in one page; or print a dissector',
    load: async () => (await import('./commands/report/command.js')).reportCommand,
    run: async (request) => (await import('./commands/report/report.js')).reportCommand(request),
  }),
  listed({
    usage: 'compare <before> <after>',
    describe: 'Compare two runs: what newly fails, is fixed, is slower, or has another answer',
    load: async () => (await import('./commands/compare/command.js')).compareCommand,
    run: async (request) => (await import('./commands/compare/compare.js')).compareCommand(request),
  }),
  listed({
    usage: 'history [folder...]',
    describe: 'Show the runs of a folder over time: since when each clause fails, and how times change',
    load: async () => (await import('./commands/history/command.js')).historyCommand,
    run: async (request) => (await import('./commands/history/history.js')).historyCommand(request),
  }),
  listed({
    usage: 'ui [folder]',
    describe: 'Show past runs in a browser: open one, or compare two',
    load: async () => (await import('./commands/ui/command.js')).uiCommand,
    run: async (request) => (await import('./commands/ui/ui.js')).uiCommand(request),
  }),
  listed({
    usage: 'check <trace>',
    describe: 'Judge a recorded trace',
    load: async () => (await import('./commands/check/command.js')).checkCommand,
    run: async (request) => (await import('./commands/check/check.js')).checkCommand(request),
  }),
  listed({
    usage: 'list [what] [suite..]',
    describe: 'Show suites, boards, defects, requirements, scenarios or params',
    load: async () => (await import('./commands/list/command.js')).listCommand,
    run: async (request) => (await import('./commands/list/list.js')).listCommand(request),
  }),
  listed({
    usage: 'ports',
    describe: 'Show the serial ports of this machine, and what is plugged in',
    load: async () => (await import('./commands/ports/command.js')).portsCommand,
    run: async (request) => (await import('./commands/ports/ports.js')).portsCommand(request),
  }),
  listed({
    usage: 'monitor <link>',
    describe: 'Show the decoded bytes of a link, and send messages by name',
    load: async () => (await import('./commands/monitor/command.js')).monitorCommand,
    run: async (request) => (await import('./commands/monitor/monitor.js')).monitorCommand(request),
  }),
  listed({
    usage: 'doctor <link>',
    describe: 'Diagnose a link, and say what to do next',
    load: async () => (await import('./commands/doctor/command.js')).doctorCommand,
    run: async (request) => (await import('./commands/doctor/doctor.js')).doctorCommand(request),
  }),
  listed({
    usage: 'lab <action> [board..]',
    describe: 'Share boards of many machines by one queue (a Redis; needs bullmq and ioredis)',
    load: async () => (await import('./commands/lab/command.js')).labCommand,
    run: async (request) => (await import('./commands/lab/lab.js')).labCommand(request),
  }),
  listed({
    usage: 'init',
    describe: 'Write a wirejig.config.* for your board, or an example of a protocol of your own',
    load: async () => (await import('./commands/init/command.js')).initCommand,
    run: async (request) => (await import('./commands/init/init.js')).initCommand(request),
  }),
];

/** `run` of `run [suite..]`. */
export function commandName({ usage }: Pick<ListedCommand, 'usage'>): string {
  return usage.split(' ')[0] ?? '';
}
