/** The speed of wirejig against peers and limits, as ratios within one run. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { fuzzOnPty, fuzzOnTcp } from './fuzz/firmware-comparison';
import { fuzzVirtual } from './fuzz/fuzz-virtual';
import { latencyAccuracy } from './latency/latency-accuracy';
import { compare, type Facts, type Prepared, type Result } from './measure';
import { judgeTrace } from './monitor';
import { reportPage } from './report-page';
import { helpStartup, listStartup } from './startup';
import { decodeOneShot, encodeOneShot } from './codecs/stm-codec';
import { decodeStream } from './codecs/stm-stream';
import { factsOf, tableOf } from './table';

const USAGE = `npm run bench [-- NAME… --option…]

How fast wirejig is, against peers and limits, as ratios within one run. Without names: all.

  --list          Name them
  --json          One JSON document instead of tables
  --strict        Exit code 1 when a limit is not reached: a slow machine alone never fails
  --exchanges N   Of latency, in place of 10 000

Examples:
  npm run bench decode stream
  npm run bench latency -- --exchanges 2000`;

interface Benchmark {
  readonly name: string;
  /** `exchanges`: for benchmarks with a selectable number of them. */
  readonly prepare: (exchanges?: number) => Promise<Prepared>;
}

const BENCHMARKS: readonly Benchmark[] = [
  { name: 'decode', prepare: decodeOneShot },
  { name: 'encode', prepare: encodeOneShot },
  { name: 'stream', prepare: decodeStream },
  { name: 'monitor', prepare: judgeTrace },
  { name: 'fuzz-virtual', prepare: fuzzVirtual },
  { name: 'fuzz-tcp', prepare: fuzzOnTcp },
  { name: 'fuzz-pty', prepare: fuzzOnPty },
  { name: 'report', prepare: reportPage },
  { name: 'latency', prepare: latencyAccuracy },
  { name: 'startup', prepare: helpStartup },
  { name: 'startup-list', prepare: listStartup },
];

type Outcome = { readonly name: string } & (Result | Facts | { readonly skipped: string });

async function outcomeOf({ name, prepare }: Benchmark, exchanges: number | undefined): Promise<Outcome> {
  const prepared = await prepare(exchanges);
  if ('skipped' in prepared) return { name, skipped: prepared.skipped };
  if ('facts' in prepared) return { name, ...prepared.facts };
  try {
    return { name, ...(await compare(prepared.comparison)) };
  } finally {
    await prepared.done?.();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      strict: { type: 'boolean' },
      list: { type: 'boolean' },
      exchanges: { type: 'string' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const names = BENCHMARKS.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`no benchmark '${unknown}', one of ${names.join(', ')}`);
  if (values.list === true) {
    console.log(names.join('\n'));
    return 0;
  }
  const exchanges = values.exchanges === undefined ? undefined : Number(values.exchanges);
  if (exchanges !== undefined && !(exchanges >= 1)) throw new Error('--exchanges is a number from 1 on');
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  if (values.json !== true) console.log(`${machine}\n`);
  const outcomes: Outcome[] = [];
  for (const benchmark of BENCHMARKS) {
    if (positionals.length > 0 && !positionals.includes(benchmark.name)) continue;
    const outcome = await outcomeOf(benchmark, exchanges);
    outcomes.push(outcome);
    if (values.json === true) continue;
    console.log(
      `[${outcome.name}] ${'skipped' in outcome ? `skipped: ${outcome.skipped}` : 'rows' in outcome ? factsOf(outcome) : tableOf(outcome)}\n`,
    );
  }
  if (values.json === true) console.log(JSON.stringify({ machine, outcomes }, undefined, 2));
  return values.strict === true && outcomes.some(isShort) ? 1 : 0;
}

function isShort(outcome: Outcome): boolean {
  if ('rows' in outcome) return outcome.short !== undefined;
  return 'ratios' in outcome && outcome.ratios.some(({ verdict }) => verdict === 'SHORT');
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
