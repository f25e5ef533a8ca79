/** Turns `--stimulus` into a stimulus of a real board. */
import type { RealBoardOptions } from '../../../devices/board/real-board';
import type { PresentsCodes } from '../../../devices/board/stimulus';
import type { Symbology } from '../../../protocols/gm67/wire/message';
import { warn } from '../console';
import { parseStimulusRecipe } from '../option-values';
import { operatorStimulus, pageStimulus, type Stimulus } from './stimulus';

interface RequestedStimulus {
  /** For the board; undefined: no codes are presented. */
  readonly recipe?: NonNullable<RealBoardOptions['stimulus']>;
  /** Open it before the first code, and close it after the last. */
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
  const stimulus = parsed.way === 'page' ? page() : operator();
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

/** Both print on standard error: standard output may be JSON. */
function page(): Stimulus {
  return pageStimulus({
    announce: (url) => warn(`wirejig: codes are shown on ${url}: open it full screen before the scanner`),
  });
}

function operator(): Stimulus {
  return operatorStimulus({ input: process.stdin, prompt: (text) => process.stderr.write(text) });
}
