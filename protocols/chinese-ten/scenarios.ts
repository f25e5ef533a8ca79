/** The scenarios. Each begins at the main menu. */
import { endOfFile } from './scenarios/end-of-file';
import { gameScenarios } from './scenarios/games';
import { everyByte } from './scenarios/invalid-keys';
import { setupScenarios } from './scenarios/setup';
import { typingScenarios } from './scenarios/typing';

export const SCENARIOS = [...gameScenarios, ...setupScenarios, ...typingScenarios, endOfFile, everyByte];
