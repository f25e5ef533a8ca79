/** `doctor`, `init`, `lab`, `list`, `monitor` and `ports` with `--json`. */
import { z } from 'zod';
import { record, past, boardId } from '../../lab/boards';
import { bytes, count } from '../../scenarios/common-record';
import { requirement } from '../../scenarios/record';
import { exitCode } from './run-output';

export const doctorOutput = z.strictObject({
  link: z.string(),
  suite: z.string().optional(),
  exitCode,
  findings: z.array(
    z.strictObject({
      topic: z.enum(['firmware', 'link', 'talk', 'echo', 'baud', 'latency', 'lines', 'reset', 'suite']),
      state: z
        .enum(['ok', 'problem', 'unknown'])
        .describe('unknown: not tried, or not possible on this link.'),
      text: z.string(),
      next: z.string().optional().describe('What to do.'),
    }),
  ),
});

/** `init`, and `init --protocol`. */
export const initOutput = z.union([
  z.strictObject({ path: z.string(), board: z.string(), suite: z.string(), kind: z.string() }),
  z.strictObject({ path: z.string(), config: z.string(), configWritten: z.boolean(), protocol: z.string() }),
]);

/** `lab status`, and `lab history`. */
export const labOutput = z.union([
  z.strictObject({
    boards: z.array(record),
    queues: z.array(z.strictObject({ selector: z.string(), waiting: count, running: count })),
  }),
  z.strictObject({ board: boardId, runs: z.array(past) }),
]);

const links = z.array(z.looseObject({ name: z.string() }));
const suites = z.array(
  z.strictObject({ id: z.string(), title: z.string(), requirements: count, scenarios: count, links }),
);
const boards = z.array(
  z.union([
    z.strictObject({ name: z.string(), title: z.string(), suite: z.string(), defects: count, links }),
    z
      .strictObject({
        name: z.string(),
        title: z.string(),
        kind: z.string().optional(),
        suite: z.string().optional(),
        config: z.string(),
      })
      .describe('A board of the configuration.'),
  ]),
);
const defects = z.array(
  z.strictObject({
    board: z.string(),
    name: z.string(),
    breaks: z.string(),
    text: z.string(),
    parameters: z.record(z.string(), z.string()).optional(),
  }),
);
const requirements = z.array(z.strictObject({ suite: z.string(), ...requirement.shape }));
const params = z.array(
  z.strictObject({
    suite: z.string(),
    name: z.string(),
    unit: z.string().optional(),
    text: z.string(),
    default: z.union([z.number(), z.string()]),
    min: z.number().optional(),
    max: z.number().optional(),
    choices: z.array(z.string()).optional(),
  }),
);

/** `list`, and `list SUBJECT`. */
export const listOutput = z.union([
  z.strictObject({ suites, boards }),
  suites,
  boards,
  defects,
  requirements,
  params,
]);

export const monitorLine = z.strictObject({
  time: z.iso.datetime().describe('The time of day.'),
  ...bytes.shape,
  text: z.string().optional().describe('Of a line of a console.'),
});

export const portsOutput = z.array(
  z.strictObject({
    path: z.string(),
    stablePath: z.string().optional().describe('Does not change with the numbers of ports.'),
    vendor: z.string().optional(),
    product: z.string().optional(),
    serial: z.string().optional(),
    manufacturer: z.string().optional(),
    description: z.string().optional(),
    interface: count.optional(),
    driver: z.string().optional(),
    latencyMs: z.number().optional().describe('How long the adapter holds received bytes at most.'),
    looksLike: z.array(z.string()).describe('Kinds of board that its USB ids fit.'),
    adapter: z.string().optional(),
    access: z.enum(['ok', 'forbidden']),
    held: z.enum(['free', 'held', 'unknown']),
    heldBy: z.array(z.strictObject({ pid: count, name: z.string() })),
    hints: z.array(z.string()),
  }),
);
