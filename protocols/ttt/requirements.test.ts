import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { TTT_PARAMETERS, TTT_REQUIREMENTS } from './requirements';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), TTT_REQUIREMENTS, TTT_PARAMETERS);
