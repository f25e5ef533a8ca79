/** Presents codes to a real scanner during a run: on a web page, or by a person. */
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { byteText } from '../../../protocols/byte-text';
import type { Symbology } from '../../../protocols/gm67/wire/message';
import { cardName, cardOf } from '../../../protocols/set/card';
import type { CodeServer } from './code-server';
import { symbologyTitle } from './symbology';
import type { RealBoardOptions } from '../../../devices/board/real-board';
import type { PresentsCodes } from '../../../devices/board/stimulus';
import { remark } from '../console';
import { parseStimulusRecipe } from '../option-values';
import { once } from 'node:events';

export interface Stimulus {
  readonly text: string;
  /** Call it before the run. An abort of `signal` ends all waits. Rejects with the cause if it cannot be opened. */
  open(signal: AbortSignal): Promise<void>;
  /** Shows a code once. Rejects if that is not possible, or no person confirms it. */
  readonly present: (symbology: Symbology, payload: Uint8Array) => Promise<void>;
  /** Idempotent. */
  close(): void;
}

/** In ms. A scanner reads the code within this time. It is removed after it, so that it is not read a second time. */
const SHOWN_MS = 500;
/** In ms: until the page without a code is on the screen. */
const BLANK_MS = 150;
/** In ms: how long a person may take to open the page, and for one code (operatorMs). */
const TIMEOUT_MS = 60_000;

interface PageOptions {
  readonly announce: (url: string) => void;
  readonly timeoutMs?: number;
}

/** A web page of this process, in a browser in front of the scanner. */
export function pageStimulus({ announce, timeoutMs = TIMEOUT_MS }: PageOptions): Stimulus {
  let server: CodeServer | undefined;
  let ended = new AbortController().signal;
  return {
    text: 'a page in a browser',
    open: async (signal) => {
      ended = signal;
      const { openCodeServer } = await import('./code-server.js');
      server = await openCodeServer();
      announce(server.url);
    },
    present: async (symbology, payload) => {
      if (server === undefined) throw new Error('the page is not open');
      if (!(await server.waitForPage(timeoutMs, ended))) {
        const waited = `${timeoutMs / 1000} s`;
        throw new Error(`no browser shows ${server.url} after ${waited}: open it in front of the scanner`);
      }
      server.show(symbology, payload);
      try {
        await sleep(SHOWN_MS, undefined, { signal: ended });
      } finally {
        server.blank();
      }
      await sleep(BLANK_MS, undefined, { signal: ended });
    },
    close: () => server?.close(),
  };
}

interface OperatorOptions {
  readonly input: NodeJS.ReadableStream;
  readonly prompt: (text: string) => void;
  readonly timeoutMs?: number;
}

export function operatorStimulus({ input, prompt, timeoutMs = TIMEOUT_MS }: OperatorOptions): Stimulus {
  let lines: Interface | undefined;
  let inputClosed = false;
  let ended = new AbortController().signal;
  return {
    text: 'a person at the terminal',
    open: (signal) => {
      ended = signal;
      lines = createInterface({ input }).once('close', () => (inputClosed = true));
      return Promise.resolve();
    },
    present: async (symbology, payload) => {
      if (lines === undefined) throw new Error('the terminal is not open');
      if (inputClosed) throw new Error(NO_OPERATOR);
      prompt(
        `\nShow the scanner ${codeText(symbology, payload)}, then press Enter (${timeoutMs / 1000} s): `,
      );
      await waitForEnter(lines, ended, timeoutMs);
    },
    close: () => lines?.close(),
  };
}

const NO_OPERATOR = 'nobody is at the terminal: give --stimulus page or cmd:COMMAND';
const LISTED_BYTES = 64;

/** `DataMatrix 55 (card 1 open purple wave)` */
function codeText(symbology: Symbology, payload: Uint8Array): string {
  const bytes = [...payload.subarray(0, LISTED_BYTES)].map(byteText);
  const more = payload.length > LISTED_BYTES ? ` … (${payload.length} bytes)` : '';
  const card = payload.length === 1 && symbology === 'datamatrix' ? cardOf(payload[0]!, '1..3') : undefined;
  const name = card === undefined ? '' : ` (card ${cardName(card)})`;
  return `${symbologyTitle(symbology)} ${bytes.join(' ')}${more}${name}`;
}

/** Waits for a new line. Lines that were typed before do not count. */
async function waitForEnter(lines: Interface, ended: AbortSignal, timeoutMs: number): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), timeoutMs);
  const signal = AbortSignal.any([ended, over.signal]);
  const gone = once(lines, 'close', { signal }).then(() => Promise.reject(new Error(NO_OPERATOR)));
  try {
    await Promise.race([once(lines, 'line', { signal }), gone]);
  } catch (error) {
    if (!signal.aborted) throw error;
    const cause = ended.aborted ? 'interrupted' : `nobody pressed Enter in ${timeoutMs / 1000} s`;
    throw new Error(cause, { cause: error });
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

interface RequestedStimulus {
  /** For the board; undefined: no codes are presented. */
  readonly recipe?: NonNullable<RealBoardOptions['stimulus']>;
  readonly stimulus?: Stimulus;
}

/** `unattended`: no person can help. Rejects with UsageError for an unknown recipe. */
export async function createStimulus(
  text: string | undefined,
  unattended = false,
): Promise<RequestedStimulus> {
  if (text === undefined) return {};
  const parsed = parseStimulusRecipe(text);
  if (parsed.way === 'cmd') return { recipe: parsed };
  if (parsed.way === 'operator' && unattended) return {};
  // Both print on standard error: standard output may be JSON.
  const announce = (url: string): void =>
    remark(`codes are shown on ${url}: open it full screen before the scanner`);
  const prompt = (line: string): void => void process.stderr.write(line);
  const stimulus =
    parsed.way === 'page' ? pageStimulus({ announce }) : operatorStimulus({ input: process.stdin, prompt });
  // Before the run, which has a time to keep.
  const { symbologyNamed } = await import('../../../protocols/gm67/wire/message.js');
  return { recipe: { way: 'shown', ...presentsCodes(stimulus, symbologyNamed) }, stimulus };
}

/** The name of a symbology is any text; a page and a person can show only the symbologies of {@link SYMBOLOGIES}. */
function presentsCodes(
  { text, present }: Stimulus,
  symbologyNamed: (name: string) => Symbology | undefined,
): PresentsCodes {
  return {
    text,
    present: async (name, payload) => {
      const symbology = symbologyNamed(name);
      if (symbology === undefined) throw new Error(`there is no code of the symbology '${name}' to show`);
      await present(symbology, payload);
    },
  };
}
