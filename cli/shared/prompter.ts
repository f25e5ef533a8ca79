/** Asks a person at the terminal, on standard error: standard output is for results. */
import { createInterface } from 'node:readline';
import { printable } from '../../reports/text/printable';
import { warn } from './console';
import { UsageError } from './usage-error';

export class Interrupted extends Error {
  override readonly name = 'GaveUp';
}

export interface Prompter {
  /** `read` throws {@link UsageError} for what will not do: it is asked again. */
  ask<T>(question: string, preset: string, read: (text: string) => T | Promise<T>): Promise<T>;
  close(): void;
}

/** `remedy`: where the answers end before the questions. */
export function openPrompter(remedy: string): Prompter {
  const terminal = process.stdin.isTTY;
  const lines = createInterface({
    input: process.stdin,
    output: terminal ? process.stderr : undefined,
    terminal,
  });
  let interrupted = false;
  lines.on('SIGINT', () => {
    interrupted = true;
    lines.close();
  });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question, preset, read) {
      for (;;) {
        process.stderr.write(`${question} [${printable(preset)}]: `);
        const next: IteratorResult<string, undefined> = await answers.next();
        if (interrupted) throw new Interrupted();
        if (next.done === true) {
          warn('');
          throw new UsageError(`the answers ended before the questions: ${remedy}`);
        }
        const text = next.value.trim();
        try {
          return await read(text === '' ? preset : text);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          warn(`  ${printable(error.message)}`);
        }
      }
    },
    close: () => lines.close(),
  };
}

/** Whether somebody can answer. A build server's terminal is nobody's. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && (process.env['CI'] ?? '') === '';
}
