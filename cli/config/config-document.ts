/** A wirejig.config.* that is data, YAML or JSON: its content, and on which line a key stands. */
import { extname } from 'node:path';
import { isMap, isScalar, Lexer, LineCounter, parseDocument, Parser, type Document } from 'yaml';
import { UsageError } from '../shared/usage-error';
import { type ConfigFile, firstLine, readConfigText } from './user-module';
import { z } from 'zod';
import { findConfig } from './find-config';

/** Far more than the boards of a laboratory need. */
const MOST_BYTES = 1 << 20;
/** Of tokens in one another: each list and each key has up to three. */
const MOST_DEPTH = 300;

export function readDocument(path: string): ConfigFile {
  const text = readConfigText(path, MOST_BYTES);
  checkDepth(path, text);
  if (extname(path) === '.json') checkJson(path, text);
  const counter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: counter, uniqueKeys: true });
  const [error] = parsed.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    throw new UsageError(
      `${path}:${line ?? 1}: ${firstLine(error.message).replace(/ at line \d+.*$/, '')}: correct that line`,
    );
  }
  let content: unknown;
  try {
    content = parsed.toJS();
  } catch (trouble) {
    const message = trouble instanceof Error ? firstLine(trouble.message) : String(trouble);
    throw new UsageError(`${path}:1: ${message}: correct that line`);
  }
  return { path, content, lineOf: (keys) => lineIn(parsed, counter, keys) };
}

/** What reads the tokens later calls itself for each, and a program whose stack ends there may end with it. */
function checkDepth(path: string, text: string): void {
  const counter = new LineCounter();
  const parser = new Parser(counter.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MOST_DEPTH)
      throw new UsageError(
        `${path}:${counter.lineStarts.length || 1}: it is nested too deeply: correct that line`,
      );
  }
}

/** YAML takes more than JSON does: what is called .json is held to it. */
function checkJson(path: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, at).split('\n').length;
    throw new UsageError(`${path}:${line}: is not JSON: ${firstLine(message)}: correct that line`);
  }
}

/** The line of the key that `keys` lead to, or of the deepest one on the way that is there. */
function lineIn(parsed: Document, counter: LineCounter, keys: readonly PropertyKey[]): number | undefined {
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const key of keys) {
    if (!isMap(node)) break;
    const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key));
    if (pair === undefined) break;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return counter.linePos(offset).line;
}

const withBoards = z.looseObject({ boards: z.record(z.string(), z.unknown()) });

/**
 * Only YAML and JSON are read: no key that is pressed may run a program. Empty if the configuration cannot be read: a
 * shell cannot show errors.
 */
export function boardNames(): readonly string[] {
  try {
    const path = findConfig(process.cwd());
    if (path === undefined || !/\.(?:json|ya?ml)$/.test(path)) return [];
    return Object.keys(withBoards.parse(readDocument(path).content).boards);
  } catch {
    return [];
  }
}
