/**
 * The console program of the virtual Chinese Ten board and its terminal, as small steps: what a defect changes is one.
 *
 *     keys → typed → flush (at a prompt) → program (by its practice) → print → the terminal
 */
import { PAGE_RULES, type ProgramRules } from '../../../protocols/chinese-ten/program-rules';
import type { Step } from '../../../protocols/chinese-ten/steps';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';

/** A byte that was typed and not read yet. */
export interface Typed {
  readonly byte: number;
  /** It came together with the key that was read last. */
  readonly burst: boolean;
  /** It was typed while the program was pausing. */
  readonly paused: boolean;
}

/** What becomes of the key that the program reads: it is taken, or the program ends of it or stands still, which looks alike. */
export type KeyEffect = 'taken' | 'ends';

export interface CtFirmware {
  rules: ProgramRules;
  print: (text: string) => string;
  /** What is left of the keys typed so far when a prompt has been printed. */
  flush: (typed: readonly Typed[]) => readonly Typed[];
  keyEffect: (byte: number, step: Extract<Step, { kind: 'key' | 'line' }>, screen: string) => KeyEffect;
  /** Prompts that do not wait behind a Ctrl-D. */
  promptsToSkip: number;
}

export interface CtDefect extends Defect {
  /** Shows only in games with a special deal. */
  readonly special?: true;
  /** The steps that differ; `sound` are those it was built upon. Called anew at power-on. */
  readonly change: (sound: CtFirmware, random: Random) => Partial<CtFirmware>;
}

export type CtDefects = DefectTable<CtDefect>;

/** The page's program with the defects given built in, one upon another. */
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
