/** Chinese Ten: a card game on a terminal. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, defectsOn, micros, millis, type ConsoleText } from '../../api/index';
import { consoleSteps } from './board/console';
import { pageSteps, stackedPacks, type TenSteps } from './board/firmware';
import { RULE_CHANGES, SPECIAL_CHANGES } from './defects/rules';
import { SCREEN_CHANGES } from './defects/screen';
import { bytesOfRecipe, fuzz } from './fuzz';
import type { TenState } from './judge/judge';
import { TenJudge } from './judge/judge';
import { gameScenarios } from './scenarios/games';
import { reach } from './scenarios/main-menu';
import { promptScenarios } from './scenarios/prompts';
import { typingScenarios } from './scenarios/typing';
import { dialect, isRandom, LINK, LINKS, parameters } from './wire';

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');

export const chineseTen = conversation<ConsoleText, ConsoleText, TenState, TenSteps, typeof parameters>({
  links: LINKS,
  screen: LINK,
  parameters,
  initial: ({ patienceMs }) => new TenJudge(millis(patienceMs), { known: false }).state,
  boots: true,
  quiet: millis(1000),
  firmware: (_p, random, steps) => ({ ...pageSteps(random, steps), ...consoleSteps(random, steps) }),
}).judged({
  id: 'chinese-ten',
  title: 'Chinese Ten: a card game on a terminal',
  page: PAGE,
  judge: (options, { patienceMs }) => new TenJudge(millis(patienceMs), options),
  defects: defectsOn(PAGE, { ...RULE_CHANGES, ...SCREEN_CHANGES }),
  boards: {
    'chinese-ten-special': {
      title: 'Chinese Ten on a console, with many special deals',
      change: (_sound, { random }) => ({ pack: stackedPacks(random) }),
      defects: defectsOn(PAGE, SPECIAL_CHANGES),
    },
  },
  scenarios: [...gameScenarios, ...promptScenarios, ...typingScenarios],
  reach,
  made: bytesOfRecipe,
  fuzz,
  // Less than the timeout of a prompt: shorter stalls may hide whether a key came before it.
  stallLimit: ({ patienceMs }) => millis(patienceMs / 30),
  usualTime: ({ patienceMs }) => micros(860e6 * Math.max(1, patienceMs / 6000)),
  dialect,
  trace: {
    unseen: {
      'CT-UI-04': 'nothing was typed into a pause',
      'CT-UI-05': 'no bytes came at once at a prompt',
    },
  },
  diverges: (before, after) => isRandom(before) && isRandom(after),
});
