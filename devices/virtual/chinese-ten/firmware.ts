/**
 * The console program of the virtual Chinese Ten board and its terminal, as small steps. A defect changes some of them.
 *
 *     keys → typed → flush (at a prompt) → keyEffect → program (with its rules) → print → the terminal
 */
import { PAGE_RULES, type ProgramRules } from '../../../protocols/chinese-ten/program-rules';
import type { Step } from '../../../protocols/chinese-ten/steps';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';

/** A typed byte that is not read yet. */
export interface Typed {
  readonly byte: number;
  /** It came together with the last key that was read. */
  readonly burst: boolean;
  /** It was typed during a pause of the program. */
  readonly paused: boolean;
}

/**
 * The effect of a key that the program reads: it counts, or ends the program. A hanging program looks the same as an
 * ended one.
 */
export type KeyEffect = 'taken' | 'ends';

export interface CtFirmware {
  rules: ProgramRules;
  print: (text: string) => string;
  /** The typed keys that are kept when a prompt has been printed. */
  flush: (typed: readonly Typed[]) => readonly Typed[];
  keyEffect: (byte: number, step: Extract<Step, { kind: 'key' | 'line' }>, screen: string) => KeyEffect;
  /** The number of prompts after a Ctrl-D that do not wait. */
  promptsToSkip: number;
}

export interface CtDefect extends Defect {
  /** It shows only in games with a special deal. */
  readonly special?: true;
  /** The steps that differ from `sound`. Called at each power-on. */
  readonly change: (sound: CtFirmware, random: Random) => Partial<CtFirmware>;
}

export type CtDefects = DefectTable<CtDefect>;

/** The page's program with these defects. */
export function chineseTenFirmware(defects: readonly CtDefect[], random: Random): CtFirmware {
  const firmware: CtFirmware = {
    rules: PAGE_RULES,
    print: (text) => text,
    flush: () => [],
    keyEffect: () => 'taken',
    promptsToSkip: 0,
  };
  return applyDefects(firmware, defects, random);
}
