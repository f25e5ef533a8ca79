/** `--stimulus` as it was typed, become a way to bring codes before a real board's lens. */
import type { RealBoardOptions } from '../../../devices/board/real-board';
import type { PresentsCodes } from '../../../devices/board/stimulus';
import { symbologyNamed } from '../../../protocols/gm67/message';
import { warn } from '../console';
import { parseStimulusRecipe } from '../option-values';
import { operatorStimulus, pageStimulus, type Stimulus } from './stimulus';

interface RequestedStimulus {
  /** For the board; none: no code is shown. */
  readonly recipe?: NonNullable<RealBoardOptions['stimulus']>;
  /** To be opened before the board is asked for a code, and closed behind it. */
  readonly stimulus?: Stimulus;
}

/** `unattended`: nobody is there to be asked. Throws UsageError for what is no recipe. */
export function createStimulus(text: string | undefined, unattended = false): RequestedStimulus {
  if (text === undefined) return {};
  const parsed = parseStimulusRecipe(text);
  if (parsed.way === 'cmd') return { recipe: parsed };
  if (parsed.way === 'operator' && unattended) return {};
  const stimulus = parsed.way === 'page' ? page() : operator();
  return { recipe: { way: 'shown', ...presentsCodes(stimulus) }, stimulus };
}

/** Boards name a symbology in any word; a page or a person can show those that a scanner reads. */
function presentsCodes({ text, present }: Stimulus): PresentsCodes {
  return {
    text,
    present: async (name, payload) => {
      const symbology = symbologyNamed(name);
      if (symbology === undefined) throw new Error(`there is no code of the symbology '${name}' to show`);
      await present(symbology, payload);
    },
  };
}

/** Both speak on standard error: standard output may be JSON. */
function page(): Stimulus {
  return pageStimulus({
    announce: (url) => warn(`wirejig: codes are shown on ${url}: open it full screen before the scanner`),
  });
}

function operator(): Stimulus {
  return operatorStimulus({ input: process.stdin, prompt: (text) => process.stderr.write(text) });
}
