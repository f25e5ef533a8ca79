/**
 * The JSON Schemas of the package, `schemas/NAME.schema.json`, from the zod schemas of what wirejig reads and prints. npm run
 * json-schemas writes them.
 *
 *     config    wirejig.config.yaml and .json: unknown keys are refused
 *     others    what is printed by `--json`, and results.json: later versions may have more keys
 */
import { z } from 'zod';
import { configSchema } from '../config/config-schema';
import { doctorOutput, initOutput, labOutput, listOutput, monitorLine, portsOutput } from './bench-output';
import {
  auditOutput,
  firmwareAuditOutput,
  fuzzAuditOutput,
  fuzzOutput,
  labFuzzOutput,
  replayOutput,
} from './campaign-output';
import { compareOutput, historyOutput } from './history-output';
import { gamesOutput, labRunOutput, resultsFile, runOutput } from './run-output';

/** By the name of the command whose `--json` prints it; `results` is the file of that name. */
export const OUTPUTS = {
  audit: z.union([auditOutput, firmwareAuditOutput, fuzzAuditOutput]),
  check: runOutput,
  compare: compareOutput,
  doctor: doctorOutput,
  fuzz: z.union([fuzzOutput, labFuzzOutput]),
  history: historyOutput,
  init: initOutput,
  lab: labOutput,
  list: listOutput,
  monitor: monitorLine,
  ports: portsOutput,
  replay: replayOutput,
  results: resultsFile,
  run: z.union([runOutput, labRunOutput]),
  tap: z.union([runOutput, gamesOutput]),
} as const;

type Json = Record<string, unknown>;

/** A value that may be a text in place of the object: what `preprocess` makes of a text is no part of a zod schema. */
function isShorthand(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform;
}

/** `closed`: an unknown key is an error. */
function schemaOf(schema: z.ZodType, closed: boolean): Json {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!closed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (!isShorthand(zodSchema)) return;
      const { description: _, ...object } = jsonSchema;
      for (const key of Object.keys(object)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.anyOf = [{ type: 'string' }, object];
    },
  });
}

function titled(title: string, { $schema, ...rest }: Json): Json {
  return { $schema, title, ...rest };
}

/** The content of each file by its name, without the folder. */
export function publishedSchemas(): ReadonlyMap<string, Json> {
  const outputs = Object.entries(OUTPUTS).map(([name, schema]) => {
    const title = name === 'results' ? 'results.json of wirejig' : `wirejig ${name} --json`;
    return [`${name}.schema.json`, titled(title, schemaOf(schema, false))] as const;
  });
  return new Map([
    ['config.schema.json', titled('Configuration of wirejig', schemaOf(configSchema, true))],
    ...outputs,
  ]);
}
